import { MAX_ROWS } from '../../../../shared/questions/question-limits.ts';
import { bareText, joinedTexts, type PlainText } from '../assembler.rules.ts';
import { checkRow, type Loose, wrongRow } from '../draft.rules.ts';
import { FileRefused, type RowRead, refuseTooManyRows } from '../files.rules.ts';
import { foreignFormulas } from '../formulas.rules.ts';
import {
  behindTexts,
  emphasisNotes,
  explanationNotes,
  FOR_SCORERS,
  lostNotes,
  MESSAGES,
  nameNotes,
  OTHER_BANK,
  OTHERS_FEEDBACK,
  PARTIAL,
  SELECTION,
  SEVERAL,
  scaledWeight,
  unknownElement,
  unknownKind,
} from '../kinds.rules.ts';
import { elementsToText, htmlToText, writtenText } from '../markup.rules.ts';
import { type FindPicture, readAlternative, takePicture, withPicture } from '../pictures.rules.ts';
import { placeOf } from '../set-off.rules.ts';
import { oldWay, readOldWritten, withGap } from '../written/qti-old.rules.ts';
import {
  allNamed,
  attributeOf,
  childNamed,
  childrenNamed,
  type Fate,
  fatesOf,
  isElement,
  plainName,
  textOf,
  unreadNotes,
  type XmlElement,
} from '../xml.rules.ts';

// QTI 1.2, as written by Canvas, Blackboard, Respondus and Common Cartridges.

/** Name of the root element. */
export const OLD_ROOT = 'questestinterop';

/** Reads the items of one or several documents, in order. Rows are numbered from 1. */
export function readOldQti(roots: readonly XmlElement[], findPicture: FindPicture = () => undefined): RowRead[] {
  const placed = roots.flatMap((root) => itemsIn(root));
  // A text that questions refer to is their passage, and no row of its own.
  const referred = new Set(placed.flatMap(({ item }) => stimulusOf(item) ?? []));
  const stimuli = new Map(placed.map(({ item }) => [attributeOf(item, 'ident') ?? '', item]));
  const items = placed.filter(({ item }) => !(referred.has(attributeOf(item, 'ident') ?? '') && isText(item)));
  if (items.length > MAX_ROWS) refuseTooManyRows();
  if (items.length === 0) throw new FileRefused(400, 'no-rows', 'O ficheiro não tem nenhuma questão.');
  const rows = items.map(({ item, above }, index) => {
    const told = stimulusOf(item);
    const stimulus = told === undefined ? undefined : stimuli.get(told);
    if (told !== undefined && !stimulus)
      return wrongRow(
        index + 1,
        attributeOf(item, 'title') ?? '',
        'O texto de apoio desta questão não veio no ficheiro.',
      );
    const passages = [...above, ...(stimulus ? [childNamed(stimulus, 'presentation') ?? EMPTY] : [])];
    return readItem(item, index + 1, passages.map(materialText), findPicture);
  });
  const texts = placed.filter(({ item }) => !items.some((one) => one.item === item)).map(({ item }) => item);
  rows[0]?.notes.push(
    ...new Set([
      ...roots.flatMap((root) => unreadNotes(root, FATES_ABOVE)),
      ...texts.flatMap((item) => [...unreadNotes(item, FATES), ...metadataNotes(item)]),
      ...(roots.some((root) => allNamed(root, 'selection_number').length > 0) ? [SELECTION] : []),
      ...(roots.some((root) => allNamed(root, 'sourcebank_ref').length > 0) ? [OTHER_BANK] : []),
    ]),
  );
  return behindTexts(rows, (index) => isText(items[index]?.item ?? EMPTY));
}

/** Texts of sections and tests that belong to each of their items. */
const PASSAGES = new Set(['presentation_material', 'rubric']);

/** Returns the items below an element, each with the texts of the sections that it is in, outermost first. */
function itemsIn(element: XmlElement, above: readonly XmlElement[] = []): { item: XmlElement; above: XmlElement[] }[] {
  const children = element.children.filter(isElement);
  const isShown = (child: XmlElement) =>
    PASSAGES.has(plainName(child.name)) &&
    /^(?:all|candidate|)$/i.test(attributeOf(child, 'view') ?? '') &&
    materialText(child).text !== '';
  const texts = [...above, ...children.filter(isShown)];
  return children.flatMap((child) =>
    plainName(child.name) === 'item' ? [{ item: child, above: texts }] : itemsIn(child, texts),
  );
}

/** Returns the identifier of the text that an item refers to, as Canvas writes it. */
const stimulusOf = (item: XmlElement): string | undefined =>
  metadataOf(item, /^parent_stimulus_item_ident$/i) || undefined;

/** Returns whether an item is a text without a question. */
function isText(item: XmlElement): boolean {
  const kind = kindOf(item);
  return kind === undefined
    ? RESPONSES.every((name) => allNamed(childNamed(item, 'presentation') ?? EMPTY, name).length === 0)
    : /text_?only|^stimulus/i.test(kind);
}

/** Metadata and scoring, whose texts are identifiers and numbers; what is in no list is named in a note. */
const INNER: Readonly<Record<string, Fate>> = {
  ...fatesOf('inside', 'qtimetadata qtimetadatafield assessmentmetadata sectionmetadata itemmetadata'),
  ...fatesOf('read', 'fieldlabel fieldentry vocabulary duration'),
  ...fatesOf('inside', 'resprocessing outcomes respcondition conditionvar not and or'),
  ...fatesOf(
    'read',
    'decvar varequal vargte varlte vargt varlt setvar other unanswered displayfeedback varsubset interpretvar',
  ),
  qticomment: { note: 'Os comentários do ficheiro não são guardados.' },
  objectives: { note: 'Os objectivos escritos no ficheiro não são guardados.' },
};
/** What happens to the elements around items, and to those of an item. */
const FATES_ABOVE: Readonly<Record<string, Fate>> = {
  ...INNER,
  ...fatesOf('inside', 'assessment section objectbank'),
  ...fatesOf(
    'read',
    'item presentation_material rubric selection_ordering outcomes_processing assessmentcontrol sectioncontrol',
  ),
  ...fatesOf({ note: MESSAGES }, 'assessfeedback sectionfeedback'),
};
const FATES: Readonly<Record<string, Fate>> = {
  ...INNER,
  ...fatesOf('read', 'presentation itemfeedback itemcontrol'),
  ...fatesOf({ note: FOR_SCORERS }, 'rubric itemrubric'),
};
/** Blackboard's and older metadata: elements named after what they say, which only the program needs. */
const FOREIGN_METADATA = /^(?:bbmd_\w+|qmd_\w+)$/;

/** Fields that only the writing program needs, or that `readItem` reads. */
const KNOWN_FIELD =
  /^(?:question_?type|points_possible|assessment_question_identifierref|original_answer_ids|cc_\w+|qmd_(?:itemtype|status|scoring\w+|solutions\w+|hints\w+|feedback\w+|computerscored|maximumscore|timelimit|renderingtype|responsetype|absolutescore\w*|weighting)|calculator_type|parent_stimulus_item_ident|stimulus_\w+|bbmd_\w+|max_?attempts|shuffle\w*)$/i;

/** Names the fields of an item's metadata that are not stored. */
function metadataNotes(item: XmlElement): string[] {
  const unread = allNamed(item, 'qtimetadatafield').filter(
    (field) => !KNOWN_FIELD.test(childText(field, 'fieldlabel')) && childText(field, 'fieldentry') !== '',
  );
  return unread.map((field) => `O campo «${childText(field, 'fieldlabel').slice(0, 40)}» não é guardado.`);
}

/** Returns the fates of such metadata. */
const foreignFates = (item: XmlElement): Record<string, Fate> =>
  Object.fromEntries(
    childrenNamed(item, 'itemmetadata')
      .flatMap(({ children }) => children.filter(isElement))
      .map(({ name }) => plainName(name))
      .filter((name) => FOREIGN_METADATA.test(name))
      .map((name) => [name, 'read']),
  );

const metadataOf = (item: XmlElement, label: RegExp): string =>
  childText(
    allNamed(item, 'qtimetadatafield').find((field) => label.test(childText(field, 'fieldlabel'))) ?? EMPTY,
    'fieldentry',
  );

function readItem(item: XmlElement, row: number, passages: readonly PlainText[], findPicture: FindPicture): RowRead {
  const presentation = childNamed(item, 'presentation') ?? EMPTY;
  const responses = RESPONSES.flatMap((name) => allNamed(presentation, name));
  const [response] = responses;
  const kind = kindOf(item);
  const way = response && oldWay(response, kind);
  const statement = materialText(way && response ? withGap(presentation, response) : presentation);
  const label = statement.text || attributeOf(item, 'title') || '';
  const refuse = (message: string) => wrongRow(row, label, message);
  if (kind !== undefined && way === undefined && !CHOICE_KINDS.test(kind)) return refuse(unknownKind(plainKind(kind)));
  if (!response) return refuse('É um texto sem questão: aqui só cabem questões de escolha.');
  if (responses.length > 1) return refuse('Pergunta várias coisas de uma vez: aqui cada questão tem uma só resposta.');
  if (plainName(response.name) !== 'response_lid' && way === undefined) return refuse(unknownKind('shortanswer'));
  if (/multiple/i.test(attributeOf(response, 'rcardinality') ?? '')) return refuse(SEVERAL);
  const shown = takePicture(statement, findPicture);
  const lost = [...new Set([...shown.lost, ...passages.flatMap((one) => one.lost)])];
  if (lost.length > 0) return refuse(`A questão ${lostNotes(lost)}`);

  const answers: Answers =
    way === undefined ? readChoices(item, response, statement.text, findPicture) : readOldWritten(item, way);
  if ('problem' in answers) return refuse(answers.problem);
  const explanation = explanationOf(item, answers.identifier ?? '_');
  const scaled = scaledWeight(weightOf(item));
  const read = checkRow(
    row,
    {
      statement: shown.text,
      passage: [...passages.map((one) => one.text), statement.passage].filter(Boolean).join('\n\n'),
      ...answers.fields,
      explanation: explanation.text,
      weight: scaled.weight,
    },
    [
      ...answers.notes,
      ...shown.notes,
      ...explanation.notes,
      ...scaled.notes,
      ...[statement, ...passages].flatMap((part) => [
        ...part.dropped,
        ...emphasisNotes({ ...part, text: statement.text }),
      ]),
      ...unreadNotes(item, { ...FATES, ...foreignFates(item) }),
      ...metadataNotes(item),
      ...nameNotes(attributeOf(item, 'title') ?? '', statement.text),
    ],
  );
  return withPicture(read, shown.picture, [shown.pictures, ...(answers.pictures ?? [])]);
}

/** How an item is answered; `identifier` is that of the right choice. */
type Answers =
  | {
      fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>;
      identifier?: string;
      notes: string[];
      pictures?: ReadonlyMap<string, Uint8Array>[];
    }
  | { problem: string };

function readChoices(item: XmlElement, response: XmlElement, label: string, findPicture: FindPicture): Answers {
  const choices = allNamed(response, 'response_label');
  const notes = new Set<string>();
  const alternatives: string[] = [];
  const pictures: ReadonlyMap<string, Uint8Array>[] = [];
  for (const [index, choice] of choices.entries()) {
    const text = readAlternative(materialText(choice), index, label, findPicture);
    if ('problem' in text) return text;
    for (const note of text.notes) notes.add(note);
    alternatives.push(text.text);
    pictures.push(text.pictures);
  }
  const correct = keyOf(item, choices);
  if (typeof correct === 'string') return { problem: correct };
  return {
    fields: { alternatives: alternatives.map(truthInPortuguese), correct },
    identifier: attributeOf(choices[correct] as XmlElement, 'ident') ?? '',
    notes: [...notes],
    pictures,
  };
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
    .replace(/^multipleanswers?$|^multipleresponse$/, 'multiplechoices')
    .replace(/^fillinmultipleblanks$/, 'cloze')
    .replace(/^fillintheblank.*$|^fib$|^pattern_match$/, 'shortanswer')
    .replace(/^multipledropdowns$/, 'gapselect')
    .replace(/^textonly$/, 'description')
    .replace(/^fileupload$/, 'upload');

/** Elements that hold materials or choices. */
const HOLDERS =
  /^(?:material|flow|flow_mat|flow_label|mat_extension|response_(?:lid|str|num|xy|grp|na)|render_\w+|altmaterial|presentation|presentation_material|rubric|itemfeedback|feedback|response_label|solution|solutionmaterial|hint|hintmaterial|material_ref)$/;

/** Returns the text of an element's materials, without the choices. */
function materialText(element: XmlElement): PlainText {
  const parts: PlainText[] = [];
  const walk = (inside: XmlElement): void => {
    for (const child of inside.children) {
      if (!isElement(child)) {
        if (child.trim() !== '') parts.push(bareText(foreignFormulas(child.trim())));
        continue;
      }
      const name = plainName(child.name);
      const uri = attributeOf(child, 'uri') ?? '';
      if (name === 'response_label' || name === 'itemfeedback') continue;
      if (name === 'mattext' || name === 'mat_formattedtext')
        parts.push(uri === '' || textOf(child).trim() !== '' ? richText(child) : { ...NO_TEXT, lost: ['parte'] });
      else if (name === 'matemtext') parts.push(setOff(richText(child)));
      else if (name === 'matimage') parts.push(picture(uri, child));
      else if (MEDIA[name] !== undefined) parts.push({ ...NO_TEXT, lost: [MEDIA[name]] });
      else if (name === 'material_ref' || name === 'matref') parts.push({ ...NO_TEXT, lost: ['parte'] });
      else if (HOLDERS.test(name)) walk(child);
      else if (textOf(child).trim() !== '') parts.push({ ...richText(child), dropped: [unknownElement(child.name)] });
    }
  };
  walk(element);
  return joinedTexts(parts);
}

/** Returns emphasized text (`matemtext`) as bold if it is on one line, because a mark ends with its line. */
const setOff = (read: PlainText): PlainText =>
  read.text === '' || read.text.includes('\n')
    ? read
    : { ...read, text: `**${read.text}**`, pictured: `**${read.pictured}**` };

const MEDIA: Record<string, string | undefined> = {
  mataudio: 'som',
  matvideo: 'vídeo',
  matapplet: 'objecto',
  matapplication: 'objecto',
};
const NO_TEXT = bareText('');
/** A picture in a file beside the document, or encoded in it. */
const picture = (source: string, { attributes, ...element }: XmlElement): PlainText => {
  const encoded = /base64/i.test(attributes['embedded'] ?? '') ? textOf({ attributes, ...element }).trim() : '';
  const type = attributes['imagtype'] ?? 'image/png';
  const alt = attributes['label'] ?? '';
  return {
    ...NO_TEXT,
    lost: ['imagem'],
    pictured: placeOf(0),
    pictures: [{ source: encoded === '' ? source : `data:${type};base64,${encoded}`, alt }],
  };
};

function richText(element: XmlElement): PlainText {
  if (element.children.some(isElement)) return elementsToText(element.children, () => false);
  const raw = textOf(element);
  const type = attributeOf(element, 'texttype') ?? attributeOf(element, 'type') ?? '';
  const isMarked = /html/i.test(type) || (!/plain/i.test(type) && /<\/?[a-z][^<>]*>|&[a-z]+;|&#\d+;/i.test(raw));
  return isMarked ? htmlToText(raw) : /«math/i.test(raw) ? writtenText(raw) : bareText(foreignFormulas(raw));
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
    .map((one) => ({ name: attributeOf(one, 'ident') ?? '', read: materialText({ ...one, name: 'feedback' }) }))
    .filter(({ read }) => read.text !== '' || read.lost.length > 0);
  // Canvas writes `general_fb`, `correct_fb` and `general_incorrect_fb`, Blackboard `correct` and `incorrect`.
  const chosen = [/^general(_fb)?$/i, /^correct(_fb)?$/i]
    .map((pattern) => comments.find(({ name }) => pattern.test(name)))
    .concat(comments.find(({ name }) => name === right || name === `${right}_fb`))
    .find(Boolean);
  return {
    text: chosen?.read.text ?? '',
    notes: [
      ...(chosen ? explanationNotes(chosen.read) : []),
      ...(comments.length > (chosen ? 1 : 0) ? [OTHERS_FEEDBACK] : []),
    ],
  };
}

function weightOf(item: XmlElement): string {
  const field = allNamed(item, 'qtimetadatafield').find(
    (one) => childText(one, 'fieldlabel').toLowerCase() === 'points_possible',
  );
  const told = childText(field ?? EMPTY, 'fieldentry') || textOf(allNamed(item, 'qmd_absolutescore_max')[0] ?? EMPTY);
  const points = Number(told);
  if (Number.isFinite(points)) return points > 0 ? String(points) : '';
  return told.trim();
}
