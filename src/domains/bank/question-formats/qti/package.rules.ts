import { MAX_ROWS } from '../../../../shared/questions/question-limits.ts';
import { shorten } from '../../../../shared/text.ts';
import { wrongRow } from '../draft.rules.ts';
import { FileRefused, join, type RowRead, refuseTooManyRows } from '../files.rules.ts';
import { FOR_SCORERS, MESSAGES, SELECTION } from '../kinds.rules.ts';
import type { FindPicture } from '../pictures.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  isElement,
  plainName,
  readXml,
  textOf,
  type XmlElement,
} from '../xml.rules.ts';
import { readItem, unseen } from './qti.rules.ts';
import { OLD_ROOT, readOldQti } from './qti-old.rules.ts';

// Files and packages of QTI: which items they have, in which order, and the QTI 1.2 documents in archives.

/** The files of a package by path, decoded when requested. */
export type PackageFiles = ReadonlyMap<string, () => string>;

const ITEM = 'assessmentitem';

/** Reads an XML file that is one item. */
export function readQtiFile(root: XmlElement): RowRead[] {
  if (plainName(root.name) === ITEM)
    return [readItem(root, 1, { stimulusOf: () => undefined, findPicture: () => undefined })];
  throw new FileRefused(
    400,
    'no-rows',
    'Este ficheiro só diz que questões tem o teste: envie o pacote inteiro, em .zip.',
  );
}

/**
 * Reads a package: its items in the order of its test, else of its manifest; without any, its QTI 1.2 documents. Rows are
 * numbered from 1.
 */
export function readQtiPackage(files: PackageFiles, findPicture: FindPicture = () => undefined): RowRead[] {
  const parsed = new Map<string, XmlElement>();
  const open = (path: string): XmlElement | undefined => {
    const known = parsed.get(path);
    if (known) return known;
    const text = files.get(path);
    if (!text) return undefined;
    try {
      const root = readXml(text());
      parsed.set(path, root);
      return root;
    } catch (error) {
      throw error instanceof FileRefused
        ? new FileRefused(error.status, error.code, `${path}: ${error.message}`)
        : error;
    }
  };
  const { paths, rubricsOf, notes } = itemsIn(files, open);
  if (paths.length > MAX_ROWS) refuseTooManyRows();
  if (paths.length === 0) {
    const old = oldDocuments(files, open);
    if (old.length > 0)
      return old
        .flatMap(([path, root]) =>
          allNamed(root, 'item').length > 0 ? readOldQti([root], findBeside(path, findPicture)) : [],
        )
        .map((read, index) => ({ ...read, row: index + 1 }));
  }
  if (paths.length === 0) throw new FileRefused(400, 'no-rows', 'O pacote não tem nenhuma questão.');
  const rows = paths.map((path, index) => {
    let item: XmlElement | undefined;
    try {
      item = open(path);
    } catch (error) {
      if (!(error instanceof FileRefused) || error.status !== 400) throw error;
      return wrongRow(index + 1, path, error.message);
    }
    if (!item) return wrongRow(index + 1, path, `Falta no pacote o ficheiro «${path}».`);
    if (plainName(item.name) !== ITEM) return wrongRow(index + 1, path, 'Não é uma questão (assessment-item).');
    const read = readItem(item, index + 1, {
      stimulusOf: (href) => open(join(path, href)),
      findPicture: (source) => findPicture(join(path, source)),
      rubrics: rubricsOf(path),
    });
    parsed.delete(path);
    return read;
  });
  rows[0]?.notes.push(...notes);
  return rows;
}

/**
 * Returns the QTI 1.2 documents in a package, recognised by content, since programs choose their names freely. Canvas includes each quiz
 * twice, complete only in its own folder.
 */
function oldDocuments(files: PackageFiles, open: (path: string) => XmlElement | undefined): [string, XmlElement][] {
  const paths = [...files.keys()].filter((path) => /\.(xml|dat|qti)$/i.test(path)).sort();
  const found = paths.filter((path) =>
    new RegExp(`<(\\w+:)?${OLD_ROOT}[\\s>]`).test(files.get(path)?.().slice(0, 2_000) ?? ''),
  );
  const whole = found.filter((path) => /(^|\/)non_cc_assessments\//.test(path));
  return (whole.length > 0 ? whole : found).flatMap((path) => {
    const root = open(path);
    return root ? [[path, root] as [string, XmlElement]] : [];
  });
}

/** Canvas addresses begin with a placeholder for the course's file folder. */
const COURSE_FILES = /^(\$|%24)IMS[-_]CC[-_]FILEBASE(\$|%24)\/?/i;

function findBeside(path: string, findPicture: FindPicture): FindPicture {
  return (source) => {
    if (!COURSE_FILES.test(source)) return findPicture(join(path, source)) ?? findPicture(join('', source));
    const name = source.replace(COURSE_FILES, '');
    return findPicture(join('', name)) ?? findPicture(join('web_resources/', name));
  };
}

/** Manifests, the outermost first. */
const manifestsIn = (files: PackageFiles): string[] =>
  [...files.keys()].filter((path) => /(^|\/)imsmanifest\.xml$/i.test(path)).sort((a, b) => a.length - b.length);

/** The items of a package in order, the texts of the sections that an item is in, and notes on the package. */
interface Items {
  paths: string[];
  rubricsOf: (path: string) => readonly XmlElement[];
  notes: string[];
}

function itemsIn(files: PackageFiles, open: (path: string) => XmlElement | undefined): Items {
  const [manifestPath] = manifestsIn(files);
  const manifest = manifestPath === undefined ? undefined : open(manifestPath);
  const xml = [...files.keys()].filter((path) => /\.xml$/i.test(path)).sort();
  const isTest = (path: string) => /^assessmenttest$/.test(plainName(open(path)?.name ?? ''));
  if (!manifest || manifestPath === undefined) {
    const found = testItems(xml.filter(isTest), open);
    const items = xml.filter((path) => plainName(open(path)?.name ?? '') === ITEM);
    return { ...found, paths: [...new Set([...found.paths, ...items])] };
  }
  const resources = allNamed(manifest, 'resource').map((resource) => ({
    type: attributeOf(resource, 'type') ?? '',
    path: join(
      manifestPath,
      attributeOf(resource, 'href') ?? attributeOf(childNamed(resource, 'file') ?? EMPTY, 'href') ?? '',
    ),
  }));
  const items = resources.filter(({ type }) => /imsqti_item|apipItem/i.test(type)).map(({ path }) => path);
  const tests = resources.filter(({ type }) => /imsqti_test|apipTest/i.test(type)).map(({ path }) => path);
  const found = testItems(tests, open);
  return { ...found, paths: [...new Set([...found.paths, ...items])] };
}

/** Returns the items that tests refer to, in order, through sections in files of their own too. */
function testItems(tests: readonly string[], open: (path: string) => XmlElement | undefined): Items {
  const paths: string[] = [];
  const rubrics = new Map<string, readonly XmlElement[]>();
  const notes = new Set<string>();
  const walk = (element: XmlElement, file: string, above: readonly XmlElement[], depth: number): void => {
    const here = childrenNamed(element, 'rubricblock');
    const shown = [...above, ...here.filter((block) => !unseen('rubricblock', block) && textOf(block).trim() !== '')];
    if (here.some((block) => unseen('rubricblock', block) && textOf(block).trim() !== '')) notes.add(FOR_SCORERS);
    for (const child of element.children) {
      if (!isElement(child)) {
        if (child.trim() !== '') notes.add(`Há texto solto no teste, que não se lê: «${shorten(child, 60)}».`);
        continue;
      }
      const name = plainName(child.name);
      const path = join(file, attributeOf(child, 'href') ?? '');
      if (name === 'assessmentitemref') {
        paths.push(path);
        if (childrenNamed(child, 'weight').some((one) => Number(attributeOf(one, 'value')) !== 1)) notes.add(WEIGHTS);
        if (!rubrics.has(path)) rubrics.set(path, shown);
      } else if (name === 'assessmentsectionref') {
        const section = depth > 0 ? open(path) : undefined;
        if (section) walk(section, path, shown, depth - 1);
        else notes.add(`Falta no pacote a secção «${path.slice(0, 60)}».`);
      } else if (name === 'testpart' || name === 'assessmentsection') walk(child, file, shown, depth);
      else if (name === 'testfeedback' && textOf(child).trim() !== '') notes.add(MESSAGES);
      else if (name === 'selection') notes.add(SELECTION);
      else if (name === 'rubricblock' || TEST_SETTINGS.has(name)) continue;
      else notes.add(`O elemento <${child.name.slice(0, 40)}> do teste ficou por ler.`);
    }
  };
  for (const path of tests) {
    const test = open(path);
    if (test) walk(test, path, [], DEEPEST_SECTION);
  }
  return { paths, rubricsOf: (path) => rubrics.get(path) ?? [], notes: [...notes] };
}
const DEEPEST_SECTION = 5;
const WEIGHTS = 'Os pesos que o teste dá às suas questões não são guardados.';
const TEST_SETTINGS = new Set(
  'outcomedeclaration outcomeprocessing contextdeclaration timelimits stylesheet itemsessioncontrol ordering precondition branchrule adaptiveselection'.split(
    ' ',
  ),
);

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };
