/**
 * Returns a function that runs callbacks after a delay in milliseconds, always in the order in which they were added. Separate
 * timers would not keep that order, because Node truncates delays to whole milliseconds.
 */
export function inOrder(): (milliseconds: number, work: () => void) => void {
  const waiting: { at: number; work: () => void }[] = [];
  const next = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      const left = first.at - performance.now();
      if (left > 0) {
        setTimeout(next, left);
        return;
      }
      first.work();
      waiting.shift();
    }
  };
  return (milliseconds, work) => {
    waiting.push({ at: performance.now() + milliseconds, work });
    if (waiting.length === 1) next();
  };
}
