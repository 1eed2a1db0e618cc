import { readingContent } from '../../../server/skills-content.ts';
import type { ReadingText } from '../../../shared/skills/reading-content.ts';
import { wordsOf } from '../../../shared/skills/text-words.ts';
import { type FormBody, paragraphStarts, readingClassOf } from './forms.rules.ts';
import type { FormRow } from './reading.store.ts';

/** Returns the forms of all files. */
export function formsOfFiles(): FormRow[] {
  const { classes, first, ear } = readingContent();
  const texts = new Map<string, string>(first.map(({ id, text }) => [id, text]));
  for (const { texts: own } of classes.values()) for (const { id, text } of own) texts.set(id, text);
  return [
    ...first.map((text) => formOfText('first', null, text)),
    ...[...classes.values()].flatMap((file) => {
      const schoolClass = readingClassOf(file.schoolClass);
      return [
        formOfList('letters', schoolClass, file.letters),
        formOfList('words', schoolClass, file.words),
        ...file.texts.map((text) => formOfText('class', schoolClass, text)),
        ...file.listening.map(({ id, version, title, text, questions }) =>
          aForm(id, version, 'listening', schoolClass, {
            title,
            ...worded(text),
            parallelSet: null,
            // A heard story has no place up to which it was read.
            questions: questions.map((question) => ({ ...question, kind: 'literal' as const, place: 0 })),
            read: [],
          }),
        ),
      ];
    }),
    ...ear.map(({ id, title, textId, text = texts.get(textId ?? ''), read }) =>
      aForm(id, 1, 'ear', null, {
        title,
        ...worded(text ?? ''),
        parallelSet: null,
        questions: [],
        read: read.map(({ pause = null, ...planted }) => ({ ...planted, pause })),
      }),
    ),
  ];
}

const worded = (text: string) => ({ words: wordsOf(text), paragraphs: paragraphStarts(text) });

const aForm = (
  id: string,
  version: number,
  kind: FormRow['kind'],
  schoolClass: number | null,
  body: FormBody,
): FormRow => ({ id, version, kind, schoolClass, items: body.words.length, body });

function formOfText(kind: 'first' | 'class', schoolClass: number | null, text: ReadingText): FormRow {
  return aForm(text.id, text.version, kind, schoolClass, {
    title: text.title,
    ...worded(text.text),
    parallelSet: text.parallelSet,
    questions: text.questions.map(({ quote: _quote, ...question }) => question),
    read: [],
  });
}

const formOfList = (kind: 'letters' | 'words', schoolClass: number, items: readonly string[]): FormRow =>
  aForm(`${kind}-${schoolClass}`, 1, kind, schoolClass, {
    title: kind === 'letters' ? 'Letras' : 'Palavras',
    words: [...items],
    paragraphs: [0],
    parallelSet: null,
    questions: [],
    read: [],
  });
