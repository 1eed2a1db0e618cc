/** Data that the server embeds in the page, so that the first screen needs no further round trip. */
export interface Boot {
  /** The signed-in user as `GET /api/user` returns it, null if signed out, absent if unknown (offline shell). */
  user?: BootUser | null;
  brand: Brand;
  /** Replies of GET calls by path and query, to fill the cache. */
  cache: Record<string, unknown>;
  /** The server's time when it sent the page, in milliseconds since 1970; absent if `drawnAt` says it, and in the offline shell. */
  now?: number;
  /** When the server rendered the page's content, in milliseconds since 1970; absent if it did not. */
  drawnAt?: number;
}

/** The address being rendered, on the server and at build time only, where there is no `location`. */
export const rendered: { path?: string; search?: string; title?: string } = {};

export interface BootUser {
  id: number;
  fullName: string;
  isAdmin: boolean;
  isTeacher: boolean;
  /** Whether the session is in child mode; then the page contains nothing else about the parent. */
  inChildMode?: true;
  /** The children to whom the session was handed over, only in child mode. */
  onlyChildren?: readonly number[];
  /** Since when the session has been the parent's, or the children's, in milliseconds since 1970. Copies of earlier versions have none. */
  modeSince?: number;
}

export interface Brand {
  productName: string;
  companyName: string;
  supportEmail: string;
}

// Names are unknown at build time: documents have placeholders that the server fills in when it sends them.
const fallback: Boot = {
  user: null,
  brand: { productName: '{{productName}}', companyName: '{{companyName}}', supportEmail: '{{supportEmail}}' },
  cache: {},
};

function read(): Boot {
  const text = typeof document === 'undefined' ? undefined : document.getElementById('boot')?.textContent;
  if (!text) return fallback;
  try {
    return JSON.parse(text) as Boot;
  } catch {
    return fallback;
  }
}

export const boot: Boot = read();

/** Names that the company may change; screens never hard-code them. */
export const brand: Brand = boot.brand;
