// In a page rendered by the server, records taps on buttons, changes of fields and opened details in parts that the app has not hydrated
// yet. Links work without hydration; those that start a test are recorded too, because the app first asks the parent to pass the phone to
// the child, before the time runs.
//
// After the app has called `keptTaps.repeat()`, the script dispatches the kept events again, in their original order, each as soon as its
// element is hydrated. The script lets React render after each event. A field's value is set again first: hydration may have reset it.
import { forgetTrackedValue, isHydratedByReact } from './react-private.ts';

/** Type of the event, its element, and the value that a field had then. */
type Tap = [type: string, element: HTMLInputElement, value: string];

const RETRY_MS = 50;
const TAPPED = 'button,[type=radio],[type=checkbox],a[href^="/tests/"][href*="?childId="]';
const taps: Tap[] = [];
let repeating = false;

const isGone = (element: Element) => element.isConnected === false;
const isHydrated = (element: Element) => isGone(element) || isHydratedByReact(element);

function keep(event: Event): void {
  const { type } = event;
  const target = event.target as HTMLInputElement;
  const isClick = type === 'click';
  const element =
    type === 'toggle' ? target : target.closest?.<HTMLInputElement>(isClick ? TAPPED : 'select,input,textarea');
  if (!element || isHydrated(element) || (!isClick && /^(radio|checkbox)$/.test(element.type))) return;
  if (isClick) {
    event.preventDefault();
    event.stopPropagation();
  }
  const last = taps[taps.length - 1];
  if (last && last[0] === type && last[1] === element) last[2] = element.value;
  else taps.push([type, element, element.value]);
  if (repeating) repeat();
}

function dispatch([type, element, value]: Tap): void {
  if (isGone(element)) return;
  if (type === 'click') {
    element.click();
    return;
  }
  if (type !== 'toggle') {
    element.value = value;
    forgetTrackedValue(element);
  }
  element.dispatchEvent(new Event(type, { bubbles: true }));
}

function repeat(): unknown {
  repeating = true;
  const ready = taps.findIndex(([, element]) => isHydrated(element));
  if (ready >= 0) {
    dispatch(taps.splice(ready, 1)[0] as Tap);
    return Promise.resolve().then(repeat);
  }
  return taps.length > 0 && setTimeout(repeat, RETRY_MS);
}

for (const type of ['click', 'input', 'change', 'toggle']) document.addEventListener(type, keep, true);
Object.assign(window, { keptTaps: { taps, repeat, isHydrated } });
