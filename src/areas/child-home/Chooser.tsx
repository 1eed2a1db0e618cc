import { type ReactNode, useState } from 'react';
import type { ChildHome, OfferedTest } from '../../domains/knowing/child-home/child-home.contract.ts';
import type { Discipline } from '../../shared/words.ts';
import { IconChevronLeft, IconClock } from '../../web/ui/base/Icon.tsx';
import { DisciplineSign } from '../../web/ui/paper/DisciplineSign.tsx';
import { Drawing } from '../../web/ui/paper/Drawing.tsx';
import { SonaSign } from '../../web/ui/paper/Sona.tsx';
import { Aloud } from './Aloud.tsx';
import styles from './ChildHome.module.css';
import { homeAddress } from './home-screens.rules.ts';

interface ChooserProps {
  child: { id: number };
  home: ChildHome;
  /** `simulados` shows the rehearsals of the exam. */
  shows: string;
  /** Undefined: what is suggested, and the disciplines. */
  discipline: Discipline | undefined;
}

/** Something to choose. */
interface Choice {
  key: string;
  href: string;
  /** What is written, and read aloud. */
  title: string;
  detail?: string | undefined;
  picture: ReactNode;
  /** Whether it comes next. */
  gold?: boolean | undefined;
  /** What is suggested has a row of its own, above the tiles. */
  wide?: true;
}

/** Renders tiles with pictures to choose from: what is suggested and the disciplines, the tests of one, or the rehearsals. */
export default function Chooser({ child, home, shows, discipline }: ChooserProps) {
  const [spoken, setSpoken] = useState<number | null>(null);
  const rehearses = shows === 'simulados';
  const title = rehearses ? 'Simulado do exame' : (discipline ?? 'Escolhe');
  const choices = rehearses
    ? home.rehearsals.map((test) => rehearsalChoice(child.id, test))
    : discipline
      ? home.tests.map((test) => testChoice(child.id, test))
      : firstChoices(child.id, home);
  const first = choices.filter(({ wide }) => wide);
  const rest = choices.filter(({ wide }) => !wide);
  const back = rehearses || discipline ? homeAddress(child.id, 'tests') : homeAddress(child.id);
  return (
    <>
      <div className={styles.choose}>
        <a className={styles.before} href={back}>
          <IconChevronLeft size={28} />
          <span className="sr">Voltar</span>
        </a>
        <h2>{choices.length > 0 ? title : 'Hoje não há mais testes.'}</h2>
        <Aloud
          inline
          onPiece={setSpoken}
          pieces={choices.map(({ title: words, detail }) => ({
            text: detail ? `${words}. ${detail}` : words,
            language: 'pt',
          }))}
        />
      </div>
      {first.length > 0 && <Choices choices={first} spoken={spoken} from={0} className={styles.rows} />}
      <Choices choices={rest} spoken={spoken} from={first.length} className={styles.tiles} />
    </>
  );
}

interface ChoicesProps {
  choices: readonly Choice[];
  /** Index of the choice that is being read aloud, of all on the screen. */
  spoken: number | null;
  /** Number of choices before these. */
  from: number;
  className: string | undefined;
}

function Choices({ choices, spoken, from, className }: ChoicesProps) {
  return (
    <ul className={className}>
      {choices.map(({ key, href, title, detail, picture, gold }, place) => (
        <li key={key} className={gold ? styles.gold : undefined}>
          <a href={href} className={spoken === from + place ? styles.spoken : undefined}>
            <span className={styles.picture}>{picture}</span>
            <b>
              {title}
              {detail && <small>{detail}</small>}
            </b>
          </a>
        </li>
      ))}
    </ul>
  );
}

const addressOfTest = (childId: number, { testId }: OfferedTest) => `/tests/${testId}?childId=${childId}`;

/** Returns what is suggested, then the disciplines, then the rehearsals of the exam. */
function firstChoices(childId: number, { suggested, disciplines, rehearsals }: ChildHome): Choice[] {
  return [
    ...suggested.map((test, place) => ({
      key: `test ${test.testId}`,
      href: addressOfTest(childId, test),
      title: test.theme,
      detail: test.discipline,
      picture: <DisciplineSign of={test.discipline} size={48} />,
      gold: place === 0,
      wide: true as const,
    })),
    ...disciplines.map((discipline) => ({
      key: discipline,
      href: homeAddress(childId, { discipline }),
      title: discipline,
      picture: <DisciplineSign of={discipline} size={56} />,
    })),
    ...(rehearsals.length > 0
      ? [
          {
            key: 'rehearsals',
            href: homeAddress(childId, { rehearsals: true }),
            title: 'Simulado do exame',
            picture: <IconClock size={56} />,
          },
        ]
      : []),
  ];
}

const testChoice = (childId: number, test: ChildHome['tests'][number]): Choice => ({
  key: String(test.testId),
  href: addressOfTest(childId, test),
  title: test.theme,
  detail: test.schoolClass ?? undefined,
  picture: (
    <>
      {test.picture ? (
        <Drawing svg={test.picture} alt="" className={styles.drawing} />
      ) : (
        <DisciplineSign of={test.discipline} size={56} />
      )}
      {test.grown !== 'no-data' && (
        <span className={styles.grown}>
          <SonaSign state={test.grown} />
        </span>
      )}
      {test.grown === 'knows' && <span className="sr">Já sabes: </span>}
    </>
  ),
  gold: test.next,
});

const rehearsalChoice = (childId: number, test: OfferedTest): Choice => ({
  key: String(test.testId),
  href: addressOfTest(childId, test),
  title: test.discipline,
  picture: <DisciplineSign of={test.discipline} size={56} />,
});
