import { MAX_ROWS } from '../../../shared/question-limits.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { bareText, type PlainText } from './assembler.rules.ts';
import { checkRow, wrongRow } from './draft.rules.ts';
import { type Draft, FileRefused, join, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import { fieldsFromTags, tagNotes, tagsOf } from './gift.rules.ts';
import {
  behindTexts,
  categoryNotes,
  emphasisNotes,
  explanationNotes,
  HINTS,
  lostNotes,
  MESSAGES,
  nameNotes,
  OTHERS_FEEDBACK,
  PARTIAL,
  SEVERAL,
  scaledWeight,
  USUAL_MESSAGE,
  unknownKind,
} from './kinds.rules.ts';
import { elementsToText, htmlToText, markdownText } from './markup.rules.ts';
import { pictureMarkup, statementMarkup, textToMarkup } from './markup-writing.rules.ts';
import { endingOf, type FindPicture, takePicture, withPicture } from './pictures.rules.ts';
import {
  childNamed,
  childrenNamed,
  type Fate,
  fatesOf,
  isElement,
  textOf,
  unreadNotes,
  type XmlElement,
} from './xml.rules.ts';

/** Reads Moodle XML, whose root is `quiz`. Rows are numbered by the line where the question begins. */
export function readMoodle(root: XmlElement): RowRead[] {
  const questions = childrenNamed(root, 'question').filter((question) => question.attributes['type'] !== 'category');
  if (questions.length > MAX_ROWS) refuseTooManyRows();
  if (questions.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  const rows = behindTexts(
    questions.map(readQuestion),
    (index) => questions[index]?.attributes['type']?.toLowerCase() === 'description',
  );
  const categories = childrenNamed(root, 'question')
    .filter((question) => question.attributes['type'] === 'category')
    .map((question) => innerText(childNamed(question, 'category')));
  rows[0]?.notes.push(
    ...categoryNotes([...new Set(categories.filter(Boolean))]),
    ...unreadNotes(root, { question: 'read' }),
    ...new Set(
      childrenNamed(root, 'question')
        .filter((question) => question.attributes['type'] === 'category')
        .flatMap((question) => unreadNotes(question, CATEGORY_FATES)),
    ),
  );
  return rows;
}

const CATEGORY_FATES: Readonly<Record<string, Fate>> = {
  category: 'inside',
  text: 'read',
  info: { note: 'A descrição das categorias não é guardada.' },
  idnumber: { note: 'O código das categorias não é guardado.' },
};

/** What happens to the elements of a question. */
const FATES: Readonly<Record<string, Fate>> = {
  ...fatesOf(
    'read',
    'questiontext name generalfeedback defaultgrade answer hint tags image image_base64 correctfeedback partiallycorrectfeedback incorrectfeedback',
  ),
  ...fatesOf(
    'setting',
    'single shuffleanswers answernumbering penalty hidden showstandardinstruction shownumcorrect image_size',
  ),
  idnumber: { note: 'O código da questão não é guardado.' },
};
const TEXT_FATES: Readonly<Record<string, Fate>> = {
  ...fatesOf('read', 'text file feedback options'),
  ...fatesOf('setting', 'shownumcorrect clearwrong'),
};
const MESSAGE_NAMES = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

/** Notes on all that a question holds besides what `readQuestion` reads. */
function restNotes(question: XmlElement): string[] {
  const messages = MESSAGE_NAMES.map((name) => richText(childNamed(question, name)));
  const tags = childNamed(question, 'tags') ?? NOTHING;
  const texts = ['questiontext', 'generalfeedback', 'answer', 'name', 'hint', ...MESSAGE_NAMES]
    .flatMap((name) => childrenNamed(question, name))
    .concat(childrenNamed(tags, 'tag'));
  const comments = childrenNamed(question, 'answer').flatMap((answer) => childrenNamed(answer, 'feedback'));
  return [
    ...(messages.every(({ text, lost }) => USUAL_MESSAGE.test(text) && lost.length === 0) ? [] : [MESSAGES]),
    ...unreadNotes(question, FATES),
    // An element without `text` is read as a whole.
    ...[...texts, ...comments]
      .filter((text) => childNamed(text, 'text'))
      .flatMap((text) => unreadNotes(text, TEXT_FATES)),
    ...unreadNotes(tags, { tag: 'read' }),
  ];
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
    alternatives.push([text.passage, text.text].filter(Boolean).join('\n'));
    for (const note of [...text.dropped, ...emphasisNotes({ ...text, text: statement.text })]) notes.add(note);
    const comment = richText(childNamed(answer, 'feedback'));
    if (fraction >= 100) {
      right.push(index);
      if (comment.lost.length === 0) feedback ||= comment.text;
      else notes.add(`O comentário à resposta certa ${lostNotes(comment.lost)}`);
      for (const note of comment.dropped) notes.add(note);
    } else if (comment.text !== '' || comment.lost.length > 0) notes.add(OTHERS_FEEDBACK);
    if (fraction < 0) notes.add('Os descontos por alternativa errada não são guardados.');
    if (fraction > 0 && fraction < 100)
      return refuse(/^(false|0)$/i.test(innerText(childNamed(question, 'single'))) ? SEVERAL : PARTIAL);
  }
  if (right.length > 1) return refuse(SEVERAL);
  const general = richText(childNamed(question, 'generalfeedback'));
  for (const note of [...statement.dropped, ...explanationNotes(general), ...restNotes(question)]) notes.add(note);
  if (general.text !== '' && feedback !== '') notes.add(OTHERS_FEEDBACK);
  if (childrenNamed(question, 'hint').some((hint) => richText(hint).text !== '')) notes.add(HINTS);
  for (const note of [...emphasisNotes(statement), ...nameNotes(name, statement.text)]) notes.add(note);
  const chosen = kind === 'truefalse' ? trueFalse(alternatives, right) : { alternatives, correct: right[0] ?? '' };
  if (!chosen) return refuse('As alternativas de verdadeiro ou falso não se conseguem ler.');
  const tags = childrenNamed(childNamed(question, 'tags') ?? NOTHING, 'tag').map(innerText);
  for (const note of tagNotes(tags)) notes.add(note);
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
  if (!element) return bareText('');
  const holder = childNamed(element, 'text') ?? element;
  // Markup that is not escaped is part of the document.
  if (holder.children.some(isElement) && (holder !== element || !childNamed(element, 'feedback')))
    return elementsToText(holder.children, (name) => holder === element && (name === 'feedback' || name === 'file'));
  const raw = innerText(element);
  const format = element.attributes['format'] ?? 'html';
  if (format === 'plain_text') return bareText(foreignFormulas(raw));
  const looksMarked = /<\/?[a-zA-Z][^<>]*>|&(#\d+|#x[0-9a-f]+|[a-z]+);|«math/i.test(raw);
  if (format !== 'html' && !looksMarked)
    return format === 'markdown' ? markdownText(raw) : bareText(foreignFormulas(raw));
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
