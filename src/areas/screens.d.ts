/** Made by scripts/screens.ts from the route table in pages.ts. */
declare module 'virtual:screens' {
  /** Pattern of an address, whose group is its `:id`, the code of its screen, and its place in the bar. */
  export const SCREENS: readonly (readonly [
    RegExp,
    () => Promise<{ default: import('react').ComponentType<import('./parent.tsx').ScreenProps> }>,
    string?,
  ])[];
}
