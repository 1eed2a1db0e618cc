import { monthAndYear } from '../../../shared/dates.ts';

// The sentences of a comparison, on the screen and on paper. They give distances and shares, never a rank and nothing about another child.

/** The fields of a reference mark that the sentences use. */
export interface Mark {
  group: 'school' | 'province' | 'national';
  value: number;
  real: boolean;
  children: string | null;
  asOf: string | null;
  place: { standing: 'below' | 'middle' | 'above' | 'unknown'; tenths: { from: number; to: number } | null } | null;
}

export const GROUP_NAMES = { school: 'Escola', province: 'Província', national: 'Nacional' } as const;

const OF_GROUP = { school: 'da escola', province: 'da província', national: 'do país' } as const;

/** Returns the side of one mark on which a percentage is: "Acima da média da escola (58%)." */
export function besideMark({ group, value, real }: Mark, percentage: number): string {
  const name = `${real ? 'média' : 'valor de comparação'} ${OF_GROUP[group]} (${value}%).`;
  if (percentage === value) return `Igual ${real ? 'à' : 'ao'} ${name}`;
  return `${percentage > value ? 'Acima' : 'Abaixo'} ${real ? 'da' : 'do'} ${name}`;
}

/** Returns the mark that a comparison mentions first: the closest real average, otherwise the country's reference value. */
export function firstMark<One extends Mark>(marks: readonly One[]): One | undefined {
  return marks.find(({ real }) => real) ?? marks.find(({ group }) => group === 'national');
}

/** Compares a percentage with the mark that is mentioned first, in the same way in a result and in a report. */
export function besideMarks(percentage: number, marks: readonly Mark[]): string {
  const mark = firstMark(marks);
  return mark ? besideMark(mark, percentage) : '';
}

/** Returns the marks that fit on a bar, the lower one first: school and country. The province's is in the sentence beside it. */
export function onBar(marks: readonly Mark[]): { label: string; value: number }[] {
  return marks
    .filter(({ group }) => group !== 'province')
    .map(({ group, value }) => ({ label: GROUP_NAMES[group], value }))
    .sort((a, b) => a.value - b.value);
}

/** Returns the position of a result among others, in words, in the widest group that allows it, or null if all groups are too small. */
export function placeSentence(marks: readonly Mark[]): string | null {
  const mark = [...marks].reverse().find(({ place }) => place !== null);
  if (!mark?.place) return null;
  const { standing, tenths } = mark.place;
  const among = `crianças ${OF_GROUP[mark.group]}`;
  if (standing === 'unknown') return 'São poucas perguntas para comparar com as outras crianças.';
  if (standing === 'middle')
    return `Em cada 10 ${among}, nesta disciplina e classe, umas 5 têm resultado mais alto e 5 mais baixo.`;
  if (standing === 'below')
    return `Mais de metade das ${among} tem, por agora, resultado mais alto nesta disciplina e classe.`;
  if (!tenths) return `Mais de metade das ${among} tem resultado mais baixo nesta disciplina e classe.`;
  const { from, to } = tenths;
  const part = from === to ? `cerca de ${to}` : `${from} a ${to}`;
  return `Acima de ${part} em cada 10 ${among}, nesta disciplina e classe.`;
}

/** Returns the origin of the marks. Reference values are labelled as such, so that no average is claimed where none was computed. */
export function sourceSentence(marks: readonly Mark[]): string {
  const nameOf = ({ group }: Mark) => (group === 'national' ? 'país' : GROUP_NAMES[group].toLowerCase());
  const listed = (names: readonly string[]) =>
    names.length > 1 ? `${names.slice(0, -1).join(', ')} e ${names[names.length - 1]}` : (names[0] ?? '');
  const real = marks.filter((mark) => mark.real);
  const fixed = marks.filter((mark) => !mark.real);
  const sentences: string[] = [];
  if (real.length > 0) {
    const sizes = real.map(
      (mark) => `${nameOf(mark)}${mark.group === 'province' ? ` ${mark.value}%` : ''} (${mark.children})`,
    );
    const newest = real
      .map(({ asOf }) => asOf ?? '')
      .sort()
      .reverse()[0];
    sentences.push(`Médias de outras famílias${newest ? `, ${monthAndYear(newest)}` : ''}: ${listed(sizes)}.`);
  }
  if (fixed.length > 0) {
    const names = listed(fixed.map(nameOf));
    const words = fixed.length === 1 ? 'valor' : 'valores';
    sentences.push(`${names.charAt(0).toUpperCase()}${names.slice(1)}: ${words} de comparação.`);
  }
  return sentences.join(' ');
}

/**
 * Returns how reliable a mark is: between which means of many such tests, not between which marks of one more, the child's lies.
 *
 * @param margin see `marginOf`.
 */
export function marginSentence(questions: number, { from, to }: { from: number; to: number }): string {
  const asked = questions === 1 ? 'uma pergunta' : `${questions} perguntas`;
  const [least, most] = [from, to].map((percent) => Math.round((percent * questions) / 100)) as [number, number];
  return `Com ${asked} ainda não há certeza: noutros testes assim teria em média ${least === most ? `umas ${most}` : `entre ${least} e ${most}`} certas.`;
}
