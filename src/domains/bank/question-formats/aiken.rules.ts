import { letterAt } from '../../../shared/questions/letters.ts';
import { MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { notationOf, withoutMarks } from '../test-bank/texts/notation.rules.ts';
import { checkWritten, wrongRow } from './draft.rules.ts';
import { type Draft, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { withoutGuessedKeys } from './keys.rules.ts';
import { ownText } from './markup.rules.ts';

const CHOICE = /^\s*([A-Za-z])[.)]\s*(.*)$/;
const ANSWER_WORDS = '(?:(?:(?:CORRECT|RIGHT) )?ANSWER|RESPOSTA(?: (?:CERTA|CORREC?TA))?|GABARITO|KEY)\\s*:';
const ANSWER = new RegExp(`^\\s*${ANSWER_WORDS}\\s*(.*)$`, 'i');
/** What programs add behind the answer: why it is right. */
const COMMENT =
  /^\s*(?:FEEDBACK|EXPLANATION|RATIONALE|COMMENT|EXPLICA[ÇC][ÃA]O|JUSTIFICA(?:[ÇC][ÃA]O|TIVA)|RESOLU[ÇC][ÃA]O|COMENT[ÁA]RIO)\s*:\s*(.*)$/i;
/** Precedes a statement that would be read as an alternative or an answer. Moodle shows this zero-width space, which is invisible. */
const GUARD = '\u200b';
const NEEDS_GUARD = new RegExp(`^${GUARD}*(?:[A-Z][.)]|${ANSWER_WORDS})`, 'i');

interface Under {
  line: number;
  statement: string[];
  choices: string[];
  /** Whether it begins with a line right behind the alternatives of another question, to which the line may belong. */
  isTorn?: boolean;
}
const TORN = 'Segue-se a alternativas sem resposta, e não se vê onde começa: ponha uma linha vazia antes do enunciado.';

/**
 * Reads Aiken: a statement, alternatives that begin with "A)" or "A.", and "ANSWER: B". A row number is the line where the
 * question begins.
 */
export function readAiken(text: string): RowRead[] {
  const rows: RowRead[] = [];
  let under: Under = { line: 0, statement: [], choices: [] };
  const add = (row: RowRead) => {
    rows.push(row);
    if (rows.length > MAX_ROWS) refuseTooManyRows();
  };
  const label = () => withoutGuard(under.statement.join(' ')) || under.choices.join(' ');
  const startAnew = (line = 0, statement: string[] = []) => {
    under = { line, statement, choices: [] };
  };
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  let read = 0;
  for (const [index, raw] of lines.entries()) {
    if (index < read) continue;
    const line = index + 1;
    const answer = ANSWER.exec(raw);
    const choice = beginsStatement(lines, index, under.choices.length) ? null : CHOICE.exec(raw);
    if (raw.trim() === '') continue;
    if (answer) {
      if (under.statement.length === 0)
        add(wrongRow(under.line || line, label() || raw, 'Falta o enunciado antes desta resposta.'));
      else if (under.isTorn) add(wrongRow(under.line, label(), TORN));
      else {
        const comment = commentBehind(lines, index);
        read = comment.end;
        add(
          checkWritten(under.line, {
            statement: withoutGuard(under.statement.join('\n')),
            alternatives: under.choices,
            correct: answer[1] as string,
            explanation: comment.text,
          }),
        );
      }
      startAnew();
    } else if (choice && (under.statement.length > 0 || /^[Aa]$/.test(choice[1] as string))) {
      const letter = (choice[1] as string).toUpperCase();
      if (under.statement.length === 0) {
        under.line ||= line;
        under.choices.push(choice[2] as string);
      } else if (letter === letterAt(under.choices.length)) under.choices.push(choice[2] as string);
      else {
        add(
          wrongRow(
            under.line,
            label(),
            `Linha ${line}: a alternativa ${letter} está fora de ordem; esperava-se a ${letterAt(under.choices.length)}.`,
          ),
        );
        startAnew(line, []);
      }
    } else if (under.choices.length > 0) {
      // A new statement although the previous question has no answer.
      add(
        wrongRow(
          under.line,
          label(),
          under.statement.length === 0
            ? 'Falta o enunciado antes das alternativas.'
            : 'Falta a linha «ANSWER:» com a letra certa.',
        ),
      );
      startAnew(line, [raw.trim()]);
      under.isTorn = (lines[index - 1] ?? '').trim() !== '';
    } else {
      if (under.statement.length === 0) under.line = line;
      under.statement.push(raw.trim());
    }
  }
  if (under.statement.length > 0 || under.choices.length > 0)
    add(wrongRow(under.line, label(), 'Falta a linha «ANSWER:» com a letra certa.'));
  return withoutGuessedKeys(rows, 'Resposta');
}

/**
 * Returns the explanation behind an answer, and the line behind it. It ends at an empty line, or where the next question begins: a block
 * with an answer of its own.
 */
function commentBehind(lines: readonly string[], answer: number): { text: string; end: number } {
  const none = { text: '', end: answer + 1 };
  let from = answer + 1;
  while (from < lines.length && (lines[from] as string).trim() === '') from += 1;
  if (!COMMENT.test(lines[from] ?? '')) return none;
  let end = from;
  while (end < lines.length && (lines[end] as string).trim() !== '') end += 1;
  if (lines.slice(from, end).some((line) => ANSWER.test(line))) {
    if (from > answer + 1) return none;
    end = from;
    while (COMMENT.test(lines[end] ?? '')) end += 1;
  }
  const told = lines.slice(from, end).map((line) => (COMMENT.exec(line)?.[1] ?? line).trim());
  return { text: told.join('\n'), end };
}

/**
 * Returns whether a line like "A. Neto foi o quê?" belongs to the statement: no alternative has begun, and the first one is still to come.
 */
function beginsStatement(lines: readonly string[], index: number, choices: number): boolean {
  const letter = CHOICE.exec(lines[index] ?? '')?.[1]?.toUpperCase();
  if (letter === undefined || choices > 0) return false;
  for (let next = index + 1; next < Math.min(lines.length, index + MAX_BETWEEN); next += 1) {
    const line = lines[next] ?? '';
    if (ANSWER.test(line) || line.trim() === '') return false;
    const found = CHOICE.exec(line)?.[1]?.toUpperCase();
    if (found === 'A') return true;
    if (letter === 'A' && found === 'B') return false;
  }
  return false;
}
/** Lines of one question that are looked at. */
const MAX_BETWEEN = 40;

/** Returns a statement with a guard if it needs one, or if it already looks guarded, so that reading restores it. */
const guard = (statement: string) => (NEEDS_GUARD.test(statement) ? GUARD + statement : statement);
const withoutGuard = (statement: string) =>
  statement.startsWith(GUARD) && NEEDS_GUARD.test(statement) ? statement.slice(GUARD.length) : statement;

/** A table cannot stand on one line: its rows follow each other. */
const oneLine = (text: string) =>
  (notationOf(text).some(({ kind }) => kind === 'table')
    ? withoutMarks(text, ', ').replaceAll('\n', '; ')
    : text
  ).replace(/\s*\n\s*/g, ' ');

/**
 * Writes questions as Aiken, which holds the statement, the alternatives and the letter. The passage is prepended to the
 * statement and line breaks become spaces; explanation, weight, category and objective are lost. A statement that begins like an
 * alternative is guarded.
 */
export function writeAiken(questions: readonly Draft[]): string {
  return `${questions
    .map(({ passage, statement, alternatives, correct }) =>
      [
        guard(ownText(oneLine([passage, statement].filter((part) => part !== null).join(' ')))),
        ...alternatives.map((text, index) => `${letterAt(index)}) ${ownText(oneLine(text))}`),
        `ANSWER: ${letterAt(correct)}`,
      ].join('\n'),
    )
    .join('\n\n')}\n`;
}
