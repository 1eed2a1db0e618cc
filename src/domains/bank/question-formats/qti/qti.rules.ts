import { bareText, type PlainText } from '../assembler.rules.ts';
import { checkRow, type Loose, wrongRow } from '../draft.rules.ts';
import type { RowRead } from '../files.rules.ts';
import {
  DEDUCTIONS,
  emphasisNotes,
  explanationNotes,
  FOR_SCORERS,
  HINTS,
  lostNotes,
  nameNotes,
  OTHERS_FEEDBACK,
  PARTIAL,
  SEVERAL,
  scaledWeight,
  unknownKind,
} from '../kinds.rules.ts';
import { elementsToText } from '../markup.rules.ts';
import { type FindPicture, readAlternative, takePicture, withPicture } from '../pictures.rules.ts';
import { readTextEntry } from '../written/qti.rules.ts';
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

// QTI 3 items, and QTI 2 items, whose names differ only in dashes and capitals.

/** What an item refers to: passages and pictures, by their address in it. */
interface Referred {
  stimulusOf: (href: string) => XmlElement | undefined;
  findPicture: FindPicture;
  /** Texts of the sections that the item is in, outermost first. */
  rubrics?: readonly XmlElement[];
}

const FEEDBACK = new Set(['feedbackinline', 'feedbackblock', 'modalfeedback', 'infocontrol']);
/** What is shown or hidden by values of a template. */
const CONDITIONAL = ['templateblock', 'templateinline', 'templateblockfeedback'];
/** Content that is not shown to the person who answers: feedback, and notes for tutors and scorers. */
export const unseen = (name: string, element: XmlElement): boolean =>
  FEEDBACK.has(name) ||
  (name === 'rubricblock' && !/(^|\s)candidate(\s|$)/.test(attributeOf(element, 'view') ?? 'candidate'));

/** Kinds of interactions that are read, if an item has one of them. */
const ONE_ANSWER: ReadonlySet<string> = new Set(['choice', 'inlinechoice', 'textentry']);

/** Reads one item. `row` is its number in a package. */
export function readItem(given: XmlElement, row: number, { stimulusOf, findPicture, rubrics = [] }: Referred): RowRead {
  const item = withIncluded(given, stimulusOf);
  const title = attributeOf(item, 'title') ?? attributeOf(item, 'identifier') ?? '';
  const refuse = (message: string, label = title) => wrongRow(row, label, message);
  const body = childNamed(item, 'itembody');
  if (!body) return refuse('Falta o corpo da questão (item-body).');
  if (attributeOf(item, 'adaptive') === 'true') return refuse('É uma questão que muda com as respostas (adaptativa).');
  if (allNamed(item, 'templatedeclaration').length > 0) return refuse('É uma questão com valores ao acaso.');

  if (isConditional(body)) return refuse('Mostra partes diferentes conforme valores ao acaso.');

  const interactions = interactionsIn(body);
  const [interaction] = interactions;
  if (!interaction) return refuse('Não pergunta nada: não tem nenhuma interacção.');
  const kind = plainName(interaction.name).replace(/interaction$/, '');
  if (interactions.length > 1)
    return refuse(
      interactions.every((one) => one.name === interaction.name) && !ONE_ANSWER.has(kind)
        ? unknownKind(kind)
        : 'Pergunta várias coisas de uma vez: aqui cada questão tem uma só resposta.',
    );
  if (!ONE_ANSWER.has(kind)) return refuse(unknownKind(kind));
  const text = statementOf(body, interaction, kind);
  const stimuli = stimuliOf(item, stimulusOf);
  if (!stimuli) return refuse('O texto de apoio está noutro ficheiro, que não veio no pacote.', text.text);
  const passages = [...rubrics.map((rubric) => elementsToText(rubric.children, () => false)), ...stimuli];
  const shown = takePicture(text, findPicture);
  const lost = [...shown.lost, ...passages.flatMap((one) => one.lost)];
  if (lost.length > 0) return refuse(`A questão ${lostNotes([...new Set(lost)])}`, text.text);

  const answers: Answers =
    kind === 'textentry'
      ? readTextEntry(item, body, interaction)
      : readChoices(item, interaction, kind, text.text, findPicture);
  if ('problem' in answers) return refuse(answers.problem, text.text);
  const explanation = explanationOf(item, answers.identifiers ?? [], Number(answers.fields.correct));
  const scaled = scaledWeight(weightOf(item));
  const read = checkRow(
    row,
    {
      statement: shown.text,
      passage: [text.passage, ...passages.map((one) => one.text)].filter(Boolean).join('\n\n'),
      ...answers.fields,
      explanation: explanation.text,
      weight: scaled.weight,
      category: body.attributes['data-skill-category'] ?? null,
      objective: body.attributes['data-objective'] ?? null,
      difficulty: body.attributes['data-difficulty'] ?? null,
    },
    [
      ...answers.notes,
      ...shown.notes,
      ...explanation.notes,
      ...scaled.notes,
      ...[text, ...passages].flatMap((part) => [...part.dropped, ...emphasisNotes({ ...part, text: text.text })]),
      ...(title === attributeOf(item, 'identifier') ? [] : nameNotes(attributeOf(item, 'title') ?? '', text.text)),
      ...(forScorers(body) ? [FOR_SCORERS] : []),
      ...(deducts(item) ? [DEDUCTIONS] : []),
      ...(allNamed(body, 'infocontrol').length > 0 ? [HINTS] : []),
      ...unreadNotes(item, FATES),
      ...unreadNotes(interaction, CHOICE_FATES),
    ],
  );
  return withPicture(read, shown.picture, [shown.pictures, ...(answers.pictures ?? [])]);
}

/** Reads the alternatives of an item with one right choice. */
function readChoices(
  item: XmlElement,
  interaction: XmlElement,
  kind: string,
  label: string,
  findPicture: FindPicture,
): Answers {
  const choices = childrenNamed(interaction, kind === 'choice' ? 'simplechoice' : 'inlinechoice');
  const correct = keyOf(item, interaction, choices);
  if (typeof correct === 'string') return { problem: correct };
  const notes = new Set<string>();
  const alternatives: string[] = [];
  const pictures: ReadonlyMap<string, Uint8Array>[] = [];
  for (const [index, choice] of choices.entries()) {
    const read = readAlternative(elementsToText(choice.children, unseen), index, label, findPicture);
    if ('problem' in read) return read;
    for (const note of read.notes) notes.add(note);
    alternatives.push(read.text);
    pictures.push(read.pictures);
  }
  const identifiers = choices.map((choice) => attributeOf(choice, 'identifier') ?? '');
  return { fields: { alternatives, correct }, identifiers, notes: [...notes], pictures };
}

/** How an item is answered; `identifiers` are those of its choices. */
type Answers =
  | {
      fields: Pick<Loose, 'answering' | 'alternatives' | 'correct'>;
      identifiers?: string[];
      notes: string[];
      pictures?: ReadonlyMap<string, Uint8Array>[];
    }
  | { problem: string };

/** What happens to the elements of an item. Their scoring is read in `keyOf` as far as a question with one right choice has any. */
const FATES: Readonly<Record<string, Fate>> = {
  ...fatesOf(
    'inside',
    'responsedeclaration outcomedeclaration contextdeclaration correctresponse defaultvalue mapping',
  ),
  ...fatesOf(
    'read',
    'value mapentry areamapping responseprocessing stylesheet itembody modalfeedback assessmentstimulusref',
  ),
  ...fatesOf(
    { note: 'O que o ficheiro diz a mais sobre a questão (acessibilidade, materiais) não é guardado.' },
    'cataloginfo apipaccessibility companionmaterialsinfo metadata',
  ),
};
const CHOICE_FATES: Readonly<Record<string, Fate>> = { prompt: 'read', simplechoice: 'read', inlinechoice: 'read' };

/** Returns whether a body has notes that are not for the person who answers. */
const forScorers = (body: XmlElement): boolean =>
  allNamed(body, 'rubricblock').some((block) => unseen('rubricblock', block) && textOf(block).trim() !== '');

const isConditional = (body: XmlElement): boolean =>
  CONDITIONAL.some((name) => allNamed(body, name).length > 0) ||
  ['simplechoice', 'inlinechoice'].some((name) =>
    allNamed(body, name).some((choice) => attributeOf(choice, 'templateidentifier') !== undefined),
  );

/** Inclusions followed for one item, and how deep. */
const MAX_INCLUDED = 50;

/** Returns an item with the files that it includes (`xi:include`) in their place; what is missing stays, and refuses the item. */
function withIncluded(item: XmlElement, open: (href: string) => XmlElement | undefined): XmlElement {
  let left = MAX_INCLUDED;
  const walk = (element: XmlElement): XmlElement => {
    if (plainName(element.name) === 'include' && left > 0) {
      left -= 1;
      const found = open(attributeOf(element, 'href') ?? '');
      if (found) return walk(found);
    }
    if (!allNamed(element, 'include').length) return element;
    return { ...element, children: element.children.map((child) => (isElement(child) ? walk(child) : child)) };
  };
  return walk(item);
}

function interactionsIn(element: XmlElement): XmlElement[] {
  return element.children
    .filter(isElement)
    .flatMap((child) => (plainName(child.name).endsWith('interaction') ? [child] : interactionsIn(child)));
}

/** Returns the text around the choices, including the prompt; a choice inside a sentence is a fill-in question. */
function statementOf(body: XmlElement, interaction: XmlElement, kind: string): PlainText {
  const replaced = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.map((child) => {
      if (child !== interaction) return isElement(child) ? replaced(child) : child;
      if (kind === 'textentry') return isAlone(body, interaction) ? '' : '_____';
      return kind === 'inlinechoice'
        ? '_____'
        : { ...interaction, name: 'div', children: childrenNamed(interaction, 'prompt') };
    }),
  });
  return elementsToText(replaced(body).children, unseen);
}

/** Returns whether an interaction is all that its paragraph holds: it is then the place for the answer, and no gap in a sentence. */
function isAlone(element: XmlElement, interaction: XmlElement): boolean {
  const inside = element.children.filter((child) => isElement(child) || child.trim() !== '');
  if (inside.includes(interaction)) return inside.length === 1;
  return inside.some((child) => isElement(child) && isAlone(child, interaction));
}

function stimuliOf(item: XmlElement, stimulusOf: (href: string) => XmlElement | undefined): PlainText[] | undefined {
  const found: PlainText[] = [];
  for (const reference of childrenNamed(item, 'assessmentstimulusref')) {
    const stimulus = stimulusOf(attributeOf(reference, 'href') ?? '');
    const body = stimulus && childNamed(stimulus, 'stimulusbody');
    if (!body) return undefined;
    const read = elementsToText(body.children, () => false);
    found.push({ ...read, text: [read.passage, read.text].filter(Boolean).join('\n') });
  }
  return found;
}

/** Index of the right choice, or why there is not exactly one. */
function keyOf(item: XmlElement, interaction: XmlElement, choices: readonly XmlElement[]): number | string {
  const name = attributeOf(interaction, 'responseidentifier');
  const declaration = childrenNamed(item, 'responsedeclaration').find((one) => attributeOf(one, 'identifier') === name);
  const values = childrenNamed(childNamed(declaration ?? EMPTY, 'correctresponse') ?? EMPTY, 'value').map((value) =>
    textOf(value).trim(),
  );
  if (values.length > 1) return SEVERAL;
  if ((attributeOf(declaration ?? EMPTY, 'cardinality') ?? 'single') !== 'single') return SEVERAL;
  const mapped = childrenNamed(childNamed(declaration ?? EMPTY, 'mapping') ?? EMPTY, 'mapentry').filter(
    (entry) => Number(attributeOf(entry, 'mappedvalue')) > 0,
  );
  if (mapped.length > 1) return PARTIAL;
  const value = values[0] ?? (mapped[0] && attributeOf(mapped[0], 'mapkey'));
  if (value === undefined || value === '') return 'Não diz qual é a resposta certa.';
  const places = choices.flatMap((choice, index) => (attributeOf(choice, 'identifier') === value ? [index] : []));
  if (places.length !== 1) return `A resposta certa («${value.slice(0, 60)}») não está entre as alternativas.`;
  const other = mapped[0] && attributeOf(mapped[0], 'mapkey');
  if ((other !== undefined && other !== value) || !isScored(item, value, choices)) return TWO_KEYS;
  return places[0] as number;
}
const TWO_KEYS = 'O ficheiro diz uma resposta certa e dá os pontos a outra.';

/** Returns whether the item's own scoring, if it names choices, names the right one. */
function isScored(item: XmlElement, right: string, choices: readonly XmlElement[]): boolean {
  const identifiers = new Set(choices.map((choice) => attributeOf(choice, 'identifier') ?? ''));
  const named = childrenNamed(item, 'responseprocessing')
    .flatMap((processing) => allNamed(processing, 'basevalue'))
    .map((value) => textOf(value).trim())
    .filter((value) => identifiers.has(value));
  return named.length === 0 || named.includes(right);
}

/** Returns whether a choice takes points away. */
const deducts = (item: XmlElement): boolean =>
  allNamed(item, 'mapentry').some((entry) => Number(attributeOf(entry, 'mappedvalue')) < 0);

const EMPTY: XmlElement = { name: '', attributes: {}, children: [], line: 0 };

/** Returns the feedback that explains the right choice. Feedback on other choices and on wrong answers is not imported, but noted. */
function explanationOf(item: XmlElement, choices: readonly string[], right: number): { text: string; notes: string[] } {
  const modal = childrenNamed(item, 'modalfeedback');
  const inline = [...allNamed(item, 'feedbackinline'), ...allNamed(item, 'feedbackblock')];
  const nameOf = (element: XmlElement) => attributeOf(element, 'identifier') ?? '';
  const named = (elements: readonly XmlElement[], name: string | undefined) =>
    elements.find((element) => nameOf(element) === name);
  const single = modal.length === 1 ? modal[0] : undefined;
  const isGeneral = single && !choices.includes(nameOf(single)) && !/incorrect/i.test(nameOf(single));
  const chosen =
    named(modal, 'EXPLANATION') ??
    named(modal, choices[right]) ??
    modal.find((one) => /^(?:correct|right|general)(?:[_-]?(?:feedback|fb))?$/i.test(nameOf(one))) ??
    (isGeneral ? single : undefined) ??
    named(inline, choices[right]);
  const others = modal.length + inline.length > (chosen ? 1 : 0);
  const read = chosen ? elementsToText(chosen.children, () => false) : bareText('');
  return { text: read.text, notes: [...explanationNotes(read), ...(others ? [OTHERS_FEEDBACK] : [])] };
}

function weightOf(item: XmlElement): string {
  const outcomes = childrenNamed(item, 'outcomedeclaration');
  const most = outcomes.find((one) => attributeOf(one, 'identifier') === 'MAXSCORE');
  const score = outcomes.find((one) => attributeOf(one, 'identifier') === 'SCORE');
  const given =
    textOf(childNamed(most ?? EMPTY, 'defaultvalue') ?? EMPTY).trim() ||
    (attributeOf(score ?? EMPTY, 'normalmaximum') ?? '').trim();
  if (given !== '' && !Number.isFinite(Number(given))) return given;
  return given !== '' && Number(given) !== 0 ? String(Number(given)) : '';
}
