import { Fragment, lazy, type MouseEvent, memo, Suspense, useDeferredValue, useState } from 'react';
import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { countThemes, mapHeading, STATE_WORDS, STATES } from '../../domains/knowing/knowledge/map-words.rules.ts';
import { addressOfAction, nextAction, overAction } from '../../domains/knowing/knowledge/next-action.rules.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import type { catalogueContract } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { testsOfDiscipline } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import type { StartTest as StartTestButton } from '../../domains/sitting/catalogue/StartTest.tsx';
import type { Begun } from '../../domains/sitting/sitting/begun.rules.ts';
import { minutesFor, USUAL_DURATION } from '../../shared/durations.ts';
import { rowNumbers, rowsOf, type ThemeState } from '../../shared/sona.ts';
import { unbroken } from '../../shared/unbroken.ts';
import { reader } from '../../web/call/api.ts';
import { goTo, opensElsewhere, useSearch } from '../../web/call/navigation.ts';
import { openIfWide } from '../../web/parts/fold.ts';
import { classInWords } from '../../web/parts/text.ts';
import { IconChevronDown, IconChevronRight } from '../../web/ui/base/Icon.tsx';
import { DisciplineSign } from '../../web/ui/paper/DisciplineSign.tsx';
import { Sona, SonaSign } from '../../web/ui/paper/Sona.tsx';
import styles from './ChildPage.module.css';
import { SHORT_NAMES } from './disciplines.rules.ts';
import tabs from './Tabs.module.css';
import { ThemeRows } from './ThemeRows.tsx';

const useTests = reader<typeof catalogueContract>();
const ThemeSheet = lazy(() => import('./ThemeSheet.tsx'));
// Only families on the free plan need this.
const FreePlan = lazy(() => import('./FreePlan.tsx'));

export type StartButton = typeof StartTestButton;
type Discipline = KnowledgeMap['disciplines'][number];

/** Side of a cell in the drawing's own units; the style sheet sets its size on the screen. */
const CELL = 54;

/** Renders what the child knows: the disciplines as index tabs, the drawing, what comes next, and the themes as a list. */
export function MapPages({ map, child, begun, startTest }: Omit<ShownProps, 'shown'>) {
  const wanted = new URLSearchParams(useSearch()).get('discipline');
  const named = (name: string | null) =>
    map.disciplines.find(({ discipline }) => discipline === (name ?? map.action?.discipline)) ?? map.disciplines[0];
  const current = named(wanted);
  // Rendering the drawing and its list takes several frames. It is deferred, so that the tapped tab is marked in the next one.
  const shown = named(useDeferredValue(wanted));
  if (!shown) return <NoMap child={child} begun={begun} />;
  return (
    <>
      <nav className={tabs['tabs']} aria-label="Disciplina">
        {map.disciplines.map((one) => (
          <Tab
            key={one.discipline}
            of={one}
            page={startTest ? '/dashboard' : `/children/${child.id}`}
            current={one === current}
          />
        ))}
      </nav>
      <Shown key={shown.discipline} map={map} shown={shown} child={child} begun={begun} startTest={startTest} />
    </>
  );
}

function Tab({
  of: { discipline, known, total },
  page,
  current,
}: {
  of: Discipline;
  /** Path of the page on which it stands. */
  page: string;
  current: boolean;
}) {
  const address = `${page}?${new URLSearchParams({ discipline })}`;
  return (
    <a
      href={address}
      aria-current={current ? 'page' : undefined}
      onClick={(event: MouseEvent) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        goTo(address, { replace: true });
      }}
    >
      <DisciplineSign of={discipline} />
      <span className={tabs['whole']}>
        {discipline}{' '}
        <span>
          {known} de {total}
        </span>
      </span>
      <span className={tabs['short']} aria-hidden="true">
        {SHORT_NAMES[discipline]}
      </span>
    </a>
  );
}

interface ShownProps {
  map: KnowledgeMap;
  shown: Discipline;
  child: ChildWithStats;
  /** What the child goes on with first; undefined if nothing is begun. */
  begun: Begun | undefined;
  /** On the dashboard: the button that begins what comes next at once. Passed in, because a child's page does without its code. */
  startTest: StartButton | undefined;
}

const Shown = memo(function Shown({ map, shown, child, begun, startTest }: ShownProps) {
  const [open, setOpen] = useState<number>();
  const tests = useTests(
    'GET /api/tests',
    { query: testsOfDiscipline(child.id, shown.discipline) },
    { enabled: map.detailed },
  );
  const next = shown.themes.findIndex(({ code }) => code !== null && code === shown.next);
  const theme = open === undefined ? undefined : shown.themes[open];
  return (
    <>
      <div className={styles['map']}>
        <h2>{mapHeading(countThemes(shown.themes))}</h2>
        <p>
          de {shown.discipline} da {classInWords(map.schoolClass)}
        </p>
        <Field shown={shown} next={next < 0 ? undefined : next} onTheme={map.detailed ? setOpen : undefined} />
        <Next map={map} shown={shown} child={child} begun={begun} startTest={startTest} onOpen={() => setOpen(next)} />
      </div>
      {map.detailed && (
        <details className={styles['fold']} ref={openIfWide}>
          <summary>
            <span>
              <b>{shown.total === 1 ? 'O tema' : `Os ${shown.total} temas`}</b>
              <span>pela ordem da {classInWords(map.schoolClass)}</span>
            </span>
            <IconChevronDown size={20} />
          </summary>
          <ThemeRows themes={shown.themes} next={shown.next} tests={tests.data} child={child} />
        </details>
      )}
      {theme && open !== undefined && (
        <Suspense fallback={null}>
          <ThemeSheet
            theme={theme}
            place={open + 1}
            discipline={shown.discipline}
            tests={tests.data?.filter(({ curriculumTheme }) => curriculumTheme === theme.code)}
            child={child}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  );
});

interface FieldProps {
  shown: Discipline;
  next: number | undefined;
  onTheme: ((index: number) => void) | undefined;
}

/** Renders the drawing with the numbers of its rows, and the key of the states that occur. The list is its accessible alternative. */
function Field({ shown, next, onTheme }: FieldProps) {
  const [pointed, setPointed] = useState<number>();
  const states = shown.themes.map(({ state }) => state);
  const rows = rowsOf(states.length);
  const columns = Math.max(...rows);
  const numbers = rowNumbers(states.length);
  const known = states.some((state) => state !== 'no-data');
  return (
    <>
      <div className={styles['field']} data-columns={columns}>
        <div className={styles['plate']}>
          <ol className={styles['rows']} aria-hidden="true">
            {numbers.map((number) => (
              <li key={number}>{number}</li>
            ))}
          </ol>
          <div className={styles['drawn']}>
            <Sona states={states} cell={CELL} next={next} label={shown.sentence} />
            {onTheme && (
              <div className={styles['dots']} aria-hidden="true" onMouseLeave={() => setPointed(undefined)}>
                {numbers.map((number, row) => (
                  <div key={number}>
                    {Array.from({ length: rows[row] ?? 0 }, (_, place) => number - 1 + place).map((index) => (
                      <Fragment key={index}>
                        <button
                          type="button"
                          tabIndex={-1}
                          onMouseEnter={() => setPointed(index)}
                          onClick={() => onTheme(index)}
                        />
                        {pointed === index && <ThemeCard theme={shown.themes[index]} place={index + 1} />}
                      </Fragment>
                    ))}
                  </div>
                ))}
              </div>
            )}
          </div>
        </div>
        {known && <Key states={states} />}
      </div>
      {onTheme && next !== undefined && (
        <p className={styles['hint']}>O anel marca o tema a seguir. Toque num ponto para o ver.</p>
      )}
    </>
  );
}

/** Renders what a dot stands for, beside the drawing, while a mouse points at it. */
function ThemeCard({ theme, place }: { theme: Discipline['themes'][number] | undefined; place: number }) {
  if (!theme?.name) return null;
  return (
    <div className={styles['card']}>
      <SonaSign state={theme.state} />
      <p>
        <b>{unbroken(theme.name)}</b>
        <span>
          Tema {place} · {STATE_WORDS[theme.state]}
        </span>
        {theme.answers > 0 && (
          <span>
            Acertou {theme.right} de {theme.answers}
          </span>
        )}
      </p>
    </div>
  );
}

function Key({ states }: { states: readonly ThemeState[] }) {
  return (
    <ul className={styles['key']} aria-label="O que os sinais dizem">
      {STATES.map((state) => {
        const count = states.filter((one) => one === state).length;
        return (
          count > 0 && (
            <li key={state}>
              <SonaSign state={state} />
              <span>
                <b className="num">{count}</b> {STATE_WORDS[state]}
              </span>
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Renders the button of the page while the child has begun something: it goes on with that. */
function GoOn({ child, begun }: { child: ChildWithStats; begun: Begun }) {
  const action = nextAction([begun], undefined);
  if (!action) return null;
  return (
    <a className={styles['next']} href={addressOfAction(child.id, action)}>
      <span>
        <small>{overAction(action, null)}</small>
        <b>{unbroken(action.title)}</b>
      </span>
      <IconChevronRight size={24} />
    </a>
  );
}

/** Renders the one button of the page: the theme that comes next in the discipline shown. */
function Next({ map, shown, child, begun, startTest: StartTest, onOpen }: ShownProps & { onOpen: () => void }) {
  if (begun) return <GoOn child={child} begun={begun} />;
  const theme = shown.themes.find(({ code }) => code !== null && code === shown.next);
  if (!map.detailed)
    return (
      <Suspense fallback={null}>
        <FreePlan map={map} discipline={shown.discipline} childId={child.id} />
      </Suspense>
    );
  if (!theme)
    return (
      <a className={styles['next']} href={`/tests?childId=${child.id}`}>
        <span>
          <small>A seguir</small>
          <b>Escolher um teste</b>
        </span>
        <IconChevronRight size={24} />
      </a>
    );
  const action = nextAction([], map);
  if (StartTest && action?.kind === 'test' && action.theme === theme.code)
    return (
      <div className={styles['begin']}>
        <StartTest href={addressOfAction(child.id, action)} child={child} test={{ words: action.title }} full>
          <span>
            <small>{overAction(action, child.stats.now?.direction ?? null)}:</small>
            <b>{unbroken(action.title)}</b>
          </span>
          <IconChevronRight size={24} />
        </StartTest>
      </div>
    );
  return (
    <button type="button" className={styles['next']} onClick={onOpen}>
      <span>
        <small>{overAction({ kind: 'test' }, child.stats.now?.direction ?? null)}</small>
        <b>{unbroken(theme.name ?? '')}</b>
      </span>
      <IconChevronRight size={24} />
    </button>
  );
}

/** What a plan without the map shows before the first answer. */
function NoMap({ child, begun }: Pick<ShownProps, 'child' | 'begun'>) {
  return (
    <div className={styles['map']}>
      <h2>O mapa está por começar</h2>
      <p>São 10 perguntas de cada vez, cerca de {minutesFor(USUAL_DURATION, child.extendedTime)} minutos.</p>
      <div className={styles['field']} data-columns="3">
        <div className={styles['plate']}>
          <div className={styles['drawn']}>
            <Sona states={Array.from({ length: 11 }, () => 'no-data' as const)} cell={CELL} />
          </div>
        </div>
      </div>
      {begun ? (
        <GoOn child={child} begun={begun} />
      ) : (
        <a className={styles['next']} href={`/tests?childId=${child.id}`}>
          <span>
            <small>A seguir</small>
            <b>Escolher o primeiro teste</b>
          </span>
          <IconChevronRight size={24} />
        </a>
      )}
    </div>
  );
}
