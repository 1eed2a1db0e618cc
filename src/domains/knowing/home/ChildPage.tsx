import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { reader } from '../../../web/call/api.ts';
import { usePage, useSearch } from '../../../web/call/navigation.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful } from '../../../web/parts/lazily.tsx';
import { firstName, plural, toWhom } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconChevronRight, IconPhone, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { IconChart, IconZap } from '../../../web/ui/icons/ParentIcon.tsx';
import { Cover, coverClass, NameLabel } from '../../../web/ui/paper/Cover.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import { ChildNotFound } from '../../people/children/ChildNotFound.tsx';
import type { Family } from '../../people/children/Children.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import { OtherChild } from '../../people/children/OtherChild.tsx';
import { useBegun } from '../../sitting/sitting/begun-here.web.ts';
import type { begunContract } from '../begun/begun.contract.ts';
import type { knowledgeContract } from '../knowledge/knowledge.contract.ts';
import type { practiceContract } from '../practice/practice.contract.ts';
import styles from './ChildPage.module.css';
import { MapPages } from './MapPages.tsx';
import { NowPage } from './NowPage.tsx';

const useRead = reader<typeof knowledgeContract & typeof practiceContract & typeof begunContract>();
const RunningTests = lazy(() => import('../../sitting/sitting/RunningTest.tsx'));
const StartChildMode = lazy(() => import('../../people/child-mode/HandOver.tsx'));
const ClassesBefore = helpful(async () => ({
  default: (await import('../knowledge/ClassesBefore.tsx')).ClassesBefore,
}));
const ChildErrors = helpful(() => import('../child-errors/ChildErrors.tsx'));
const PrintMap = helpful(() => import('../knowledge/PrintMap.tsx'));

interface ChildPageProps {
  user: User;
  /** The id as it is in the address. */
  id: string;
  family: Family<ChildWithStats>;
  /** How the child reads, counts and writes; passed in, because this domain must not import it; renders nothing without data. */
  skillLines: ComponentType<{ childId: number }>;
}

/**
 * The page of one child: how it is doing, what it knows of each theme of its class, and what comes next. The map is also the list of tests:
 * its themes open their tests, practice and sheets.
 */
export default function ChildPage({ user, id, family, skillLines: SkillLines }: ChildPageProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/knowledge', { params: { id }, query: {} }, { enabled: valid });
  const told = useRead('GET /api/begun', {});
  const child = family.data?.find((one) => String(one.id) === id);
  const [begun] = useBegun(user.id, told.data, Number(id));
  usePage(child ? firstName(child.fullName) : 'Filho', brand.productName);
  useOneAddress(id);

  if (!valid || found.error?.status === 404 || (family.data && !child))
    return <ChildNotFound heading={<h1>Página não encontrada</h1>} />;
  if (!child) {
    return (
      <Page>
        <h1 className="sr">Filho</h1>
        {family.error ? (
          <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
        ) : (
          <Skeleton lines={10} />
        )}
      </Page>
    );
  }
  const others = family.data?.filter((one) => one.active && one.id !== child.id) ?? [];
  const name = firstName(child.fullName);
  return (
    <Page className={styles['page']}>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={[child]} only={child.id} told={told.data} />
      </Suspense>
      <article className={cx(styles['book'], coverClass(child.cover))}>
        <Cover as="header" cover={child.cover} className={styles['band']}>
          <NameLabel
            name={name}
            detail={
              <>
                {child.schoolClass}
                <span className={styles['school']}> · {child.school ?? 'Escola não especificada'}</span>
              </>
            }
            className={styles['label']}
          />
          <OtherChild others={others} all="/dashboard" one={(other) => `/children/${other.id}`} />
        </Cover>
        <div className={styles['spread']}>
          <section className={styles['left']}>
            <NowPage child={child} />
            <SkillLines childId={child.id} />
            <ChildErrors childId={child.id} />
          </section>
          <section className={styles['right']} aria-label="O que já sabe">
            {found.data ? (
              <MapPages map={found.data} child={child} begun={begun} />
            ) : found.error ? (
              <div className={styles['inset']}>
                <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
              </div>
            ) : (
              <div className={styles['inset']}>
                <Skeleton lines={12} />
              </div>
            )}
          </section>
          <Ways child={child} others={others} />
        </div>
      </article>
      {found.data?.detailed && <Below map={found.data} child={child} />}
    </Page>
  );
}

/** The page has one address; `/children/{id}/knowledge` leads here. */
function useOneAddress(id: string): void {
  useEffect(() => {
    if (!location.pathname.endsWith('/knowledge')) return;
    // This change needs no render. The patched method of `history` would notify the router, so the prototype's method is called.
    History.prototype.replaceState.call(history, history.state, '', `/children/${id}${location.search}`);
  }, [id]);
}

/** Renders where else the parent can go with this child. */
function Ways({ child, others }: { child: ChildWithStats; others: readonly ChildWithStats[] }) {
  const [handing, setHanding] = useState(false);
  const { data } = useRead('GET /api/practice', {});
  const due = data?.find(({ childId }) => childId === child.id)?.due ?? 0;
  const name = firstName(child.fullName);
  return (
    <nav className={styles['ways']} aria-label={`Mais de ${name}`}>
      <ul>
        <li>
          <a href={`/children/${child.id}/mistakes`}>
            <IconRetry size={22} />
            <Words
              title="Caderno de erros"
              text={due === 0 ? '' : `Hoje há ${plural(due, 'pergunta', 'perguntas')} para treinar`}
            />
            <IconChevronRight size={18} />
          </a>
        </li>
        <li>
          <a href={`/children/${child.id}/reports`}>
            <IconChart size={22} />
            <Words title="Relatório e histórico" text={plural(child.stats.testsCompleted, 'teste', 'testes')} />
            <IconChevronRight size={18} />
          </a>
        </li>
        <li>
          <button type="button" onClick={() => setHanding(true)}>
            <IconPhone size={22} />
            <Words title={`Entregar ${toWhom(name, child.gender)}`} text="" />
            <IconChevronRight size={18} />
          </button>
        </li>
        <li>
          <a href={`/prepared?childId=${child.id}`}>
            <IconPhone size={22} />
            <Words title="Levar sem internet" text="" />
            <IconChevronRight size={18} />
          </a>
        </li>
        <li>
          <a href={`/children/${child.id}/diagnostic`}>
            <IconZap size={22} />
            <Words title="Ponto de partida" text="De que classe é o que já sabe" />
            <IconChevronRight size={18} />
          </a>
        </li>
      </ul>
      {handing && (
        <Suspense fallback={null}>
          <StartChildMode child={child} others={others} onClose={() => setHanding(false)} />
        </Suspense>
      )}
    </nav>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <span>
      <b>{title}</b>
      {text && <span>{text}</span>}
    </span>
  );
}

interface BelowProps {
  map: NonNullable<ReturnType<typeof useRead<'GET /api/children/:id/knowledge'>>['data']>;
  child: ChildWithStats;
}

/** Renders the classes before the child's, and the button that prints the map. */
function Below({ map, child }: BelowProps) {
  const discipline = new URLSearchParams(useSearch()).get('discipline');
  const shown =
    map.disciplines.find((one) => one.discipline === (discipline ?? map.action?.discipline)) ?? map.disciplines[0];
  if (!shown) return null;
  return (
    <div className={styles['below']}>
      {map.before.length > 0 && (
        <details className={styles['earlier']}>
          <summary>Classes anteriores</summary>
          <ClassesBefore before={map.before} discipline={shown.discipline} childId={child.id} />
        </details>
      )}
      <PrintMap child={child} discipline={shown.discipline} covered={map.detailed} />
    </div>
  );
}
