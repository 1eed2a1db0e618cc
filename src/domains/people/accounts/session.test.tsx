import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const boot = vi.hoisted(() => ({ user: undefined as unknown, brand: {}, cache: {} }));
vi.mock('../../../delivery/browser/boot.ts', () => ({ boot, brand: boot.brand, rendered: {} }));

let kept: Record<string, string> = {};
const personChanges = vi.fn();

beforeEach(() => {
  vi.resetModules();
  kept = {};
  personChanges.mockClear();
  vi.stubGlobal('caches', { delete: () => Promise.resolve(true) });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => Object.assign(kept, { [name]: text }),
    removeItem: (name: string) => delete kept[name],
  });
});
afterEach(() => vi.unstubAllGlobals());

const TERESA = { id: 7, fullName: 'Teresa Domingos', isAdmin: false, isTeacher: false };
const IN_CHILD_MODE = { id: 7, fullName: '', isAdmin: false, isTeacher: false, inChildMode: true };

/** Loads the module as a page does that does not know its user, and learns who it is. */
async function aPage(user: object) {
  const { onPersonChange } = await import('../../../web/call/call.ts');
  onPersonChange(personChanges);
  const { setUser } = await import('./session.tsx');
  setUser(user as never);
  const { inChildMode } = await import('../../../web/call/child-mode.ts');
  return { setUser, inChildMode };
}

test('a page that did not know its user keeps the data on the device when it learns who it is', async () => {
  const { setUser } = await aPage(TERESA);
  expect(personChanges).not.toHaveBeenCalled();
  setUser({ ...TERESA, id: 8 } as never);
  expect(personChanges).toHaveBeenCalledOnce();
  setUser(null);
  expect(personChanges).toHaveBeenCalledTimes(2);
});

test('a page that did not know its user stays in child mode with the session', async () => {
  kept = { 'modo-crianca': '1' };
  expect((await aPage(IN_CHILD_MODE)).inChildMode()).toBe(true);
});

test('a page that did not know its user leaves child mode with the session', async () => {
  kept = { 'modo-crianca': '1' };
  expect((await aPage(TERESA)).inChildMode()).toBe(false);
});
