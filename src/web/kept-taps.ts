// A page that arrives with its content can be tapped before its code has come. An inline script of the page (KEEP_TAPS in
// areas/document-scripts.ts) keeps such taps, which are repeated here.

type Tap = readonly [kind: 'click' | 'input' | 'change', element: HTMLInputElement, value: string];

/** Repeats what was tapped and filled in before. Call once the page is hydrated. */
export function repeatKeptTaps(): void {
  const { keptTaps } = window as { keptTaps?: () => Tap[] };
  for (const [kind, element, value] of keptTaps?.() ?? []) {
    if (!element.isConnected) continue;
    if (kind === 'click') element.click();
    else {
      // Hydration may have put back what the page arrived with. And React ignores an event of a field whose value it knows.
      element.value = value;
      (element as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue('');
      element.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  }
}
