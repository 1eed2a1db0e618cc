// The texts about a diagnostic for families: no jargon, always with a range, no comparison with other children.
import { dayAndMonth } from '../../../shared/dates.ts';
import { firstName, inSentence, withArticle } from '../../../shared/text.ts';
import type { Gender } from '../../../shared/words.ts';
import type { Ability } from '../knowledge/ability.rules.ts';
import { className, SCALE } from './scale.rules.ts';

export interface Named {
  fullName: string;
  gender: Gender | null;
}

/** Returns text such as '3.ª classe' of '3º Ano', as sentences write it. */
export const written = (schoolClass: string): string => schoolClass.replace('º Ano', '.ª classe');

export interface Stated {
  discipline: string;
  /** '3º Ano'; null if the lowest class asked was not reached. */
  level: string | null;
  place: number;
  low: number;
  high: number;
  sure: boolean;
  effort: 'full' | 'some' | 'low';
  /** Classes whose questions were asked, in order: '2º Ano' to '5º Ano'. */
  classes: readonly string[];
}

/** Returns the result in one sentence. */
export function levelSentence(child: Named, { discipline, level, sure, effort, classes }: Stated): string {
  const name = firstName(child.fullName);
  if (effort === 'low')
    return `Este resultado pode não mostrar o que ${inSentence(name, child.gender)} sabe: respondeu muito depressa`;
  if (!sure) return 'Precisamos de mais perguntas';
  const lowest = classes[0];
  if (level === null)
    return `Em ${discipline}, ${inSentence(name, child.gender)} ainda está a caminho da ${written(lowest ?? className(1))}`;
  const atLeast = level === classes.at(-1) ? 'pelo menos ao nível da' : 'ao nível da';
  return `Em ${discipline}, ${inSentence(name, child.gender)} está ${atLeast} ${written(level)}`;
}

/** Returns the level by the answers to ordinary tests, in one sentence. @param since when the first of them was given. */
export const sinceSentence = (child: Named, stated: Stated, since: Date): string =>
  `${levelSentence(child, stated)}, pelo que respondeu desde ${dayAndMonth(since)}`;

const PARTS = ['o início', 'o meio', 'o fim'] as const;

/** Returns text such as 'o meio da 2.ª' for 2.5; a position before the 1st class is shown as its beginning. */
export function placeInWords(place: number): string {
  const inside = Math.max(1, place);
  const number = Math.floor(inside);
  const part = PARTS[Math.min(2, Math.floor((inside - number) * 3))] as string;
  return `${part} da ${number}.ª`;
}

/** Returns the band of ±1 standard error in words. */
export function bandSentence(low: number, high: number): string {
  const [from, to] = [placeInWords(low), placeInWords(high)];
  return from === to ? `Por volta d${from} classe.` : `Entre ${from} e ${to} classe.`;
}

/**
 * P(X ≤ z) of a standard normal variable: Abramowitz & Stegun 7.1.26, error below 1e-7.
 */
export function normalShare(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.327_591_1 * x);
  const series =
    t * (0.254_829_592 + t * (-0.284_496_736 + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
  const tail = (series * Math.exp(-x * x)) / 2;
  return z < 0 ? tail : 1 - tail;
}

/** What stands before the names of themes: two right answers and an ability show something, they prove nothing (docs/knowing.md). */
export const SECURE_WORDS = 'Já mostra segurança em';

/** Returns the same with the names of one or two themes. */
export const secureSentence = (themes: readonly { name: string }[]): string =>
  `${SECURE_WORDS} ${themes.map(({ name }) => name).join(' e ')}.`;

/** Probability of growth from which it is reported as sure, and as likely; below `SAME` the child was worse this time. Between, no direction is said. */
const GROWTH = { SURE: 0.95, LIKELY: 0.9, SAME: 0.1 } as const;

const YEARS = [
  'quase nada',
  'meio ano',
  'um ano',
  'um ano e meio',
  'dois anos',
  'dois anos e meio',
  'três anos',
] as const;
const years = (classes: number) => YEARS[Math.min(YEARS.length - 1, Math.round(Math.abs(classes) * 2))] as string;

/**
 * Returns the comparison of two diagnostics of one discipline, both scored with the same prior.
 *
 * @param months between them, whole.
 */
export function growthInWords(
  child: Named,
  discipline: string,
  before: Ability,
  now: Ability,
  months: number,
): { title: string; range: string } {
  const name = withArticle(firstName(child.fullName), child.gender);
  const change = now.ability - before.ability;
  const error = Math.hypot(now.standardError, before.standardError);
  const grown = normalShare(change / error);
  const title =
    grown >= GROWTH.SURE
      ? `${name} avançou em ${discipline}`
      : grown >= GROWTH.LIKELY
        ? `Tudo indica que ${inSentence(firstName(child.fullName), child.gender)} avançou em ${discipline}`
        : grown >= GROWTH.SAME
          ? `${name} está mais ou menos na mesma em ${discipline}`
          : `${name} desta vez ficou um pouco abaixo em ${discipline}`;
  const inClasses = (logits: number) => logits / SCALE.CLASS_STEP;
  const [low, middle, high] = [change - error, change, change + error].map(inClasses) as [number, number, number];
  const time = months < 1 ? 'em menos de um mês' : months === 1 ? 'num mês' : `em ${months} meses`;
  const isSame = grown >= GROWTH.SAME && grown < GROWTH.LIKELY;
  const said = isSame ? `não se vê mudança. ${UNSURE}` : changeInWords(low, middle, high);
  return { title, range: `${time.charAt(0).toUpperCase()}${time.slice(1)} ${said}` };
}

const UNSURE = 'São poucas perguntas para ter a certeza.';

/** Returns a change in classes with its range: "avançou cerca de meio ano. São poucas perguntas: pode ter sido quase nada, ou um ano." */
function changeInWords(low: number, middle: number, high: number): string {
  if (Math.abs(middle) < 0.25) return `quase nada mudou. ${UNSURE}`;
  if (middle < 0) return `ficou um pouco abaixo. ${UNSURE}`;
  // The words have a longest, "três anos", and both ends may reach it.
  if (low >= 0.25 && years(low) === years(high)) return `avançou cerca de ${years(middle)}. ${UNSURE}`;
  const least = low < -0.25 ? 'ter recuado um pouco' : low < 0.25 ? 'ter sido quase nada' : `ter sido só ${years(low)}`;
  return `avançou cerca de ${years(middle)}. São poucas perguntas: pode ${least}, ou ${years(high)}.`;
}

/** Returns when a diagnostic can be repeated. @param days days to wait; null if the plan allows only one; undefined in older replies. */
export const repeatSentence = (days: number | null | undefined): string =>
  days === null ? ONLY_ONE : days === undefined ? '' : `Pode repetir daqui a ${days} dias.`;

/** The same for one that is done. @param from null if the plan gives one only. */
export function againSentence(from: string | null, now: number): string {
  if (from === null) return ONLY_ONE;
  return Date.parse(from) > now ? `Pode repetir a partir de ${dayAndMonth(from)}.` : '';
}

const ONLY_ONE = 'O plano Essencial dá um ponto de partida por criança.';

/** Says why a diagnostic cannot be repeated yet. */
export const tooEarly = (child: Named, discipline: string, doneAt: Date, from: Date): string =>
  `${withArticle(firstName(child.fullName), child.gender)} já fez o ponto de partida de ${discipline} a ${dayAndMonth(doneAt)}. Pode repetir a partir de ${dayAndMonth(from)}.`;
