import { letterAt } from '../../../shared/questions/letters.ts';
import { MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { shorten } from '../../../shared/text.ts';
import { picturesIn } from '../test-bank/texts/notation.rules.ts';
import { bareText, type PlainText } from './assembler.rules.ts';
import { checkRow, wrongRow } from './draft.rules.ts';
import { inOneLanguage } from './elements.rules.ts';
import { type Draft, FileRefused, join, type Picture, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import { fieldsFromTags, tagNotes, tagsOf } from './gift.rules.ts';
import {
  behindTexts,
  categoryNotes,
  DEDUCTIONS,
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
import { pictureMarkup, statementMarkup, textToMarkup, type Writing } from './markup-writing.rules.ts';
import { type FindPicture, nameFiles, readAlternative, takePicture, withPicture } from './pictures.rules.ts';
import { isWrittenKind, type MoodleAnswers, moodleWritten, readMoodleWritten } from './written/moodle.rules.ts';
import {
  allNamed,
  childNamed,
  childrenNamed,
  type Fate,
  fatesOf,
  isElement,
  plainName,
  type TakeElement,
  textOf,
  unreadNotes,
  type XmlElement,
} from './xml.rules.ts';

/** The name of the root element, by `plainName`. */
export const MOODLE_ROOT = 'quiz';

/**
 * Creates a reader of Moodle XML. Pass `take` to the XML parser: it converts each question as soon as it is parsed, so that the whole tree is
 * never in memory. Call `rowsOf` with the root at the end to get all rows, numbered by the line where each question begins.
 */
export function createMoodleReader(): { take: TakeElement; rowsOf: (root: XmlElement) => RowRead[] } {
  const questions: RowRead[] = [];
  const texts = new Set<number>();
  const categories = new Set<string>();
  const categoryRest = new Set<string>();
  const take: TakeElement = (element, [root, ...more]) => {
    if (!root || more.length > 0 || plainName(root.name) !== MOODLE_ROOT || plainName(element.name) !== 'question')
      return false;
    const { type } = element.attributes;
    if (type === 'category') {
      categories.add(innerText(childNamed(element, 'category')));
      for (const note of unreadNotes(element, CATEGORY_FATES)) categoryRest.add(note);
      return true;
    }
    if (questions.length === MAX_ROWS) refuseTooManyRows();
    if (type?.toLowerCase() === 'description') texts.add(questions.length);
    questions.push(readQuestion(element));
    return true;
  };
  const rowsOf = (root: XmlElement): RowRead[] => {
    if (questions.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
    const rows = behindTexts(questions, (index) => texts.has(index));
    rows[0]?.notes.push(
      ...categoryNotes([...categories].filter(Boolean)),
      ...unreadNotes(root, { question: 'read' }),
      ...categoryRest,
    );
    return rows;
  };
  return { take, rowsOf };
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
  ...fatesOf('read', 'usecase units unitgradingtype'),
  ...fatesOf('setting', 'unitpenalty showunits unitsleft'),
  idnumber: { note: 'O código da questão não é guardado.' },
};
const TEXT_FATES: Readonly<Record<string, Fate>> = {
  ...fatesOf('read', 'text file feedback options tolerance'),
  ...fatesOf('setting', 'shownumcorrect clearwrong'),
};
const MESSAGE_NAMES = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback'];

const WAS_HIDDEN = 'No Moodle estava escondida; aqui fica como as outras.';

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
  if (kind !== 'multichoice' && kind !== 'truefalse' && !isWrittenKind(kind)) return refuse(unknownKind(kind));
  const picture = childNamed(question, 'image_base64') ?? childNamed(question, 'image');
  if (picture && textOf(picture).trim() !== '') statement.lost.push('imagem');
  const shown = takePicture(statement, filesOf(childNamed(question, 'questiontext')));
  if (shown.lost.length > 0) return refuse(`A questão ${lostNotes(shown.lost)}`);
  const tags = childrenNamed(childNamed(question, 'tags') ?? NOTHING, 'tag').map(innerText);
  const answers = isWrittenKind(kind)
    ? readMoodleWritten(question, kind, tags)
    : readChoices(question, kind, statement, tags);
  if ('problem' in answers) return refuse(answers.problem);
  const general = richText(childNamed(question, 'generalfeedback'));
  const comments = answers.comments.map(richText);
  const feedback = comments.find(({ text, lost }) => lost.length === 0 && text !== '')?.text ?? '';
  const scaled = scaledWeight(innerText(childNamed(question, 'defaultgrade')));
  const read = checkRow(
    question.line,
    {
      statement: shown.text,
      passage: statement.passage,
      explanation: general.text || feedback,
      weight: scaled.weight,
      ...fieldsFromTags(answers.tags),
      ...answers.fields,
    },
    [
      ...new Set([
        ...answers.notes,
        ...shown.notes,
        ...comments.flatMap(({ lost, dropped }) => [
          ...(lost.length > 0 ? [`O comentário à resposta certa ${lostNotes(lost)}`] : []),
          ...dropped,
        ]),
        ...statement.dropped,
        ...explanationNotes(general),
        ...restNotes(question),
        ...(innerText(childNamed(question, 'hidden')).trim() === '1' ? [WAS_HIDDEN] : []),
        ...unusedFiles(question),
        ...(feedback !== '' && (general.text !== '' || comments.length > 1) ? [OTHERS_FEEDBACK] : []),
        ...(childrenNamed(question, 'hint').some((hint) => richText(hint).text !== '') ? [HINTS] : []),
        ...emphasisNotes(statement),
        ...nameNotes(name, statement.text),
        ...tagNotes(answers.tags),
        ...scaled.notes,
      ]),
    ],
  );
  return withPicture(read, shown.picture, [shown.pictures, ...(answers.pictures ?? [])]);
}

/** Reads the alternatives of a question with one right choice. */
function readChoices(
  question: XmlElement,
  kind: 'multichoice' | 'truefalse',
  statement: PlainText,
  tags: string[],
): MoodleAnswers | { problem: string } {
  const notes = new Set<string>();
  const alternatives: string[] = [];
  const pictures: ReadonlyMap<string, Uint8Array>[] = [];
  const right: number[] = [];
  const comments: XmlElement[] = [];
  for (const [index, answer] of childrenNamed(question, 'answer').entries()) {
    const given = (answer.attributes['fraction'] ?? '0').trim().replace(',', '.');
    const fraction = Number(given === '' ? '0' : given);
    if (!Number.isFinite(fraction))
      return { problem: `O valor da alternativa ${letterAt(index)} («${given.slice(0, 20)}») não é um número.` };
    const text = readAlternative(richText(answer), index, statement.text, filesOf(answer));
    if ('problem' in text) return text;
    alternatives.push(text.text);
    pictures.push(text.pictures);
    for (const note of text.notes) notes.add(note);
    const told = childNamed(answer, 'feedback');
    const comment = richText(told);
    const isCommented = comment.text !== '' || comment.lost.length > 0;
    if (fraction >= 100) {
      right.push(index);
      if (told && isCommented) comments.push(told);
    } else if (isCommented) notes.add(OTHERS_FEEDBACK);
    if (fraction < 0) notes.add(DEDUCTIONS);
    if (fraction > 0 && fraction < 100)
      return { problem: /^(false|0)$/i.test(innerText(childNamed(question, 'single'))) ? SEVERAL : PARTIAL };
  }
  if (right.length > 1) return { problem: SEVERAL };
  const fields = kind === 'truefalse' ? trueFalse(alternatives, right) : { alternatives, correct: right[0] ?? '' };
  return fields
    ? { fields, comments, notes: [...notes], tags, pictures }
    : { problem: 'As alternativas de verdadeiro ou falso não se conseguem ler.' };
}

/** Names the files of a question that none of its texts shows. */
function unusedFiles(question: XmlElement): string[] {
  const names = allNamed(question, 'file').map((file) => file.attributes['name'] ?? '');
  const texts = decodedOnce(allNamed(question, 'text').map(textOf).join(' '));
  return names
    .filter((name) => name !== '' && !texts.includes(name))
    .map((name) => `O ficheiro «${shorten(name, 60)}», que nenhum texto mostra, não é guardado.`);
}
const decodedOnce = (text: string): string => {
  try {
    return `${text} ${decodeURIComponent(text.replace(/%(?![\dA-F]{2})/gi, '%25'))}`;
  } catch {
    return text;
  }
};

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

/** Moodle writes both words in English, whatever the language of the course; other programs translate them. */
function trueFalse(texts: readonly string[], right: readonly number[]) {
  const words = texts.map((text) => text.toLowerCase());
  const place = words.findIndex((word) => /^(?:true|verdadeir[oa])$/.test(word));
  if (words.length !== 2 || place === -1 || !/^(?:false|fals[oa])$/.test(words[1 - place] ?? '')) return undefined;
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
  return inOneLanguage(innerText(element), (raw) => formatted(raw, element.attributes['format'] ?? 'html'));
}

function formatted(raw: string, format: string): PlainText {
  if (format === 'plain_text') return bareText(foreignFormulas(raw));
  const looksMarked = /<\/?[a-zA-Z][^<>]*>|&(#\d+|#x[0-9a-f]+|[a-z]+);|«math/i.test(raw);
  if (format !== 'html' && !looksMarked)
    return format === 'markdown' ? markdownText(raw) : bareText(foreignFormulas(raw));
  return htmlToText(format === 'html' ? raw : raw.replace(/\r?\n/g, '<br>'));
}

/** Returns text inside CDATA; a `]]>` within it is split over two sections. */
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
const text = (markup: string) => `<text>${markup === '' ? '' : cdata(markup)}</text>`;

const CHOICE_SETTINGS =
  '    <single>true</single>\n    <shuffleanswers>false</shuffleanswers>\n    <answernumbering>ABCD</answernumbering>\n';

/**
 * Writes questions as Moodle XML of the types multichoice, numerical and shortanswer. Nothing is lost; category, objective and what these
 * types have no place for are tags.
 */
export function writeMoodle(questions: readonly Draft[], category: string | null): string {
  const heading =
    category === null
      ? ''
      : `  <question type="category">\n    <category>${text(`$course$/top/${category.replaceAll('/', '//').replace(/\s+/g, ' ')}`)}</category>\n  </question>\n`;
  const { nameOf, nameAt, files } = nameFiles(questions);
  const fileOf = (name: string) =>
    `<file name="${name}" path="/" encoding="base64">${Buffer.from(files.get(name) ?? '').toString('base64')}</file>`;
  const body = questions.map((question, index) => {
    const { picture } = question;
    const shown = picture ? pictureMarkup(`${HELD}${nameOf(picture)}`, picture.alt) : '';
    const writing: Writing = {
      pictureAt: (address) => {
        const name = nameAt(question, address);
        return name && HELD + name;
      },
    };
    /** The files of the pictures within texts, and of the question's own. */
    const filesIn = (texts: readonly (string | null)[], own?: Picture) => {
      const within = picturesIn(texts).flatMap(({ address }) => nameAt(question, address) ?? []);
      return [...new Set([...(own ? [nameOf(own)] : []), ...within])].map(fileOf).join('');
    };
    const written = question.answering ? moodleWritten(question) : undefined;
    const choices = question.alternatives.map(
      (alternative, place) =>
        `    <answer fraction="${place === question.correct ? 100 : 0}" format="html">\n      ${text(textToMarkup(alternative, writing))}${filesIn([alternative])}\n      <feedback format="html"><text></text></feedback>\n    </answer>\n`,
    );
    const tags = [...tagsOf(question).filter((tag) => !tag.startsWith('peso=')), ...(written?.tags ?? [])];
    const tagged =
      tags.length === 0 ? '' : `    <tags>${tags.map((tag) => `<tag>${text(tag)}</tag>`).join('')}</tags>\n`;
    return (
      `  <question type="${written?.type ?? 'multichoice'}">\n    <name><text>Q${index + 1}</text></name>\n` +
      `    <questiontext format="html">${text(statementMarkup(question, writing, shown))}${filesIn([question.passage, question.statement], picture)}</questiontext>\n` +
      `    <generalfeedback format="html">${text(textToMarkup(question.explanation ?? '', writing))}${filesIn([question.explanation])}</generalfeedback>\n` +
      `    <defaultgrade>${question.weight}.0000000</defaultgrade>\n    <penalty>0.3333333</penalty>\n    <hidden>0</hidden>\n    <idnumber></idnumber>\n` +
      `${written?.settings ?? CHOICE_SETTINGS}${written?.answers ?? choices.join('')}${tagged}  </question>\n`
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${heading}${body.join('')}</quiz>\n`;
}
