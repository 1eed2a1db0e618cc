import type { Draft, Problem, RowRead } from './formats/draft.rules.ts';
import { letterAt } from './tests.rules.ts';

/** What an import would do with a row. */
export type Verdict = 'created' | 'replaced' | 'duplicate' | 'wrong';

/** A question that the test has already, as far as duplicates are told by it. */
export interface Known {
  id: number;
  statement: string;
  passage: string | null;
  /** With their letters, as stored. */
  alternatives: readonly string[];
}

export interface PlannedRow {
  row: number;
  label: string;
  verdict: Verdict;
  problems: Problem[];
  notes: string[];
  /** The question that is the same or is replaced. */
  questionId: number | null;
  draft: Draft | null;
}

/** Alternatives as they are stored: each with the letter of its place. */
export const lettered = (draft: Draft): string[] =>
  draft.alternatives.map((text, index) => `${letterAt(index)}) ${text}`);

const oneSpace = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
const askedKey = (question: { statement: string; passage: string | null }) =>
  `${oneSpace(question.passage ?? '')}\n${oneSpace(question.statement)}`;
const choiceKey = (alternatives: readonly string[]) => alternatives.map(oneSpace).join('\n');

/**
 * What would be done with each row of a file, against what the test has.
 *
 * Two questions are the same when passage and statement are, spaces and case aside. Where a test asks the same words
 * several times (as with drawings), the alternatives decide; where they do not, replacing is refused rather than guessed.
 *
 * @param overwrite whether a question that is there already is replaced by the file's; otherwise it stays and the row is left out.
 */
export function planImport(rows: readonly RowRead[], known: readonly Known[], overwrite: boolean): PlannedRow[] {
  const free = new Map<string, Known[]>();
  for (const question of known) {
    const key = askedKey(question);
    free.set(key, [...(free.get(key) ?? []), question]);
  }
  const seen = new Map<string, number>();
  const take = (key: string, question: Known) =>
    void free.set(
      key,
      (free.get(key) ?? []).filter(({ id }) => id !== question.id),
    );
  // Exact twins first, wherever they stand in the file, so that none is taken for another.
  const exact = new Map<number, Known>();
  for (const [index, { draft }] of rows.entries()) {
    if (!draft) continue;
    const key = askedKey(draft);
    const twin = free.get(key)?.find(({ alternatives }) => choiceKey(alternatives) === choiceKey(lettered(draft)));
    if (!twin) continue;
    exact.set(index, twin);
    take(key, twin);
  }
  return rows.map(({ draft, ...read }, index): PlannedRow => {
    const plan = { row: read.row, label: read.label, notes: read.notes, draft, questionId: null };
    if (!draft) return { ...plan, verdict: 'wrong', problems: read.problems };
    const key = askedKey(draft);
    const whole = `${key}\n${choiceKey(draft.alternatives)}`;
    const first = seen.get(whole);
    if (first !== undefined) {
      return {
        ...plan,
        draft: null,
        verdict: 'wrong',
        problems: [{ column: null, message: `É igual à da linha ${first}: está repetida no ficheiro.` }],
      };
    }
    seen.set(whole, read.row);
    const candidates = free.get(key) ?? [];
    const same = exact.get(index) ?? candidates[0];
    if (!same) return { ...plan, verdict: 'created', problems: [] };
    if (!overwrite) return { ...plan, verdict: 'duplicate', problems: [], questionId: same.id };
    if (!exact.has(index) && candidates.length > 1) {
      return {
        ...plan,
        draft: null,
        verdict: 'wrong',
        problems: [
          {
            column: null,
            message: `O teste tem ${candidates.length} questões com este enunciado: não se sabe qual substituir.`,
          },
        ],
      };
    }
    take(key, same);
    return { ...plan, verdict: 'replaced', problems: [], questionId: same.id };
  });
}

export interface Counts {
  rows: number;
  created: number;
  replaced: number;
  duplicate: number;
  wrong: number;
}

export function countsOf(rows: readonly PlannedRow[]): Counts {
  const counts: Counts = { rows: rows.length, created: 0, replaced: 0, duplicate: 0, wrong: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

/** A problem with its place, as one sentence. */
export const problemText = ({ column, message }: Problem): string =>
  column === null ? message : `${column}: ${message}`;
