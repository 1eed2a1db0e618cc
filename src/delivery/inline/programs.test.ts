import { expect, test, vi } from 'vitest';
import { CHOOSE_THEME, EARLY_START, KEEP_TAPS, SHOW_HELD } from './programs.ts';

interface Early {
  key: string;
  clientId: string;
  reply: Promise<{ response: unknown; roundTrip: number; receivedAt: number }>;
}

function open(address: string, { kept = [] as string[], uuid = true, storage = true, worker = false } = {}) {
  const { pathname, search } = new URL(address, 'https://caderneta.example');
  const window: { early?: Early } = {};
  const fetch = vi.fn(async (_path: string, _call: { body: string }) => 'reply');
  const localStorage = {
    getItem(name: string) {
      if (!storage) throw new Error('forbidden');
      return kept.includes(name) ? '1' : null;
    },
  };
  const navigator = { serviceWorker: { controller: worker ? {} : null } };
  new Function('window', 'location', 'localStorage', 'crypto', 'fetch', 'navigator', EARLY_START)(
    window,
    { pathname, search },
    localStorage,
    uuid ? crypto : {},
    fetch,
    navigator,
  );
  return { early: window.early, fetch };
}

test('the page of a test starts the attempt before the app has loaded, and keeps the reply for the app', async () => {
  const { early, fetch } = open('/tests/12?from=report&childId=34');
  expect(fetch).toHaveBeenCalledTimes(1);
  const [path, call] = fetch.mock.calls[0] as [string, { method: string; body: string }];
  expect([path, call.method]).toEqual(['/api/attempts', 'POST']);
  expect(JSON.parse(call.body)).toEqual({
    childId: 34,
    testId: 12,
    clientId: early?.clientId,
    order: 'own',
    draw: true,
  });
  expect(early?.key).toBe('34:12');
  const { response, roundTrip, receivedAt } = (await early?.reply) ?? {};
  expect(response).toBe('reply');
  expect(roundTrip).toBeGreaterThanOrEqual(0);
  expect(Math.abs(Date.now() - (receivedAt ?? 0))).toBeLessThan(1_000);
});

test('a phone that has the app already does not ask for the first question as HTML', () => {
  const { fetch } = open('/tests/12?childId=34', { worker: true });
  expect(JSON.parse((fetch.mock.calls[0] as [string, { body: string }])[1].body)).toMatchObject({ draw: false });
});

test.each([
  ['the device has stored a sitting of this test', '/tests/12?childId=34', { kept: ['teste:34:12'] }],
  ['the storage cannot be read', '/tests/12?childId=34', { storage: false }],
  ['the browser cannot make UUIDs, as without https', '/tests/12?childId=34', { uuid: false }],
  ['no child is named', '/tests/12', {}],
  ['the child’s id is invalid', '/tests/12?childId=0', {}],
  ['it is another page', '/tests/history?childId=34', {}],
])('the page does not start the attempt when %s', (_why, address, device) => {
  const { early, fetch } = open(address, device);
  expect(early).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});

test('the theme that a visitor chooses is stored under the app’s key; changes in another tab or of the phone’s own theme apply', () => {
  const inputs = ['light', 'dark', 'system'].map((value) => ({ value, checked: value === 'system' }));
  const form = {
    hidden: true,
    onchange: (_: { target: { value: string } }) => {},
    querySelector: (wanted: string) => inputs.find(({ value }) => wanted === `[value=${value}]`),
  };
  const kept: Record<string, string> = { theme: 'dark' };
  const page = { getElementById: () => form, documentElement: { dataset: {} as Record<string, string> } };
  let onStorage = () => {};
  const listen = (_: string, listener: () => void) => {
    onStorage = listener;
  };
  const run = new Function('document', 'localStorage', 'matchMedia', 'addEventListener', CHOOSE_THEME);
  run(page, kept, () => ({ matches: true }), listen);
  expect(form.hidden).toBe(false);
  expect(inputs[1]?.checked).toBe(true);
  form.onchange({ target: { value: 'light' } });
  expect([kept['theme'], page.documentElement.dataset['theme']]).toEqual(['light', 'light']);
  form.onchange({ target: { value: 'system' } });
  expect([kept['theme'], page.documentElement.dataset['theme']]).toEqual(['system', 'dark']);
  kept['theme'] = 'light';
  onStorage();
  expect(inputs[0]?.checked).toBe(true);
});

/** Returns a fake of the device's database, with the methods that the script uses. */
function device(
  stores: ({ sittings: unknown[] } & ({ waiting: number } | { answers: number; finishings: number })) | null,
  isWithChild = false,
) {
  const asked = { aborted: false, closed: false };
  const transaction = {
    oncomplete: () => {},
    objectStore: (name: string) => ({
      getAll: () => ({ result: (stores as Record<string, unknown>)[name] }),
      count: () => ({ result: (stores as Record<string, unknown>)[name] }),
    }),
  };
  const request = {
    result: {
      objectStoreNames: { contains: (name: string) => name in (stores ?? {}) },
      transaction: () => transaction,
      close: () => Object.assign(asked, { closed: true }),
    },
    transaction: { abort: () => Object.assign(asked, { aborted: true }) },
    onupgradeneeded: () => {},
    onsuccess: () => {},
  };
  const enter = { textContent: 'Entrar', onclick: () => {} };
  const place = { hidden: true, children: [{ textContent: 'respostas' }, enter] as const };
  const next: [string, string][] = [];
  const sessionStorage = { setItem: (...item: [string, string]) => void next.push(item) };
  new Function('document', 'window', 'sessionStorage', 'localStorage', SHOW_HELD)(
    { getElementById: () => place },
    { indexedDB: { open: () => request } },
    sessionStorage,
    { getItem: () => (isWithChild ? '[34]' : null) },
  );
  if (stores) {
    request.onsuccess();
    transaction.oncomplete();
  } else request.onupgradeneeded();
  enter.onclick();
  return { place, next, ...asked };
}

/** Returns a sitting as the device stores it, whose deadline is this number of minutes away. */
const sittingOf = (firstName: string, minutes: number, state = 'open') => ({
  state,
  clockOffset: 60_000,
  sitting: {
    testId: 12,
    childId: 34,
    child: { firstName },
    deadline: new Date(Date.now() + 60_000 * (minutes + 1) - 1_000).toISOString(),
  },
});

test.each([
  ['one', [sittingOf('Ana', 9)], 'Ana tem um teste a meio: faltam 9 min.'],
  [
    'the one with the least time left',
    [sittingOf('Ana', 9), sittingOf('João', 1)],
    'João tem um teste a meio: falta 1 min.',
  ],
])('a visitor is led back to a test that runs on this device: %s', (_which, sittings, words) => {
  const { place, next, closed } = device({ sittings, waiting: 0 });
  expect(place.hidden).toBe(false);
  expect(place.children.map(({ textContent }) => textContent)).toEqual([words, 'Entrar e continuar']);
  expect(next).toEqual([['next', '/tests/12?childId=34']]);
  expect(closed).toBe(true);
});

test('while a child has the phone, nothing of the device is shown', () => {
  const { place } = device({ sittings: [sittingOf('Ana', 9)], waiting: 1 }, true);
  expect(place.hidden).toBe(true);
});

test('what waits is mentioned', () => {
  expect(device({ sittings: [sittingOf('Ana', -1)], waiting: 2 }).place.hidden).toBe(false);
  expect(device({ sittings: [], waiting: 0 }).place.hidden).toBe(true);
});

// On a phone that the app of this version has not opened yet.
test.each([
  ['nothing is stored', [], 0, 0, false],
  ['the test is over and everything is sent', [sittingOf('Ana', -1), sittingOf('Ana', 5, 'finished')], 0, 0, false],
  ['the test is over and answers are not sent', [sittingOf('Ana', -1)], 3, 0, true],
  ['only the completion is not sent', [], 0, 1, true],
])('whether a visitor sees a warning about unsent answers: %s', (_what, sittings, answers, finishings, told) => {
  const { place } = device({ sittings, answers, finishings });
  expect([place.hidden, place.children[0]?.textContent]).toEqual([!told, 'respostas']);
});

test('checking a device without a database does not create one', () => {
  const { place, aborted } = device(null);
  expect([place.hidden, aborted]).toEqual([true, true]);
});

test('taps and changed fields are recorded in order until React has hydrated the element; links work as usual', () => {
  const listeners = new Map<string, (event: object) => void>();
  const page = {
    addEventListener: (kind: string, listener: (event: object) => void) => void listeners.set(kind, listener),
  };
  const window: { keptTaps?: { taps: unknown[]; repeat: () => void } } = {};
  new Function('document', 'window', KEEP_TAPS)(page, window);
  /** Returns an element that `closest` finds for selectors with this beginning. */
  const element = (kind: string, type = '') => {
    const one = {
      type,
      value: '',
      closest: (selectors: string): unknown => (selectors.split(',').includes(kind) ? one : null),
    };
    return one;
  };
  const happen = (type: string, target: object) => {
    const event = { type, target, preventDefault: vi.fn(), stopPropagation: vi.fn() };
    listeners.get(type)?.(event);
    return event.preventDefault.mock.calls.length > 0;
  };
  const [button, other, select, radio, details] = [
    element('button'),
    element('button'),
    element('select'),
    element('[type=radio]', 'radio'),
    element('details'),
  ];
  expect(happen('click', button)).toBe(true);
  // A second, impatient tap on the same button is not repeated.
  happen('click', button);
  select.value = 'month';
  expect(happen('change', select)).toBe(false);
  select.value = 'year';
  happen('change', select);
  expect(happen('click', radio)).toBe(true);
  happen('click', other);
  happen('click', button);
  expect(happen('click', element('a'))).toBe(false);
  expect(happen('toggle', details)).toBe(false);
  const hydrated = { ...element('button'), __reactProps$1a: {} };
  expect(happen('click', { closest: () => hydrated })).toBe(false);
  const kept = [
    ['click', button, ''],
    ['change', select, 'year'],
    ['click', radio, ''],
    ['click', other, ''],
    ['click', button, ''],
    ['toggle', details, ''],
  ];
  expect(window.keptTaps?.taps).toEqual(kept);
  happen('click', { closest: () => hydrated });
  expect(window.keptTaps?.taps).toEqual(kept);
});

test('recorded taps are repeated in order once React has hydrated, each after the rendering that the previous one caused', async () => {
  vi.useFakeTimers();
  const listeners = new Map<string, (event: object) => void>();
  const page = { addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener) };
  const window: { keptTaps?: { taps: unknown[]; repeat: () => void } } = {};
  new Function('document', 'window', 'Event', KEEP_TAPS)(page, window, function made(this: object, type: string) {
    Object.assign(this, { type });
  });
  const done: string[] = [];
  const element = (name: string) => {
    const one = {
      type: '',
      value: name,
      isConnected: true,
      closest: (): unknown => one,
      click: () => {
        done.push(`click ${name}`);
        // Stands for the effects that rendering has immediately.
        queueMicrotask(() => done.push('rendered'));
      },
      dispatchEvent: ({ type }: { type: string }) => void done.push(`${type} ${one.value}`),
    };
    return one;
  };
  const happen = (type: string, target: object) =>
    listeners.get(type)?.({ type, target, preventDefault() {}, stopPropagation() {} });
  const hydrate = (one: object) => Object.assign(one, { __reactProps$1a: {} });
  const [button, select, late, gone] = [element('button'), element('select'), element('late'), element('gone')];
  happen('click', button);
  happen('click', late);
  happen('click', gone);
  select.value = 'year';
  happen('change', select);
  select.value = 'month';
  await vi.advanceTimersByTimeAsync(500);
  expect(done).toEqual([]);
  hydrate(button);
  hydrate(select);
  gone.isConnected = false;
  window.keptTaps?.repeat();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['click button', 'rendered', 'change year']);
  hydrate(late);
  await vi.advanceTimersByTimeAsync(50);
  expect(done.slice(3)).toEqual(['click late', 'rendered']);
  // A part whose code loads even later is tapped after that.
  const later = element('later');
  happen('toggle', later);
  hydrate(later);
  await vi.advanceTimersByTimeAsync(50);
  expect([done.slice(5), window.keptTaps?.taps, vi.getTimerCount()]).toEqual([['toggle later'], [], 0]);
  vi.useRealTimers();
});
