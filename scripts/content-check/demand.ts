// Rules for what the questions of a class and discipline ask of a child: how many recall a fact, apply it, or reason from evidence, and which
// processes of reading those about a text ask for.

import type { BankQuestion } from '../../src/domains/bank/test-bank/content.contract.ts';
import { DEMANDS, type Demand, READING_PROCESSES, type ReadingProcess } from '../../src/shared/words.ts';
import { classNumber } from './content.rules.ts';
import { counted, percent, problem } from './problems.ts';
import type { Bank } from './reading.ts';

/** Largest share of questions that ask for one fact or one name, and smallest share of those that ask for reasoning from evidence. */
const SHARES: ReadonlyMap<string, { recall: number; reason: number }> = new Map([
  ['Ciências', { recall: 0.15, reason: 0.3 }],
  ['História', { recall: 0.15, reason: 0.3 }],
  ['Geografia', { recall: 0.15, reason: 0.3 }],
  ['Português', { recall: 0.1, reason: 0.3 }],
  ['Inglês', { recall: 0.15, reason: 0.2 }],
]);
const FIRST_CLASS_MEASURED = 3;
/** Largest share of the questions about a text that ask to find what is said in it. */
const LARGEST_RETRIEVE_SHARE = 1 / 3;
/** The themes of reading in the curriculum of Português: the first three of each class. */
const READING_OBJECTIVE = /^LP\d\.[123]\./;

interface Cell {
  name: string;
  discipline: string;
  measured: boolean;
  questions: readonly BankQuestion[];
}

function cellsOf(banks: readonly Bank[]): Cell[] {
  const cells = Map.groupBy(banks, ({ bank }) => `${bank.discipline}, ${bank.schoolClass}`);
  return [...cells].map(([name, files]) => {
    const [{ bank }] = files as [Bank];
    return {
      name,
      discipline: bank.discipline,
      measured: classNumber(bank.schoolClass) >= FIRST_CLASS_MEASURED,
      questions: files.flatMap((file) => file.bank.tests).flatMap(({ questions }) => questions),
    };
  });
}

const countOf = (cell: Cell, demand: Demand) => cell.questions.filter((one) => one.demand === demand).length;
const shareOf = (cell: Cell, demand: Demand) => countOf(cell, demand) / cell.questions.length;
const unsaid = (cell: Cell) => cell.questions.filter(({ demand }) => demand === undefined).length;

export function checkDemand(banks: readonly Bank[]): void {
  for (const cell of cellsOf(banks).filter(({ measured }) => measured)) {
    checkShares(cell);
    if (cell.discipline === 'Português') checkProcesses(cell);
  }
}

function checkShares(cell: Cell): void {
  const shares = SHARES.get(cell.discipline);
  if (!shares) return;
  const say = (message: string) => problem('exigencia', 'banco', `${cell.name}: ${message}`);
  const missing = unsaid(cell);
  if (missing > 0) {
    say(`falta demand em ${missing} de ${counted(cell.questions.length, 'pergunta')}`);
    return;
  }
  const [recall, reason] = [shareOf(cell, 'recall'), shareOf(cell, 'reason')];
  if (recall > shares.recall)
    say(`${percent(recall)} das perguntas pedem um facto ou um nome (recall); o máximo são ${percent(shares.recall)}`);
  if (reason < shares.reason)
    say(
      `${percent(reason)} das perguntas pedem raciocínio sobre provas (reason); o mínimo são ${percent(shares.reason)}`,
    );
}

/** Checks the processes of reading that the questions about a text ask for. */
function checkProcesses({ name, questions }: Cell): void {
  const say = (message: string) => problem('exigencia', 'banco', `${name}: ${message}`);
  const missing = questions.filter(
    ({ passage, objective, process }) => passage !== undefined && !process && READING_OBJECTIVE.test(objective),
  ).length;
  if (missing > 0) say(`falta process em ${counted(missing, 'pergunta')} sobre um texto`);
  const asked = questions.filter(({ process }) => process);
  const retrieve = asked.filter(({ process }) => process === 'retrieve').length / asked.length;
  if (retrieve > LARGEST_RETRIEVE_SHARE)
    say(`${percent(retrieve)} das perguntas sobre textos pedem o que lá está dito (retrieve); o máximo é um terço`);
}

/** Returns what is wrong with the demand and the process of a question. */
export function processProblems({ passage, demand, process }: BankQuestion): string[] {
  if (!process) return [];
  const wanted: Demand = process === 'retrieve' ? 'apply' : 'reason';
  return [
    ...(passage === undefined ? ['process é das perguntas sobre um texto'] : []),
    ...(demand === wanted ? [] : [`com process ${process}, demand é ${wanted}`]),
  ];
}

/** Prints the shares of each class and discipline whose questions all say their demand. */
export function printDemand(banks: readonly Bank[]): void {
  const said = cellsOf(banks).filter((cell) => unsaid(cell) === 0);
  if (said.length === 0) return;
  console.log('\nO que se pede (recall, apply, reason; nos textos: retrieve, infer, interpret, evaluate):');
  for (const cell of said) {
    const processes = cell.questions.flatMap(({ process }) => (process ? [process] : []));
    const shareOfProcess = (one: ReadingProcess) =>
      processes.filter((other) => other === one).length / processes.length;
    const read =
      processes.length === 0
        ? ''
        : `; ${processes.length} sobre textos: ${READING_PROCESSES.map((one) => percent(shareOfProcess(one))).join(', ')}`;
    console.log(`  ${cell.name}: ${DEMANDS.map((demand) => percent(shareOf(cell, demand))).join(', ')}${read}`);
  }
}
