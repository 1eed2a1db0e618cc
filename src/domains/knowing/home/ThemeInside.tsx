import { dayAndMonth, relativeTime } from '../../../shared/dates.ts';
import { minutesFor } from '../../../shared/durations.ts';
import { starsFor } from '../../../shared/words.ts';
import { useNow } from '../../../web/device/now.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconLock } from '../../../web/ui/base/Icon.tsx';
import { Stars } from '../../../web/ui/forms/Stars.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import type { CatalogueTest } from '../../sitting/catalogue/catalogue.contract.ts';
import { formsInWords } from '../../sitting/catalogue/catalogue.rules.ts';
import { StartTest } from '../../sitting/catalogue/StartTest.tsx';
import { practiceOf } from '../knowledge/addresses.rules.ts';
import type { KnowledgeMap } from '../knowledge/knowledge.contract.ts';
import { STATE_MEANINGS } from '../knowledge/map-words.rules.ts';
import styles from './Themes.module.css';

type Theme = KnowledgeMap['disciplines'][number]['themes'][number];

interface ThemeInsideProps {
  theme: Theme;
  /** Its tests; undefined while they load or without network. */
  tests: readonly CatalogueTest[] | undefined;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
}

/** Renders what is behind a theme: what the child can do of it, its tests, practice and paper. */
export default function ThemeInside({ theme, tests, child }: ThemeInsideProps) {
  const now = useNow();
  const { code, state, answers, right, lastAnswer, objectives } = theme;
  const first = tests?.[0];
  const allTaken =
    tests?.every(({ forms, forChild, id }) => forChild?.takenForms.length === forms.length && id) ?? false;
  return (
    <div className={styles['inside']}>
      <p>
        {answers > 0 && (
          <>
            Acertou{' '}
            <b>
              {right} de {answers}
            </b>
            .{' '}
          </>
        )}
        {STATE_MEANINGS[state]}
      </p>
      <ul className={styles['objectives']}>
        {objectives.map((objective) => (
          <li key={objective.code}>
            <span>{objective.text}</span>
            <b>{objective.answers > 0 ? `${objective.right} de ${objective.answers}` : '–'}</b>
          </li>
        ))}
      </ul>
      {lastAnswer !== null && <p className={styles['small']}>Última resposta: {relativeTime(lastAnswer, now)}.</p>}
      {tests?.map((test) => (
        <TestOfTheme key={test.id} test={test} child={child} named={test.theme !== theme.name} main={test === first} />
      ))}
      {tests?.length === 0 && <p className={styles['small']}>Ainda não há testes deste tema.</p>}
      <div className={styles['besides']}>
        <Button variant={allTaken ? 'primary' : 'secondary'} full href={practiceOf(child.id, code)}>
          Treinar 5 minutos
        </Button>
        {first && first.forChild?.allowed !== false && !first.forChild?.open && (
          <Button variant="secondary" full href={`/paper?childId=${child.id}&testId=${first.id}`}>
            Fazer em papel
          </Button>
        )}
      </div>
    </div>
  );
}

interface TestOfThemeProps {
  test: CatalogueTest;
  child: ThemeInsideProps['child'];
  /** Whether the test's own name is shown, because it differs from the theme's. */
  named: boolean;
  /** Whether its button stands out; only one of a theme does. */
  main: boolean;
}

/** Renders one test: what it is about, what it costs in time and data, its forms, and the button that starts it. */
export function TestOfTheme({ test, child, named, main }: TestOfThemeProps) {
  const {
    allowed = true,
    whyNot = null,
    allowedFrom = null,
    open = false,
    prepared = false,
    takenAt = null,
    takenForms = [],
  } = test.forChild ?? {};
  const locked = !allowed && !open;
  const taken = takenForms.length === test.forms.length;
  const [title, words] = formsInWords({ ...test, takenForms, open }, takenAt === null ? null : dayAndMonth(takenAt));
  return (
    <div className={styles['test']}>
      {named && <b>{test.theme}</b>}
      {test.description && <p>{test.description}</p>}
      <ul className={styles['facts']}>
        <li>~{minutesFor(test.duration, child.extendedTime)}min</li>
        <li>{plural(test.questionCount, 'questão', 'questões')}</li>
        <li>{test.kilobytes} KB</li>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
      </ul>
      {(test.forms.length > 1 || open) && (
        <p className={styles['small']}>
          <b>{title}.</b> {words}.
        </p>
      )}
      {prepared && <p className={styles['small']}>Preparado para fazer sem internet.</p>}
      {locked ? (
        <>
          <p className={styles['lock']}>
            <IconLock />
            <span>
              {whyNot}
              {allowedFrom && ` ${taken ? 'Pode repetir' : 'O próximo abre'} a ${dayAndMonth(allowedFrom)}.`}
            </span>
          </p>
          <a href="/subscription">Ver planos</a>
        </>
      ) : (
        <StartOf test={test} child={child} open={open} taken={taken} main={main} />
      )}
    </div>
  );
}

interface StartOfProps extends Pick<TestOfThemeProps, 'test' | 'child' | 'main'> {
  open: boolean;
  taken: boolean;
}

function StartOf({ test, child, open, taken, main }: StartOfProps) {
  const href = `/tests/${test.id}?childId=${child.id}`;
  const words = (
    <>
      {open ? 'Continuar' : taken ? 'Repetir' : 'Começar'}
      {test.forms.length > 1 ? ` a prova ${test.form}` : ' o teste'}
      <span className="sr">{` ${test.discipline}: ${test.theme}`}</span>
    </>
  );
  const look = { full: true, size: 'l' as const, variant: taken && !open ? ('secondary' as const) : undefined };
  if (open)
    return (
      <Button full size="l" href={href}>
        {words}
      </Button>
    );
  return (
    <StartTest
      href={href}
      child={child}
      test={{ words: `${test.discipline}: ${test.theme}`, prepared: test.forChild?.prepared }}
      {...look}
      variant={main ? look.variant : 'secondary'}
    >
      {words}
    </StartTest>
  );
}
