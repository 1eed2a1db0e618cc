import { useEffect, useRef } from 'react';

/** Returns a function that returns the milliseconds for which this component has been on a visible screen. */
export function useVisibleTime(): () => number {
  const counted = useRef({ before: 0, since: 0 });
  useEffect(() => {
    const count = counted.current;
    count.since = performance.now();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') count.before += performance.now() - count.since;
      else count.since = performance.now();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, []);
  return () => counted.current.before + performance.now() - counted.current.since;
}
