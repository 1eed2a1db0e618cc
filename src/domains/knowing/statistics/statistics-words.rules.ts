import { percentOfShare } from '../../../shared/percent.ts';
import { grouped, plural } from '../../../shared/text.ts';
import type { BankFigures } from './bank-statistics.contract.ts';
import type { TestStatistics } from './statistics.contract.ts';
import { type Flag, FOR_DISCRIMINATION, FOR_FACILITY, gravityOf } from './statistics.rules.ts';

type QuestionFigures = TestStatistics['questions'][number];

/** Flags with their explanation for a teacher, in plain words. Alternatives that nobody chooses are named in one sentence. */
export function flagsInWords(flags: readonly Flag[]): QuestionFigures['flags'] {
  const unused = flags.flatMap((flag) => (flag.kind === 'unused' ? [flag.letter] : []));
  return flags.flatMap((flag) => {
    if (flag.kind !== 'unused' || unused.length === 1) return [{ ...flag, text: flagInWords(flag) }];
    if (flag.letter !== unused[0]) return [];
    const letters = `${unused.slice(0, -1).join(', ')} e ${unused.at(-1)}`;
    return [{ ...flag, text: `Quase ninguém escolhe as alternativas ${letters}: não enganam ninguém.` }];
  });
}

function flagInWords(flag: Flag): string {
  switch (flag.kind) {
    case 'key-doubtful':
      return `Chave provavelmente errada: quem sabe mais escolhe a alternativa ${flag.letter}. Verifique a resposta certa.`;
    case 'negative':
      return 'Funciona ao contrário: quem acerta esta questão acerta menos nas outras.';
    case 'confusing':
      return `A alternativa ${flag.letter} confunde os melhores alunos.`;
    case 'too-hard':
      return 'Difícil demais: quase ninguém sabe a resposta.';
    case 'too-easy':
      return 'Fácil demais: quase todos acertam.';
    case 'weak':
      return 'Separa pouco quem sabe de quem não sabe.';
    case 'left-out':
      return 'Muitos deixam-na em branco: pode estar pouco clara.';
    case 'unused':
      return `Quase ninguém escolhe a alternativa ${flag.letter}: não engana ninguém.`;
  }
}

/** Returns the name of an error, which completes "O João …", as a title. */
export const errorInWords = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns a share as whole percent: 0.667 is "67%". */
export const percent = (share: number) => `${percentOfShare(share)}%`;

/** From 0.30 on a question discriminates well (Ebel & Frisbie 1991). */
const GOOD = 0.3;

/**
 * Returns how well a question discriminates between those who know and those who do not, in a word or two, or undefined without a figure.
 * If the key is doubtful, the text is never positive, whatever the figure; that it works the wrong way round is for its flag to say. It is
 * weak only if its flag says so, which is not by chance.
 */
export function discriminationInWords(
  discrimination: number | null,
  flags: readonly { kind: string }[] = [],
): 'funciona bem' | 'por confirmar' | 'fraca' | 'a verificar' | undefined {
  if (discrimination === null) return undefined;
  if (flags.some(({ kind }) => kind === 'key-doubtful' || kind === 'negative')) return 'a verificar';
  if (flags.some(({ kind }) => kind === 'weak')) return 'fraca';
  return discrimination < GOOD ? 'por confirmar' : 'funciona bem';
}

/**
 * Returns the reliability of a mark of this test, as a sentence: the standard error of measurement, by which a mark differs from the true
 * one. Two marks would differ by √2 times as much (Harvill 1991). Returns undefined while there are too few attempts.
 */
export function reliabilityInWords({
  alpha,
  error,
  missingForDiscrimination,
}: Pick<TestStatistics, 'alpha' | 'error' | 'missingForDiscrimination'>): string | undefined {
  if (missingForDiscrimination > 0) return undefined;
  if (alpha === null || alpha < 0 || error === null)
    return 'As respostas às questões não andam juntas: a nota total diz pouco. Verifique primeiro as questões assinaladas.';
  const points = Math.max(1, Math.round(error));
  return `A nota verdadeira de uma criança está a cerca de ±${points} ${points === 1 ? 'ponto' : 'pontos'} em 100 da que teve neste teste.`;
}

const lacking = (attempts: number) => (attempts === 1 ? 'falta 1 tentativa' : `faltam ${grouped(attempts)} tentativas`);

/** Returns how many attempts at the test as it is now are missing for its own figures, in a sentence; undefined when none is. */
export function missingForTest({
  missingForFacility,
  missingForDiscrimination,
}: Pick<TestStatistics, 'missingForFacility' | 'missingForDiscrimination'>): string | undefined {
  if (missingForFacility > 0)
    return `Para a média do teste ${lacking(missingForFacility)}; para dizer quanto se pode confiar na nota, ${lacking(missingForDiscrimination)}.`;
  if (missingForDiscrimination > 0)
    return `Para dizer quanto se pode confiar na nota ${lacking(missingForDiscrimination)}.`;
  return undefined;
}

/**
 * Returns how many questions of a test have too few attempts for a figure, in sentences; undefined when all have enough. A question may
 * have more attempts than its test: those at earlier versions, and at other tests that ask it.
 */
export function missingForQuestions(questions: readonly Pick<QuestionFigures, 'attempts'>[]): string | undefined {
  const few = questions.filter(({ attempts }) => attempts < FOR_FACILITY).length;
  const some = questions.filter(({ attempts }) => attempts < FOR_DISCRIMINATION).length - few;
  const sentences = [
    few > 0 &&
      `${plural(few, 'questão tem', 'questões têm')} menos de ${FOR_FACILITY} tentativas: por agora, só contagens.`,
    some > 0 &&
      `${plural(some, 'questão tem', 'questões têm')} de ${FOR_FACILITY} a ${FOR_DISCRIMINATION - 1} tentativas: falta saber se ${some === 1 ? 'funciona' : 'funcionam'} bem.`,
  ];
  return sentences.filter(Boolean).join(' ') || undefined;
}

/** Returns how many questions of the bank have enough attempts for a percentage, and how many have none, in a sentence. */
export function measuredInWords({ some, enough, none }: Pick<BankFigures, 'some' | 'enough' | 'none'>): string {
  const measured = some + enough;
  const have = `${grouped(measured)} ${measured === 1 ? 'questão tem' : 'questões têm'} ${FOR_FACILITY} tentativas ou mais, as que bastam para uma percentagem`;
  if (none === 0) return `${have}.`;
  return `${have}; ${grouped(none)} ainda não ${none === 1 ? 'tem' : 'têm'} nenhuma.`;
}

/** Returns questions in order of urgency: by their worst flag, then by their order in the test. */
export function worstFirst(questions: readonly QuestionFigures[]): QuestionFigures[] {
  return [...questions].sort((a, b) => gravityOf(a.flags) - gravityOf(b.flags) || a.position - b.position);
}
