import { PARTS as PAGE_PARTS } from 'virtual:admin-pages';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { brand } from '../delivery/browser/boot.ts';
import { useFlagged } from '../domains/desk/backoffice/payments/Flags.tsx';
import { PartHead, Shell } from '../domains/desk/operations/Shell.tsx';
import type { User } from '../domains/people/accounts/accounts.contract.ts';
import { Guard } from '../domains/people/accounts/session.tsx';
import { usePage } from '../web/call/navigation.ts';
import { Skeleton } from '../web/ui/base/Skeleton.tsx';
import { announceHeading } from './arrival.ts';
import { Cached } from './Cached.tsx';

/** The parts of the panel; the screen of each is loaded when it is opened. */
const PARTS = PAGE_PARTS.map(({ load, Icon, ...part }) => ({ ...part, icon: <Icon />, Screen: lazy(load) }));
const FIRST = PARTS[0] as (typeof PARTS)[0];
/** Statistics of a test, or of the bank, are shown at the address of the list of tests (`view=statistics`). */
const TestStatistics = lazy(() => import('../domains/knowing/statistics/Statistics.tsx'));
const BankStatistics = lazy(() => import('../domains/knowing/statistics/BankStatistics.tsx'));

/**
 * Renders the back-office. It has one address, `/admin`; the `tab` parameter says which part is shown, so that a reload shows the same
 * part.
 */
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
  const query = new URLSearchParams(useSearch());
  const part = PARTS.find(({ id }) => id === query.get('tab')) ?? FIRST;
  const flagged = useFlagged().data?.total ?? 0;
  const shown = useRef(part);
  // Its screens have one path.
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    return announceHeading();
  }, [part]);
  usePage(part === FIRST ? 'Administração' : part.label, brand.productName);
  return (
    <Shell
      user={user}
      parts={PARTS}
      shown={part.id}
      waiting={{ payments: { count: flagged, words: 'à espera de decisão' } }}
    >
      <Suspense key={part.id} fallback={<Skeleton lines={12} />}>
        {part.id === 'tests' && query.get('view') === 'statistics' ? (
          <>
            <PartHead title="Testes" />
            {query.has('testId') ? (
              <TestStatistics key={query.get('testId')} panel="admin" />
            ) : (
              <BankStatistics panel="admin" />
            )}
          </>
        ) : (
          <part.Screen user={user} />
        )}
      </Suspense>
    </Shell>
  );
}
