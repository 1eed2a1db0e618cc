/** An entry of the build's manifest for one source. */
interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
  /** What it may load later. */
  dynamicImports?: string[];
}

export type Manifest = Record<string, ManifestEntry>;

/** Returns the built files of a source and of everything that it imports, each once. */
export function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const entry = manifest[name];
  if (!entry || seen.has(name)) return [];
  seen.add(name);
  return [
    ...new Set([
      entry.file,
      ...(entry.css ?? []),
      ...(entry.imports ?? []).flatMap((imported) => filesOf(manifest, imported, seen)),
    ]),
  ];
}
