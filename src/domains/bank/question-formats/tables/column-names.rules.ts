import { letterAt } from '../../../../shared/questions/letters.ts';
import { plainText } from '../../../../shared/words.ts';
import { withoutUnseen } from '../../test-bank/question.rules.ts';
import type { LooseField } from '../draft.rules.ts';

// What columns of tables and keys of JSON are called.

/** Columns about answers that are written. */
export const WRITTEN_FIELDS = [
  'written-way',
  'written-accepted',
  'written-unit',
  'written-tolerance',
  'written-rules',
] as const;
export type WrittenField = (typeof WRITTEN_FIELDS)[number];
export type Field = LooseField | `alternative-${number}` | 'picture' | 'picture-alt' | WrittenField;

const NAMES: Record<LooseField | 'picture' | 'picture-alt' | WrittenField, readonly string[]> = {
  statement: [
    'enunciado',
    'questao',
    'pergunta',
    'texto da questao',
    'texto da pergunta',
    'titulo da pergunta',
    'statement',
    'question',
    'question text',
    'question title',
    'stem',
    'prompt',
  ],
  passage: [
    'texto de apoio',
    'texto base',
    'texto',
    'contexto',
    'leitura',
    'passage',
    'stimulus',
    'context',
    'reading',
    'excerto',
    'texto para leitura',
  ],
  alternatives: [
    'alternativas',
    'opcoes',
    'opcoes de resposta',
    'respostas possiveis',
    'alternatives',
    'options',
    'choices',
    'answers',
    'answer options',
  ],
  correct: [
    'resposta',
    'resposta correta',
    'resposta correcta',
    'resposta certa',
    'correta',
    'correcta',
    'certa',
    'alternativa correta',
    'alternativa correcta',
    'alternativa certa',
    'opcao correta',
    'opcao correcta',
    'opcao certa',
    'letra',
    'letra correta',
    'letra correcta',
    'letra certa',
    'chave',
    'gabarito',
    'solucao',
    'correctanswer',
    'correct answer',
    'correct_answer',
    'answer',
    'correct',
    'correct option',
    'correct choice',
    'correct letter',
    'correct alternative',
    'correct answers',
    'respostas corretas',
    'respostas correctas',
    'resposta do gabarito',
    'answer key',
    'solution',
    'right answer',
    'key',
  ],
  explanation: [
    'explicacao',
    'justificacao',
    'justificativa',
    'comentario',
    'resolucao',
    'explicacao da resposta',
    'explanation',
    'answer explanation',
    'feedback',
    'general feedback',
    'rationale',
    'comment',
  ],
  weight: [
    'peso',
    'pontos',
    'pontuacao',
    'cotacao',
    'valor',
    'valores',
    'nota',
    'mark',
    'weight',
    'points',
    'marks',
    'score',
    'grade',
  ],
  category: [
    'categoria',
    'competencia',
    'categoria de competencia',
    'skillcategory',
    'skill category',
    'skill_category',
    'skill',
    'category',
  ],
  objective: [
    'objectivo',
    'objetivo',
    'objectivo curricular',
    'objetivo curricular',
    'objective',
    'learning objective',
    'standard',
  ],
  difficulty: [
    'dificuldade (1 a 5)',
    'dificuldade da questao',
    'dificuldade da pergunta',
    'question difficulty',
    'difficulty',
  ],
  picture: [
    'link da imagem',
    'url da imagem',
    'image link',
    'image url',
    'imagem',
    'desenho',
    'desenho ou imagem',
    'figura',
    'ficheiro da imagem',
    'image',
    'picture',
    'figure',
  ],
  'picture-alt': [
    'descricao da imagem',
    'descricao do desenho',
    'texto da imagem',
    'image description',
    'alt text',
    'alt',
  ],
  'written-way': ['como se responde', 'maneira de responder', 'forma de responder'],
  'written-accepted': ['respostas aceites', 'aceitar tambem', 'accepted answers'],
  'written-unit': ['unidade da resposta', 'answer unit'],
  'written-tolerance': ['margem de erro', 'tolerancia', 'tolerance'],
  'written-rules': ['regras da resposta'],
};
/** Removes word separators from a name: `resposta_correta`, `resposta-correta` and `respostaCorreta` become the same. */
const joined = (name: string) => name.replace(/[\s_-]+/g, '');
const FIELDS = new Map<string, Field>(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [joined(name), field as Field] as const)),
);

/** Maximum characters of a name with a meaning. What is longer is the text of a question, which takes too long to compare. */
const LONGEST_NAME = 200;

/** Returns the field that a column or key name means, in Portuguese or English, ignoring case and accents. */
export function fieldOf(name: string): Field | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  // Templates of other programs tell the limits behind a dash: "Question - max 120 characters".
  const bare = name.replace(/\s+[-–—]\s+(?:max|m[aá]x|choose|escolh|pelo menos|at least|\d).*$/is, '');
  const plain = plainText(
    withoutUnseen(bare)
      .replace(/\((?:s|es|as?|os?)\)/gi, '')
      .replace(/[*:?]/g, ' '),
  );
  const hint = plain.replace(/(?<=\S)\s*\([^()]*\)/g, '');
  return fieldNamed(plain) ?? (hint === plain ? undefined : fieldNamed(hint));
}

const PLACE_WORDS = '(?:alternativa|opcao|alternative|option|choice|resposta|answer|alt\\.?)';
const PLACES = [
  new RegExp(`^${PLACE_WORDS}[ _-]?\\(?([a-j]|10|[1-9])\\)?$`),
  new RegExp(`^([1-9])\\.?[ªºao]? ?${PLACE_WORDS}$`),
  /^\(?([a-f]|[1-6])\)?\.?$/,
];

function fieldNamed(plain: string): Field | undefined {
  for (const pattern of PLACES) {
    const place = pattern.exec(plain)?.[1];
    if (place) return `alternative-${/\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97}`;
  }
  return FIELDS.get(joined(plain));
}

/**
 * Returns whether the columns are those of a template in which the key is the number of the right alternative, from 1: Kahoot's and
 * Quizizz's, whose columns are "Answer 1" or "Option 1".
 */
export function countsFromOne(names: readonly string[]): boolean {
  const plain = names.map((name) => plainText(name));
  return (
    plain.some(
      (name) =>
        /^correct answers?(?:\(s\))?(?=$| )/.test(name) || /^respostas?(?:\(s\))? corr?ec?tas?(?:\(s\))?/.test(name),
    ) &&
    plain.some((name) => /^(?:answer|option|resposta|opcao) 1(?=$| )/.test(name)) &&
    plain.some(
      (name) =>
        /^(?:question text|question - max|pergunta - m|time limit|time in seconds|limite de tempo|tempo em segundos)/.test(
          name,
        ) || /^option 1$/.test(name),
    )
  );
}

/** Order of the columns in imported files that have no header row, and in exported files. */
export const ORDER: readonly Field[] = [
  'statement',
  'passage',
  ...[0, 1, 2, 3, 4, 5].map((place) => `alternative-${place}` as const),
  'correct',
  'explanation',
  'weight',
  'category',
  'objective',
];
export const WEIGHT_COLUMN = ORDER.indexOf('weight');
/** The same with the two picture columns, which only a workbook with pictures has. */
export const ORDER_WITH_PICTURES: readonly Field[] = [...ORDER, 'picture', 'picture-alt'];
/** Both with the columns about written answers, which only a file with such questions has. */
export const ORDER_WRITTEN: readonly Field[] = [...ORDER, ...WRITTEN_FIELDS];
export const ORDER_WITH_PICTURES_WRITTEN: readonly Field[] = [...ORDER_WITH_PICTURES, ...WRITTEN_FIELDS];
export const ORDERS: readonly (readonly (Field | undefined)[])[] = [
  ORDER,
  ORDER_WITH_PICTURES,
  ORDER_WRITTEN,
  ORDER_WITH_PICTURES_WRITTEN,
];
/** Names of the columns in `ORDER`, as exports write them. */
export const HEADINGS: readonly string[] = [
  'Enunciado',
  'Texto de apoio',
  ...[0, 1, 2, 3, 4, 5].map((place) => `Alternativa ${letterAt(place)}`),
  'Resposta',
  'Explicação',
  'Peso',
  'Categoria',
  'Objectivo',
];

/** Name of the column of the author's difficulty, which only a file with column names has, if some question has one. */
export const DIFFICULTY_HEADING = 'Dificuldade (1 a 5)';

/** Facts about a test that exports with metadata write: in tables as columns after the question, in JSON as an object. */
export const FACTS = [
  'Disciplina',
  'Tema',
  'Prova',
  'Ano escolar',
  'Dificuldade',
  'Tipo de avaliação',
  'Duração (minutos)',
  'Descrição',
] as const;
/** The values of these facts of one test. */
export type Facts = Readonly<Record<(typeof FACTS)[number], string>>;

/** Returns a column's name in a sheet: 0 is A, 26 is AA. */
export function columnLetter(index: number): string {
  return index < 26 ? letterAt(index) : `${columnLetter(Math.floor(index / 26) - 1)}${letterAt(index % 26)}`;
}
