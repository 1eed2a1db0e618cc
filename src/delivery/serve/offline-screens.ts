import { filesOf, type Manifest } from './built-files.ts';

/** Screens that work without network. What they load later is kept with them, except the pages of the route table and `WITH_NETWORK`. */
export const OFFLINE: readonly string[] = [
  'src/areas/test.tsx',
  'src/areas/practice.tsx',
  'src/areas/reading.tsx',
  'src/areas/ear-training.tsx',
  'src/areas/calculating.tsx',
  'src/areas/parent.tsx',
  'src/areas/offline/OnThisDevice.tsx',
  'src/areas/child.tsx',
];

/** Parts of these screens and of the app that serve nothing without network, or belong to a page whose files are kept when it is opened. */
export const WITH_NETWORK: readonly string[] = [
  'src/delivery/browser/phone-report.ts',
  'src/delivery/render/keep-shown.ts',
  'src/domains/people/accounts/Auth.tsx',
  'src/domains/people/accounts/SignInAgain.tsx',
  'src/domains/people/accounts/SignOut.tsx',
  'src/domains/people/account-settings/DeletionNotice.tsx',
  'src/domains/people/account-settings/StepUp.tsx',
  'src/domains/people/passkeys/ScreenLock.tsx',
  'src/domains/people/passkeys/SignInHere.tsx',
  'src/domains/people/passkeys/passkeys.web.ts',
  'src/domains/money/plans/PlanLabel.tsx',
  'src/areas/settings/SettingsCards.tsx',
  'src/domains/telling/notifications/Bell.tsx',
  'src/domains/knowing/reports/SendOn.tsx',
  'src/domains/knowing/knowledge/ResultMap.tsx',
  'src/domains/knowing/child-errors/ChildErrors.tsx',
  'src/domains/knowing/practice/TakePractice.tsx',
  'src/domains/skills/lines/SkillLines.tsx',
  'src/domains/skills/reading/offered/TakeReading.tsx',
  'src/domains/sitting/catalogue/FirstTest.tsx',
];

/**
 * Returns the source files whose built scripts the service worker caches for use without network: the screens that work without network,
 * and everything that they import dynamically, so that no part of them is missing.
 *
 * @param pages sources of the screens that have addresses of their own. A source in the same file as one that is left out is left out too.
 */
export function offlineScreens(manifest: Manifest, pages: readonly string[]): string[] {
  const leftOut = [...pages, ...WITH_NETWORK].filter((name) => !OFFLINE.includes(name));
  const left = new Set(leftOut.map((name) => manifest[name]?.file));
  const kept = new Set<string>();
  const keep = (name: string): void => {
    const entry = manifest[name];
    if (!entry || kept.has(name)) return;
    kept.add(name);
    for (const next of entry.imports ?? []) keep(next);
    for (const later of entry.dynamicImports ?? []) if (!left.has(manifest[later]?.file)) keep(later);
  };
  for (const name of ['src/web/app.html', ...OFFLINE]) keep(name);
  return [...kept];
}

/** Returns the built files of these sources. */
export const offlineFiles = (manifest: Manifest, pages: readonly string[]): string[] => [
  ...new Set(offlineScreens(manifest, pages).flatMap((name) => filesOf(manifest, name))),
];
