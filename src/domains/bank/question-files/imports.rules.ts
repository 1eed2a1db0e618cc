import type { Draft, Numbering, Problem, RowRead } from '../question-formats/files.rules.ts';
import { withLetters } from '../test-bank/question.rules.ts';

/** What an import does with a row: creates or replaces a question, or skips the row as a duplicate or as wrong. */
export type Verdict = 'created' | 'replaced' | 'duplicate' | 'wrong';

/** The parts of an existing question by which duplicates are recognised. */
export interface Known {
  id: number;
  statement: string;
  passage: string | null;
  /** Including their letters, as stored. */
  alternatives: readonly string[];
  /** The value by which its drawing or picture is compared with others; null if it has neither. */
  picture: string | null;
  /** Whether it is answered in writing. */
  isWritten: boolean;
}

export interface PlannedRow {
  row: number;
  label: string;
  verdict: Verdict;
  problems: Problem[];
  notes: string[];
  /** The existing question that is the same or is to be replaced. */
  questionId: number | null;
  draft: Draft | null;
}

/** What the number of a row counts, in words. */
export const ROW_WORDS: Record<Numbering, { one: string; many: string }> = {
  line: { one: 'linha', many: 'linhas' },
  question: { one: 'questão', many: 'questões' },
};

const oneSpace = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
const askedKey = (question: { statement: string; passage: string | null }) =>
  `${oneSpace(question.passage ?? '')}\n${oneSpace(question.statement)}`;
const choiceKey = (alternatives: readonly string[]) => alternatives.map(oneSpace).join('\n');

/**
 * Holds the existing questions that no row has been matched with yet. `alike` returns those that may be the same as a row's question, and
 * `take` removes one of them, given the `askedKey` of both.
 */
function createMatches(known: readonly Known[], pictureOf: (draft: Draft) => string | null) {
  const free = new Map<string, Known[]>();
  for (const question of known) {
    const key = askedKey(question);
    free.set(key, [...(free.get(key) ?? []), question]);
  }
  const take = (key: string, question: Known) =>
    void free.set(
      key,
      (free.get(key) ?? []).filter(({ id }) => id !== question.id),
    );
  const alike = (draft: Draft): Known[] => {
    const picture = pictureOf(draft);
    return (free.get(askedKey(draft)) ?? []).filter(
      (one) => one.picture === null || picture === null || one.picture === picture,
    );
  };
  return { alike, take };
}

/**
 * Decides for each row of a file what an import does with it, given the questions of the test.
 *
 * Two questions are the same if their passages and statements are equal, ignoring case and the number of spaces. If several questions of a
 * test have the same passage and statement, they differ in their drawing or picture and their alternatives. If these do not
 * identify one question, the row is refused, because replacing the wrong question would lose it. Questions with different pictures are
 * never the same; a row without a picture matches a question with one, whose picture is then kept.
 *
 * @param overwrite whether the file's question replaces an existing one; otherwise the existing one is kept and the row is skipped.
 * @param pictureOf returns the value by which a row's picture is compared, as in `Known`.
 */
export function planImport(
  { rows, numbering }: { rows: readonly RowRead[]; numbering: Numbering },
  known: readonly Known[],
  overwrite: boolean,
  pictureOf: (draft: Draft) => string | null = () => null,
): PlannedRow[] {
  const { alike, take } = createMatches(known, pictureOf);
  const seen = new Map<string, number>();
  // Exact duplicates are matched first, wherever they are in the file, so that a merely similar row does not take their match.
  const exact = new Map<number, Known>();
  for (const [index, { draft }] of rows.entries()) {
    if (!draft) continue;
    const choice = choiceKey(withLetters(draft.alternatives));
    const twin = alike(draft).find(({ alternatives }) => choiceKey(alternatives) === choice);
    if (!twin) continue;
    exact.set(index, twin);
    take(askedKey(draft), twin);
  }
  return rows.map(({ draft, ...read }, index): PlannedRow => {
    const plan = { row: read.row, label: read.label, notes: read.notes, draft, questionId: null };
    if (!draft) return { ...plan, verdict: 'wrong', problems: read.problems };
    const key = askedKey(draft);
    const whole = `${key}\n${choiceKey(draft.alternatives)}\n${pictureOf(draft) ?? ''}`;
    const first = seen.get(whole);
    if (first !== undefined) {
      return {
        ...plan,
        draft: null,
        verdict: 'wrong',
        problems: [
          {
            column: null,
            message: `É igual à da ${ROW_WORDS[numbering].one} ${first}: está repetida no ficheiro.`,
          },
        ],
      };
    }
    seen.set(whole, read.row);
    const candidates = alike(draft);
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
    const notes = same.isWritten && !draft.answering ? [...plan.notes, NO_LONGER_WRITTEN] : plan.notes;
    return { ...plan, notes, verdict: 'replaced', problems: [], questionId: same.id };
  });
}

const NO_LONGER_WRITTEN =
  'No teste esta questão responde-se por escrito, e no ficheiro não: passa a responder-se por escolha.';

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

/** Returns a problem as one sentence that begins with its column. */
export const problemText = ({ column, message }: Problem): string =>
  column === null ? message : `${column}: ${message}`;
