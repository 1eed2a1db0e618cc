// Checks the content (question bank, templates, texts for reading, dictations and rulers) against content/README.md and prints the table of what it holds.
//   npm run content:check                        all of content/
//   npm run content:check -- matematica-4.yaml   reports these files only; duplicates are still looked for in all
//   npm run content:check -- --complete          also asks that the bank is whole (cells, tests, figures, checks, written answers)
//   npm run content:check -- --summary           the table only
//   … --content=<folder>                         another folder than content/
// Exits with 1 when there is an error; warnings do not count.
import path from 'node:path';
import { readFolder } from '../src/server/db/folder.ts';
import { checkFigures, checkKeys, checkRepetition } from './content-check/across-files.ts';
import { checkDemand, printDemand } from './content-check/demand.ts';
import { checkDistractors } from './content-check/distractors.ts';
import { checkForms, QUESTIONS_PER_OBJECTIVE, thinObjectives } from './content-check/forms.ts';
import { checkMisconceptions } from './content-check/misconceptions.ts';
import { checkFile } from './content-check/one-file.ts';
import { counted, isError, problems } from './content-check/problems.ts';
import { placedOf, readBank, readCurriculum } from './content-check/reading.ts';
import { checkReading, printReading } from './content-check/reading-texts.ts';
import { checkTemplates } from './content-check/templates.ts';
import { checkWhole, printTable } from './content-check/whole.ts';
import { checkWriting, printWriting } from './content-check/writing-texts.ts';
import { checkWritten } from './content-check/written.ts';

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const content = path.resolve(
  flags.find((flag) => flag.startsWith('--content='))?.slice('--content='.length) ??
    path.join(import.meta.dirname, '..', 'content'),
);
const summaryOnly = flags.includes('--summary');
const complete = flags.includes('--complete');
const unknownFlag = flags.find((flag) => !/^--(summary|complete|content=.+)$/.test(flag));
if (unknownFlag) stop(`Opção desconhecida: ${unknownFlag}`);

function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

const sources = readFolder(content, 'bank', '.yaml');
const wanted = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'))
  .map((argument) => {
    const name = `${path.basename(argument).replace(/\.ya?ml$/, '')}.yaml`;
    if (!sources.some((source) => source.name === name)) stop(`Não há ${name} em ${path.join(content, 'bank')}`);
    return name;
  });
const isWanted = (file: string) => wanted.length === 0 || wanted.includes(file);

const figures = new Map(readFolder(content, 'figures', '.svg').map(({ name, text }) => [name, text]));
const curriculum = readCurriculum(content);
const banks = sources.flatMap((source) => {
  const bank = readBank(source);
  return bank ? [{ file: source.name, bank }] : [];
});
for (const bank of banks) checkFile(bank, { curriculum, figures });
const placed = placedOf(banks);
checkKeys(banks);
checkRepetition(placed);
checkFigures(figures, placed, wanted);
checkForms(banks);
const templates = summaryOnly || wanted.length > 0 ? 0 : checkTemplates(content, curriculum);
const readings = summaryOnly || wanted.length > 0 ? [] : checkReading(content, curriculum);
const writings = summaryOnly || wanted.length > 0 ? [] : checkWriting(content, curriculum);
if (!summaryOnly && wanted.length === 0) checkDistractors(content, banks, complete);
const misconceptions = summaryOnly || wanted.length > 0 ? 0 : checkMisconceptions(content, curriculum, banks);
if (complete) {
  checkWhole(banks);
  checkDemand(banks);
  checkWritten(banks);
}
report();

/** Prints the objectives with too few questions; only for the whole bank. */
function printObjectives(): void {
  if (summaryOnly || wanted.length > 0) return;
  const thin = thinObjectives(banks, curriculum);
  const { size } = curriculum.cellOfObjective;
  const [least, out] = [QUESTIONS_PER_OBJECTIVE, curriculum.notAssessable.size];
  console.log(
    `\nObjectivos: ${size}, ${out} que não se perguntam por escrito, ${thin.length} com menos de ${least} questões:`,
  );
  for (const group of Map.groupBy(thin, ({ code }) => code.slice(0, 4)).values())
    console.log(`  ${group.map(({ code, questions }) => `${code} (${questions})`).join(', ')}`);
}

function report(): void {
  const shown = problems.filter(
    ({ file }) =>
      isWanted(file) ||
      file === 'banco' ||
      /^(curriculum|templates|reading|writing|misconceptions|distractors)\b/.test(file),
  );
  const errors = shown.filter(isError).length;
  if (!summaryOnly)
    for (const one of shown) {
      const { file, test, question, rule, message } = one;
      const place = [file, test, question].filter(Boolean).join(' › ');
      console.log(`${place}: ${isError(one) ? '' : 'aviso: '}${message} [${rule}]`);
    }
  if (!summaryOnly && shown.length > 0) console.log('');
  printTable(
    banks.filter(({ file }) => isWanted(file)),
    wanted.length === 0,
  );
  printDemand(banks.filter(({ file }) => isWanted(file)));
  printObjectives();
  if (templates > 0) console.log(`\nModelos de Matemática: ${templates}, cada um com 1000 perguntas conferidas.`);
  if (misconceptions > 0) console.log(`\nEnganos de Matemática com nome: ${misconceptions}.`);
  printReading(readings);
  printWriting(writings);
  const unread = sources.length - banks.length;
  if (!summaryOnly) {
    if (unread > 0 && wanted.length > 0)
      console.log(`\n${unread} ficheiro(s) do banco não se conseguem ler e ficaram fora da procura de repetições.`);
    console.log(`\n${counted(errors, 'erro')}, ${counted(shown.length - errors, 'aviso')}.`);
  }
  process.exitCode = errors > 0 ? 1 : 0;
}
