// Private parts of React that the page relies on (docs/decisions/0095). react-private.test.ts fails if React no longer has them.

/** Prefix of the property in which React keeps the props of an element that it has rendered or hydrated. */
export const PROPS_PREFIX = '__reactProps';

/** Returns whether React has hydrated an element. */
export const isHydratedByReact = (element: Element): boolean =>
  Object.keys(element).some((name) => name.startsWith(PROPS_PREFIX));

/** Makes React see an event of a field whose value it believes to know already: it ignores events that change no value. */
export function forgetTrackedValue(field: HTMLInputElement): void {
  (field as { _valueTracker?: { setValue(value: string): void } })._valueTracker?.setValue('');
}
