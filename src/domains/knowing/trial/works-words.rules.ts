// What the public page *Funciona?* says. Every value is plain text: the server puts it into the page's places.

import { classInWords } from '../../../shared/text.ts';
import type { Progress, StoredLook } from './analysis.rules.ts';
import { TRIAL, TRIAL_WEEKS } from './trial.rules.ts';

/** The texts of the page by the name of their place. */
export interface WorksWords {
  worksAnswer: string;
  worksSentence: string;
  worksWeeks: string;
  worksFirst: string;
  worksSecond: string;
  worksThird: string;
  worksParts: string;
  worksLost: string;
}

type Figure = Pick<StoredLook, 'points' | 'low' | 'high'>;

/**
 * Returns an end of an interval as it is read: whole points, with the minus sign of print. What would be rounded to 0 has a decimal, because on
 * which side of 0 it lies decides the answer.
 */
const signed = (points: number): string => {
  const size = Math.abs(points);
  const shown =
    size > 0 && size < 0.5 ? `0,${Math.max(1, Math.min(4, Math.round(size * 10)))}` : String(Math.round(size));
  return points < 0 ? `−${shown}` : shown;
};

/** "mais 9 pontos", "menos 1 ponto", "0 pontos". */
function gain(points: number): string {
  const whole = Math.round(points);
  const many = Math.abs(whole) === 1 ? 'ponto' : 'pontos';
  return whole === 0 ? `0 ${many}` : `${whole > 0 ? 'mais' : 'menos'} ${Math.abs(whole)} ${many}`;
}

const band = ({ low, high }: Figure): string => `entre ${signed(low)} e ${signed(high)}`;

const weeksWords = (count: number): string => `${count} ${count === 1 ? 'semana' : 'semanas'}`;

/** Returns what the first look waits for: weeks, then families. */
function firstLook(weeks: number, families: number): string {
  if (weeks < TRIAL.LOOKS[0])
    return `A primeira conta faz-se às ${TRIAL.LOOKS[0]} semanas. Até lá ninguém espreita, nem nós.`;
  if (families >= TRIAL.FEWEST_FAMILIES) return 'A primeira conta faz-se nas próximas horas.';
  const those = families === 1 ? 'são de uma só família' : `são de ${families} famílias`;
  return `As semanas já chegam para a primeira conta, mas ${those}, e são precisas ${TRIAL.FEWEST_FAMILIES}. Até lá ninguém espreita, nem nós.`;
}

/** Returns the answer and the sentence below it. Before a look nothing but the number of weeks is known. */
function answer(
  weeks: number,
  families: number,
  looks: readonly StoredLook[],
): Pick<WorksWords, 'worksAnswer' | 'worksSentence'> {
  const last = looks.at(-1);
  const unknown = `Ainda não sabemos: ${weeks} de ${TRIAL_WEEKS} semanas.`;
  if (!last)
    return {
      worksAnswer: unknown,
      worksSentence: firstLook(weeks, families),
    };
  const figure = `Em 100 perguntas novas, ${gain(last.points)} no tema treinado primeiro (${band(last)}).`;
  if (last.isDecided && last.low > 0) return { worksAnswer: 'Sim, o treino faz aprender.', worksSentence: figure };
  if (last.isDecided)
    return {
      worksAnswer: 'Não: o tema treinado primeiro ficou pior.',
      worksSentence: `${figure} Vamos mudar o treino.`,
    };
  return last.look === TRIAL.LOOKS.length
    ? {
        worksAnswer: 'Não encontrámos diferença.',
        worksSentence: `${figure} Se há diferença, ${TRIAL_WEEKS} semanas não chegam para a ver.`,
      }
    : { worksAnswer: unknown, worksSentence: `${figure} Ainda não chega para saber.` };
}

/** Returns the line of one look. */
function lookLine(look: StoredLook | undefined, isOver: boolean): string {
  if (!look) return isOver ? 'Não foi precisa: já sabíamos a resposta.' : 'Por fazer.';
  const families = `${look.families} famílias`;
  return `${gain(look.points)}, ${band(look)}. ${weeksWords(look.weeks)}, ${families}. ${look.isDecided ? 'Chega para saber.' : 'Não chega para saber.'}`;
}

/** Returns the texts of the page. */
export function worksWords(
  { measured, families, lost, isOver }: Pick<Progress, 'measured' | 'families' | 'lost' | 'isOver'>,
  looks: readonly StoredLook[],
): WorksWords {
  const weeks = Math.min(measured, TRIAL_WEEKS);
  const [first, second, third] = TRIAL.LOOKS.map((_, index) => lookLine(looks[index], isOver)) as [
    string,
    string,
    string,
  ];
  const parts = (looks.at(-1)?.parts ?? []).map(
    (part) =>
      `${part.discipline}, ${classInWords(part.schoolClass)}: ${gain(part.points)}, ${band(part)} (${weeksWords(part.weeks)})`,
  );
  return {
    ...answer(weeks, families, looks),
    worksWeeks: String(weeks),
    worksFirst: first,
    worksSecond: second,
    worksThird: third,
    worksParts:
      parts.length > 0
        ? `${parts.join('; ')}.`
        : 'Por classe e disciplina ainda não há semanas que cheguem para dizer.',
    worksLost:
      lost === 0
        ? 'Nenhuma semana ficou sem resposta.'
        : `${lost === 1 ? '1 semana ficou' : `${lost} semanas ficaram`} sem resposta e não ${lost === 1 ? 'conta' : 'contam'}.`,
  };
}

/** The texts while the database cannot be read. */
export const WORKS_UNKNOWN: WorksWords = {
  worksAnswer: 'Agora não conseguimos ler a resposta.',
  worksSentence: 'Volte daqui a pouco.',
  worksWeeks: '0',
  worksFirst: '–',
  worksSecond: '–',
  worksThird: '–',
  worksParts: '–',
  worksLost: '',
};
