import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '../ui/base/Skeleton.tsx';

const EmptyState = lazy(() => import('../ui/lists/EmptyState.tsx').then((module) => ({ default: module.EmptyState })));

/** Renders the empty state. It is loaded only when needed: most visits see none, and its drawing is large. */
export function Empty(props: ComponentProps<typeof EmptyState>) {
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <EmptyState {...props} />
    </Suspense>
  );
}
