// Made by scripts/screens.ts from the route table in pages.ts.

declare module 'virtual:parent-pages' {
  /** What an area needs of its pages; `page.ts` describes the fields. */
  export type Screens<Props> = readonly {
    /** Its group is the `:id` of the address. */
    pattern: RegExp;
    load: () => Promise<{ default: import('react').ComponentType<Props> }>;
    place?: string;
    /** Absent for '/'. */
    signInAt?: '/auth';
    /** Whether the app redirects teachers itself. */
    tells?: true;
  }[];
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
