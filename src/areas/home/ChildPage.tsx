import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import type { begunContract } from '../../domains/knowing/begun/begun.contract.ts';
import type { knowledgeContract } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import type { User } from '../../domains/people/accounts/accounts.contract.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { useBegun } from '../../domains/sitting/sitting/begun-here.web.ts';
import { type Loaded, reader } from '../../web/call/api.ts';
import { usePage, useSearch } from '../../web/call/navigation.ts';
import { ChildNotFound } from '../../web/parts/ChildNotFound.tsx';
import { Failed } from '../../web/parts/Failed.tsx';
import { helpful } from '../../web/parts/lazily.tsx';
import { firstName } from '../../web/parts/text.ts';
import { Page } from '../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { ChildBooklet } from './ChildBooklet.tsx';
import styles from './ChildPage.module.css';

const useRead = reader<typeof knowledgeContract & typeof begunContract>();
const RunningTests = lazy(() => import('../../domains/sitting/sitting/RunningTest.tsx'));
const ClassesBefore = helpful(async () => ({
  default: (await import('../../domains/knowing/knowledge/ClassesBefore.tsx')).ClassesBefore,
}));
const PrintMap = helpful(() => import('../../domains/knowing/knowledge/PrintMap.tsx'));

// The dashboard takes it from here: in a file of its own it would be one more request of this page.
export { ChildBooklet };

interface ChildPageProps {
  user: User;
  /** The id as it is in the address. */
  id: string;
  family: Loaded<ChildWithStats[]>;
  /** How the child reads, counts and writes; passed in, because this domain must not import it; renders nothing without data. */
  skillLines: ComponentType<{ childId: number }>;
}

/**
 * The page of one child: how it is doing, what it knows of each theme of its class, and what comes next. The map is also the list of tests:
 * its themes open their tests, practice and sheets.
 */
export default function ChildPage({ user, id, family, skillLines }: ChildPageProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/knowledge', { params: { id }, query: {} }, { enabled: valid });
  const told = useRead('GET /api/begun', {});
  const begun = useBegun(user.id, told.data, Number(id));
  const child = family.data?.find((one) => String(one.id) === id);
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
  return (
    <Page className={styles['page']}>
      <Suspense fallback={null}>
        <RunningTests userId={user.id} people={[child]} only={child.id} told={told.data} />
      </Suspense>
      <ChildBooklet child={child} others={others} begun={begun} skillLines={skillLines} />
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
