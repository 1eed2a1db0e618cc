// Checks the errors with a name (content/misconceptions.yaml) and which alternative shows which.
import fs from 'node:fs';
import path from 'node:path';
import {
  type Misconception,
  mappingFile,
  misconceptionsFile,
} from '../../src/domains/bank/misconceptions/misconceptions.contract.ts';
import { sharedFile } from '../../src/domains/bank/variants/templates.contract.ts';
import { readFolder } from '../../src/server/db/folder.ts';
import { withoutLetter } from '../../src/shared/questions/letters.ts';
import { problem } from './problems.ts';
import { type Bank, type Curriculum, readYaml } from './reading.ts';
import { brazilianSpellings } from './spelling.rules.ts';

const FILE = 'misconceptions.yaml';
const FOLDER = 'misconceptions';
/** Maximum length of a name, so that its sentence fits on two lines of a phone. */
const LONGEST_NAME = 90;

/** Checks the errors and their alternatives. @returns how many errors there are. */
export function checkMisconceptions(content: string, curriculum: Curriculum, banks: readonly Bank[]): number {
  const place = path.join(content, FILE);
  if (!fs.existsSync(place)) return 0;
  const file = readYaml({ name: FILE, text: fs.readFileSync(place, 'utf8') }, misconceptionsFile);
  if (!file) return 0;
  const { misconceptions, unnamed } = file;
  for (const one of misconceptions) checkOne(one, curriculum);
  const ids = new Set<string>();
  for (const { id } of misconceptions) {
    if (ids.has(id)) problem('engano', FILE, `«${id}» está repetido`);
    ids.add(id);
  }
  checkSlips(content, misconceptions, unnamed);
  const used = new Set(checkAlternatives(content, banks, ids));
  for (const { id, slips } of misconceptions)
    if (!used.has(id) && !slips)
      problem('engano', FILE, `«${id}» não está em nenhuma alternativa nem em nenhum modelo`);
  return misconceptions.length;
}

function checkOne({ id, name, example, helps, slips, themes }: Misconception, curriculum: Curriculum): void {
  const say = (message: string) => problem('engano', FILE, `«${id}»: ${message}`);
  if (!/^\p{Ll}/u.test(name) || /[.!?]$/.test(name)) say('o nome completa «O João …»: sem maiúscula nem ponto final');
  if (name.length > LONGEST_NAME) say(`o nome tem mais de ${LONGEST_NAME} letras`);
  for (const text of [example, helps]) if (!/[.?!»]$/.test(text)) say(`falta o ponto final em «${text}»`);
  for (const { found, write } of brazilianSpellings([name, example, helps].join(' ')))
    say(`em Angola escreve-se «${write}» e não «${found}»`);
  if (!slips && !themes) say('falta o que se treina: «slips» ou «themes»');
  for (const theme of themes ?? [])
    if (!curriculum.cellOfTheme.get(theme)?.startsWith('Matemática')) say(`o tema ${theme} não é de Matemática`);
}

/** Each slip of the templates is one error, or is said to be none. */
function checkSlips(content: string, misconceptions: readonly Misconception[], unnamed: readonly string[]): void {
  const common = readFolder(content, 'templates', '.yaml').find(({ name }) => name === 'comum.yaml');
  const shared = common && readYaml(common, sharedFile);
  if (!shared) return;
  const times = new Map<string, number>();
  for (const slip of [...misconceptions.flatMap(({ slips }) => slips ?? []), ...unnamed])
    times.set(slip, (times.get(slip) ?? 0) + 1);
  for (const slip of Object.keys(shared.misconceptions))
    if (times.get(slip) !== 1)
      problem('engano', FILE, `«${slip}» de comum.yaml está ${times.get(slip) ?? 0} vezes; é preciso uma`);
  for (const slip of times.keys())
    if (!(slip in shared.misconceptions)) problem('engano', FILE, `«${slip}» não está em comum.yaml`);
}

/** Checks the alternatives of each question of Matemática. @returns the errors that they show. */
function checkAlternatives(content: string, banks: readonly Bank[], ids: ReadonlySet<string>): string[] {
  const shown: string[] = [];
  const mapped = new Map<string, { file: string; questions: Record<string, Record<string, string>> }>();
  for (const source of readFolder(content, FOLDER, '.yaml')) {
    const name = `${FOLDER}/${source.name}`;
    const file = readYaml({ ...source, name }, mappingFile);
    for (const [test, questions] of Object.entries(file ?? {})) mapped.set(test, { file: name, questions });
  }
  const tests = banks.filter(({ bank }) => bank.discipline === 'Matemática').flatMap(({ bank }) => bank.tests);
  for (const { key, questions } of tests) {
    const own = mapped.get(key);
    mapped.delete(key);
    if (!own) {
      problem('engano', FOLDER, 'falta dizer que engano mostra cada alternativa', key);
      continue;
    }
    for (const question of questions) {
      const alternatives = own.questions[question.key];
      const say = (message: string) => problem('engano', own.file, message, key, question.key);
      if (!alternatives) say('falta; escreva {} se nenhuma alternativa mostra um engano');
      const texts = question.alternatives.map(withoutLetter);
      const right = texts[question.correctAnswer.charCodeAt(0) - 65];
      for (const [text, id] of Object.entries(alternatives ?? {})) {
        if (!ids.has(id)) say(`não há o engano «${id}»`);
        if (!texts.includes(text)) say(`não há a alternativa «${text}»`);
        if (text === right) say(`«${text}» é a certa`);
        shown.push(id);
      }
    }
    for (const question of Object.keys(own.questions))
      if (!questions.some((one) => one.key === question))
        problem('engano', own.file, 'esta questão já não existe', key, question);
  }
  for (const [test, { file }] of mapped) problem('engano', file, 'este teste já não existe', test);
  return shown;
}
