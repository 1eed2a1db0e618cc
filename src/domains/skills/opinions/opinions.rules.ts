import { HOUR_MS } from '../../../shared/time.ts';
import type { Level } from '../writing/kappa.rules.ts';
import { OF_LEVELS } from '../writing/ruler.rules.ts';
import type { Flag, OpinionReason } from './opinions.contract.ts';

// When a text has enough marks, what they say together, and what the family reads.

/** Days after which a photograph is erased, whatever has happened. */
export const PHOTO_DAYS = 7;
/** Opinions that a family can ask for in so many days: two teachers read each of them. */
export const MAX_OPINIONS = 4;
export const OPINION_DAYS = 30;
/** Marks that differ by more than this many levels ask for a third one. */
const AGREED_WITHIN = 1;
/** Hours for which a teacher who opened a text keeps its place without marking it. */
const PLACE_HOURS = 2;
/** Maximum number of teachers who may open one photograph: as many as it may need marks, plus two who give up. */
const MAX_READERS = 5;
/** Maximum number of unmarked texts that a teacher may have opened within `UNMARKED_HOURS`; after that, opening another is refused. */
export const MAX_UNMARKED = 3;
export const UNMARKED_HOURS = 24;

/** A teacher who opened a text, and the level given. */
export interface Mark {
  teacherId: number | null;
  openedAt: Date;
  /** When the teacher opened another text instead of marking this one. */
  releasedAt: Date | null;
  level: Level | null;
  markedAt: Date | null;
}

/** Returns how many marks a text needs: two, or three if the first two differ by more than one level. */
export function marksNeeded(levels: readonly Level[]): 2 | 3 {
  const [one, other] = levels;
  return one !== undefined && other !== undefined && Math.abs(one - other) > AGREED_WITHIN ? 3 : 2;
}

/** Returns the levels of the marks, in the order in which they were given. */
export const levelsOf = (marks: readonly Mark[]): Level[] =>
  marks
    .filter(({ markedAt }) => markedAt !== null)
    .sort((one, other) => Number(one.markedAt) - Number(other.markedAt))
    .map(({ level }) => level as Level);

/**
 * Whether a teacher may open and mark a text: it needs a mark that nobody else is about to give, and is not opened by ever more teachers who
 * leave it.
 */
export function hasPlace(marks: readonly Mark[], teacherId: number, now: Date): boolean {
  if (marks.some((mark) => mark.teacherId === teacherId && mark.markedAt !== null)) return false;
  if (marks.length >= MAX_READERS && !marks.some((mark) => mark.teacherId === teacherId)) return false;
  const levels = levelsOf(marks);
  const held = marks.filter((mark) => mark.teacherId !== teacherId && mark.markedAt === null && isHeld(mark, now));
  return levels.length + held.length < marksNeeded(levels);
}

const isHeld = ({ openedAt, releasedAt }: Mark, now: Date) =>
  releasedAt === null && now.getTime() - openedAt.getTime() < PLACE_HOURS * HOUR_MS;

/** Returns the level that the marks give together: the middle one of three, the common one of two, or null where two differ. */
export function levelTogether(levels: readonly Level[]): Level | null {
  const [first, second] = levels;
  if (levels.length === 3) return [...levels].sort((one, other) => one - other)[1] ?? null;
  return first !== undefined && (second === undefined || first === second) ? first : null;
}

const COUNTED = ['', 'Só um professor viu o texto a tempo', 'Dois professores', 'Três professores'] as const;

/** "Dois professores: nível 3 e nível 4, de 5." */
export function opinionSentence(levels: readonly Level[]): string {
  const who = COUNTED[levels.length] ?? '';
  const sorted = [...levels].sort((one, other) => one - other);
  const [lowest, middle, highest] = sorted;
  if (levels.length === 0) return '';
  if (lowest === sorted.at(-1)) return `${who}: nível ${lowest} ${OF_LEVELS}.`;
  if (highest === undefined) return `${who}: nível ${lowest} e nível ${middle}, ${OF_LEVELS}.`;
  return `${who}: níveis ${lowest}, ${middle} e ${highest}, ${OF_LEVELS}. Fica no nível ${middle}, o do meio.`;
}

/** Why there is no level, and what to do. */
export const REASONS: Readonly<Record<OpinionReason, string>> = {
  expired: 'Nenhum professor conseguiu ver o texto em sete dias. Pedimos desculpa. Pode enviar outra fotografia.',
  lost: 'A fotografia perdeu-se do nosso lado. Pedimos desculpa. Pode enviar outra.',
  unreadable: 'Na fotografia não se lê bem a letra. Fotografe com luz do dia, de cima, e envie outra vez.',
  name: 'Na fotografia via-se um nome. Tape-o com a barra e envie outra vez.',
  other: 'Os professores não conseguiram avaliar este texto. Pode enviar outra fotografia.',
};

/** What a teacher says of a text that cannot be marked, for teachers and administrators. */
export const FLAGS: Readonly<Record<Flag, string>> = {
  worry: 'O que a criança conta preocupa',
  name: 'Vê-se um nome, uma escola ou um lugar',
  unreadable: 'Não se lê',
  other: 'Outra razão',
};

/** Why a flagged text ended, as the family reads it. What worries is never named to the family by the program. */
export const reasonOfFlag = (flag: Flag): OpinionReason => (flag === 'worry' ? 'other' : flag);

/** What teachers see beside a level. */
export const LEVEL_WORDS = [
  'sem texto',
  'palavras soltas',
  'frases sem ordem',
  'por ordem',
  'com pormenores',
  'prende quem lê',
] as const;
