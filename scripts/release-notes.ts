// The text of a release: the files of .changes/, and what an operator has to do.

const SECTIONS = ['Added', 'Changed', 'Fixed', 'Removed', 'Security'] as const;

interface Change {
  section: (typeof SECTIONS)[number];
  area: string;
  entries: string;
}

/**
 * Reads a file of .changes/, which may hold several sections.
 *
 * @throws Error if it has another form than its README says.
 */
export function readChanges(name: string, text: string): Change[] {
  return text
    .trim()
    .split(/\n(?=\w+: .+\n\n)/)
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      const [, section, area] = /^(\w+): (.+)$/.exec(first) ?? [];
      const known = SECTIONS.find((one) => one === section);
      const lines = rest.map((line) => line.trimEnd()).filter(Boolean);
      const fits = lines[0]?.startsWith('- ') && lines.every((line) => /^(?:- | {2})/.test(line));
      if (!known || !area || !fits)
        throw new Error(
          `.changes/${name}: "Section: Area" with one of ${SECTIONS.join(', ')}, an empty line, then entries that begin with "- "`,
        );
      return { section: known, area, entries: lines.join('\n') };
    });
}

interface Release {
  version: string;
  date: string;
  changes: readonly Change[];
  /** Migrations that the last release does not have. */
  migrations: readonly string[];
  /** Those of them that need all processes stopped. */
  breaking: readonly string[];
}

const numberOf = (name: string) => `\`${name.slice(0, 4)}\``;

/** What an operator has to know: whether the upgrade may roll, and which migrations run. */
function upgrading({ migrations, breaking }: Release): string {
  const [first, last] = [migrations[0], migrations.at(-1)];
  const runs =
    first && last
      ? `${migrations.length} migrations run, ${numberOf(first)} to ${numberOf(last)}.`
      : 'No migration runs.';
  const how =
    breaking.length === 0
      ? 'Restart one process after the other; the old version goes on meanwhile. To go back, start it with `ALLOW_NEWER_SCHEMA=1`.'
      : `Stop all processes first, because of ${breaking.map(numberOf).join(' and ')}: the proxy shows its own page meanwhile. To go back, restore the backup.`;
  return `### Upgrading\n\n- ${how}\n- ${runs}`;
}

/** Adds the entries to those of a section and an area that are already there. */
function sectionsOf(unreleased: string, changes: readonly Change[]): string {
  const parts = new Map(
    unreleased
      .split(/^### /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf('\n');
        return [part.slice(0, end).trim(), part.slice(end).trim()] as const;
      }),
  );
  for (const section of SECTIONS) {
    const areas = Map.groupBy(
      changes.filter((change) => change.section === section),
      ({ area }) => area,
    );
    const added = [...areas].map(([area, ofArea]) => `${area}:\n\n${ofArea.map(({ entries }) => entries).join('\n')}`);
    if (added.length > 0) parts.set(section, [parts.get(section), ...added].filter(Boolean).join('\n\n'));
  }
  const named = [...SECTIONS, ...[...parts.keys()].filter((name) => !SECTIONS.some((one) => one === name))];
  return named.flatMap((name) => (parts.has(name) ? [`### ${name}\n\n${parts.get(name)}`] : [])).join('\n\n');
}

/**
 * Returns the changelog with a release in the place of what was unreleased.
 *
 * @throws Error if the version is not newer than the last one.
 */
export function withRelease(changelog: string, release: Release): string {
  const [, head = '', unreleased = '', rest = ''] =
    /^([\s\S]*?)## Unreleased\n([\s\S]*?)(?=^## \d|(?![\s\S]))([\s\S]*)$/m.exec(changelog) ?? [];
  const last = /^## (\d+\.\d+\.\d+)/m.exec(rest)?.[1];
  if (!/^\d+\.\d+\.\d+$/.test(release.version) || (last && !isNewer(release.version, last)))
    throw new Error(`${release.version} is no version after ${last}`);
  const body = [upgrading(release), sectionsOf(unreleased, release.changes)].filter(Boolean).join('\n\n');
  return `${head}## Unreleased\n\n## ${release.version} – ${release.date}\n\n${body}\n\n${rest}`;
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((one) => one.split('.').map(Number)) as [number[], number[]];
  const place = a.findIndex((part, index) => part !== b[index]);
  return place >= 0 && (a[place] as number) > (b[place] as number);
}
