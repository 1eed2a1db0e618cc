import type { EndpointKey, Role } from '../shared/endpoint.ts';

/** An address of the app: its roles, its screen, its links in the menus, and what the screen reads first. */
export interface Page {
  /** `:name` marks a parameter. */
  path: string;
  role: Exclude<Role, 'anonymous'>;
  /** Where users who are not signed in are redirected. */
  signInAt: '/' | '/auth';
  /** Source files of the area and of the screen; the page preloads the code built from them. */
  area: string;
  screen: string;
  /** Maximum KB of scripts (1,000 bytes, brotli) for a first visit; enforced by scripts/budgets.ts. */
  budget: number;
  /**
   * Maximum KB on the line for a first visit, headers included: the document with its content, its scripts, style sheets and
   * typeface, without the replies of calls. Where a page is to stay below a figure; enforced by scripts/budgets.ts.
   */
  line?: number;
  /** Roles that the app redirects itself, because it tells them why; all others are redirected by the server. */
  tells?: readonly Exclude<Role, 'anonymous'>[];
  /** Whether the page is shown in child mode: `only` there, or there `too`. If absent, child mode redirects to its home. */
  childMode?: 'only' | 'too';
  /** Inline script for the page's users; it runs before any other code has loaded. */
  script?: string;
  /** Source of a script that is loaded before the app, and loads it. */
  first?: string;
  /**
   * The server renders the page's content, and the browser hydrates it (src/server/drawn-pages.ts). The style rules that it uses
   * are in the page, or it waits for its style sheet as any other: 2 KB less, shown about 0.3 s later.
   */
  drawn?: 'with-rules' | 'by-sheet';
  /** Its link in the menu of the account. */
  menu?: PageLink;
  /** Its entry in the bar of a phone, highlighted on every page of the same `place`. */
  bar?: PageLink;
  /** Its tab in the teachers' panel, chosen on every page of the same `place`. */
  tab?: PageLink;
  /** The entry of the bar, or the tab, that the page belongs to. */
  place?: 'home' | 'tests' | 'reports' | 'settings' | 'questions' | 'curricula';
  /** Name of the copy that the device keeps of the page, to be read without network; absent if it keeps none. */
  copy?: string;
  /** Calls whose replies are embedded in the page. Parameters and query come from the page's address. */
  reads: readonly (PageRead | LaterRead)[];
}

/** In the order of the table. The icon is named as src/web/ui/Icon.tsx, ParentIcon.tsx or StaffIcon.tsx exports it. */
export interface PageLink {
  label: string;
  icon: `Icon${string}`;
}

export interface PageRead {
  call: EndpointKey;
  params?: (address: Address) => Record<string, string>;
  query?: (address: Address) => Record<string, string>;
  /** Omitted from the page unless this holds, for example if a parameter is missing. */
  when?: (address: Address) => boolean;
}

/** Calls that depend on the reply of another of the page's calls, which stands before it. */
export interface LaterRead {
  call: EndpointKey;
  after: EndpointKey;
  /** One for each call to make. */
  // biome-ignore lint/suspicious/noExplicitAny: the reply of `after`, as its contract describes it
  each: (reply: any, address: Address) => readonly Address[];
}

export interface Address {
  params: Record<string, string>;
  query: Record<string, string>;
}
