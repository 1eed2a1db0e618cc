// Checks the templates of mathematics: a thousand instances are generated from each, and every instance is checked.
import {
  sharedFile,
  type Template,
  type TemplateFile,
  templateFile,
} from '../../src/domains/bank/variants/templates.contract.ts';
import { questionOfVariant, type ReadyTemplate, ready } from '../../src/domains/bank/variants/variant.server.ts';
import { variantAnswering } from '../../src/domains/bank/variants/written-variant.rules.ts';
import { readFolder } from '../../src/server/db/folder.ts';
import type { ChildClass } from '../../src/shared/words.ts';
import { alternativeProblems, classNumber, hasNegative, longestSentence, statementProblems } from './content.rules.ts';
import { type Forms, formsOf, instanceProblems } from './instance.rules.ts';
import { problem } from './problems.ts';
import { type Curriculum, readYaml, type Source } from './reading.ts';
import { brazilianSpellings } from './spelling.rules.ts';
import { texProblems } from './tex.rules.ts';

const FOLDER = 'templates';
const SHARED = 'comum.yaml';
const INSTANCES = 1000;
/** Number of instances whose language is checked in full: the words change little from one to the next. */
const READ_IN_FULL = 25;
const FEWEST_TEMPLATES = 20;
/** Minimum number of different questions among the instances. */
const FEWEST_DIFFERENT = 10;
/** Maximum number of rejected draws for each instance, on average. */
const MAX_REFUSED = 40;

/** Checks content/templates. @returns how many templates there are. */
export function checkTemplates(content: string, curriculum: Curriculum): number {
  const sources = readFolder(content, FOLDER, '.yaml');
  if (sources.length === 0) return 0;
  const common = sources.find(({ name }) => name === SHARED);
  const shared = common && readYaml({ ...common, name: placeOf(common) }, sharedFile);
  if (!shared) {
    if (!common) problem('modelo', `${FOLDER}/${SHARED}`, 'falta o ficheiro');
    return 0;
  }
  const files = sources.flatMap((source) => {
    if (source === common) return [];
    const file = readYaml<TemplateFile>({ ...source, name: placeOf(source) }, templateFile);
    return file ? [{ source, file }] : [];
  });
  const forms = formsOf([...Object.values(shared.lists).flat(), ...sources.map(({ text }) => text)]);
  const keys = new Set<string>();
  const used = new Set<string>();
  for (const { source, file } of files) {
    const number = classNumber(file.schoolClass);
    const say = (message: string, key?: string) => problem('modelo', placeOf(source), message, key);
    if (source.name !== `matematica-${number}.yaml`)
      say(`o ficheiro da ${number}.ª classe chama-se matematica-${number}.yaml`);
    if (file.templates.length < FEWEST_TEMPLATES)
      say(`tem ${file.templates.length} modelos; são precisos ${FEWEST_TEMPLATES}`);
    for (const template of file.templates) {
      const tell = (message: string) => say(message, template.key);
      if (keys.has(template.key)) tell('a chave está repetida');
      keys.add(template.key);
      for (const name of Object.keys(template.wrong)) used.add(name);
      if (curriculum.cellOfObjective.get(template.objective) !== `Matemática ${file.schoolClass}`)
        tell(`o objectivo ${template.objective} não é de Matemática, ${file.schoolClass}`);
      try {
        checkInstances(ready(template, shared), file.schoolClass, forms, tell);
      } catch (error) {
        tell((error as Error).message);
      }
    }
  }
  for (const name of Object.keys(shared.misconceptions))
    if (!used.has(name)) problem('modelo', `${FOLDER}/${SHARED}`, `o engano «${name}» não se usa`);
  return keys.size;
}

const placeOf = ({ name }: Pick<Source, 'name'>) => `${FOLDER}/${name}`;

/** Reports each kind of problem once, with a seed that reproduces it. */
function checkInstances(
  one: ReadyTemplate,
  schoolClass: ChildClass,
  forms: Forms,
  tell: (message: string) => void,
): void {
  const number = classNumber(schoolClass);
  const negatives = one.template.allows.includes('negativos');
  const different = new Set<string>();
  const said = new Set<string>();
  let refused = 0;
  let written = 0;
  for (let seed = 1; seed <= INSTANCES; seed += 1) {
    const variant = one.make(seed);
    refused += variant.refused;
    different.add(JSON.stringify([variant.statement, variant.alternatives.map(({ text }) => text).sort()]));
    const found = [
      ...instanceProblems(variant, number, forms, negatives),
      ...(seed <= READ_IN_FULL
        ? languageProblems(one.template, questionOfVariant(one, variant, schoolClass), number)
        : []),
    ];
    const texts = variant.alternatives.map(({ text }) => text);
    if (variantAnswering(one.template, texts, variant.right)) written += 1;
    for (const message of found) {
      const kind = message.replace(/[\d «»]+/g, '').slice(0, 20);
      if (said.has(kind)) continue;
      said.add(kind);
      tell(`semente ${seed}: ${message}`);
    }
  }
  if (written > 0 && written < INSTANCES)
    tell(`só ${written} de ${INSTANCES} perguntas se podem responder por escrito: escreva choose: true`);
  if (different.size < FEWEST_DIFFERENT) tell(`só dá ${different.size} perguntas diferentes`);
  if (refused > INSTANCES * MAX_REFUSED)
    tell(`as condições são tão apertadas que se deitam fora ${Math.round(refused / INSTANCES)} sorteios por pergunta`);
}

const LONGEST_SENTENCE = [0, 15, 15, 25, 25, 35, 35];

function languageProblems(
  template: Template,
  { statement, alternatives, explanation }: ReturnType<typeof questionOfVariant>,
  schoolClass: number,
): string[] {
  const texts = [statement, ...alternatives, explanation ?? '', template.name];
  return [
    ...statementProblems(statement, schoolClass),
    ...(longestSentence(statement) > (LONGEST_SENTENCE[schoolClass] ?? 0)
      ? ['uma frase do enunciado é comprida de mais']
      : []),
    ...(schoolClass <= 2 && hasNegative(statement) ? ['o enunciado tem uma negativa'] : []),
    ...alternativeProblems(alternatives, false),
    ...texts.flatMap(texProblems),
    ...texts.flatMap((text) => brazilianSpellings(text)).map(({ found, write }) => `«${found}» escreve-se «${write}»`),
  ];
}
