// Checks content/writing: dictations, prompts, rulers and signs.

import { readFolder } from '../../src/server/db/folder.ts';
import { wordsOf } from '../../src/shared/skills/text-words.ts';
import {
  type SignsFile,
  signsFile,
  type WritingClassFile,
  writingClassFile,
} from '../../src/shared/skills/writing-content.ts';
import { problem } from './problems.ts';
import { type Curriculum, readYaml } from './reading.ts';
import { type Found, repeated } from './reading-texts.rules.ts';
import { brazilianSpellings } from './spelling.rules.ts';
import {
  DICTATIONS_PER_CLASS,
  dictationProblems,
  promptProblems,
  rulerProblems,
  signProblems,
} from './writing-texts.rules.ts';

const FOLDER = 'writing';
const CLASS_FILE = /^class-([1-6])\.yaml$/;

/** What a class has, for the table. */
export interface WrittenClass {
  name: string;
  dictations: readonly number[];
  prompts: number;
  anchors: number;
}

/** Checks content/writing. @returns what each class has; none if there is no such folder. */
export function checkWriting(content: string, curriculum: Curriculum): WrittenClass[] {
  const ids: string[] = [];
  const classes: WrittenClass[] = [];
  for (const { name, text } of readFolder(content, FOLDER, '.yaml')) {
    const source = { name: `${FOLDER}/${name}`, text };
    const number = CLASS_FILE.exec(name)?.[1];
    if (number) {
      const file = readYaml<WritingClassFile>(source, writingClassFile);
      if (!file) continue;
      checkClass(source.name, Number(number), file, curriculum);
      ids.push(...[...file.dictations, ...file.prompts, ...file.rulers].map(({ id }) => id));
      classes.push({
        name: `${number}.ª classe`,
        dictations: file.dictations.map((one) => one.words.length + wordsOf(one.groups.join(' ')).length),
        prompts: file.prompts.length,
        anchors: file.rulers.reduce((sum, { anchors }) => sum + anchors.length, 0),
      });
    } else if (name === 'signs.yaml') {
      const file = readYaml<SignsFile>(source, signsFile);
      if (!file) continue;
      for (const found of signProblems(file)) tellIn(source.name)(found, 'sinais');
      for (const { id, text: sign, help, practise } of file.signs) spell(source.name, id, [sign, help, practise]);
    } else problem('ficheiro', source.name, 'o ficheiro chama-se class-1.yaml … class-6.yaml ou signs.yaml');
  }
  for (const id of repeated(ids)) problem('chave', FOLDER, `o código ${id} está repetido`);
  return classes;
}

const tellIn =
  (file: string) =>
  ({ rule, message, at }: Found, text: string) =>
    problem(rule, file, message, at ?? text);

function checkClass(file: string, number: number, written: WritingClassFile, curriculum: Curriculum): void {
  const tell = tellIn(file);
  const { schoolClass, dictations, prompts, rulers } = written;
  if (schoolClass !== `${number}º Ano`) problem('ficheiro', file, `schoolClass devia ser ${number}º Ano`);
  if (dictations.length < DICTATIONS_PER_CLASS)
    problem('contagem', file, `há ${dictations.length} ditados; são precisos ${DICTATIONS_PER_CLASS}`);
  for (const dictation of dictations) {
    const { id, title, words, groups, objective } = dictation;
    for (const found of dictationProblems(dictation, number)) tell(found, id);
    const cell = curriculum.cellOfObjective.get(objective);
    if (cell !== `Português ${schoolClass}`)
      tell(
        {
          rule: 'curriculo',
          message: cell ? `o objectivo ${objective} é de ${cell}` : `o objectivo ${objective} não existe`,
        },
        id,
      );
    spell(file, id, [title, ...words, groups.join(' ')]);
  }
  for (const found of promptProblems(prompts, rulers, number)) tell(found, 'propostas');
  for (const { id, title, task, beginning = '' } of prompts) spell(file, id, [title, task, beginning]);
  for (const ruler of rulers) {
    for (const found of rulerProblems(ruler, number)) tell(found, ruler.id);
    spell(
      file,
      ruler.id,
      ruler.anchors.map(({ reason }) => reason),
    );
  }
}

function spell(file: string, id: string, parts: readonly string[]): void {
  for (const { found, write } of brazilianSpellings(parts.join('\n')))
    problem('grafia', file, `«${found}» não é a grafia de Angola: «${write}»`, id);
}

/** Prints how many dictations, prompts and anchor texts each class has. */
export function printWriting(classes: readonly WrittenClass[]): void {
  if (classes.length === 0) return;
  console.log('\nEscrita: ditados (palavras de cada um), propostas, textos das réguas');
  for (const { name, dictations, prompts, anchors } of classes)
    console.log(`  ${name.padEnd(22)} ${dictations.length} (${dictations.join(', ')})  ${prompts}  ${anchors}`);
}
