import { practiceOf } from '../../domains/knowing/knowledge/addresses.rules.ts';
import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { STATE_WORDS } from '../../domains/knowing/knowledge/map-words.rules.ts';
import type { Child } from '../../domains/people/children/children.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { dayAndMonth } from '../../shared/dates.ts';
import { unbroken } from '../../shared/unbroken.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconChevronDown, IconLock } from '../../web/ui/base/Icon.tsx';
import { Score } from '../../web/ui/lists/Score.tsx';
import { SonaSign } from '../../web/ui/paper/Sona.tsx';
import { FormSheets } from './FormSheets.tsx';
import { TestOfTheme } from './TestOfTheme.tsx';
import styles from './Themes.module.css';

interface TestRowsProps {
  /** For each theme the form to take now. */
  tests: readonly CatalogueTest[];
  /** The child's map, for the state of each theme; undefined while it loads or without network. */
  map: KnowledgeMap | undefined;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
  /** Whether tests of several disciplines are listed, so that each names its own. */
  mixed: boolean;
  /** Whether all rows are closed at first; otherwise that of the test to take now is open. */
  closed?: boolean;
}

/** Renders tests as rows, in the order of the curriculum; those of no theme of the child's class come last. A row opens in place. */
export function TestRows({ tests, map, child, mixed, closed = false }: TestRowsProps) {
  const themes = map?.disciplines.flatMap(({ themes: own }) => own) ?? [];
  const placeOf = ({ curriculumTheme }: CatalogueTest) => {
    const place = themes.findIndex(({ code }) => code !== null && code === curriculumTheme);
    return place < 0 ? themes.length : place;
  };
  const rows = mixed ? [...tests] : [...tests].sort((one, other) => placeOf(one) - placeOf(other));
  const open =
    rows.find(({ forChild }) => forChild?.open) ??
    rows.find((test) => test.curriculumTheme !== null && test.curriculumTheme === map?.action?.theme) ??
    rows.find(({ forChild, forms }) => forChild?.allowed && forChild.takenForms.length < forms.length) ??
    rows[0];
  return (
    <ol className={styles['rows']}>
      {rows.map((test) => (
        <li key={test.id}>
          <TestRow
            test={test}
            theme={themes[placeOf(test)]}
            child={child}
            mixed={mixed}
            startsOpen={!closed && test === open}
            otherClass={test.schoolClass !== child.schoolClass}
          />
        </li>
      ))}
    </ol>
  );
}

interface TestRowProps extends Pick<TestRowsProps, 'child' | 'mixed'> {
  test: CatalogueTest;
  theme: KnowledgeMap['disciplines'][number]['themes'][number] | undefined;
  startsOpen: boolean;
  otherClass: boolean;
}

function TestRow({ test, theme, child, mixed, startsOpen, otherClass }: TestRowProps) {
  const about = [mixed && test.discipline, (mixed || otherClass) && test.schoolClass].filter(Boolean).join(' · ');
  const { allowed = true, allowedFrom = null, open = false } = test.forChild ?? {};
  const free = allowed && !open;
  const locked = !allowed && !open;
  const state = locked
    ? allowedFrom
      ? `a partir de ${dayAndMonth(allowedFrom)}`
      : 'com um plano pago'
    : theme && STATE_WORDS[theme.state];
  return (
    <details name="tema" open={startsOpen}>
      <summary>
        <SonaSign state={theme?.state ?? 'no-data'} />
        <span className={styles['name']}>
          <b>{unbroken(test.theme)}</b>
          <span>{[about, state].filter(Boolean).join(' · ') || '\u00a0'}</span>
        </span>
        <FormSheets tests={[test]} />
        {locked && test.forChild?.themeScore == null ? (
          <span className={styles['lock']}>
            <IconLock size={20} />
          </span>
        ) : (
          <Score className={styles['score']} value={test.forChild?.themeScore ?? null} />
        )}
        <IconChevronDown size={18} />
      </summary>
      <div className={styles['inside']}>
        {theme && theme.answers > 0 && (
          <p>
            Acertou{' '}
            <b>
              {theme.right} de {theme.answers}
            </b>
            .
          </p>
        )}
        <p className={styles['small']}>
          {test.discipline} · {test.schoolClass}
        </p>
        <TestOfTheme test={test} child={child} named={false} main />
        <div className={styles['besides']}>
          {theme?.code != null && (
            <Button variant="secondary" full href={practiceOf(child.id, theme.code)}>
              Treinar
            </Button>
          )}
          {free && (
            <Button variant="secondary" full href={`/paper?childId=${child.id}&testId=${test.id}`}>
              Fazer em papel
              <span className="sr">{` ${test.discipline}: ${test.theme}`}</span>
            </Button>
          )}
        </div>
      </div>
    </details>
  );
}
