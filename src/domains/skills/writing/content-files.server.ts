import { writingContent } from '../../../server/skills-content.ts';
import { bareWord, wordsOf } from '../../../shared/skills/text-words.ts';
import type { Dictation, Ruler, WritingPrompt } from '../../../shared/skills/writing-content.ts';
import { readingClassOf } from '../reading/forms.rules.ts';
import { type DictationBody, type PromptBody, placesOf, type RulerBody } from './forms.rules.ts';
import type { FormRow } from './writing.store.ts';

/** Returns the forms of all files. */
export function formsOfFiles(): FormRow[] {
  return [...writingContent().classes.values()].flatMap((file) => {
    const schoolClass = readingClassOf(file.schoolClass);
    const aForm = <Kind extends FormRow['kind']>(
      { id, version }: { id: string; version: number },
      kind: Kind,
      body: FormRow['body'],
    ): FormRow => ({ id, version, kind, schoolClass, body });
    return [
      ...file.dictations.map((one) => aForm(one, 'dictation', dictationBody(one))),
      ...file.prompts.map((one) => aForm(one, 'prompt', promptBody(one))),
      ...file.rulers.map((one) => aForm(one, 'ruler', rulerBody(one, file.prompts))),
    ];
  });
}

function dictationBody({ title, words: singles, groups, rules, also, objective }: Dictation): DictationBody {
  const words = [...singles];
  const starts = singles.map((_, at) => at);
  for (const group of groups) {
    starts.push(words.length);
    words.push(...wordsOf(group));
  }
  const bare = words.map(bareWord);
  return {
    title,
    words,
    groups: starts,
    singles: singles.length,
    rules: rules.map(({ kind, words: wanted }) => ({ kind, at: placesOf(wanted, bare) })),
    also,
    objective,
  };
}

const promptBody = ({ title, kind, task, beginning }: WritingPrompt): PromptBody => ({
  title,
  kind,
  task,
  beginning: beginning ?? null,
});

const rulerBody = ({ kind, prompt, anchors }: Ruler, prompts: readonly WritingPrompt[]): RulerBody => ({
  kind,
  task: prompts.find(({ id }) => id === prompt)?.task ?? '',
  anchors: [...anchors].sort((one, other) => one.level - other.level),
});
