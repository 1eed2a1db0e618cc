/** What the server puts into the page, so that the first screen needs no further round trip. */
export interface Boot {
  /** The signed-in user as `GET /api/user` gives it, null when signed out, absent when the server did not say (offline shell). */
  user?: BootUser | null;
  brand: Brand;
  /** Answers of GET calls by their path with query, ready for the cache. */
  cache: Record<string, unknown>;
}

export interface BootUser {
  id: number;
  fullName: string;
  isAdmin: boolean;
  isTeacher: boolean;
  /** The telephone is with a child; then the page says nothing else about the parent. */
  inChildMode?: true;
}

export interface Brand {
  productName: string;
  companyName: string;
  supportEmail: string;
}

// While documents are made at build time the names are not known: the server fills these places in when it serves them.
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

/** Names that the company may change; screens never write them as literals. */
export const brand: Brand = boot.brand;
