import { type ChangeEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { CATALOGUE_CLASSES, CATALOGUE_DISCIPLINES, SPECIFIED_THEMES } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { goTo, usePage, useSearch } from '../../../web/call/navigation.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { firstName, ofWhom, plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { SelectField } from '../../../web/ui/forms/SelectField.tsx';
import { BackLink, Notice } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { planOf } from '../../money/plans/plans.rules.ts';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { homeOf } from '../../people/accounts/session.tsx';
import type { Family } from '../../people/children/Children.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import { hasTests, NO_TESTS } from '../../people/children/children.rules.ts';
import { OtherChild } from '../../people/children/OtherChild.tsx';
import styles from './Catalogue.module.css';
import type { CatalogueTest, catalogueContract } from './catalogue.contract.ts';
import {
  ALL,
  addressWith,
  allDone,
  EXAM_CLASS,
  type Filters,
  filtersOf,
  type TestsQuery,
  testsQueries,
} from './catalogue.rules.ts';
import type { StartProps } from './HandOver.tsx';
import { TestCards } from './TestCard.tsx';

const useRead = reader<typeof catalogueContract>();

const RunningTests = lazy(() => import('../sitting/RunningTest.tsx'));
const HandOver = lazy(() => import('./HandOver.tsx'));
// Only families with several children need this, until the address names a child.
const ChooseChild = lazy(() => import('./ChooseChild.tsx'));
// Only children of the exam's class need this.
const Rehearsals = lazy(() => import('./Rehearsals.tsx'));
// Only children who have taken every test need this.
const AllDone = lazy(() => import('./AllDone.tsx'));
const StartChildMode = lazy(() => import('../../people/child-mode/HandOver.tsx'));

export type CoveredChild = Child & { covered: boolean };

/** Renders the tests that a child may take. With several children, the child is chosen first. */
export default function Catalogue({ user, family }: { user: User; family: Family<CoveredChild> }) {
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
            <Empty title="Nenhum filho cadastrado" text="Adicione o seu filho para escolher um teste da classe dele.">
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

function TestsOf({
  child,
  others,
  user,
  search,
}: {
  child: CoveredChild;
  /** The other children of the family. */
  others: readonly CoveredChild[];
  user: User;
  search: URLSearchParams;
}) {
  const filters = filtersOf(search, child.schoolClass);
  const queries = testsQueries(child, search);
  const tests = useRead('GET /api/tests', { query: queries[0] as TestsQuery });
  const all = useRead('GET /api/tests', { query: queries[queries.length - 1] as TestsQuery });
  const themes = [...new Set(all.data?.map(({ theme }) => theme))].sort((a, b) => a.localeCompare(b, 'pt'));

  const [handing, setHanding] = useState<StartProps['test']>();
  const handOver = (href: string, { discipline, theme, forChild }: CatalogueTest) =>
    setHanding({ href, words: `${discipline}: ${theme}`, prepared: forChild?.prepared });
  const name = firstName(child.fullName);
  const show = (next: Filters) => goTo(addressWith(child.id, child.schoolClass, next), { replace: true });
  const clear = () => show({ discipline: ALL, class: ALL, theme: ALL });
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={homeOf(user)} />
      </div>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={[child, ...others]} />
      </Suspense>
      <CoverWithPlan child={child} user={user}>
        <OtherChild others={others} all="/tests" one={({ id }) => `/tests?childId=${id}`} />
      </CoverWithPlan>
      {!hasTests(child.schoolClass) && (
        <Notice title={NO_TESTS}>
          {name} está no {child.schoolClass}. Pode fazer testes das classes anteriores, para rever.
        </Notice>
      )}
      {tests.data && allDone(tests.data) && (
        <Suspense fallback={null}>
          <AllDone tests={tests.data} childId={child.id} onStart={handOver} />
        </Suspense>
      )}
      <Leaving child={child} others={others} />
      {child.schoolClass === EXAM_CLASS && (
        <Suspense fallback={null}>
          <Rehearsals child={child} onStart={handOver} />
        </Suspense>
      )}
      <div className={styles['layout']}>
        <FilterForm filters={filters} themes={themes} show={show} clear={clear} />
        <div>
          <p className={styles['count']} role="status">
            {tests.data && <Count tests={tests.data} />}
          </p>
          <Found tests={tests} child={child} onStart={handOver} onClear={clear} />
        </div>
      </div>
      {handing && (
        <Suspense fallback={null}>
          <HandOver test={handing} child={child} onClose={() => setHanding(undefined)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Renders whose tests these are, and whether the family's plan covers the child. `children` is shown on the cover too. */
function CoverWithPlan({ child, user, children }: { child: CoveredChild; user: User; children: ReactNode }) {
  const name = firstName(child.fullName);
  const plan = planOf(user);
  const covers = child.covered || plan.id === 'free';
  return (
    <ChildCover
      cover={child.cover}
      name={name}
      title={`Testes para ${name}`}
      detail={`${child.schoolClass} · ${covers ? `Plano ${plan.name}` : `fora do plano ${plan.name}`}`}
      heading="h1"
    >
      {children}
    </ChildCover>
  );
}

/** Buttons to hand the phone over, or to prepare tests for use without network. */
function Leaving({ child, others }: { child: CoveredChild; others: readonly CoveredChild[] }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <div className={styles['hand']}>
        <button type="button" onClick={() => setLeaving(true)}>
          <span>
            <b>Entregar o telemóvel</b>
            Fica só o que é {ofWhom(firstName(child.fullName), child.gender)}
          </span>
          <IconChevronRight />
        </button>
        <a href={`/prepared?childId=${child.id}`}>
          <span>
            <b>Levar sem internet</b>
            Testes que se fazem sem rede
          </span>
          <IconChevronRight />
        </a>
      </div>
      {leaving && (
        <Suspense fallback={null}>
          <StartChildMode child={child} others={others} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

interface FoundProps {
  tests: ReturnType<typeof useRead<'GET /api/tests'>>;
  child: CoveredChild;
  onStart: (href: string, test: CatalogueTest) => void;
  onClear: () => void;
}

function Found({ tests, child, onStart, onClear }: FoundProps) {
  return (
    <>
      {tests.data ? (
        tests.data.length > 0 ? (
          <TestCards tests={tests.data} child={child} onStart={onStart} />
        ) : (
          <Empty title="Nenhum teste encontrado com os filtros selecionados.">
            <Button variant="secondary" onClick={onClear}>
              Limpar filtros
            </Button>
          </Empty>
        )
      ) : tests.error ? (
        <Failed error={tests.error} onRetry={tests.refetch} busy={tests.isFetching} />
      ) : (
        <div className={styles['cards']}>
          {['a', 'b', 'c', 'd'].map((place) => (
            <div key={place} className={styles['ghost']}>
              <Skeleton lines={8} />
            </div>
          ))}
        </div>
      )}
    </>
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
      {left > 0 && <span className="muted">{plural(left, 'prova', 'provas')} por fazer</span>}
    </>
  );
}

const inFilter = (theme: string) => SPECIFIED_THEMES[theme] ?? theme;

interface FilterFormProps {
  filters: Filters;
  themes: readonly string[];
  show: (filters: Filters) => void;
  clear: () => void;
}

const optionsOf = (all: string, values: readonly string[]) => [
  { value: ALL, label: all },
  ...values.map((value) => ({ value, label: value })),
];

function FilterForm({ filters, themes, show, clear }: FilterFormProps) {
  // The choice of a theme depends on discipline and class: changing those resets it to all themes.
  const change = (name: keyof Filters) => (event: ChangeEvent<HTMLSelectElement>) =>
    show({ ...filters, ...(name === 'theme' ? {} : { theme: ALL }), [name]: event.target.value });
  // A value in the address is shown as selected even if the list does not contain it.
  const withChosen = (values: readonly string[], chosen: string) =>
    chosen === ALL || values.includes(chosen) ? values : [chosen, ...values];
  return (
    <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
      <div className={styles['row']}>
        <SelectField
          label="Disciplina"
          name="discipline"
          value={filters.discipline}
          options={optionsOf('Todas', withChosen(CATALOGUE_DISCIPLINES, filters.discipline))}
          onChange={change('discipline')}
        />
        <SelectField
          label="Classe"
          name="class"
          value={filters.class}
          options={optionsOf('Todas', withChosen(CATALOGUE_CLASSES, filters.class))}
          onChange={change('class')}
        />
        <SelectField
          label="Tema"
          name="theme"
          value={inFilter(filters.theme)}
          options={optionsOf('Todos', withChosen(themes.map(inFilter), inFilter(filters.theme)))}
          onChange={change('theme')}
        />
      </div>
      <Button variant="quiet" onClick={clear} className={styles['clear']}>
        Limpar filtros
      </Button>
    </form>
  );
}
