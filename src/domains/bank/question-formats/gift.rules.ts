import { letterAt } from '../../../shared/questions/letters.ts';
import { MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { shorten } from '../../../shared/text.ts';
import { bareText, type PlainText } from './assembler.rules.ts';
import { checkRow, type Loose, readCategory, wrongRow } from './draft.rules.ts';
import { inOneLanguage, LOOKS_MARKED } from './elements.rules.ts';
import { type Draft, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import {
  behindTexts,
  COMMENTS,
  categoryNotes,
  emphasisNotes,
  explanationNotes,
  leftBehind,
  lostNotes,
  nameNotes,
  OTHERS_FEEDBACK,
  PARTIAL,
  SEVERAL,
} from './kinds.rules.ts';
import { htmlToText, markdownText } from './markup.rules.ts';
import { statementMarkup, textToMarkup } from './markup-writing.rules.ts';
import { readAlternative } from './pictures.rules.ts';
import { giftWritten, isMatching, readGiftWritten } from './written/gift.rules.ts';
import { isDecimal } from './written/written.rules.ts';

// GIFT, Moodle's text format: questions separated by blank lines, answers in braces.

/** Characters that a backslash escapes; each is replaced by a private-use character, so that the parser ignores it. */
const ESCAPED = ['~', '=', '#', '{', '}', ':', '\\', 'n', '[', ']'] as const;
const HIDDEN = 0xf700;
const hide = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (whole, mark: string, at: number) =>
    mark === 'n' && isCommand(text, at) ? whole : String.fromCharCode(HIDDEN + ESCAPED.indexOf(mark as '~')),
  );

/** TeX commands that begin with `\n`, which GIFT reads as a line break. The short ones are also the beginnings of words. */
const LONG_COMMAND =
  /\\n(?:eq|eg|ot|otin|abla|mid|parallel|leq|geq|subseteq|earrow|warrow|atural|exists|rightarrow|leftarrow|ewline)(?![\p{L}])/uy;
const SHORT_COMMAND = /\\n(?:e|u|i)(?![\p{L}])/uy;
/** Maximum characters between the beginning of a formula and a command in it. */
const FORMULA_REACH = 200;

/** Returns whether `\n` at this offset begins a TeX command. */
function isCommand(text: string, at: number): boolean {
  LONG_COMMAND.lastIndex = at;
  if (LONG_COMMAND.test(text)) return true;
  SHORT_COMMAND.lastIndex = at;
  if (!SHORT_COMMAND.test(text)) return false;
  const before = text.slice(Math.max(0, at - FORMULA_REACH), at);
  const after = text.slice(at, at + FORMULA_REACH);
  const isOpen = (open: string, close: string) =>
    before.lastIndexOf(open) > before.lastIndexOf(close) && after.includes(close);
  const signs = before.replaceAll('\\$', '').split('$').length - 1;
  return isOpen('\\(', '\\)') || isOpen('\\[', '\\]') || (signs % 2 === 1 && after.includes('$'));
}
/** In tags brackets are escaped too; in texts an escaped bracket begins a formula. */
const hideTag = (text: string) =>
  hide(text).replace(/\\([[\]])/g, (_, mark: string) => String.fromCharCode(HIDDEN + ESCAPED.indexOf(mark as '[')));
const show = (text: string) =>
  text.replace(/[\uf700-\uf709]/g, (mark) => {
    const found = ESCAPED[mark.charCodeAt(0) - HIDDEN] as string;
    return found === 'n' ? '\n' : found;
  });

type Format = 'html' | 'markdown' | 'plain' | 'moodle';

interface Block {
  line: number;
  text: string;
  tags: string[];
  /** Notes on what is left out, found while the block is read. */
  notes: string[];
}

/** Reads a GIFT file; each block of lines is one row, numbered by its first line. */
export function readGift(text: string): RowRead[] {
  const read: RowRead[] = [];
  const blocks = wholeBlocks(blocksOf(text));
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const isTorn = before !== undefined && isBareText(before) && !/^\s*::/.test(block.text);
    const row = readBlock(block);
    read.push(isTorn && row.draft ? { ...row, draft: null, problems: [{ column: 'Enunciado', message: TORN }] } : row);
    if (read.length > MAX_ROWS) refuseTooManyRows();
  }
  const rows = behindTexts(read, (index) => isBareText(blocks[index] as Block));
  const categories = [...text.matchAll(/^[^\S\r\n]*\$CATEGORY:[^\S\r\n]*(.{1,300})/gm)].map(([, name = '']) =>
    name.trim(),
  );
  const comments = [...text.matchAll(/^[^\S\r\n]*\/\/(.*)$/gm)].filter(
    ([, comment = '']) => !/^\s*(\[|$|question:)/.test(comment),
  );
  rows[0]?.notes.push(...categoryNotes([...new Set(categories)]), ...(comments.length > 0 ? [COMMENTS] : []));
  return rows;
}

/** Returns whether a block is a text without answers, which Moodle shows above the questions behind it. */
const isBareText = ({ text }: Block): boolean => firstBrace(hide(text.slice(0, LONGEST_BLOCK))) === undefined;
const TORN =
  'Por cima há um texto sem respostas e uma linha vazia, que separa questões: se são uma só, tire a linha vazia; se não, dê um nome (::nome::) a esta.';

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  let tags: string[] = [];
  let start = 0;
  const end = () => {
    if (lines.length > 0) blocks.push({ line: start, text: lines.join('\n'), tags, notes: [] });
    if (lines.length > 0) tags = [];
    lines = [];
  };
  for (const [index, line] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    if (line.trim() === '') {
      end();
    } else if (/^\s*\/\//.test(line)) {
      for (const match of hideTag(line).matchAll(/\[tag:([^\]]{0,1200})\]/g)) tags.push(show(match[1] as string));
    } else if (/^\s*\$CATEGORY:/.test(line)) {
      end();
    } else {
      if (lines.length === 0) start = index + 1;
      lines.push(line);
    }
  }
  end();
  return blocks;
}

/** Maximum characters of a block: several times what all fields can hold, escapes included. */
const LONGEST_BLOCK = 100_000;

/** Maximum answers read of one question. */
const MAX_CHOICES = 50;

/** Returns the first unescaped brace, if any. */
const firstBrace = (text: string) => /[{}]/.exec(text)?.[0];

/** Joins blocks that a blank line inside braces has split; a block that begins a question stays separate. */
function wholeBlocks(blocks: readonly Block[]): Block[] {
  const whole: Block[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at] as Block;
    const text = hide(block.text.slice(0, LONGEST_BLOCK));
    let end = at;
    if (text.lastIndexOf('{') > text.lastIndexOf('}')) {
      end += 1;
      while (end < blocks.length && !/^\s*::|[{}]/.test(hide((blocks[end] as Block).text))) end += 1;
      const next = hide(blocks[end]?.text ?? '');
      if (/^\s*::/.test(next) || firstBrace(next) !== '}') end = at;
    }
    whole.push(
      end === at
        ? block
        : {
            ...block,
            text: blocks
              .slice(at, end + 1)
              .map((one) => one.text)
              .join('\n'),
          },
    );
    at = end;
  }
  return whole;
}

function readBlock(block: Block): RowRead {
  if (block.text.length > LONGEST_BLOCK)
    return wrongRow(block.line, block.text.slice(0, 1_000), 'É demasiado longo para uma só questão.', 'Enunciado');
  let text = hide(block.text).trim();
  // A private-use character in the file itself would be decoded as another one.
  if (/[\uf700-\uf709]/.test(block.text))
    return wrongRow(block.line, block.text, 'Tem caracteres que não se podem guardar.', 'Enunciado');
  const title = /^::([\s\S]*?)::/.exec(text);
  if (title) text = text.slice(title[0].length).trim();
  const open = text.indexOf('{');
  const close = text.indexOf('}', open);
  const refuse = (message: string) => wrongRow(block.line, show(`${title?.[1] ?? ''} ${text}`), message);
  if (open === -1) return refuse('É um texto sem respostas entre chavetas { }: não é uma questão de escolha.');
  if (close === -1) return refuse('Falta fechar a chaveta } das respostas.');
  const after = text.slice(close + 1).trim();
  if (/[{}]/.test(after) || text.slice(open + 1, close).includes('{'))
    return refuse(
      after.startsWith('::')
        ? 'Falta uma linha vazia entre esta questão e a seguinte.'
        : 'Tem chavetas a mais: dentro do texto escrevem-se \\{ e \\}.',
    );

  const marked = formatOf(text.slice(0, open));
  const before = marked.text.trim();
  // Text after the answers makes it a fill-in question.
  const question =
    /^[\s.;"']*$/.test(after) && (before !== '' || after === '') && !after.startsWith('.')
      ? before
      : `${before} _____${/^[\p{P}]/u.test(after) ? '' : ' '}${after}`;
  const format = marked.format ?? 'moodle';
  const statement = plain(question, format);
  const inside = text.slice(open + 1, close);
  const last = inside.lastIndexOf('####');
  // Moodle itself reads `~=` as `=`.
  const answers = (last === -1 ? inside : inside.slice(0, last)).trim().replace(/~\s*=/g, '=');
  const row = readAnswers({
    block,
    statement,
    format,
    answers,
    general: last === -1 ? undefined : inside.slice(last + 4),
    refuse,
  });
  if (row.draft) row.notes.push(...nameNotes(show(title?.[1] ?? ''), statement.text));
  return row;
}

interface Found {
  block: Block;
  statement: PlainText;
  format: Format;
  answers: string;
  general: string | undefined;
  refuse: (message: string) => RowRead;
}

function readAnswers({ block, statement, format, answers, general, refuse }: Found): RowRead {
  const told = general === undefined ? bareText('') : plain(general, format);
  const explanation = told.text;
  block.notes.push(...explanationNotes(told));
  if (answers === '') return refuse('É uma questão de resposta livre (redacção): aqui só cabem questões de escolha.');
  const written = { block, statement, format, answers, explanation, refuse };
  if (answers.startsWith('#')) return readWritten(written);
  const [word = '', ...comments] = answers.split('#').map((part) => part.trim());
  if (/^(t|true|f|false|v|verdadeir[oa]|fals[oa])$/i.test(word)) {
    const isTrue = /^[tv]/i.test(word);
    return finish(block, statement, explanation || plain(comments[1] || comments[0] || '', format).text, {
      alternatives: ['Verdadeiro', 'Falso'],
      correct: isTrue ? 0 : 1,
      // The first feedback is for wrong answers.
      notes: comments.filter(Boolean).length > (explanation ? 0 : 1) ? [OTHERS_FEEDBACK] : [],
    });
  }
  if (!/[~=]/.test(answers))
    return refuse('As respostas entre chavetas não se conseguem ler: cada uma começa por = ou ~.');
  const parts = [...answers.matchAll(/([~=])([^~=]*)/g)];
  if (answers.search(/[~=]/) > 0) return refuse('Há texto antes da primeira resposta, que começa por = ou ~.');
  if (!answers.includes('~'))
    return isMatching(answers)
      ? refuse('É uma questão de correspondência: aqui só cabem questões de escolha.')
      : readWritten(written);
  return readChoices({ block, statement, format, parts, explanation, refuse });
}

function readWritten(found: Omit<Found, 'general'> & { explanation: string }): RowRead {
  const { block, statement, format, answers, explanation, refuse } = found;
  const read = readGiftWritten(answers, block.tags, show);
  if ('problem' in read) return refuse(read.problem);
  const said = plain(read.comment, format);
  const { answering, alternatives, correct } = read.fields;
  return finish({ ...block, tags: read.tags }, statement, explanation || said.text, {
    alternatives: [...alternatives],
    correct,
    answering,
    notes: [
      ...read.notes,
      ...explanationNotes(said),
      ...(explanation !== '' && said.text !== '' ? [OTHERS_FEEDBACK] : []),
    ],
  });
}

function readChoices(found: {
  block: Block;
  statement: PlainText;
  format: Format;
  parts: RegExpMatchArray[];
  explanation: string;
  refuse: (message: string) => RowRead;
}): RowRead {
  const { block, statement, format, parts, refuse } = found;
  if (parts.length > MAX_CHOICES) return refuse(`Tem ${parts.length} alternativas: são precisas de 2 a 6.`);
  const notes = new Set<string>();
  const alternatives: string[] = [];
  const right: number[] = [];
  let feedback = '';
  for (const [index, [, sign, whole = '']] of parts.entries()) {
    const weighted = /^\s*%(-?[\d.,]+)%/.exec(whole);
    const percent = weighted ? Number((weighted[1] as string).replace(',', '.')) : sign === '=' ? 100 : 0;
    const [body = '', ...comments] = whole.slice(weighted?.[0].length ?? 0).split('#');
    const comment = comments.join('#');
    if (!Number.isFinite(percent) || Math.abs(percent) > 100)
      return refuse(`O valor da alternativa ${letterAt(index)} não se consegue ler.`);
    if (percent < 0) notes.add('Os descontos por alternativa errada não são guardados.');
    if (percent > 0 && percent < 100) return refuse(parts.some((part) => part[1] === '=') ? PARTIAL : SEVERAL);
    const text = readAlternative(plain(body, format, ' '), index, statement.text, () => undefined);
    if ('problem' in text) return refuse(text.problem);
    alternatives.push(text.text);
    for (const note of text.notes) notes.add(note);
    if (percent === 100) {
      right.push(index);
      const said = plain(comment, format);
      feedback ||= said.text;
      for (const note of explanationNotes(said)) notes.add(note);
    } else if (comment.trim() !== '') notes.add(OTHERS_FEEDBACK);
  }
  if (right.length > 1) return refuse(SEVERAL);
  if (found.explanation !== '' && feedback !== '') notes.add(OTHERS_FEEDBACK);
  return finish(block, statement, found.explanation || feedback, {
    alternatives,
    correct: right.length === 1 ? (right[0] as number) : '',
    notes: [...notes],
  });
}

function finish(
  block: Block,
  statement: PlainText,
  explanation: string,
  rest: Pick<Loose, 'correct'> & {
    answering?: Loose['answering'] | undefined;
    alternatives: string[];
    notes: string[];
  },
): RowRead {
  if (statement.lost.length > 0) return wrongRow(block.line, statement.text, `A questão ${lostNotes(statement.lost)}`);
  return checkRow(
    block.line,
    {
      statement: statement.text,
      passage: statement.passage,
      explanation,
      ...rest,
      answering: rest.answering ?? null,
      ...fieldsFromTags(block.tags),
    },
    [
      ...rest.notes,
      ...block.notes,
      ...statement.dropped,
      ...emphasisNotes(statement),
      ...block.tags.flatMap(lostPicture),
      ...tagNotes(block.tags.filter((tag) => !/^imagem=/.test(tag))),
    ],
  );
}

const lostPicture = (tag: string): string[] => (/^imagem=/.test(tag) ? [leftBehind(tag.slice(7))] : []);

interface TagFields {
  weight?: string;
  category?: string;
  objective?: string;
  difficulty?: string;
}

/** Tags that hold a field of the question, as exports write them. */
const FIELD_TAG = /^(peso|categoria|objectivo|dificuldade)=([\s\S]*)$/i;

/** Weight, category, objective and difficulty, which other programs only have as tags. */
export function fieldsFromTags(tags: readonly string[]): TagFields {
  const fields: TagFields = {};
  for (const tag of tags) {
    const [, name = '', value = ''] = FIELD_TAG.exec(tag) ?? [];
    if (/^peso$/i.test(name)) fields.weight = value;
    else if (/^objectivo$/i.test(name)) fields.objective = value;
    else if (/^dificuldade$/i.test(name)) fields.difficulty = value;
    else if (/^categoria$/i.test(name)) fields.category = value;
    else if (readCategory(tag)) fields.category ??= tag;
  }
  return fields;
}

/** Names the tags that are not stored. */
export function tagNotes(tags: readonly string[]): string[] {
  const unread = tags
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '' && !FIELD_TAG.test(tag) && !readCategory(tag));
  const named = unread.slice(0, 6).map((tag) => `«${shorten(tag, 40)}»`);
  return unread.length === 0
    ? []
    : [`As etiquetas não são guardadas: ${named.join(', ')}${unread.length > named.length ? ' e outras' : ''}.`];
}

function formatOf(text: string): { format: Format | undefined; text: string } {
  const found = /^\s*\[(html|markdown|plain|moodle)\]/i.exec(text);
  return found
    ? { format: (found[1] as string).toLowerCase() as Format, text: text.slice(found[0].length) }
    : { format: undefined, text };
}

/**
 * Returns text as Moodle shows it: line breaks are kept, except in HTML and Markdown, where they only wrap. `between` joins the lines
 * otherwise.
 */
function plain(hidden: string, inherited: Format, between = '\n'): PlainText {
  const { text, format = inherited } = formatOf(hidden);
  const lines = text.split('\n').map((line) => line.trim());
  const wrapped = format === 'html' || format === 'markdown';
  const whole = show(lines.filter((line) => line !== '').join(wrapped ? ' ' : between));
  return inOneLanguage(whole, (raw) => formatted(raw, format));
}

function formatted(raw: string, format: Format): PlainText {
  if (format === 'html' || (format === 'moodle' && LOOKS_MARKED.test(raw)))
    return htmlToText(raw.replace(/\n/g, format === 'html' ? ' ' : '<br>'));
  if (format === 'markdown') return markdownText(raw);
  return /«math/i.test(raw) ? htmlToText(raw.replace(/\n/g, '<br>')) : bareText(foreignFormulas(raw));
}

const escapeGift = (text: string) => text.replace(/[\\~=#{}:]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n');
/** Escapes a beginning that would be read as a weight or a format. */
const guardStart = (markup: string) => markup.replace(/^[%[]/, (mark) => `&#${mark.charCodeAt(0)};`);
const escapeTag = (text: string) => text.replace(/[\\[\]]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n');

/**
 * Writes questions as GIFT. Texts are HTML so that they round-trip exactly; weight, category and objective are tags in a comment,
 * which Moodle reads too. A picture is omitted, and a tag holds its description.
 */
export function writeGift(questions: readonly Draft[], category: string | null): string {
  const blocks = questions.map((question, index) => {
    const pictured = question.picture ? [`imagem=${question.picture.alt}`] : [];
    const written = question.answering ? giftWritten(question, escapeGift) : undefined;
    const tags = [...tagsOf(question), ...(written?.tags ?? []), ...pictured].map((tag) => `[tag:${escapeTag(tag)}]`);
    const answers =
      written?.answers ??
      question.alternatives.map(
        (text, place) => `\t${place === question.correct ? '=' : '~'}${escapeGift(guardStart(textToMarkup(text)))}`,
      );
    const general =
      question.explanation === null ? [] : [`\t####${escapeGift(guardStart(textToMarkup(question.explanation)))}`];
    return [
      ...(tags.length > 0 ? [`// ${tags.join(' ')}`] : []),
      `::Q${index + 1}::[html]${escapeGift(guardStart(statementMarkup(question)))}{${isDecimal(question) ? '#' : ''}`,
      ...answers,
      ...general,
      '}',
    ].join('\n');
  });
  // A slash separates categories unless it is doubled.
  const heading = category === null ? [] : [`$CATEGORY: ${category.replaceAll('/', '//').replace(/\s+/g, ' ')}`];
  return `${[...heading, ...blocks].join('\n\n')}\n`;
}

export function tagsOf(question: Draft): string[] {
  return [
    ...(question.weight === 1 ? [] : [`peso=${question.weight}`]),
    ...(question.skillCategory === null ? [] : [`categoria=${question.skillCategory}`]),
    ...(question.objective === null ? [] : [`objectivo=${question.objective}`]),
    ...(question.difficulty === undefined ? [] : [`dificuldade=${question.difficulty}`]),
  ];
}
