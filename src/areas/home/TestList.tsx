import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import type { knowledgeContract } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { planOf } from '../../domains/money/plans/plans.rules.ts';
import type { User } from '../../domains/people/accounts/accounts.contract.ts';
import { homeOf } from '../../domains/people/accounts/session.tsx';
import { hasTests, NO_TESTS } from '../../domains/people/children/children.rules.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import type { CatalogueTest, catalogueContract } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import {
  ALL,
  addressWith,
  allDone,
  EXAM_CLASS,
  type Filters,
  filtersOf,
  firstDiscipline,
  type TestsQuery,
  testsQueries,
  usualClass,
} from '../../domains/sitting/catalogue/catalogue.rules.ts';
import type { StartProps } from '../../domains/sitting/catalogue/HandOver.tsx';
import { dayAndMonth } from '../../shared/dates.ts';
import { type Loaded, reader } from '../../web/call/api.ts';
import { goTo, usePage, useSearch } from '../../web/call/navigation.ts';
import { Empty } from '../../web/parts/Empty.tsx';
import { Failed } from '../../web/parts/Failed.tsx';
import { lazily } from '../../web/parts/lazily.tsx';
import { OtherChild } from '../../web/parts/OtherChild.tsx';
import { classInWords, firstName, plural } from '../../web/parts/text.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconLock } from '../../web/ui/base/Icon.tsx';
import { Page } from '../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { BackLink, Notice } from '../../web/ui/lists/Card.tsx';
import { ChildBook } from '../../web/ui/paper/ChildBook.tsx';
import { DisciplineTabs } from './DisciplineTabs.tsx';
import Leaving from './Leaving.tsx';
import { SheetKey } from './SheetKey.tsx';
import styles from './TestList.module.css';
import { TestRows } from './TestRows.tsx';

const useRead = reader<typeof catalogueContract & typeof knowledgeContract>();

const RunningTests = lazy(() => import('../../domains/sitting/sitting/RunningTest.tsx'));
const HandOver = lazy(() => import('../../domains/sitting/catalogue/HandOver.tsx'));
// Only families with several children need this, until the address names a child.
const ChooseChild = lazy(() => import('../../domains/sitting/catalogue/ChooseChild.tsx'));
// Only children of the exam's class need this.
const Rehearsals = lazy(() => import('./Rehearsals.tsx'));
// Only children who have taken every test need this.
const AllDone = lazy(() => import('../../domains/sitting/catalogue/AllDone.tsx'));
const TestFilters = lazily(() => import('./TestFilters.tsx'));

/** Renders the tests that a child may take, a row for each theme. With several children, the child is chosen first. */
export default function TestList({ user, family }: { user: User; family: Loaded<ChildWithStats[]> }) {
  usePage('Testes', brand.productName);
  const search = new URLSearchParams(useSearch());
  const children = family.data?.filter((child) => child.active);
  const asked = children?.find((child) => String(child.id) === search.get('childId'));
  const only = children?.length === 1 ? children[0] : undefined;
  const child = asked ?? only;
  const home = homeOf(user);

  // The address always names the child, even if there was no choice, so that it can be bookmarked and shared.
  const missing = child && !asked ? child.id : undefined;
  useEffect(() => {
    if (missing === undefined) return;
    // This change needs no render. The patched method of `history` would notify the router, so the prototype's method is called.
    History.prototype.replaceState.call(history, history.state, '', `/tests?childId=${missing}`);
  }, [missing]);

  if (child) {
    const others = children?.filter(({ id }) => id !== child.id) ?? [];
    return <TestsOf key={child.id} child={child} others={others} user={user} search={search} />;
  }
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={home} />
      </div>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={children} />
      </Suspense>
      {children && children.length > 1 ? (
        <Suspense fallback={<Skeleton lines={8} />}>
          <ChooseChild people={children} />
        </Suspense>
      ) : (
        <>
          <h1 className={styles['title']}>Testes</h1>
          {children ? (
            <Empty title="Nenhum filho cadastrado" text="Adicione a criança para escolher um teste da classe dela.">
              <Button href="/children?action=add">Adicionar Filho</Button>
            </Empty>
          ) : family.error ? (
            <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
          ) : (
            <Skeleton lines={6} />
          )}
        </>
      )}
    </Page>
  );
}

interface TestsOfProps {
  child: ChildWithStats;
  /** The other children of the family. */
  others: readonly ChildWithStats[];
  user: User;
  search: URLSearchParams;
}

function TestsOf({ child, others, user, search }: TestsOfProps) {
  const map = useRead('GET /api/children/:id/knowledge', { params: { id: String(child.id) }, query: {} });
  const first = firstDiscipline(map.data);
  const filters = filtersOf(search, child.schoolClass, first);
  const queries = testsQueries(child, search, first);
  // Which discipline comes first is known with the map; without network it is the first of all.
  const known = { enabled: search.has('discipline') || map.data !== undefined || map.error !== null };
  const tests = useRead('GET /api/tests', { query: queries[0] as TestsQuery }, known);
  const all = useRead('GET /api/tests', { query: queries[queries.length - 1] as TestsQuery }, known);
  const themes = [...new Set(all.data?.map(({ theme }) => theme))].sort((a, b) => a.localeCompare(b, 'pt'));
  const [onlyToDo, setOnlyToDo] = useState(false);

  const [handing, setHanding] = useState<StartProps['test']>();
  const handOver = (href: string, { discipline, theme, forChild }: CatalogueTest) =>
    setHanding({ href, words: `${discipline}: ${theme}`, prepared: forChild?.prepared });
  const name = firstName(child.fullName);
  const show = (next: Filters) => goTo(addressWith(child.id, child.schoolClass, next, first), { replace: true });
  // The child's own class is where the list begins, and nothing to clear.
  const isFiltered = onlyToDo || filters.theme !== ALL || ![ALL, usualClass(child.schoolClass)].includes(filters.class);
  const clear = () => {
    setOnlyToDo(false);
    show({ discipline: ALL, class: ALL, theme: ALL });
  };
  const shown = tests.data?.filter((test) => !onlyToDo || test.forChild?.takenForms.length !== test.forms.length);
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={homeOf(user)} />
      </div>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={[child, ...others]} />
      </Suspense>
      {!hasTests(child.schoolClass) && (
        <Notice title={NO_TESTS}>
          {name} está na {classInWords(child.schoolClass)}. Pode fazer testes das classes anteriores, para rever.
        </Notice>
      )}
      {tests.data && allDone(tests.data) && (
        <Suspense fallback={null}>
          <AllDone tests={tests.data} childId={child.id} onStart={handOver} />
        </Suspense>
      )}
      <Book
        child={child}
        user={user}
        controls={<OtherChild others={others} all="/tests" one={({ id }) => `/tests?childId=${id}`} />}
      >
        <DisciplineTabs
          chosen={filters.discipline}
          address={(discipline) =>
            addressWith(child.id, child.schoolClass, { ...filters, discipline, theme: ALL }, first)
          }
        />
        <Suspense fallback={<Skeleton lines={4} />}>
          <TestFilters
            filters={filters}
            themes={themes}
            show={show}
            clear={isFiltered ? clear : undefined}
            onlyToDo={onlyToDo}
            onOnlyToDo={setOnlyToDo}
          />
        </Suspense>
        <div>
          <div className={styles['count']}>
            <p role="status">{shown && <Count tests={shown} />}</p>
            <SheetKey />
          </div>
          {shown ? (
            shown.length > 0 ? (
              <>
                <UsedUp tests={shown} other={map.data?.freeTests?.disciplines[0]} childId={child.id} />
                <TestRows tests={shown} map={map.data} child={child} mixed={filters.discipline === ALL} />
              </>
            ) : (
              <Empty title="Nenhum teste encontrado com os filtros selecionados.">
                <Button variant="secondary" onClick={clear}>
                  Limpar filtros
                </Button>
              </Empty>
            )
          ) : tests.error ? (
            <Failed error={tests.error} onRetry={tests.refetch} busy={tests.isFetching} />
          ) : (
            <Skeleton lines={12} />
          )}
        </div>
      </Book>
      {child.schoolClass === EXAM_CLASS && (
        <Suspense fallback={null}>
          <Rehearsals child={child} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton lines={3} />}>
        <Leaving child={child} others={others} />
      </Suspense>
      {handing && (
        <Suspense fallback={null}>
          <HandOver test={handing} child={child} onClose={() => setHanding(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

interface BookProps extends Pick<TestsOfProps, 'child' | 'user'> {
  /** Shown on the cover too. */
  controls: ReactNode;
  children: ReactNode;
}

/** Renders the booklet: whose tests these are, and whether the family's plan covers the child. */
function Book({ child, user, controls, children }: BookProps) {
  const name = firstName(child.fullName);
  const plan = planOf(user);
  const covers = child.covered || plan.id === 'free';
  return (
    <ChildBook
      cover={child.cover}
      name={name}
      title={`Testes para ${name}`}
      detail={`${child.schoolClass} · ${covers ? `Plano ${plan.name}` : `fora do plano ${plan.name}`}`}
      heading="h1"
      controls={controls}
      className={styles['rail']}
    >
      {children}
    </ChildBook>
  );
}

interface UsedUpProps {
  tests: readonly CatalogueTest[];
  /** A discipline in which the plan allows a test now. */
  other: string | undefined;
  childId: number;
}

/** Says once, above tests of which the plan allows none now, why that is, what can be done instead, and from when there is another. */
function UsedUp({ tests, other, childId }: UsedUpProps) {
  const reasons = new Set(tests.map(({ forChild }) => (forChild?.allowed || forChild?.open ? null : forChild?.whyNot)));
  const [reason] = reasons;
  const from = tests[0]?.forChild?.allowedFrom;
  if (!reason || reasons.size > 1) return null;
  return (
    <Notice title={reason} icon={<IconLock size={22} />}>
      {from && `Há outro a partir de ${dayAndMonth(from)}. `}
      {other ? (
        // Without a discipline the list opens on the one that the plan allows.
        <a href={`/tests?childId=${childId}`}>Fazer um teste de {other}</a>
      ) : (
        <a href={`/practice/${childId}`}>Treinar os erros</a>
      )}{' '}
      ou <a href="/subscription">Ver planos</a>
    </Notice>
  );
}

/** Renders how many themes are listed, and how many forms are left to take. */
function Count({ tests }: { tests: readonly CatalogueTest[] }) {
  const left = tests.reduce(
    (sum, { forms, forChild }) => sum + (forChild?.allowed ? forms.length - forChild.takenForms.length : 0),
    0,
  );
  return (
    <>
      <b className="num">{plural(tests.length, 'tema', 'temas')}</b>
      {left > 0 && <span className="muted"> {plural(left, 'teste', 'testes')} por fazer</span>}
    </>
  );
}
