import type { RehearsalTheme } from './results.contract.ts';

/** Marks of the 6th class are from 0 to 10. With 5 the child passes; 7 corresponds to the 70 % of all other results. */
export const VALORES = { least: 5, good: 7, most: 10 } as const;

/** Converts a whole percentage to a mark of 0 to 10 with one decimal: 63 is 6.3. */
export const valoresOf = (percentage: number): number => percentage / 10;

/** Returns text such as "6,3", "7", "10" */
export const valoresText = (percentage: number): string => String(valoresOf(percentage)).replace('.', ',');

/** Returns text such as "1 simulado: 6,8 valores" or "3 simulados, em média 6,8 valores"; '' without any. @param mean in whole percent. */
export function rehearsalsInWords({ tests, mean }: { tests: number; mean: number | null }): string {
  if (tests === 0 || mean === null) return '';
  return tests === 1 ? `1 simulado: ${valoresInWords(mean)}` : `${tests} simulados, em média ${valoresInWords(mean)}`;
}

/** Returns text such as "6,3 valores", "1 valor" */
export const valoresInWords = (percentage: number): string =>
  `${valoresText(percentage)}\u00a0${percentage === 10 ? 'valor' : 'valores'}`;

/** Returns text such as "Com esta nota passaria: o mínimo é 5." */
export const passSentence = (percentage: number): string =>
  valoresOf(percentage) >= VALORES.least
    ? 'Com esta nota passaria: o mínimo é 5.'
    : 'Com esta nota ainda não passaria: o mínimo é 5.';

export const NOT_THE_EXAM = 'Este simulado prepara. Não substitui a escola nem o exame oficial.';

/** For themes of the 6th class, the themes that build on them. */
const SERVES: Readonly<Record<string, readonly string[]>> = {
  'MAT6.1': ['MAT6.2', 'MAT6.3', 'MAT6.9', 'MAT6.10'],
  'MAT6.2': ['MAT6.3', 'MAT6.4'],
  'MAT6.5': ['MAT6.2'],
  'MAT6.8': ['MAT6.9'],
};

/** A question of a rehearsal: its theme, and whether it was answered right. */
export interface AskedOfTheme {
  code: string;
  name: string;
  right: boolean;
}

/** Returns the number of right answers for each theme, in the order of the curriculum, which `asked` has. */
export function resultsByTheme(asked: readonly AskedOfTheme[]): RehearsalTheme[] {
  const themes = new Map<string, RehearsalTheme>();
  for (const { code, name, right } of asked) {
    const theme = themes.get(code) ?? { code, name, right: 0, total: 0 };
    themes.set(code, { ...theme, right: theme.right + Number(right), total: theme.total + 1 });
  }
  return [...themes.values()];
}

/**
 * Returns the themes to study, in order: by the number of wrong answers, but a theme on which others build comes before those. Ties are in
 * the order of the curriculum. Themes without a mistake are left out.
 *
 * @param themes in the order of the curriculum.
 * @returns each theme with the names of those listed themes that build on it.
 */
export function studyOrder(themes: readonly RehearsalTheme[]): (RehearsalTheme & { serves: string[] })[] {
  const lost = ({ right, total }: RehearsalTheme) => total - right;
  const left = themes.filter((theme) => lost(theme) > 0).sort((one, other) => lost(other) - lost(one));
  const missed = new Map(left.map((theme) => [theme.code, theme]));
  const ordered = new Set<RehearsalTheme>();
  const take = (theme: RehearsalTheme) => {
    if (ordered.has(theme)) return;
    for (const base of left) if (SERVES[base.code]?.includes(theme.code)) take(base);
    ordered.add(theme);
  };
  for (const theme of left) take(theme);
  return [...ordered].map((theme) => ({
    ...theme,
    serves: (SERVES[theme.code] ?? []).flatMap((code) => missed.get(code)?.name ?? []),
  }));
}

/** Returns text such as "acertou 2 de 4 · é preciso para aprender Percentagens e Razão" */
export function studyText({
  right,
  total,
  serves,
}: {
  right: number;
  total: number;
  serves: readonly string[];
}): string {
  const listed =
    serves.length < 2 ? serves.join('') : `${serves.slice(0, -1).join(', ')} e ${serves[serves.length - 1]}`;
  return `acertou ${right} de ${total}${listed && ` · é preciso para aprender ${listed}`}`;
}
