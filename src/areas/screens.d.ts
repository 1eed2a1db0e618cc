// Made by scripts/screens.ts from the route table in pages.ts.

declare module 'virtual:parent-pages' {
  /** Pattern of an address, whose group is its `:id`, the code of its screen, and its place in the bar or the tabs. */
  export type Screens<Props> = readonly (readonly [
    RegExp,
    () => Promise<{ default: import('react').ComponentType<Props> }>,
    string?,
  ])[];
  export interface Link {
    href: string;
    label: string;
    Icon: (props: import('../web/ui/Icon.tsx').IconProps) => import('react').ReactNode;
    place: string;
  }
  export const SCREENS: Screens<import('./parent.tsx').ScreenProps>;
  export const MENU: readonly Link[];
  export const BAR: readonly Link[];
}

declare module 'virtual:teacher-pages' {
  import type { Link, Screens } from 'virtual:parent-pages';
  export const SCREENS: Screens<import('./teacher.tsx').ScreenProps>;
  export const MENU: readonly Link[];
  export const BAR: readonly Link[];
  export const TABS: readonly Link[];
}
