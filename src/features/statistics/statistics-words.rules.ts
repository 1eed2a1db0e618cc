import type { TestStatistics } from './statistics.contract.ts';
import { type Flag, gravityOf } from './statistics.rules.ts';

type QuestionFigures = TestStatistics['questions'][number];

/** The panel that shows the statistics: teachers and administrators have separate ones. */
export type Panel = 'teacher' | 'admin';

/** For each panel, the address of the list from which statistics are opened. */
export const BANK_ADDRESS: Record<Panel, string> = { teacher: '/teacher/questions', admin: '/admin?tab=tests' };

/** Returns the address of the statistics of a test or, without one, of the whole bank. */
export function statisticsAddress(panel: Panel, testId?: number, filters: Record<string, string> = {}): string {
  const query = new URLSearchParams(panel === 'admin' ? { tab: 'tests' } : {});
  if (testId !== undefined) query.set('testId', String(testId));
  query.set('view', 'statistics');
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, value);
  return `${panel === 'admin' ? '/admin' : BANK_ADDRESS.teacher}?${query}`;
}

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
      return 'Difícil demais: acerta-se tanto como a adivinhar.';
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

/** Returns a number with a decimal comma. */
export const decimal = (value: number, digits: number) => value.toFixed(digits).replace('.', ',').replace(/^-/, '−');

/** Returns a share as whole percent: 0.667 is "67%". */
export const percent = (share: number) => `${Math.round(share * 100)}%`;

/** From 0.30 on a question discriminates well (psychometrics.md §2); below 0.20 hardly. */
const GOOD = 0.3;

/**
 * Returns how well a question discriminates between those who know and those who do not, in a word or two, or undefined without a figure.
 * If the key is doubtful, the text is never positive, whatever the figure.
 */
export function discriminationInWords(
  discrimination: number | null,
  flags: readonly { kind: string }[] = [],
): 'funciona bem' | 'fraca' | 'a verificar' | undefined {
  if (discrimination === null) return undefined;
  if (discrimination < 0 || flags.some(({ kind }) => kind === 'key-doubtful')) return 'a verificar';
  return discrimination < GOOD ? 'fraca' : 'funciona bem';
}

/** Returns the reliability of a mark of this test, as a sentence, or undefined while there are too few attempts. */
export function reliabilityInWords({
  alpha,
  error,
  missingForDiscrimination,
}: Pick<TestStatistics, 'alpha' | 'error' | 'missingForDiscrimination'>): string | undefined {
  if (missingForDiscrimination > 0) return undefined;
  if (alpha === null || alpha < 0 || error === null)
    return 'As respostas às questões não andam juntas: a nota total diz pouco. Verifique primeiro as questões assinaladas.';
  const points = Math.max(1, Math.round(error));
  return `Dois testes como este, feitos pela mesma criança, difeririam cerca de ±${points} ${points === 1 ? 'ponto' : 'pontos'} em 100.`;
}

/** Returns questions in order of urgency: by their worst flag, then by their order in the test. */
export function worstFirst(questions: readonly QuestionFigures[]): QuestionFigures[] {
  return [...questions].sort((a, b) => gravityOf(a.flags) - gravityOf(b.flags) || a.position - b.position);
}
