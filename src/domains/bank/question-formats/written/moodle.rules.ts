import type { Loose } from '../draft.rules.ts';
import type { Draft } from '../files.rules.ts';
import { OTHERS_FEEDBACK } from '../kinds.rules.ts';
import { allNamed, childNamed, childrenNamed, escapeXml, textOf, type XmlElement } from '../xml.rules.ts';
import {
  factsFromTags,
  isDecimal,
  numberForFile,
  ownFacts,
  PARTIAL_WRITTEN,
  type RightAnswer,
  SEVERAL_UNITS,
  UNIT_BESIDE,
  WRONG_ANSWERS,
  withOwnFacts,
  withoutWildcards,
  writtenNumbers,
  writtenWords,
} from './written.rules.ts';

// Moodle's `numerical` and `shortanswer`.

export const isWrittenKind = (kind: string): kind is 'numerical' | 'shortanswer' =>
  kind === 'numerical' || kind === 'shortanswer';

/** The answers of a question, for `checkRow`. */
export interface MoodleAnswers {
  fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>;
  /** Comments on right answers, in order, none of them empty. */
  comments: XmlElement[];
  notes: string[];
  /** Tags that do not belong to the answer. */
  tags: string[];
  /** The pictures within the alternatives. */
  pictures?: ReadonlyMap<string, Uint8Array>[];
}

/** Reads the answers, the units and the rules of a written question. */
export function readMoodleWritten(
  question: XmlElement,
  kind: 'numerical' | 'shortanswer',
  tags: readonly string[],
): MoodleAnswers | { problem: string } {
  const notes = new Set<string>();
  const right: RightAnswer[] = [];
  const comments: XmlElement[] = [];
  for (const answer of childrenNamed(question, 'answer')) {
    const given = (answer.attributes['fraction'] ?? '0').trim().replace(',', '.');
    const fraction = Number(given === '' ? '0' : given);
    if (!Number.isFinite(fraction))
      return { problem: `O valor de uma resposta («${given.slice(0, 20)}») não é um número.` };
    if (fraction > 0 && fraction < 100) return { problem: PARTIAL_WRITTEN };
    const comment = childNamed(answer, 'feedback');
    const isCommented = comment !== undefined && textOf(comment).trim() !== '';
    const text = told(answer, 'text') || ownText(answer);
    if (fraction >= 100) {
      if (isCommented) comments.push(comment);
      right.push({ text, tolerance: told(answer, 'tolerance') });
    } else {
      if (isCommented) notes.add(OTHERS_FEEDBACK);
      if (text !== '' && text !== '*') notes.add(WRONG_ANSWERS);
    }
  }
  const units = unitsOf(question);
  if ('problem' in units) return units;
  for (const note of units.notes) notes.add(note);
  const read =
    kind === 'numerical'
      ? writtenNumbers(right, units.unit)
      : writtenWords(
          right.map(({ text }) => text),
          /^(1|true)$/i.test(told(question, 'usecase')),
          true,
        );
  if ('problem' in read) return read;
  const { facts, others } = factsFromTags(tags);
  return { fields: withOwnFacts(read.answering, facts), comments, notes: [...notes, ...read.notes], tags: others };
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [], line: 0 };
const told = (element: XmlElement, name: string): string => textOf(childNamed(element, name) ?? NOTHING).trim();
/** Returns the text of an element that has none of the elements it could have. */
const ownText = (element: XmlElement): string =>
  element.children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim();

function unitsOf(question: XmlElement): { unit: string | null; notes: string[] } | { problem: string } {
  const units = allNamed(childNamed(question, 'units') ?? NOTHING, 'unit').map((unit) => ({
    name: told(unit, 'unit_name'),
    multiplier: told(unit, 'multiplier'),
  }));
  if (units.length > 1 || units.some(({ multiplier }) => multiplier !== '' && Number(multiplier) !== 1))
    return { problem: SEVERAL_UNITS };
  const grading = told(question, 'unitgradingtype');
  const unit = units[0]?.name || null;
  return { unit, notes: unit !== null && grading !== '' && grading !== '0' ? [UNIT_BESIDE] : [] };
}

/** Returns the type, the settings and the answers of a written question as markup, and the tags for what Moodle has no place for. */
export function moodleWritten(question: Draft): { type: string; settings: string; answers: string; tags: string[] } {
  const { accepted = [], tolerance = '0', unit, capitals } = question.answering ?? {};
  const isNumber = isDecimal(question);
  const answers = accepted.map((text) => {
    const given = isNumber ? numberForFile(text) : withoutWildcards(text);
    const within = isNumber ? `<tolerance>${numberForFile(tolerance)}</tolerance>` : '';
    return `    <answer fraction="100" format="moodle_auto_format">\n      <text>${escapeXml(given)}</text>\n      <feedback format="html"><text></text></feedback>\n      ${within}\n    </answer>\n`;
  });
  const units =
    isNumber && unit
      ? `    <units><unit><multiplier>1</multiplier><unit_name>${escapeXml(unit)}</unit_name></unit></units>\n`
      : '';
  const held = isNumber ? ['unidade', 'tolerância'] : [];
  return {
    type: isNumber ? 'numerical' : 'shortanswer',
    settings: isNumber
      ? `    <unitgradingtype>0</unitgradingtype>\n    <unitpenalty>0.1</unitpenalty>\n    <showunits>${unit ? 0 : 3}</showunits>\n    <unitsleft>0</unitsleft>\n${units}`
      : `    <usecase>${capitals ? 1 : 0}</usecase>\n`,
    answers: answers.join(''),
    tags: ownFacts(question)
      .filter(([name, value]) => !held.includes(name) && value !== 'maiúsculas')
      .map(([name, value]) => `${name}=${value}`),
  };
}
