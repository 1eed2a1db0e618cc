import { MAX_ROWS } from '../../../shared/question-limits.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { withoutMarks } from '../test-bank/texts/notation.rules.ts';
import { checkWritten, wrongRow } from './draft.rules.ts';
import { type Draft, type RowRead, refuseTooManyRows } from './files.rules.ts';
import { withoutGuessedKeys } from './keys.rules.ts';
import { ownText } from './markup.rules.ts';

const CHOICE = /^\s*([A-Za-z])[.)]\s*(.*)$/;
const ANSWER = /^\s*(?:ANSWER|RESPOSTA)\s*:\s*(.*)$/i;
/** Precedes a statement that would be read as an alternative or an answer. Moodle shows this zero-width space, which is invisible. */
const GUARD = '\u200b';
const NEEDS_GUARD = new RegExp(`^${GUARD}*(?:[A-Z][.)]|(?:ANSWER|RESPOSTA)\\s*:)`, 'i');

interface Under {
  line: number;
  statement: string[];
  choices: string[];
}

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
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const answer = ANSWER.exec(raw);
    const choice = beginsStatement(lines, index, under.choices.length) ? null : CHOICE.exec(raw);
    if (raw.trim() === '') continue;
    if (answer) {
      if (under.statement.length === 0)
        add(wrongRow(under.line || line, label() || raw, 'Falta o enunciado antes desta resposta.'));
      else {
        add(
          checkWritten(under.line, {
            statement: withoutGuard(under.statement.join('\n')),
            alternatives: under.choices,
            correct: answer[1] as string,
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
  (/^\s*\|(?:\s*:?-{3,}:?\s*\|)+\s*$/m.test(text) ? withoutMarks(text, ', ').replaceAll('\n', '; ') : text).replace(
    /\s*\n\s*/g,
    ' ',
  );

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
