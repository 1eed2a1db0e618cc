import { withoutLetter } from '../../../shared/questions/letters.ts';
import type { SkillCategory } from '../../../shared/words.ts';
import { isWritten, ON } from '../answering/AnsweringFields.tsx';
import type { LooseAnswering } from '../answering/answering.contract.ts';
import { writtenFor } from '../answering/answering.rules.ts';
import { normalizeQuestion, problemsByField } from '../test-bank/question.rules.ts';
import { alternativesOf } from '../test-bank/tests.rules.ts';
import type { TeacherQuestion } from './authoring.contract.ts';
import { alternativesFromLines, linesOf } from './authoring.rules.ts';
import type { Shown } from './ImageField.tsx';
import { callTeaching, refreshBank } from './teaching.web.ts';

// The content of a question's form, its validation and its sending.

const EMPTY = {
  statement: '',
  passage: '',
  lines: '',
  correctAnswer: '',
  explanation: '',
  weight: '1',
  skillCategory: '',
  objective: '',
  alt: '',
  /** How it is answered in writing; empty is by choosing; the texts and flags of `Answering`. */
  way: '',
  /** One accepted value a line. */
  accepted: '',
  unit: '',
  tolerance: '',
  simplify: '',
  capitals: '',
  spelling: '',
  anyAccents: '',
};
export type Draft = typeof EMPTY;

/** The content of the form. `revision` is that of the question when the form was opened. */
export interface Held {
  draft: Draft;
  shown: Shown;
  revision: number | undefined;
}

export const heldOf = (question: TeacherQuestion | 'new', objective?: string): Held => ({
  draft: draftOf(question, objective),
  shown: shownOf(question),
  revision: question === 'new' ? undefined : question.revision,
});

/** Returns the initial values of the next question in a series: the fields that usually stay the same. */
export const nextOf = ({ passage, skillCategory, weight, objective }: Draft): Held => ({
  draft: { ...EMPTY, passage, skillCategory, weight, objective },
  shown: { kind: 'none' },
  revision: undefined,
});

function draftOf(question: TeacherQuestion | 'new', objective = ''): Draft {
  if (question === 'new') return { ...EMPTY, objective };
  return {
    statement: question.statement,
    passage: question.passage ?? '',
    lines: linesOf(alternativesOf(question.alternatives).map(withoutLetter)),
    correctAnswer: question.correctAnswer,
    explanation: question.explanation ?? '',
    weight: String(question.weight),
    skillCategory: question.skillCategory ?? '',
    objective: question.objective ?? '',
    alt: question.image?.alt ?? '',
    ...answeringOf(question),
  };
}

/** Returns the fields of the form for how a question is answered. The right alternative is not repeated among the accepted values. */
function answeringOf({ answering, alternatives, correctAnswer }: TeacherQuestion) {
  const { way = '', accepted = [], unit = '', tolerance = '' } = answering ?? {};
  const flag = (isOn: boolean | undefined) => (isOn ? ON : '');
  const ofKey =
    answering && writtenFor({ answering, alternatives: alternativesOf(alternatives), correctAnswer }, correctAnswer);
  const others = alternativesOf(alternatives).length === 0 ? accepted : accepted.filter((text) => text !== ofKey);
  return {
    way,
    accepted: others.join('\n'),
    unit,
    tolerance,
    simplify: flag(answering?.simplify),
    capitals: flag(answering?.capitals),
    spelling: flag(answering?.spelling),
    anyAccents: flag(answering?.anyAccents),
  };
}

/** Returns how the question in the form is answered in writing, or null. */
export function looseAnsweringOf(draft: Draft): LooseAnswering | null {
  const { way, accepted = '', unit, tolerance, simplify, capitals, spelling, anyAccents } = draft;
  if (!isWritten(way)) return null;
  return {
    way,
    accepted: accepted.split('\n').filter((line) => line.trim() !== ''),
    ...(unit ? { unit } : {}),
    ...(tolerance ? { tolerance } : {}),
    simplify: simplify === ON,
    capitals: capitals === ON,
    spelling: spelling === ON,
    anyAccents: anyAccents === ON,
  };
}

function shownOf(question: TeacherQuestion | 'new'): Shown {
  if (question === 'new') return { kind: 'none' };
  if (question.image) {
    const { src, width, height } = question.image;
    return { kind: 'image', id: src.slice(src.lastIndexOf('/') + 1), src, width, height };
  }
  return question.figure ? { kind: 'figure', ...question.figure } : { kind: 'none' };
}

/** Returns the problems of a question before it is sent, by field. */
export function problemsOf({ draft, shown }: Held): Record<string, string> {
  const { problems } = normalizeQuestion({
    ...draft,
    answering: looseAnsweringOf(draft),
    alternatives: alternativesFromLines(draft.lines),
    weight: Number(draft.weight),
    skillCategory: (draft.skillCategory || null) as SkillCategory | null,
  });
  const found: Record<string, string> = problemsByField(problems);
  if (shown.kind === 'image' && !draft.alt.trim()) found['imageAlt'] = 'Descreva a imagem para quem não a vê.';
  return found;
}

/** Creates or changes a question. @param revision the revision on which the change is based. */
export function sendQuestion(
  testId: number,
  question: TeacherQuestion | 'new',
  { draft, shown }: Held,
  revision: number | undefined,
): Promise<TeacherQuestion> {
  const { lines, alt, statement, passage, correctAnswer, explanation, objective } = draft;
  const answering = looseAnsweringOf(draft);
  const body = {
    statement,
    passage,
    correctAnswer,
    explanation,
    objective,
    answering: answering && { ...answering, accepted: [...(answering.accepted ?? [])] },
    weight: Number(draft.weight),
    skillCategory: draft.skillCategory as '',
    alternatives: JSON.stringify(alternativesFromLines(lines)),
    // A drawing that came with the bank cannot be edited here: the field `image` is left out, so that the server keeps the drawing.
    ...(shown.kind === 'figure' ? {} : { image: shown.kind === 'image' ? { id: shown.id, alt } : null }),
  };
  return question === 'new'
    ? callTeaching('POST /api/teacher/tests/:id/questions', { params: { id: String(testId) }, body })
    : callTeaching('PUT /api/teacher/questions/:id', {
        params: { id: String(question.id) },
        body: { ...body, revision },
      });
}

/** Returns the question as it is stored now, or undefined when it is new, deleted or cannot be read. */
export async function storedQuestion(
  testId: number,
  question: TeacherQuestion | 'new',
): Promise<TeacherQuestion | undefined> {
  if (question === 'new') return undefined;
  await refreshBank();
  const all = await callTeaching('GET /api/teacher/tests/:id/questions', { params: { id: String(testId) } }).catch(
    () => [],
  );
  return all.find(({ id }) => id === question.id);
}
