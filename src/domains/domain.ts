/** Something that a domain offers to the others: what it is for, and the files that have it. */
export interface Capability {
  what: string;
  /** Paths below the domain's folder. */
  files: readonly string[];
}

/** A group of features that belong together. */
export interface Domain {
  /** Name of its folder below src/domains. */
  name: string;
  purpose: string;
  /** Its features in dependency order: each may import from those before it, never from those after it, types included. */
  features: readonly string[];
  /** All files that other domains may import; everything else is private. `src/areas/` and tests may import any file. */
  door: readonly Capability[];
}
