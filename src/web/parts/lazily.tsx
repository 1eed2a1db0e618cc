import { type ComponentType, lazy, memo, Suspense, useState } from 'react';

/** @public used by areas/screens.d.ts */
export interface Code<Props> {
  default: ComponentType<Props>;
  /** Prefetches code for one of an area's addresses. */
  bring?: (path: string) => Promise<unknown> | undefined;
}

/**
 * Returns an optional part of a page: until its code arrives, or if it never does, the rest of the page is unaffected. It does not render
 * again with its page: an update before its code has arrived would take away what the server has rendered.
 */
export function helpful<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Later = lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })));
  return memo((props: Props) => (
    <Suspense fallback={null}>
      <Later {...props} />
    </Suspense>
  ));
}

/**
 * Returns a component for a screen whose code is in a file of its own. The first render loads that file, unless `bring` has loaded it before.
 *
 * Unlike `React.lazy` alone, it renders immediately if its code is already loaded: a lazy component always shows its fallback first, and
 * React delays the content after a fallback by 300 ms, once for each nesting level.
 */
export function lazily<Props extends object>(load: () => Promise<Code<Props>>) {
  let here: ComponentType<Props> | undefined;
  const bring = async (): Promise<Code<Props>> => {
    const code = await load();
    here = code.default;
    return code;
  };
  const Later = lazy(bring);
  function Screen(props: Props) {
    // Chosen only once, because switching between the two would remount the screen.
    const [Chosen] = useState<ComponentType<Props>>(() => here ?? Later);
    return <Chosen {...props} />;
  }
  return Object.assign(Screen, { bring });
}
