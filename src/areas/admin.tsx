import { type ComponentType, lazy, Suspense } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { User } from '../features/accounts/accounts.contract.ts';
import { Guard } from '../features/accounts/session.tsx';
import { useFlagged } from '../features/backoffice/Flags.tsx';
import { PartHead, SECTIONS, type SectionId, Shell, useSection } from '../features/operations/Shell.tsx';
import { brand } from '../web/boot.ts';
import { usePage } from '../web/navigation.ts';
import { Skeleton } from '../web/ui/Skeleton.tsx';
import { Cached } from './Cached.tsx';

/** The screens of the panel; each is loaded when it is opened. */
const PARTS: Partial<Record<SectionId, ComponentType<{ user: User }>>> = {
  overview: lazy(() => import('../features/backoffice/Overview.tsx')),
  users: lazy(() => import('../features/backoffice/Users.tsx')),
  tests: lazy(() => import('../features/backoffice/Tests.tsx')),
  statistics: lazy(() => import('../features/backoffice/Statistics.tsx')),
  payments: lazy(() => import('../features/backoffice/Payments.tsx')),
  database: lazy(() => import('../features/operations/Database.tsx')),
  settings: lazy(() => import('../features/operations/SettingsPart.tsx')),
  audit: lazy(() => import('../features/operations/Audit.tsx')),
  account: lazy(() => import('../features/operations/AccountPart.tsx')),
};
/** Statistics of a test, or of the bank, are shown at the address of the list of tests (`view=statistics`). */
const TestStatistics = lazy(() => import('../features/statistics/Statistics.tsx'));
const BankStatistics = lazy(() => import('../features/statistics/BankStatistics.tsx'));
const SHOWN = Object.keys(PARTS) as SectionId[];

/** The back-office. It has one address, `/admin`; the `tab` parameter says which part is shown, so that a reload shows the same part. */
export default function AdminArea() {
  return (
    <Guard allow="admin" signInAt="/auth">
      {(user) => (
        <Cached>
          <Panel user={user} />
        </Cached>
      )}
    </Guard>
  );
}

function Panel({ user }: { user: User }) {
  const asked = useSection();
  const section = asked in PARTS ? asked : 'overview';
  const Part = PARTS[section];
  const query = new URLSearchParams(useSearch());
  const flagged = useFlagged().data?.total ?? 0;
  usePage(
    section === 'overview' ? 'Administração' : (SECTIONS.find(({ id }) => id === section)?.label ?? ''),
    brand.productName,
  );
  return (
    <Shell
      user={user}
      section={section}
      shown={SHOWN}
      waiting={{ payments: { count: flagged, words: 'à espera de decisão' } }}
    >
      <Suspense key={section} fallback={<Skeleton lines={12} />}>
        {section === 'tests' && query.get('view') === 'statistics' ? (
          <>
            <PartHead title="Testes" />
            {query.has('testId') ? (
              <TestStatistics key={query.get('testId')} panel="admin" />
            ) : (
              <BankStatistics panel="admin" />
            )}
          </>
        ) : (
          Part && <Part user={user} />
        )}
      </Suspense>
    </Shell>
  );
}
