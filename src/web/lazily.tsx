import { type ComponentType, lazy, Suspense, useState } from 'react';

interface Code<Props> {
  default: ComponentType<Props>;
  /** What an area fetches ahead for one of its addresses. */
  bring?: (path: string) => Promise<unknown> | undefined;
}

/** A part that helps and is not needed: until its code comes, or where it does not, what is around it stays as it is. */
export function helpful<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Later = lazy(() => load().catch(() => ({ default: (() => null) as ComponentType<Props> })));
  return (props: Props) => (
    <Suspense fallback={null}>
      <Later {...props} />
    </Suspense>
  );
}

/**
 * A screen whose code is fetched when it is wanted, or before by `bring`.
 *
 * Unlike `React.lazy` alone it is drawn at once when its code is there: a lazy component always steps aside for its
 * fallback first, and React holds back what follows a fallback for 300 ms, once for each that lies inside another.
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
    // Chosen once: going over from one to the other would begin the screen anew.
    const [Chosen] = useState<ComponentType<Props>>(() => here ?? Later);
    return <Chosen {...props} />;
  }
  return Object.assign(Screen, { bring });
}
