// Checks content/reading: what a child reads aloud, and what is read to it.

import { readFolder } from '../../src/server/db/folder.ts';
import {
  type EarFile,
  earFile,
  type FirstTextsFile,
  firstTextsFile,
  type ReadingClassFile,
  type ReadingQuestion,
  type ReadingText,
  readingClassFile,
} from '../../src/shared/skills/reading-content.ts';
import { problem } from './problems.ts';
import { type Curriculum, readYaml } from './reading.ts';
import {
  earProblems,
  type Found,
  firstProblems,
  listeningProblems,
  listProblems,
  repeated,
  sentenceProblems,
  setProblems,
  textProblems,
} from './reading-texts.rules.ts';
import { brazilianSpellings } from './spelling.rules.ts';
import { decimal, type Measures, meanOf, measuresOf } from './text-measures.ts';

const FOLDER = 'reading';
const CLASS_FILE = /^class-([1-6])\.yaml$/;
const KINDS = { literal: 3, inferential: 2 } as const;
const LEAST = { first: 6, listening: 2, ear: 3 } as const;

/** A parallel set with its measures, for the table. */
export interface MeasuredSet {
  name: string;
  texts: readonly Measures[];
}

/** Checks content/reading. @returns the measures of each set of texts; none if there is no such folder. */
export function checkReading(content: string, curriculum: Curriculum): MeasuredSet[] {
  const sources = readFolder(content, FOLDER, '.yaml');
  const sets: MeasuredSet[] = [];
  const texts: ReadingText[] = [];
  const ids: string[] = [];
  let ear: EarFile | undefined;
  for (const { name, text } of sources) {
    const source = { name: `${FOLDER}/${name}`, text };
    const number = CLASS_FILE.exec(name)?.[1];
    if (number) {
      const file = readYaml<ReadingClassFile>(source, readingClassFile);
      if (!file) continue;
      checkClass(source.name, Number(number), file, curriculum);
      ids.push(...file.texts.map(({ id }) => id), ...file.listening.map(({ id }) => id));
      texts.push(...file.texts);
      for (const [set, list] of Map.groupBy(file.texts, ({ parallelSet }) => parallelSet))
        sets.push({ name: `${number}.ª classe, ${set}`, texts: list.map((one) => measuresOf(one.text)) });
    } else if (name === 'first.yaml') {
      const file = readYaml<FirstTextsFile>(source, firstTextsFile);
      if (!file) continue;
      checkFirst(source.name, file, curriculum);
      ids.push(...file.texts.map(({ id }) => id));
      texts.push(...file.texts);
      sets.push({ name: 'primeiros textos', texts: file.texts.map((one) => measuresOf(one.text)) });
    } else if (name === 'ear.yaml') {
      ear = readYaml<EarFile>(source, earFile);
      ids.push(...(ear?.recordings ?? []).map(({ id }) => id));
    } else problem('ficheiro', source.name, 'o ficheiro chama-se class-1.yaml … class-6.yaml, first.yaml ou ear.yaml');
  }
  for (const id of repeated(ids)) problem('chave', FOLDER, `o código ${id} está repetido`);
  if (ear) checkEar(`${FOLDER}/ear.yaml`, ear, texts);
  return sets;
}

type Tell = (found: Found, at: string) => void;
const teller =
  (file: string): Tell =>
  ({ rule, message, at }, text) =>
    problem(rule, file, message, text, at);

function checkClass(file: string, number: number, read: ReadingClassFile, curriculum: Curriculum): void {
  const tell = teller(file);
  if (read.schoolClass !== `${number}º Ano`) problem('ficheiro', file, `schoolClass devia ser ${number}º Ano`);
  for (const found of listProblems(read, number)) tell(found, 'listas');
  for (const { at = 'textos', ...found } of setProblems(read.texts, number)) tell(found, at);
  for (const text of read.texts) {
    for (const found of textProblems(text, number, KINDS)) tell(found, text.id);
    for (const found of sentenceProblems(text.text, number)) tell(found, text.id);
    checkQuestions(text.questions, read.schoolClass, curriculum, (found) => tell(found, text.id));
    checkSpelling(text, (found) => tell(found, text.id));
  }
  if (read.listening.length < LEAST.listening)
    problem('contagem', file, `há ${read.listening.length} histórias para ouvir; são precisas ${LEAST.listening}`);
  for (const story of read.listening) {
    for (const found of listeningProblems(story)) tell(found, story.id);
    checkQuestions(story.questions, read.schoolClass, curriculum, (found) => tell(found, story.id));
    checkSpelling(story, (found) => tell(found, story.id));
  }
  for (const { found, write } of brazilianSpellings(read.words.join(' ')))
    problem('grafia', file, `«${found}» não é a grafia de Angola: «${write}»`, 'listas');
}

function checkFirst(file: string, { texts }: FirstTextsFile, curriculum: Curriculum): void {
  const tell = teller(file);
  if (texts.length < LEAST.first)
    problem('contagem', file, `há ${texts.length} primeiros textos; são precisos ${LEAST.first}`);
  for (const text of texts) {
    for (const found of [...firstProblems(text), ...sentenceProblems(text.text, 1)]) tell(found, text.id);
    checkQuestions(text.questions, '1º Ano', curriculum, (found) => tell(found, text.id));
    checkSpelling(text, (found) => tell(found, text.id));
  }
}

function checkEar(file: string, { recordings }: EarFile, texts: readonly ReadingText[]): void {
  const tell = teller(file);
  if (recordings.length < LEAST.ear)
    problem('contagem', file, `há ${recordings.length} gravações; são precisas ${LEAST.ear}`);
  for (const recording of recordings) {
    const text = recording.text ?? texts.find(({ id }) => id === recording.textId)?.text;
    for (const found of earProblems(recording, text)) tell(found, recording.id);
    checkSpelling({ title: recording.title, text: text ?? '', questions: [] }, (found) => tell(found, recording.id));
  }
}

/** Reports objectives that do not exist, or belong to another discipline or class. */
function checkQuestions(
  questions: readonly Pick<ReadingQuestion, 'id' | 'objective'>[],
  schoolClass: string,
  curriculum: Curriculum,
  tell: (found: Found) => void,
): void {
  for (const { id, objective } of questions) {
    const cell = curriculum.cellOfObjective.get(objective);
    if (cell !== `Português ${schoolClass}`)
      tell({
        rule: 'curriculo',
        message: cell ? `o objectivo ${objective} é de ${cell}` : `o objectivo ${objective} não existe`,
        at: id,
      });
  }
}

function checkSpelling(
  {
    title,
    text,
    questions,
  }: { title: string; text: string; questions: readonly { id: string; text: string; model: string }[] },
  tell: (found: Found) => void,
): void {
  const parts = [
    { part: title },
    { part: text },
    ...questions.flatMap((one) => [
      { part: one.text, at: one.id },
      { part: one.model, at: one.id },
    ]),
  ];
  for (const { part, ...place } of parts)
    for (const { found, write } of brazilianSpellings(part))
      tell({ rule: 'grafia', message: `«${found}» não é a grafia de Angola: «${write}»`, ...place });
}

/** Prints the measures of each set: mean, and from the smallest to the largest. */
export function printReading(sets: readonly MeasuredSet[]): void {
  if (sets.length === 0) return;
  console.log('\nTextos para ler: textos, palavras, letras por palavra, palavras por frase, nomes próprios no máximo');
  for (const { name, texts } of sets) {
    const columns = (['words', 'letters', 'sentence'] as const).map((measure) => {
      const values = texts.map((one) => one[measure]);
      const write = (value: number) => (measure === 'words' ? String(Math.round(value)) : decimal(value));
      return `${decimal(meanOf(values))} (${write(Math.min(...values))}–${write(Math.max(...values))})`;
    });
    const names = Math.max(...texts.map((one) => one.names.length));
    console.log(`  ${name.padEnd(22)} ${[texts.length, ...columns, names].join('  ')}`);
  }
}
