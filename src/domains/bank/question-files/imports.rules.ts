import { withoutLetter } from '../../../shared/questions/letters.ts';
import type { Draft, Kept, Numbering, Problem, RowRead } from '../question-formats/files.rules.ts';
import { withLetters } from '../test-bank/question.rules.ts';
import { type Compared, differencesOf } from './differences.rules.ts';

/** What an import does with a row: creates or replaces a question, or skips the row as a duplicate or as wrong. */
export type Verdict = 'created' | 'replaced' | 'duplicate' | 'wrong';

/** An existing question, by which duplicates are recognised and compared. */
export interface Known extends Compared {
  id: number;
  revision: number;
  /** The value by which its drawing or picture is compared with others; null if it has neither. */
  picture: string | null;
}

export interface PlannedRow {
  row: number;
  label: string;
  verdict: Verdict;
  problems: Problem[];
  notes: string[];
  /** The existing question that is the same or is to be replaced. */
  questionId: number | null;
  /** How it differs from that question; empty if it does not, or if there is none. */
  differences: string[];
  /** The question that it replaces. */
  replaces: Pick<Known, 'id' | 'revision'> | null;
  /** Fields of that question that keep their values, because the file lacks them. */
  absent: readonly Kept[];
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
 * Returns how many alternatives two questions share, or undefined if that is less than half of either question's alternatives. Such
 * questions differ although their statements are equal, for example "Which word does not belong?". Without alternatives the result is 0.
 */
function inCommon(draft: Draft, { alternatives }: Known): number | undefined {
  if (draft.alternatives.length === 0 || alternatives.length === 0) return 0;
  const known = new Set(alternatives.map((text, index) => oneSpace(withoutLetter(text, index))));
  const count = draft.alternatives.filter((text) => known.has(oneSpace(text))).length;
  return 2 * count >= Math.min(draft.alternatives.length, alternatives.length) ? count : undefined;
}

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
    const found = (free.get(askedKey(draft)) ?? []).flatMap((one) => {
      const common = inCommon(draft, one);
      const isSame = one.picture === null || picture === null || one.picture === picture;
      return isSame && common !== undefined ? [{ one, common }] : [];
    });
    const most = Math.max(...found.map(({ common }) => common));
    return found.filter(({ common }) => common === most).map(({ one }) => one);
  };
  return { alike, take };
}

/**
 * Decides for each row of a file what an import does with it, given the questions of the test.
 *
 * Two questions are the same if their passages and statements are equal, ignoring case and the number of spaces, and they share at least
 * half of their alternatives; of several such questions of a test, the one that shares most. If these do not identify one question, the
 * row is refused, because replacing the wrong question would lose it. Questions with different pictures are never the same. A row without
 * a picture can match a question that has one, and the stored picture is kept.
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
  const asked = new Set(known.map(askedKey));
  const seen = new Map<string, { row: number; draft: Draft }>();
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
  return rows.map(({ draft, absent = [], ...read }, index): PlannedRow => {
    const plan = { ...PLANNED, row: read.row, label: read.label, notes: read.notes, draft, absent };
    const wrong = (message: string): PlannedRow => ({
      ...plan,
      draft: null,
      verdict: 'wrong',
      problems: [{ column: null, message }],
    });
    if (!draft) return { ...plan, verdict: 'wrong', problems: read.problems };
    const key = askedKey(draft);
    const whole = `${key}\n${choiceKey([...draft.alternatives].sort())}\n${pictureOf(draft) ?? ''}`;
    const first = seen.get(whole);
    if (first) return wrong(repeated(`${ROW_WORDS[numbering].one} ${first.row}`, draft, first.draft));
    seen.set(whole, { row: read.row, draft });
    const candidates = alike(draft);
    const same = exact.get(index) ?? candidates[0];
    if (!same) return { ...plan, verdict: 'created', notes: [...plan.notes, ...(asked.has(key) ? [ANOTHER] : [])] };
    const differences = differencesOf(draft, same, absent);
    if (!overwrite) return { ...plan, verdict: 'duplicate', questionId: same.id, differences };
    if (!exact.has(index) && candidates.length > 1)
      return wrong(`O teste tem ${candidates.length} questões com este enunciado: não se sabe qual substituir.`);
    take(key, same);
    const notes = [
      ...plan.notes,
      ...(same.answering && !draft.answering ? [NO_LONGER_WRITTEN] : []),
      ...keptNotes(absent, same),
    ];
    return { ...plan, notes, verdict: 'replaced', questionId: same.id, replaces: same, differences };
  });
}
const PLANNED = { problems: [], questionId: null, replaces: null, differences: [] };

const ANOTHER = 'O teste já tem uma questão com este enunciado e outras alternativas: esta fica como mais uma.';
/** Returns why a row is refused that repeats another; `place` is that row. */
const repeated = (place: string, draft: Draft, first: Draft): string =>
  draft.alternatives[draft.correct] === first.alternatives[first.correct]
    ? `É igual à da ${place}: está repetida no ficheiro.`
    : `É a mesma questão da ${place}, com outra resposta certa: deixe no ficheiro só a que está bem.`;
const KEPT: Record<Kept, string> = {
  explanation: 'a explicação',
  weight: 'o peso',
  skillCategory: 'a categoria',
  objective: 'o objectivo',
  difficulty: 'a dificuldade',
};
/** Names what a replaced question keeps. */
function keptNotes(absent: readonly Kept[], same: Known): string[] {
  const kept = absent.filter((field) => same[field] !== null && !(field === 'weight' && same.weight === 1));
  return kept.length === 0
    ? []
    : [`O ficheiro não diz ${LIST.format(kept.map((field) => KEPT[field]))}: fica como estava.`];
}
const LIST = new Intl.ListFormat('pt', { type: 'conjunction' });

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
