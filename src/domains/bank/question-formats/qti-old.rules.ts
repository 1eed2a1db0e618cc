import { MOST_ROWS } from '../../../shared/question-limits.ts';
import { letterAt } from '../test-bank/tests.rules.ts';
import { checkRow, FileRefused, type RowRead, refuseTooManyRows, wrongRow } from './draft.rules.ts';
import { foreignFormulas } from './formulas.rules.ts';
import { lostNotes, nameNotes, OTHERS_FEEDBACK, PARTIAL, SEVERAL, scaledWeight, unknownKind } from './kinds.rules.ts';
import { elementsToText, emphasisNotes, htmlToText, type PlainText } from './markup.rules.ts';
import { type FindPicture, takePicture, withPicture } from './pictures.rules.ts';
import { allNamed, attributeOf, childNamed, isElement, plainName, textOf, type XmlElement } from './xml.rules.ts';

// QTI 1.2, as written by Canvas, Blackboard, Respondus and Common Cartridges.

/** Name of the root element. */
export const OLD_ROOT = 'questestinterop';

/** Reads the items of one or several documents, in order. Rows are numbered from 1. */
export function readOldQti(roots: readonly XmlElement[], findPicture: FindPicture = () => undefined): RowRead[] {
  const items = roots.flatMap((root) => allNamed(root, 'item'));
  if (items.length > MOST_ROWS) refuseTooManyRows();
  if (items.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  return items.map((item, index) => readItem(item, index + 1, findPicture));
}

function readItem(item: XmlElement, row: number, findPicture: FindPicture): RowRead {
  const presentation = childNamed(item, 'presentation') ?? EMPTY;
  const responses = RESPONSES.flatMap((name) => allNamed(presentation, name));
  const [response] = responses;
  const statement = materialText(presentation);
  const label = statement.text || attributeOf(item, 'title') || '';
  const refuse = (message: string) => wrongRow(row, label, message);
  const kind = kindOf(item);
  if (kind !== undefined && !CHOICE_KINDS.test(kind)) return refuse(unknownKind(plainKind(kind)));
  if (!response) return refuse('É um texto sem pergunta: aqui só cabem perguntas de escolha.');
  if (responses.length > 1) return refuse('Pergunta várias coisas de uma vez: aqui cada questão tem uma só resposta.');
  if (plainName(response.name) !== 'response_lid') return refuse(unknownKind('shortanswer'));
  if (/multiple/i.test(attributeOf(response, 'rcardinality') ?? '')) return refuse(SEVERAL);
  const shown = takePicture(statement, findPicture);
  if (shown.lost.length > 0) return refuse(`A questão ${lostNotes(shown.lost)}`);

  const choices = allNamed(response, 'response_label');
  const alternatives: string[] = [];
  for (const [index, choice] of choices.entries()) {
    const text = materialText(choice);
    if (text.lost.length > 0) return refuse(`A alternativa ${letterAt(index)} ${lostNotes(text.lost)}`);
    alternatives.push([text.passage, text.text].filter(Boolean).join('\n'));
  }
  const key = keyOf(item, choices);
  if (typeof key === 'string') return refuse(key);
  const explanation = explanationOf(item, attributeOf(choices[key] as XmlElement, 'ident') ?? '');
  const scaled = scaledWeight(weightOf(item));
  const read = checkRow(
    row,
    {
      statement: statement.text,
      passage: statement.passage,
      alternatives: alternatives.map(truthInPortuguese),
      correct: key,
      explanation: explanation.text,
      weight: scaled.weight,
    },
    [
      ...explanation.notes,
      ...scaled.notes,
      ...emphasisNotes(statement),
      ...nameNotes(attributeOf(item, 'title') ?? '', statement.text),
    ],
  );
  return withPicture(read, shown.picture);
}

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };
const RESPONSES = ['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp'];
const CHOICE_KINDS = /^(multiple[ _]choice|true[ _]?\/?[ _]?false|either\/or|cc\.(multiple_choice|true_false)\.v0p1)/i;

/** Other programs write true/false in English, whatever the language of the course. */
const truthInPortuguese = (text: string): string =>
  /^true$/i.test(text) ? 'Verdadeiro' : /^false$/i.test(text) ? 'Falso' : text;

/** Returns what the writing program calls the item's type, or undefined if it says nothing. */
function kindOf(item: XmlElement): string | undefined {
  const field = allNamed(item, 'qtimetadatafield').find((one) =>
    /^(question_type|cc_profile|qmd_itemtype)$/i.test(textOf(childNamed(one, 'fieldlabel') ?? EMPTY).trim()),
  );
  const told =
    childText(field ?? EMPTY, 'fieldentry') ||
    textOf(allNamed(item, 'bbmd_questiontype')[0] ?? EMPTY).trim() ||
    textOf(allNamed(item, 'qmd_itemtype')[0] ?? EMPTY).trim();
  // Older programs only record whether it is answered by a click.
  return told === '' || /^logical identifier$/i.test(told) ? undefined : told;
}

const childText = (element: XmlElement, name: string) => textOf(childNamed(element, name) ?? EMPTY).trim();

/** Returns the name of a type as `unknownKind` knows it: `essay_question` and `cc.essay.v0p1` are `essay`. */
const plainKind = (kind: string): string =>
  kind
    .toLowerCase()
    .replace(/^cc\.|\.v0p1$|[ _]question$/g, '')
    .replace(/[ _]/g, '')
    .replace(/^multipleanswers?$|^multipleresponse$/, 'multianswer')
    .replace(/^fillinmultipleblanks$|^fillintheblank.*$|^fib$|^pattern_match$/, 'shortanswer')
    .replace(/^multipledropdowns$/, 'gapselect')
    .replace(/^textonly$/, 'description')
    .replace(/^fileupload$/, 'upload');

/** Returns the text of an element's materials, without the choices. */
function materialText(element: XmlElement): PlainText {
  const parts: PlainText[] = [];
  const walk = (inside: XmlElement): void => {
    for (const child of inside.children.filter(isElement)) {
      const name = plainName(child.name);
      if (name === 'response_label' || name === 'itemfeedback') continue;
      if (name === 'mattext' || name === 'mat_formattedtext') parts.push(richText(child));
      else if (name === 'matimage') parts.push(picture(attributeOf(child, 'uri') ?? ''));
      else if (name === 'mataudio' || name === 'matvideo') parts.push({ ...NO_TEXT, lost: [MEDIA[name] as string] });
      else walk(child);
    }
  };
  walk(element);
  return {
    text: parts
      .map(({ text }) => text)
      .filter(Boolean)
      .join('\n'),
    passage:
      parts
        .map(({ passage }) => passage)
        .filter(Boolean)
        .join('\n\n') || null,
    lost: [...new Set(parts.flatMap(({ lost }) => lost))],
    pictures: parts.flatMap(({ pictures }) => pictures),
    emphasis: parts.some(({ emphasis }) => emphasis),
  };
}
const MEDIA: Record<string, string> = { mataudio: 'som', matvideo: 'vídeo' };
const NO_TEXT: PlainText = { text: '', passage: null, lost: [], pictures: [], emphasis: false };
const picture = (source: string): PlainText => ({ ...NO_TEXT, lost: ['imagem'], pictures: [{ source, alt: '' }] });

function richText(element: XmlElement): PlainText {
  if (element.children.some(isElement)) return elementsToText(element.children, () => false);
  const raw = textOf(element);
  const type = attributeOf(element, 'texttype') ?? attributeOf(element, 'type') ?? '';
  const isMarked = /html/i.test(type) || (!/plain/i.test(type) && /<\/?[a-z][^<>]*>|&[a-z]+;|&#\d+;/i.test(raw));
  return isMarked ? htmlToText(raw) : { ...NO_TEXT, text: foreignFormulas(raw) };
}

/** Index of the right choice, or why there is not exactly one. */
function keyOf(item: XmlElement, choices: readonly XmlElement[]): number | string {
  const scored = allNamed(item, 'respcondition').flatMap((condition) => {
    const points = allNamed(condition, 'setvar').map((one) => textOf(one).trim());
    // Blackboard writes `SCORE.max` where others write a number.
    const share = Math.max(0, ...points.map((given) => (/max$/i.test(given) ? Number.MAX_VALUE : Number(given) || 0)));
    return share > 0 ? [{ share, values: valuesIn(childNamed(condition, 'conditionvar') ?? EMPTY) }] : [];
  });
  const named = scored.filter(({ values }) => values.length > 0);
  const values = [...new Set(named.flatMap((one) => one.values))];
  if (values.length > 1) return new Set(named.map(({ share }) => share)).size > 1 ? PARTIAL : SEVERAL;
  const [value] = values;
  if (value === undefined) return 'Não diz qual é a resposta certa.';
  const places = choices.flatMap((choice, index) => (attributeOf(choice, 'ident')?.trim() === value ? [index] : []));
  if (places.length !== 1) return `A resposta certa («${value.slice(0, 60)}») não está entre as alternativas.`;
  return places[0] as number;
}

/** Choices that a condition requires; choices under a negation do not count. */
function valuesIn(condition: XmlElement): string[] {
  return condition.children.filter(isElement).flatMap((child) => {
    const name = plainName(child.name);
    if (name === 'varequal') return [textOf(child).trim()];
    return name === 'not' ? [] : valuesIn(child);
  });
}

function explanationOf(item: XmlElement, right: string): { text: string; notes: string[] } {
  const comments = allNamed(item, 'itemfeedback')
    .map((one) => ({ name: attributeOf(one, 'ident') ?? '', text: materialText({ ...one, name: 'feedback' }).text }))
    .filter(({ text }) => text !== '');
  // Canvas writes `general_fb`, `correct_fb` and `general_incorrect_fb`, Blackboard `correct` and `incorrect`.
  const chosen = [/^general(_fb)?$/i, /^correct(_fb)?$/i]
    .map((pattern) => comments.find(({ name }) => pattern.test(name)))
    .concat(comments.find(({ name }) => name === right || name === `${right}_fb`))
    .find(Boolean);
  return { text: chosen?.text ?? '', notes: comments.length > (chosen ? 1 : 0) ? [OTHERS_FEEDBACK] : [] };
}

function weightOf(item: XmlElement): string {
  const field = allNamed(item, 'qtimetadatafield').find(
    (one) => childText(one, 'fieldlabel').toLowerCase() === 'points_possible',
  );
  const told = childText(field ?? EMPTY, 'fieldentry') || textOf(allNamed(item, 'qmd_absolutescore_max')[0] ?? EMPTY);
  const points = Number(told);
  return Number.isFinite(points) && points > 0 ? String(points) : '';
}
