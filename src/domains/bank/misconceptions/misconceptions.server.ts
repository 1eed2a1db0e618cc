// The errors with a name, and which alternatives show them, from content/misconceptions.yaml and content/misconceptions.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readFolder } from '../../../server/db/folder.ts';
import { distractorsFile, type Misconception, mappingFile, misconceptionsFile } from './misconceptions.contract.ts';

const CONTENT = path.join(import.meta.dirname, '..', '..', '..', '..', 'content');

/** Returns all errors by id. They are read on first use, so that a start does not wait for them. */
export function misconceptions(): ReadonlyMap<string, Misconception> {
  known ??= new Map(
    misconceptionsFile
      .parse(parse(fs.readFileSync(path.join(CONTENT, 'misconceptions.yaml'), 'utf8')))
      .misconceptions.map((one) => [one.id, one]),
  );
  return known;
}
let known: ReadonlyMap<string, Misconception> | undefined;

/** Returns the id of the error that a slip of a template is, or undefined if it is none with a name. */
export function misconceptionOfSlip(slip: string): string | undefined {
  bySlip ??= new Map(
    [...misconceptions().values()].flatMap(({ id, slips = [] }) => slips.map((one) => [one, id] as const)),
  );
  return bySlip.get(slip);
}
let bySlip: ReadonlyMap<string, string> | undefined;

/**
 * Returns what a child does who gives a wrong answer, as it completes "Quem responde assim …": "soma também os números de baixo". Undefined
 * if the content no longer has the error.
 *
 * @param id of an error with a name, or of one in content/distractors.yaml.
 */
export function errorPhrase(id: string): string | undefined {
  distractors ??= distractorsFile.parse(parse(fs.readFileSync(path.join(CONTENT, 'distractors.yaml'), 'utf8')));
  return misconceptions().get(id)?.name ?? distractors[id];
}
let distractors: Readonly<Record<string, string>> | undefined;

/** Errors by test, question and text of the alternative. */
type Mapping = ReadonlyMap<string, Readonly<Record<string, Readonly<Record<string, string>>>>>;

/** Reads which alternatives show an error. @throws Error when a file cannot be read; `npm run content:check` says where. */
export function readMapping(folder: string): Mapping {
  return new Map(
    readFolder(folder, 'misconceptions', '.yaml').flatMap(({ text }) => Object.entries(mappingFile.parse(parse(text)))),
  );
}
