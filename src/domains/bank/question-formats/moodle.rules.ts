import { MOST_ROWS } from '../../../shared/question-limits.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { checkRow, type Draft, FileRefused, type RowRead, refuseTooManyRows, wrongRow } from './draft.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import { fieldsFromTags, tagsOf } from './gift.rules.ts';
import {
  categoryNotes,
  HINTS,
  lostNotes,
  nameNotes,
  OTHERS_FEEDBACK,
  PARTIAL,
  SEVERAL,
  scaledWeight,
  unknownKind,
} from './kinds.rules.ts';
import { emphasisNotes, htmlToText, type PlainText, withoutMarks } from './markup.rules.ts';
import { pictureMarkup, statementMarkup, textToMarkup } from './markup-writing.rules.ts';
import { join } from './paths.rules.ts';
import { endingOf, type FindPicture, takePicture, withPicture } from './pictures.rules.ts';
import { childNamed, childrenNamed, textOf, type XmlElement } from './xml.rules.ts';

/** Reads Moodle XML, whose root is `quiz`. Rows are numbered by the line where the question begins. */
export function readMoodle(root: XmlElement): RowRead[] {
  const questions = childrenNamed(root, 'question').filter((question) => question.attributes['type'] !== 'category');
  if (questions.length > MOST_ROWS) refuseTooManyRows();
  if (questions.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  const rows = questions.map(readQuestion);
  const categories = childrenNamed(root, 'question')
    .filter((question) => question.attributes['type'] === 'category')
    .map((question) => innerText(childNamed(question, 'category')));
  rows[0]?.notes.push(...categoryNotes([...new Set(categories.filter(Boolean))]));
  return rows;
}

function readQuestion(question: XmlElement): RowRead {
  const kind = (question.attributes['type'] ?? '').toLowerCase();
  const statement = richText(childNamed(question, 'questiontext'));
  const name = innerText(childNamed(question, 'name'));
  const refuse = (message: string) => wrongRow(question.line, statement.text || name, message);
  if (kind !== 'multichoice' && kind !== 'truefalse') return refuse(unknownKind(kind));
  const picture = childNamed(question, 'image_base64') ?? childNamed(question, 'image');
  if (picture && textOf(picture).trim() !== '') statement.lost.push('imagem');
  const shown = takePicture(statement, filesOf(childNamed(question, 'questiontext')));
  if (shown.lost.length > 0) return refuse(`A questão ${lostNotes(shown.lost)}`);

  const notes = new Set<string>();
  const answers = childrenNamed(question, 'answer');
  const alternatives: string[] = [];
  const right: number[] = [];
  let feedback = '';
  for (const [index, answer] of answers.entries()) {
    const given = (answer.attributes['fraction'] ?? '0').trim().replace(',', '.');
    const fraction = Number(given === '' ? '0' : given);
    if (!Number.isFinite(fraction))
      return refuse(`O valor da alternativa ${letterAt(index)} («${given.slice(0, 20)}») não é um número.`);
    const text = richText(answer);
    if (text.lost.length > 0) return refuse(`A alternativa ${letterAt(index)} ${lostNotes(text.lost)}`);
    alternatives.push(text.text);
    const comment = richText(childNamed(answer, 'feedback'));
    if (fraction >= 100) {
      right.push(index);
      if (comment.lost.length === 0) feedback ||= comment.text;
      else notes.add(`O comentário à resposta certa ${lostNotes(comment.lost)}`);
    } else if (comment.text !== '') notes.add(OTHERS_FEEDBACK);
    if (fraction < 0) notes.add('Os descontos por alternativa errada não são guardados.');
    if (fraction > 0 && fraction < 100)
      return refuse(/^(false|0)$/i.test(innerText(childNamed(question, 'single'))) ? SEVERAL : PARTIAL);
  }
  if (right.length > 1) return refuse(SEVERAL);
  const general = richText(childNamed(question, 'generalfeedback'));
  if (general.lost.length > 0) notes.add(`A explicação ${lostNotes(general.lost)}`);
  if (childrenNamed(question, 'hint').some((hint) => richText(hint).text !== '')) notes.add(HINTS);
  for (const note of [...emphasisNotes(statement), ...nameNotes(name, statement.text)]) notes.add(note);
  const chosen = kind === 'truefalse' ? trueFalse(alternatives, right) : { alternatives, correct: right[0] ?? '' };
  if (!chosen) return refuse('As alternativas de verdadeiro ou falso não se conseguem ler.');
  const tags = childrenNamed(childNamed(question, 'tags') ?? NOTHING, 'tag').map(innerText);
  const scaled = scaledWeight(innerText(childNamed(question, 'defaultgrade')));
  for (const note of scaled.notes) notes.add(note);
  const read = checkRow(
    question.line,
    {
      statement: statement.text,
      passage: statement.passage,
      explanation: general.text || feedback,
      weight: scaled.weight,
      ...fieldsFromTags(tags),
      ...chosen,
    },
    [...notes],
  );
  return withPicture(read, shown.picture);
}

/** Finds the base64 files within an element by the address under which its text shows them. */
function filesOf(element: XmlElement | undefined): FindPicture {
  const files = childrenNamed(element ?? NOTHING, 'file');
  return (source) => {
    const name = source.startsWith(HELD) ? join('', source.slice(HELD.length)) : undefined;
    const file = files.find(
      ({ attributes }) =>
        join('', `${attributes['path'] ?? ''}/${encodeURIComponent(attributes['name'] ?? '')}`) === name,
    );
    return file && file.attributes['encoding'] === 'base64' ? Buffer.from(textOf(file), 'base64') : undefined;
  };
}
const HELD = '@@PLUGINFILE@@/';

const NOTHING: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** Moodle writes both words in English, whatever the language of the course. */
function trueFalse(texts: readonly string[], right: readonly number[]) {
  const words = texts.map((text) => text.toLowerCase());
  const place = words.indexOf('true');
  if (words.length !== 2 || place === -1 || words[1 - place] !== 'false') return undefined;
  if (right.length !== 1) return { alternatives: ['Verdadeiro', 'Falso'], correct: '' };
  return { alternatives: ['Verdadeiro', 'Falso'], correct: right[0] === place ? 0 : 1 };
}

function innerText(element: XmlElement | undefined): string {
  if (!element) return '';
  const text = childNamed(element, 'text');
  return textOf(text ?? element).trim();
}

/** Returns the text of an element by its `format`; HTML where it does not say, as Moodle does. */
function richText(element: XmlElement | undefined): PlainText {
  if (!element) return { text: '', passage: null, lost: [], pictures: [], emphasis: false };
  const raw = innerText(element);
  const format = element.attributes['format'] ?? 'html';
  if (format === 'plain_text')
    return { text: foreignFormulas(raw), passage: null, lost: [], pictures: [], emphasis: false };
  const looksMarked = /<\/?[a-zA-Z][^<>]*>|&(#\d+|#x[0-9a-f]+|[a-z]+);/i.test(raw);
  if (format !== 'html' && !looksMarked) {
    const text = format === 'markdown' ? withoutMarks(raw) : raw;
    return { text: foreignFormulas(text), passage: null, lost: [], pictures: [], emphasis: text !== raw };
  }
  return htmlToText(format === 'html' ? raw : raw.replace(/\r?\n/g, '<br>'));
}

/** Returns text inside CDATA; a `]]>` within it is split over two sections. */
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const text = (markup: string) => `<text>${markup === '' ? '' : cdata(markup)}</text>`;

/** Writes questions as Moodle XML of the type multichoice. Nothing is lost; category and objective are tags. */
export function writeMoodle(questions: readonly Draft[], category: string | null): string {
  const heading =
    category === null
      ? ''
      : `  <question type="category">\n    <category>${text(`$course$/top/${category.replaceAll('/', '//').replace(/\s+/g, ' ')}`)}</category>\n  </question>\n`;
  const body = questions.map((question, index) => {
    const { picture } = question;
    const name = picture ? `q${index + 1}.${endingOf(picture)}` : '';
    const shown = picture ? pictureMarkup(`${HELD}${name}`, picture.alt) : '';
    const file = picture
      ? `<file name="${name}" path="/" encoding="base64">${Buffer.from(picture.bytes).toString('base64')}</file>`
      : '';
    const answers = question.alternatives.map(
      (alternative, place) =>
        `    <answer fraction="${place === question.correct ? 100 : 0}" format="html">\n      ${text(textToMarkup(alternative))}\n      <feedback format="html"><text></text></feedback>\n    </answer>\n`,
    );
    const tags = tagsOf(question).filter((tag) => !tag.startsWith('peso='));
    const tagged =
      tags.length === 0 ? '' : `    <tags>${tags.map((tag) => `<tag>${text(tag)}</tag>`).join('')}</tags>\n`;
    return (
      `  <question type="multichoice">\n    <name><text>Q${index + 1}</text></name>\n` +
      `    <questiontext format="html">${text(statementMarkup(question, undefined, shown))}${file}</questiontext>\n` +
      `    <generalfeedback format="html">${text(textToMarkup(question.explanation ?? ''))}</generalfeedback>\n` +
      `    <defaultgrade>${question.weight}.0000000</defaultgrade>\n    <penalty>0.3333333</penalty>\n    <hidden>0</hidden>\n    <idnumber></idnumber>\n` +
      `    <single>true</single>\n    <shuffleanswers>false</shuffleanswers>\n    <answernumbering>ABCD</answernumbering>\n` +
      `${answers.join('')}${tagged}  </question>\n`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${heading}${body.join('')}</quiz>\n`;
}
