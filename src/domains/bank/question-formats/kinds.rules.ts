import { plural, shorten } from '../../../shared/text.ts';
import type { PlainText } from './assembler.rules.ts';
import { IN_LANGUAGES } from './elements.rules.ts';
import type { Draft, RowRead } from './files.rules.ts';

// What other programs can ask and this bank cannot, in the words of the report.

export const SEVERAL = 'Tem mais de uma resposta certa: aqui só pode haver uma.';
export const PARTIAL = 'Dá uma parte dos pontos a uma alternativa: aqui só uma está certa e as outras valem zero.';
export const OTHERS_FEEDBACK = 'Os comentários a cada alternativa não são guardados.';
export const DEDUCTIONS = 'Os descontos por alternativa errada não são guardados.';
export const HINTS = 'As pistas não são guardadas.';
export const HIDDEN_TEXT = 'Há texto escondido, que não se lê.';
/** Reports what a reviewer deleted in Word and nobody accepted yet. */
export const DELETED = 'O que está riscado nas alterações registadas do Word não é guardado.';
export const REMARKS = 'Os comentários de quem reviu o texto não são guardados.';
/** Reports characters in a font of symbols, which look different from what they are. */
export const unknownSymbols = (text: string): string =>
  `Um sinal vem num tipo de letra de símbolos e pode sair outro («${text.trim().slice(0, 20)}»): confirme-o.`;
/** Reports a link, of which only the text is stored. */
export const unkeptLink = (text: string, address: string): string =>
  `A ligação «${shorten(text.replace(/\s+/g, ' ').trim(), 40)}» (${shorten(address, 60)}) não é guardada: fica só o texto.`;
export const unknownElement = (name: string): string =>
  `O elemento <${name.slice(0, 40)}> não se conhece: ficou só o seu texto.`;

/** Reports italic, struck out and coloured parts, which are stored as plain text, and where the text refers to them. */
export function emphasisNotes({ text, passage, emphasis }: PlainText): string[] {
  if (emphasis.length === 0) return [];
  const parts = emphasis
    .slice(0, 3)
    .map((part) => `«${part.replace(/\s+/g, ' ').slice(0, 40)}»`)
    .join(', ');
  const refers =
    /it[áa]lico|destac|destaque|assinalad|riscad|colorid|a (?:cor|vermelho|azul|verde)|italic|highlight/i.test(
      `${passage ?? ''} ${text}`,
    );
  return [
    refers
      ? `O itálico, o texto riscado e a cor não são guardados, e o enunciado fala deles (${parts}): reescreva-o, por exemplo com negrito.`
      : `O destaque de ${parts} não é guardado.`,
  ];
}

/** Reports what of an explanation is not stored. */
export const explanationNotes = ({ lost, dropped }: PlainText): string[] => [
  ...(lost.length > 0 ? [`A explicação ${lostNotes(lost)}`] : []),
  ...dropped,
];

/** Reports that a question's name is not stored, unless it is only a number or the beginning of the statement. */
export function nameNotes(name: string, statement: string): string[] {
  const plain = (text: string) =>
    text
      .replace(/\s+/g, ' ')
      .replace(/(…|\.\.\.)$/, '')
      .trim()
      .toLowerCase();
  const told = plain(name);
  if (
    told === '' ||
    /^(q|quest(ão|ao|ion)|pergunta|item|n\.?º?)?[ _.-]?\d*$/.test(told) ||
    plain(statement).startsWith(told)
  )
    return [];
  return [`O nome «${name.replace(/\s+/g, ' ').trim().slice(0, 60)}» não é guardado.`];
}

/** Reports on the first row that the sections of a file are not stored. */
export const categoryNotes = (names: readonly string[]): string[] =>
  names.length === 0
    ? []
    : [
        `${names.length === 1 ? 'A categoria' : 'As categorias'} ${names
          .slice(0, 4)
          .map((name) => `«${name.replace(/^\$\w+\$\/(top\/)?/, '').slice(0, 60)}»`)
          .join(
            ', ',
          )}${names.length > 4 ? ' e outras' : ''} não ${names.length === 1 ? 'é guardada' : 'são guardadas'}: as questões ficam todas neste teste.`,
      ];
export const FOR_SCORERS = 'As notas para quem corrige não são guardadas.';
export const MESSAGES = 'As mensagens de resposta certa e errada não são guardadas.';
/** The messages that Moodle writes if nobody changes them. */
export const USUAL_MESSAGE =
  /^(?:your answer is (?:partially )?(?:in)?correct\.?|(?:a )?(?:sua|tua) resposta (?:está|é) (?:parcialmente )?(?:in)?correc?ta\.?|resposta (?:parcialmente )?(?:in)?correc?ta\.?)?$/i;

/** Words of a statement about a text that the child has read. */
const REFERS =
  /\b(?:texto|excerto|trecho|poema|estrofe|not[íi]cia|f[áa]bula|conto|carta|di[áa]logo|leitura|hist[óo]ria lida|passage|text|story|poem)\b/i;

/**
 * Completes the rows behind a text without a question: other programs show such a text above the questions that follow. A question that
 * refers to a text and has none is refused, and the others get a note.
 *
 * @param isText whether the row at this index is such a text.
 */
export function behindTexts(rows: readonly RowRead[], isText: (index: number) => boolean): RowRead[] {
  let isBehind = false;
  return rows.map((row, index) => {
    if (isText(index)) {
      isBehind = true;
      return row;
    }
    if (!isBehind || !row.draft || row.draft.passage !== null) return row;
    if (!REFERS.test(row.draft.statement)) return { ...row, notes: [...row.notes, BEHIND] };
    return { ...row, draft: null, problems: [{ column: 'Texto de apoio', message: LACKS_TEXT }] };
  });
}
const BEHIND = 'Vem depois de um texto sem questão, que não se guarda: se precisa dele, junte-o no banco.';
const LACKS_TEXT =
  'Fala de um texto que no ficheiro está à parte, antes da questão: ponha-o no texto de apoio da própria questão.';

/** Notes that are about the file, not about a single question. */
const COMMON: ReadonlySet<string> = new Set([BEHIND, OTHERS_FEEDBACK, HINTS, MESSAGES, FOR_SCORERS]);
const RATED = /^A dificuldade «/;
const NAME = /^O nome «([\s\S]*)» não é guardado\.$/;
/** Number of rows of a file that each say the same. */
const MOST_SAID = 4;

/** Replaces a note that many rows share with one for the whole file, so that other notes stay visible. */
export function saidOnce(rows: readonly RowRead[]): RowRead[] {
  const kindOf = (note: string) =>
    COMMON.has(note) || IN_LANGUAGES.test(note)
      ? note
      : NAME.test(note)
        ? 'name'
        : RATED.test(note)
          ? 'difficulty'
          : undefined;
  const found = new Map<string, string[]>();
  for (const note of rows.flatMap(({ notes }) => notes)) {
    const kind = kindOf(note);
    if (kind !== undefined)
      found
        .set(kind, found.get(kind) ?? [])
        .get(kind)
        ?.push(note);
  }
  const said = new Set<string>();
  const shortened = (note: string): string[] => {
    const kind = kindOf(note);
    const all = kind === undefined ? [] : (found.get(kind) ?? []);
    if (kind === undefined || all.length <= MOST_SAID) return [note];
    if (said.has(kind)) return [];
    said.add(kind);
    if (kind !== 'name') return [`${note} O mesmo em mais ${plural(all.length - 1, 'questão', 'questões')}.`];
    const names = all.slice(0, MOST_SAID).map((one) => `«${NAME.exec(one)?.[1] ?? ''}»`);
    const more = all.length > MOST_SAID ? ` e mais ${all.length - MOST_SAID}` : '';
    return [`Os nomes das questões não são guardados (${names.join(', ')}${more}).`];
  };
  return rows.map((row) => ({ ...row, notes: row.notes.flatMap(shortened) }));
}

export const SELECTION = 'O ficheiro tira à sorte só algumas das questões de uma secção: aqui ficam todas.';
/** Canvas names only the bank from which a test draws questions, and exports the bank on its own. */
export const OTHER_BANK =
  'O teste tira questões de um banco que não veio no ficheiro: exporte também esse banco e importe-o à parte.';
export const COMMENTS = 'Os comentários do ficheiro (//) não são guardados.';

export const SEVERAL_PICTURES = 'várias imagens';
export const NO_ALT = 'A imagem veio sem descrição: escreva-a no banco, para quem não a vê.';
/** Reports a picture that the format could not hold. `alt` is its description. */
export const leftBehind = (alt: string): string =>
  `Tinha um desenho ou imagem, que este formato não leva («${alt.replace(/\s+/g, ' ').trim().slice(0, 120)}»): junte-o no banco.`;

/** Returns a note for a question that refers to an underlined or bold word although the file contains no such formatting. */
export function unseenEmphasis({
  statement,
  passage,
  alternatives,
}: Pick<Draft, 'statement' | 'passage' | 'alternatives'>): string[] {
  const texts = [passage ?? '', statement, ...alternatives].join('\n');
  return EMPHASIS.flatMap(([speaks, mark, what]) =>
    speaks.test(texts) && !texts.includes(mark)
      ? [`Fala do que está ${what}, e o ficheiro não traz nada ${what}: marque-o no banco.`]
      : [],
  );
}
const EMPHASIS: readonly (readonly [speaks: RegExp, mark: string, what: string])[] = [
  [/(?<!\p{L})(?:sublinhad[ao]s?|underlined)(?!\p{L})/iu, '++', 'sublinhado'],
  [/(?<!\p{L})(?:a|em) negrito(?!\p{L})|(?<!\p{L})in bold(?!\p{L})/iu, '**', 'a negrito'],
];

/** Returns why a text of a file is not usable without the content that was lost. */
export const lostNotes = (lost: readonly string[]): string =>
  `traz ${namesOf(lost)}, que não se consegue importar: tire isso do ficheiro e junte-o depois no banco.`;
/** Returns what is missing in a text that was pasted, in which the rest is kept. */
export const lostInPasted = (lost: readonly string[]): string =>
  `O que colou traz ${namesOf(lost)}, que ficou de fora: complete aqui o que falta.`;
const namesOf = (lost: readonly string[]): string => lost.map((thing) => LOST[thing] ?? thing).join(' e ');
const LOST: Record<string, string> = {
  imagem: 'uma imagem',
  som: 'um som',
  vídeo: 'um vídeo',
  objecto: 'um objecto',
  fórmula: 'uma fórmula',
  tabela: 'uma tabela',
  campo: 'um campo para preencher',
  parte: 'uma parte que não se conhece ou que está noutro ficheiro',
};

/** Moodle's question types and QTI's interactions, without their prefixes. */
const KINDS: Record<string, string> = {
  essay: 'de resposta livre (redacção)',
  extendedtext: 'de resposta livre (redacção)',
  matching: 'de correspondência',
  match: 'de correspondência',
  associate: 'de correspondência',
  randomsamatch: 'de correspondência',
  gapmatch: 'de arrastar para espaços',
  graphicgapmatch: 'de arrastar para uma imagem',
  graphicassociate: 'de ligar pontos de uma imagem',
  ddwtos: 'de arrastar para espaços',
  ddimageortext: 'de arrastar para uma imagem',
  ddmarker: 'de arrastar para uma imagem',
  gapselect: 'com vários espaços para escolher',
  inlinechoice: 'com vários espaços para escolher',
  numerical: 'numérica',
  calculated: 'de cálculo com valores ao acaso',
  calculatedsimple: 'de cálculo com valores ao acaso',
  calculatedmulti: 'de cálculo com valores ao acaso',
  shortanswer: 'de resposta escrita',
  textentry: 'de resposta escrita',
  cloze: 'com vários espaços (cloze)',
  multianswer: 'com vários espaços (cloze)',
  multiplechoices: 'com várias respostas certas',
  order: 'de ordenar',
  ordering: 'de ordenar',
  graphicorder: 'de ordenar',
  hotspot: 'de apontar numa imagem',
  selectpoint: 'de apontar numa imagem',
  positionobject: 'de colocar numa imagem',
  hottext: 'de escolher num texto',
  slider: 'de escolher num intervalo',
  drawing: 'de desenhar',
  upload: 'de enviar um ficheiro',
  media: 'com som ou vídeo',
  endattempt: 'com botão para terminar',
  portablecustom: 'feita por outro programa',
  custom: 'feita por outro programa',
};

/** Returns why a question type is not accepted. */
export function unknownKind(kind: string): string {
  if (kind === 'description') return 'É um texto sem questão: aqui só cabem questões de escolha.';
  const words = KINDS[kind];
  return words
    ? `É uma questão ${words}: aqui só cabem questões de escolha com uma resposta certa.`
    : `É uma questão do tipo «${kind.slice(0, 40)}», que não existe aqui: só cabem questões de escolha com uma resposta certa.`;
}

/** Converts another system's mark to a weight; outside the scale of 1 to 10 it becomes weight 1, with a note. */
export function scaledWeight(mark: string): { weight: string; notes: string[] } {
  const value = Number(mark.replace(',', '.'));
  if (mark.trim() === '' || (Number.isInteger(value) && value >= 1 && value <= 10))
    return { weight: mark.trim() && String(value), notes: [] };
  return {
    weight: '1',
    notes: [`A cotação «${mark.slice(0, 20)}» não cabe na escala de 1 a 10: a questão fica com peso 1.`],
  };
}
