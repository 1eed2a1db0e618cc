import { expect, it } from 'vitest';
import { THEME } from './programs.ts';

/** Runs the inline script as a page would, and returns what it wrote to the root element. */
function run(stored: string | null, system: 'light' | 'dark', saveData = false) {
  const dataset: Record<string, unknown> = {};
  const matchMedia = () => ({ matches: system === 'dark' });
  const storage = {
    get theme() {
      if (stored === null) throw new Error('storage is forbidden');
      return stored;
    },
  };
  new Function('localStorage', 'matchMedia', 'navigator', 'document', THEME)(
    storage,
    matchMedia,
    { connection: { saveData } },
    { documentElement: { dataset } },
  );
  return dataset;
}

it('is small enough to inline in every page', () => {
  expect(THEME.length).toBeLessThanOrEqual(300);
});

it('stores the choice, and the system’s theme for anything else', () => {
  expect(run('light', 'dark')).toEqual({ theme: 'light' });
  expect(run('dark', 'light')).toEqual({ theme: 'dark' });
  expect(run('system', 'dark')).toEqual({ theme: 'dark' });
  expect(run('purple', 'light')).toEqual({ theme: 'light' });
});

it('works where storage is forbidden', () => {
  expect(run(null, 'dark')).toEqual({ theme: 'dark' });
});

it('marks a device that asks to save data', () => {
  expect(run('light', 'light', true)).toEqual({ theme: 'light', save: '1' });
});
