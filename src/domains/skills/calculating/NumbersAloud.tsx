import { useState } from 'react';
import { toWhom } from '../../../shared/text.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconClose } from '../../../web/ui/base/Icon.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { Brought, homeOf } from './Brought.tsx';
import styles from './Calculating.module.css';
import { type Calculator, secondsSince, sendCalculation } from './calculating-device.web.ts';
import { afterwards, headline, PART_NAMES, PART_NEXT } from './calculating-words.rules.ts';
import type { ToldCalculation } from './calculations.rules.ts';
import { reasonsOfMarked } from './head.rules.ts';
import {
  beginWith,
  itemsOf,
  NUMBERS_VERSION,
  type NumbersItem,
  type NumbersSet,
  numbersSets,
  PARTS,
  type Part,
  solved,
} from './numbers.rules.ts';
import { Parts } from './Parts.tsx';

const PROMPTS: Readonly<Record<Part, { says: string; shows: string }>> = {
  read: { says: 'Que número é este?', shows: 'Mostre um número de cada vez.' },
  compare: { says: 'Qual destes números é o maior?', shows: 'Mostre um par de cada vez.' },
  add: { says: 'Quanto é?', shows: 'Mostre uma soma de cada vez.' },
  patterns: { says: 'Que número falta aqui?', shows: 'Mostre uma linha de cada vez.' },
};

/** The grown-up shows numbers and marks each as right or wrong: reading, comparing, adding, continuing. Works without network. */
export default function NumbersAloud({ childId }: { childId: number }) {
  return (
    <Brought childId={childId} title="Números em voz alta">
      {(calculator) => <Marking calculator={calculator} />}
    </Brought>
  );
}

/** A different set each month, so that children do not remember it. */
function setOfMonth(): NumbersSet {
  const sets = numbersSets();
  return sets[new Date().getMonth() % sets.length] as NumbersSet;
}

function Marking({ calculator }: { calculator: Calculator }) {
  const { child } = calculator;
  const [set] = useState(setOfMonth);
  const [items] = useState(() => itemsOf(set));
  const [run] = useState(() => ({ begun: performance.now(), startedAt: new Date() }));
  const [at, setAt] = useState(0);
  const [marks, setMarks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [showsAnswers, setShowsAnswers] = useState(false);
  const [told, setTold] = useState<ToldCalculation>();
  const part = PARTS[at] as Part;
  const places = items.flatMap((item, index) => (item.part === part ? [index] : []));
  const left = places.filter((index) => !marks.has(index)).length;
  const next = PARTS[at + 1];
  const advance = () => {
    scrollTo(0, 0);
    setShowsAnswers(false);
    if (next) return setAt(at + 1);
    const of = (isRight: boolean) => items.flatMap((_, index) => (marks.get(index) === isRight ? [index] : []));
    const done = {
      seconds: secondsSince(run.begun),
      finished: true,
      lastItem: items.length - 1,
      wrong: of(false),
      selfCorrected: [],
    };
    void sendCalculation(calculator, {
      kind: 'numbers',
      mode: 'aloud',
      formId: set.id,
      formVersion: NUMBERS_VERSION,
      startedAt: run.startedAt,
      ...done,
      right: of(true),
      reasons: reasonsOfMarked('numbers', items.length, done),
    }).then(setTold);
  };
  if (told)
    return (
      <main className={styles['flow']}>
        <BackLink href={homeOf(child.id)}>{child.firstName}</BackLink>
        <NumbersResult calculator={calculator} told={told} />
      </main>
    );
  const { says, shows } = PROMPTS[part];
  return (
    <main className={styles['flow']}>
      <BackLink href={homeOf(child.id)}>{child.firstName}</BackLink>
      <ol className={styles['steps']} aria-label="Partes">
        {PARTS.map((one, index) => (
          <li
            key={one}
            className={cx(index < at && styles['done'], index === at && styles['on'])}
            aria-current={index === at ? 'step' : undefined}
          >
            <i>{index < at && <IconCheck size={14} />}</i>
            {PART_NAMES[one]}
          </li>
        ))}
      </ol>
      <Sheet kind="question">
        <p className={styles['kicker']}>Diga {toWhom(child.firstName, child.gender)}</p>
        <h1 className={styles['prompt']}>«{says}»</h1>
        <ReadAloud inline pieces={[{ text: says, language: 'pt' }]} />
      </Sheet>
      <p className={styles['instruction']}>{shows} Marque cada resposta.</p>
      {part !== 'read' && (
        <Button variant="quiet" onClick={() => setShowsAnswers(!showsAnswers)}>
          {showsAnswers ? 'Esconder as respostas' : 'Ver as respostas'}
        </Button>
      )}
      <ul className={styles['items']}>
        {places.map((index) => (
          <Item
            key={index}
            item={items[index] as NumbersItem}
            mark={marks.get(index)}
            showsAnswer={showsAnswers}
            onMark={(isRight) => setMarks(new Map(marks).set(index, isRight))}
          />
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button size="l" full disabled={left > 0} onClick={advance}>
          {next ? `Seguir: ${PART_NAMES[next].toLowerCase()}` : 'Ver resultado'}
        </Button>
        <p className={cx('muted', styles['counted'])} role="status">
          {left > 0 && `Falta marcar ${left}.`}
        </p>
      </div>
    </main>
  );
}

interface ItemProps {
  item: NumbersItem;
  /** Whether it was right; undefined as long as it is not marked. */
  mark: boolean | undefined;
  showsAnswer: boolean;
  onMark: (isRight: boolean) => void;
}

/** One thing to ask, with the two marks. Its answer is hidden while the child looks, and shown once it is marked. */
function Item({ item, mark, showsAnswer, onMark }: ItemProps) {
  const text = showsAnswer || mark !== undefined ? solved(item) : item.shown;
  return (
    <li className={cx(styles['item'], mark === false && styles['bad'])}>
      <span>{text}</span>
      {[true, false].map((isRight) => (
        <button
          key={String(isRight)}
          type="button"
          aria-pressed={mark === isRight}
          aria-label={`${text}, ${isRight ? 'certa' : 'errada'}`}
          onClick={() => onMark(isRight)}
        >
          {isRight ? <IconCheck size={24} /> : <IconClose size={24} />}
        </button>
      ))}
    </li>
  );
}

function NumbersResult({ calculator, told }: { calculator: Calculator; told: ToldCalculation }) {
  const { child } = calculator;
  if (!told.parts) return <TooFast calculator={calculator} told={told} />;
  const parts = told.parts;
  const first = beginWith(parts);
  const later = afterwards(parts);
  return (
    <>
      <div className={styles['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail="Números em voz alta"
        />
      </div>
      <h1>{headline(child, told.predicate)}</h1>
      {later && <p className="muted">{later}</p>}
      <section className={styles['card']}>
        <h2>O que fazer agora</h2>
        <p>
          {first ? (
            <>
              <b>{PART_NEXT[first].title}.</b> {PART_NEXT[first].sentence}
            </>
          ) : (
            'Já pode fazer contas de cabeça.'
          )}
        </p>
        <div className={styles['actions']}>
          {!first && (
            <Button size="l" full href={`/calculating/${child.id}`}>
              Contas de cabeça
            </Button>
          )}
          <Button variant="secondary" full href={`/children/${child.id}/calculating`}>
            Todas as contas
          </Button>
          <Button variant="quiet" onClick={() => print()}>
            Imprimir
          </Button>
        </div>
      </section>
      <Parts parts={parts} />
    </>
  );
}

/** Shown in place of a result when the marks were made faster than anybody can answer. */
function TooFast({ calculator: { child }, told }: { calculator: Calculator; told: ToldCalculation }) {
  return (
    <>
      <h1>{headline(child, told.predicate)}</h1>
      <p>Não conta. Mostre um número de cada vez. Marque cada resposta.</p>
      <Button size="l" full href={homeOf(child.id)}>
        Voltar
      </Button>
    </>
  );
}
