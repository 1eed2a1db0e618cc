import type { FormKind } from './forms.rules.ts';
import { stepOf } from './forms.rules.ts';
import { nextKind } from './ladder.rules.ts';
import { Marking, MarkLive } from './Marking.tsx';
import { Questions, Story } from './Questions.tsx';
import { ReadingResult } from './ReadingResult.tsx';
import type { Reader, Work } from './reading-device.web.ts';
import { type Form, markedOf, questionsOf, type StepState, unmarked, withSecond } from './step.web.ts';

interface AfterReadingProps {
  reader: Reader;
  form: Form;
  step: StepState;
  onNext: (kind: FormKind) => void;
}

/** What the grown-up does: mark, ask, read the result. Its code is loaded while the child reads. */
export default function AfterReading({ reader, form, step, onNext }: AfterReadingProps) {
  const { stage, work, setWork, sound, isOnlySecond, go, keep, finish, afterMarks } = step;
  const { child } = reader;
  if (stage.at === 'live') return <MarkLive {...{ form, work, child }} onChange={setWork} onDone={afterMarks} />;
  if (stage.at === 'marking')
    return (
      <Marking
        {...{ form, work, sound, child }}
        onChange={keep}
        onDone={afterMarks}
        onSecond={(marks) => {
          keep(marks);
          go({ at: 'second' });
        }}
      />
    );
  if (stage.at === 'second')
    return (
      <Marking
        // Another grid than that of the first listener.
        key="second"
        {...{ form, sound, child }}
        isSecond
        isLast={isOnlySecond || form.questions.length === 0}
        work={unmarked(form, work)}
        onChange={() => {}}
        onDone={(marks) => (isOnlySecond ? finish : afterMarks)(withSecond(work, marks))}
      />
    );
  if (stage.at === 'story') return <Story form={form} onDone={() => go({ at: 'questions' })} />;
  if (stage.at === 'questions')
    return (
      <Questions {...{ form, work }} questions={questionsOf(form, work)} onChange={keep} onDone={() => finish(work)} />
    );
  if (stage.at !== 'result') return null;
  const next = isOnlySecond ? null : nextOf(form, work);
  return (
    <ReadingResult
      reader={reader}
      told={stage.told}
      title={form.title}
      waits={work.waits === true && !work.second}
      more={next ? { label: NEXT_LABELS[next], go: () => onNext(next) } : undefined}
    />
  );
}

const NEXT_LABELS: Record<FormKind, string> = {
  letters: 'Continuar: as letras',
  words: 'Continuar: palavras soltas',
  first: 'Continuar: um texto curto',
  class: 'Continuar: o texto da classe',
  listening: 'Continuar: ouvir uma história',
};

/** The next step of the ladder after this one. */
function nextOf(form: Form, work: Work): FormKind | null {
  const outcomes = Object.values(work.outcomes);
  const right = outcomes.filter((outcome) => outcome === 'right').length;
  if (stepOf(form.kind) === 'listening') return null;
  return nextKind({
    kind: form.kind,
    items: form.items.length,
    marked: markedOf(form, work),
    comprehension: { total: form.questions.length, asked: outcomes.length, right },
  });
}
