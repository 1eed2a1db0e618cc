import type { ReactNode } from 'react';
import { dayAndMonth } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { firstName, inSentence } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconBook, IconChevronRight, IconOperations, icon } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import type { historyContract } from '../../knowing/history/history.contract.ts';
import { readingClassOf } from '../reading/forms.rules.ts';
import type { linesContract, SkillLine } from './lines.contract.ts';
import styles from './SkillLines.module.css';

const useRead = reader<typeof linesContract>();
const useFamily = reader<typeof historyContract>();

const IconPencil = /* @__PURE__ */ icon('m4 20 1-5L16 4l4 4L9 19zM14 6l4 4');

interface Skill {
  key: 'reading' | 'calculating' | 'writing';
  verb: string;
  /** What it takes while nothing is known. */
  takes: string;
  sign: ReactNode;
  /** The screen of the skill; without one the row leads nowhere and is shown only if something is known. */
  href?: (childId: number) => string;
}

const SKILLS: readonly Skill[] = [
  {
    key: 'reading',
    verb: 'Lê',
    takes: '5 minutos, em voz alta',
    sign: <IconBook size={22} />,
    href: (childId) => `/children/${childId}/reading`,
  },
  {
    key: 'calculating',
    verb: 'Conta',
    takes: '3 minutos, de cabeça',
    sign: <IconOperations size={22} />,
    href: (childId) => `/children/${childId}/calculating`,
  },
  {
    key: 'writing',
    verb: 'Escreve',
    takes: '10 a 15 minutos, em papel',
    sign: <IconPencil size={22} />,
    href: (childId) => `/children/${childId}/writing`,
  },
];

/**
 * How a child reads, calculates and writes, in one sentence each; each row opens its own screen. A slot for the child's page and the
 * dashboard: it asks for itself, and shows nothing if it cannot be read, because the page lives without it.
 */
export default function SkillLines({ childId }: { childId: number }) {
  const { data, error } = useRead('GET /api/children/:id/skills', { params: { id: String(childId) } });
  if (error && !data) return null;
  if (!data) return <Skeleton lines={2} />;
  return (
    <>
      <ul className={styles['lines']} aria-label="Ler, contar e escrever">
        {SKILLS.filter(({ key, href }) => href || data[key]).map((skill) => (
          <li key={skill.key}>
            <Row skill={skill} line={data[skill.key]} childId={childId} />
          </li>
        ))}
      </ul>
      {!data.reading && <BeginHere childId={childId} />}
    </>
  );
}

/** Of the youngest nothing is known until somebody hears them read: they are not asked to take a test that must be read. */
function BeginHere({ childId }: { childId: number }) {
  const child = useFamily('GET /api/children', {}).data?.find(({ id }) => id === childId);
  if (!child || readingClassOf(child.schoolClass) > 2) return null;
  return (
    <div className={styles['begin']}>
      <small>Comece por aqui</small>
      <b>Ouvir {inSentence(firstName(child.fullName), child.gender)} ler</b>
      <small>5 minutos. A criança não precisa de ler perguntas.</small>
      <Button variant="secondary" full icon={<IconBook size={22} />} href={`/reading/${childId}`}>
        Começar leitura
      </Button>
    </div>
  );
}

function Row({
  skill: { verb, takes, sign, href },
  line,
  childId,
}: {
  skill: Skill;
  line: SkillLine;
  childId: number;
}) {
  const content = (
    <>
      <span className={cx(styles['sign'], !line && styles['unknown'])}>{sign}</span>
      <span>
        {line ? (
          sentenceOf(verb, line.sentence)
        ) : (
          <>
            <b>{verb}:</b> ainda não sabemos.
          </>
        )}
        <small>{line ? `${dayAndMonth(line.date)}${line.provisional ? ' · a lápis' : ''}` : takes}</small>
      </span>
      {href && <IconChevronRight size={20} />}
    </>
  );
  if (!href) return <div className={styles['row']}>{content}</div>;
  return (
    <a className={styles['row']} href={href(childId)}>
      {content}
    </a>
  );
}

/** The verb is bold; a sentence that has none of it gets it before a colon: "Lê: ainda não lê um texto." */
function sentenceOf(verb: string, sentence: string): ReactNode {
  return sentence.startsWith(`${verb} `) ? (
    <>
      <b>{verb}</b>
      {sentence.slice(verb.length)}
    </>
  ) : (
    <>
      <b>{verb}:</b> {`${sentence[0]?.toLowerCase() ?? ''}${sentence.slice(1)}`}
    </>
  );
}
