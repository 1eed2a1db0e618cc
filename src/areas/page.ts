import type { KnowledgeMap } from '../domains/knowing/knowledge/knowledge.contract.ts';
import type { Child } from '../domains/people/children/children.contract.ts';
import {
  EXAM_CLASS,
  firstDiscipline,
  rehearsalsQuery,
  testsQueries,
} from '../domains/sitting/catalogue/catalogue.rules.ts';
import type { EndpointKey, Role } from '../shared/endpoint.ts';
import { homeQuery } from './child-home/home-screens.rules.ts';

/** An address of the app: its roles, its screen, its links in the menus, and what the screen reads first. */
export interface Page {
  /** `:name` marks a parameter. */
  path: string;
  role: Exclude<Role, 'anonymous'>;
  /** Where users who are not signed in are redirected to. */
  signInAt: '/' | '/auth';
  /** Source files of the area and of the screen; the page preloads the code built from them. */
  area: string;
  screen: string;
  /** Parts of a panel with one address, each with its own screen; `tab` in the query chooses one, otherwise it is the first. */
  parts?: readonly PagePart[];
  /** Roles that the app itself redirects to another page, so that it can tell them the reason; the server redirects all others. */
  tells?: readonly Exclude<Role, 'anonymous'>[];
  /** Whether child mode shows the page: `only` in child mode, or in child mode `too`. If absent, child mode redirects to its home. */
  childMode?: 'only' | 'too';
  /**
   * A child answers questions here. The page itself says what is stored without network, so the strip about it is never shown; its
   * area also loads the style sheet `sittings`, which pages that lead to it may not have.
   */
  isSitting?: true;
  /** Inline script for the page's users; it runs before any other code has loaded. */
  script?: string;
  /** Source file of the script that the page loads instead of the app; that script loads the app later. */
  first?: string;
  /**
   * Set if the server renders the page's content, which the browser hydrates (src/delivery/serve/drawn-pages.ts). `with-rules`: the style rules
   * that the content uses are in the page. `by-sheet`: the page waits for its style sheet like a page that the server does not render,
   * which saves 2 KB but shows the content about 0.3 s later.
   */
  drawn?: 'with-rules' | 'by-sheet';
  /** Its link in the menu that opens at the user's name in the header. */
  menu?: PageLink;
  /** Its entry in the bar on a phone, highlighted on every page of the same `place`. */
  bar?: PageLink;
  /** Its tab in the teachers' panel, selected on every page of the same `place`. */
  tab?: PageLink;
  /** The entry of the bar, or the tab, to which the page belongs. */
  place?: 'home' | 'tests' | 'reports' | 'settings' | 'questions' | 'curricula' | 'texts';
  /** Name of the copy that the device keeps of the page, so that it can be read without network. Absent if the device keeps none. */
  copy?: string;
  /** Calls whose replies are embedded in the page. Parameters and query come from the page's address. */
  reads: readonly (PageRead | LaterRead)[];
}

/**
 * A link to the page; links are in the order of the table. The icon has its export name in base/Icon.tsx,
 * icons/ParentIcon.tsx or icons/StaffIcon.tsx of src/web/ui.
 */
export interface PageLink {
  label: string;
  icon: `Icon${string}`;
}

export interface PagePart extends PageLink {
  id: string;
  /** Source file, as for a page. */
  screen: string;
}

export interface PageRead {
  call: EndpointKey;
  params?: (address: Address) => Record<string, string>;
  query?: (address: Address) => Record<string, string>;
  /** Returns whether to make the call. It returns false, for example, if a parameter is missing. */
  when?: (address: Address) => boolean;
}

/** Calls that depend on the reply of an earlier call of the page. */
export interface LaterRead {
  call: EndpointKey;
  after: EndpointKey;
  /** Returns an address for each call to make. */
  // biome-ignore lint/suspicious/noExplicitAny: the reply of `after`, as its contract describes it
  each: (reply: any, address: Address) => readonly Address[];
}

export interface Address {
  params: Record<string, string>;
  query: Record<string, string>;
}

// The calls that the parents' pages read, where they depend on the replies of other calls.

/** The children in a reply of `GET /api/children`. */
export type Family = readonly Pick<Child, 'id' | 'schoolClass'>[];

/** Maximum number of children whose maps are embedded in the dashboard; the browser reads those of larger families. */
export const MAX_MAPS = 4;

export const isAlone = (family: Family): boolean => family.length === 1;
export const ofEach = (family: Family): Address[] =>
  family.slice(0, MAX_MAPS).map(({ id }) => ({ params: { id: String(id) }, query: {} }));

/** Returns the call for the map of the child in the address, or of the only child. */
export function mapShown(family: Family, { query }: Address): Address[] {
  const child =
    family.find(({ id }) => String(id) === query['childId']) ?? (family.length === 1 ? family[0] : undefined);
  return child ? [{ params: { id: String(child.id) }, query: {} }] : [];
}

/** Returns the calls for the tests that the list shows. */
export function testsShown(map: KnowledgeMap, { query }: Address): Address[] {
  const child = { id: map.childId, schoolClass: map.schoolClass };
  const rehearsals = child.schoolClass === EXAM_CLASS ? [rehearsalsQuery(child)] : [];
  const wanted: Record<string, string>[] = [
    ...testsQueries(child, new URLSearchParams(query), firstDiscipline(map)),
    ...rehearsals,
  ];
  return wanted.map((each) => ({ params: {}, query: each }));
}

/** Returns the call for what the child in the address, or the only child, can do in child mode. */
export function homeShown({ children: people }: { children: Family }, { query }: Address): Address[] {
  const child = people.length === 1 ? people[0] : people.find(({ id }) => String(id) === query['quem']);
  return child ? [{ params: { id: String(child.id) }, query: homeQuery(query['disciplina']) }] : [];
}
