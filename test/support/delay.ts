/**
 * Does each work so many milliseconds after it was given, and never before an earlier one has been done. A timer for each would
 * not keep the order: Node cuts their milliseconds off.
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
