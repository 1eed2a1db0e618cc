// Rules for what the questions of a class and discipline ask of a child: how many recall a fact, apply it, or reason from evidence.
import { DEMANDS, type Demand } from '../../src/shared/words.ts';
import { classNumber } from './content.rules.ts';
import { counted, percent, problem } from './problems.ts';
import type { Bank } from './reading.ts';

/** Largest share of questions that ask for one fact or one name, and smallest share of those that ask for reasoning from evidence. */
const SHARES = { recall: 0.15, reason: 0.3 } as const;
const MEASURED = new Set(['Ciências', 'História', 'Geografia']);
const FIRST_CLASS_MEASURED = 3;

interface Cell {
  name: string;
  measured: boolean;
  questions: number;
  demands: ReadonlyMap<Demand, number>;
}

function cellsOf(banks: readonly Bank[]): Cell[] {
  const cells = Map.groupBy(banks, ({ bank }) => `${bank.discipline}, ${bank.schoolClass}`);
  return [...cells].map(([name, files]) => {
    const [{ bank }] = files as [Bank];
    const demands = files
      .flatMap((file) => file.bank.tests)
      .flatMap(({ questions }) => questions.map(({ demand }) => demand));
    return {
      name,
      measured: MEASURED.has(bank.discipline) && classNumber(bank.schoolClass) >= FIRST_CLASS_MEASURED,
      questions: demands.length,
      demands: new Map(DEMANDS.map((demand) => [demand, demands.filter((one) => one === demand).length])),
    };
  });
}

const countOf = (cell: Cell, demand: Demand) => cell.demands.get(demand) ?? 0;
const shareOf = (cell: Cell, demand: Demand) => countOf(cell, demand) / cell.questions;
const unsaid = (cell: Cell) => cell.questions - DEMANDS.reduce((sum, demand) => sum + countOf(cell, demand), 0);

export function checkDemand(banks: readonly Bank[]): void {
  for (const cell of cellsOf(banks).filter(({ measured }) => measured)) {
    const say = (message: string) => problem('exigencia', 'banco', `${cell.name}: ${message}`);
    const missing = unsaid(cell);
    if (missing > 0) {
      say(`falta demand em ${missing} de ${counted(cell.questions, 'pergunta')}`);
      continue;
    }
    const [recall, reason] = [shareOf(cell, 'recall'), shareOf(cell, 'reason')];
    if (recall > SHARES.recall)
      say(
        `${percent(recall)} das perguntas pedem um facto ou um nome (recall); o máximo são ${percent(SHARES.recall)}`,
      );
    if (reason < SHARES.reason)
      say(
        `${percent(reason)} das perguntas pedem raciocínio sobre provas (reason); o mínimo são ${percent(SHARES.reason)}`,
      );
  }
}

/** Prints the shares of each class and discipline whose questions all say their demand. */
export function printDemand(banks: readonly Bank[]): void {
  const said = cellsOf(banks).filter((cell) => unsaid(cell) === 0);
  if (said.length === 0) return;
  console.log('\nO que se pede (recall, apply, reason):');
  for (const cell of said)
    console.log(`  ${cell.name}: ${DEMANDS.map((demand) => percent(shareOf(cell, demand))).join(', ')}`);
}
