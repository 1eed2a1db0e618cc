import { percentOfShare } from '../../../shared/percent.ts';
import type { BankGroup } from './bank-statistics.contract.ts';
import type { TestStatistics } from './statistics.contract.ts';
import { discriminationInWords } from './statistics-words.rules.ts';

/** A cell of an exported table; empty where there is too little data. */
type Cell = string | number | null;
type Column<Row> = readonly [header: string, cell: (row: Row) => Cell];

/** Returns a share as a whole percentage: whole numbers read the same in spreadsheets of every language. */
const inPercent = (share: number | null | undefined) => (share == null ? null : percentOfShare(share));

/** The statistics of a test, with a row for each of its questions. */
export const questionColumns: readonly Column<TestStatistics['questions'][number]>[] = [
  ['Questão', ({ position }) => position],
  ['ID', ({ id }) => id],
  ['Enunciado', ({ statement }) => statement],
  ['Resposta certa', ({ correctAnswer }) => correctAnswer],
  ['Tentativas', ({ attempts }) => attempts],
  ['Responderam', ({ answered }) => answered],
  ['Em branco', ({ omitted }) => omitted],
  ['Acertam (%)', ({ facility }) => inPercent(facility)],
  ['Acertam, no mínimo (%)', ({ interval }) => inPercent(interval?.[0])],
  ['Acertam, no máximo (%)', ({ interval }) => inPercent(interval?.[1])],
  ['Separa quem sabe (-100 a 100)', ({ discrimination }) => inPercent(discrimination)],
  ['Funcionamento', ({ discrimination, flags }) => discriminationInWords(discrimination, flags) ?? null],
  ['Segundos, em média', ({ meanSeconds }) => (meanSeconds === null ? null : Math.round(meanSeconds))],
  ['Escolhas', ({ choices }) => choices.map(({ letter, count }) => `${letter}: ${count}`).join(', ')],
  ['A verificar', ({ flags }) => flags.map(({ text }) => text).join(' ')],
];

/** The figures of the bank, with a row for each discipline of each class. */
export const groupColumns: readonly Column<BankGroup>[] = [
  ['Ano escolar', ({ schoolClass }) => schoolClass],
  ['Disciplina', ({ discipline }) => discipline],
  ['Testes', ({ tests }) => tests],
  ['Questões', ({ questions }) => questions],
  ['Tentativas válidas', ({ attempts }) => attempts],
  ['Respostas', ({ answers }) => answers],
  ['Questões sem tentativas', ({ none }) => none],
  ['Questões com 1 a 9', ({ few }) => few],
  ['Questões com 10 a 29', ({ some }) => some],
  ['Questões com 30 ou mais', ({ enough }) => enough],
  ['Acertam (%)', ({ facility }) => inPercent(facility)],
  ['Questões a verificar', ({ flagged }) => flagged],
];
