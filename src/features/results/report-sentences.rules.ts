import { schoolYearInWords } from './report.rules.ts';
import { FEWEST_QUESTIONS, GOOD_SCORE } from './results.rules.ts';

// What stands first in each part of a child's report: the sentence, then the drawing.

/** Where the most is to be gained. Disciplines come the weakest first. */
export function disciplinesSentence(disciplines: readonly { discipline: string; mean: number }[]): string {
  const [weakest] = disciplines;
  if (!weakest) return 'Ainda sem testes.';
  if (weakest.mean >= GOOD_SCORE) {
    return disciplines.length === 1
      ? `${weakest.discipline} está em 70% ou mais.`
      : 'Todas as disciplinas testadas estão em 70% ou mais.';
  }
  return `Em ${weakest.discipline} há mais a praticar.`;
}

/** Which kind of question a child does best, and least well, among those asked often enough. */
export function skillsSentence(
  skills: readonly { skillCategory: string; correct: number; total: number; share: number }[],
): string {
  const ranked = skills.filter(({ total }) => total >= FEWEST_QUESTIONS).sort((one, other) => other.share - one.share);
  const [best, worst] = [ranked[0], ranked[ranked.length - 1]];
  if (!best || !worst || best.share === worst.share) {
    const sum = (name: 'correct' | 'total') => skills.reduce((whole, skill) => whole + skill[name], 0);
    return `${sum('correct')} de ${sum('total')} questões certas ao todo.`;
  }
  return `Acerta mais em ${best.skillCategory} e menos em ${worst.skillCategory}.`;
}

/** How many tested themes are mastered, and how many wait for practice. */
export function themesSentence(groups: readonly { themes: readonly { mastery: string }[] }[]): string {
  const count = (mastery: string) =>
    groups.reduce((sum, { themes }) => sum + themes.filter((theme) => theme.mastery === mastery).length, 0);
  const themes = (number: number) => `${number} ${number === 1 ? 'tema' : 'temas'}`;
  const [mastered, consolidating, practising] = [count('mastered'), count('consolidating'), count('practising')];
  return [
    mastered > 0 && `Domina ${themes(mastered)}.`,
    consolidating > 0 && `${themes(consolidating)} a consolidar.`,
    practising > 0 && `${themes(practising)} a praticar.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const NUMERALS = ['I', 'II', 'III'];

/** How the school year goes, from the first trimester with tests to the last. */
export function trimestersSentence(schoolYear: number, all: readonly { mean: number | null }[]): string {
  const year = `Ano lectivo ${schoolYearInWords(schoolYear)}`;
  const known = all.flatMap(({ mean }, index) => (mean === null ? [] : [{ mean, name: NUMERALS[index] }]));
  const [first, last] = [known[0], known[known.length - 1]];
  if (!first || !last) return `${year}: ainda sem testes.`;
  return first === last
    ? `${year}: média de ${first.mean}% no ${first.name}\u00a0trimestre.`
    : `${year}: de ${first.mean}% no ${first.name}\u00a0trimestre para ${last.mean}% no ${last.name}.`;
}
