import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { succeeded } from '../../../web/call/outcome.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { ErrorSummary } from '../../../web/ui/forms/ErrorSummary.tsx';
import styles from './Authoring.module.css';
import type { TeacherQuestion } from './authoring.contract.ts';
import { giveUpDraft, questionDrafts, Restored, useDraft } from './draft.tsx';
import { QuestionFields } from './QuestionFields.tsx';
import { QuestionPreview, useFormulas } from './QuestionPreview.tsx';
import {
  type Draft,
  type Held,
  heldOf,
  looseAnsweringOf,
  nextOf,
  problemsOf,
  sendQuestion,
  storedQuestion,
} from './question-form.tsx';
import { Conflict, useSaving } from './saving.tsx';
import { refreshBank } from './teaching.web.ts';

interface QuestionDialogProps {
  /** The test to which the question belongs. */
  test: { id: number; discipline: Discipline; schoolClass: TestClass };
  /** The question to change, or 'new' to add one. */
  question: TeacherQuestion | 'new';
  /** The initial objective of a new question. */
  objective?: string | undefined;
  onClose: () => void;
}

const draftName = (testId: number, question: TeacherQuestion | 'new') =>
  questionDrafts(testId) + (question === 'new' ? 'new' : question.id);

/**
 * Renders the dialog for a new question, or for changing one. If saving is refused, or the dialog is closed without saving, the input is
 * kept.
 */
export default function QuestionDialog({ test, question, objective, onClose }: QuestionDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = question === 'new';
  const cancel = () => {
    giveUpDraft(draftName(test.id, question));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      size="xl"
      title={isNew ? 'Nova Questão' : `Editar Questão #${question.id}`}
      footer={
        <>
          <Button variant="secondary" onClick={cancel} disabled={busy}>
            Cancelar
          </Button>
          {isNew && (
            <Button
              type="submit"
              form="question-form"
              name={CONTINUE}
              variant="secondary"
              disabled={busy}
              title="Ctrl + Enter"
            >
              Criar e continuar
            </Button>
          )}
          <Button type="submit" form="question-form" busy={busy} busyText="A guardar…">
            {isNew ? 'Criar Questão' : 'Guardar questão'}
          </Button>
        </>
      }
    >
      <QuestionForm test={test} question={question} objective={objective} setBusy={setBusy} onClose={onClose} />
    </Dialog>
  );
}

/** The name of the button that creates a question and leaves the form open for the next. */
const CONTINUE = 'continue';

/** A new key applies to later attempts; earlier ones are regraded only if a teacher chooses to. */
function offerRegrade(testId: number, questionId: number) {
  toast({
    kind: 'success',
    title: 'Questão guardada',
    text: 'A chave nova vale a partir de agora. Quem já respondeu mantém a nota antiga.',
    action: {
      label: 'Corrigir também essas notas',
      run: () => goTo(`/teacher/questions?testId=${testId}&view=statistics&regrade=${questionId}`),
    },
  });
}

/**
 * Returns the form and its saving. If saving is refused, the input is kept; after "Criar e continuar" the form of the next question begins.
 */
function useQuestionForm({
  test,
  question,
  objective,
  setBusy,
  onClose,
}: QuestionDialogProps & { setBusy: (busy: boolean) => void }) {
  const isNew = question === 'new';
  const name = draftName(test.id, question);
  const { value, setValue, restored, restart } = useDraft(name, heldOf(question, objective));
  const form = useRef<HTMLFormElement>(null);
  const continues = useRef(false);
  const saving = useSaving<TeacherQuestion, TeacherQuestion>({
    check: () => problemsOf(value),
    send: (revision) => sendQuestion(test.id, question, value, revision),
    onSaved: async () => {
      await refreshBank();
      giveUpDraft(name);
      if (!isNew && value.draft.correctAnswer !== question.correctAnswer) offerRegrade(test.id, question.id);
      else succeeded(isNew ? 'Questão criada com sucesso' : 'Questão guardada');
      if (!continues.current) return onClose();
      restart(nextOf(value.draft));
      form.current?.querySelector<HTMLElement>('[name="statement"]')?.focus();
    },
    readAgain: () => storedQuestion(test.id, question),
    refusal: isNew
      ? ['Erro ao criar questão', 'Não foi possível criar a questão']
      : ['Erro ao guardar questão', 'Não foi possível guardar a questão'],
    names: { 'image.alt': 'imageAlt' },
    setBusy,
  });
  const save = (revision: number | undefined, andContinue = false) => {
    continues.current = andContinue;
    void saving.save(revision);
  };
  return {
    ...value,
    ...saving,
    form,
    save,
    restored,
    restart,
    write: (name: keyof Draft, text: string) =>
      setValue((before) => ({ ...before, draft: { ...before.draft, [name]: text } })),
    show: (shown: Held['shown']) => setValue((before) => ({ ...before, shown })),
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      save(value.revision, submitter?.getAttribute('name') === CONTINUE);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save(value.revision, isNew);
    },
  };
}

function QuestionForm(props: QuestionDialogProps & { setBusy: (busy: boolean) => void }) {
  const { draft, shown, form, problems, refused, theirs, ...held } = useQuestionForm(props);
  const rendered = useFormulas(draft);
  return (
    <form
      ref={form}
      id="question-form"
      className={styles['beside']}
      noValidate
      onSubmit={held.onSubmit}
      onKeyDown={held.onKeyDown}
    >
      <div className={styles['form']}>
        {held.restored && !theirs && <Restored onRestart={() => held.restart()} />}
        {theirs && (
          <Conflict
            title="Alguém mudou esta questão entretanto."
            onKeepMine={() => held.save(theirs.revision)}
            onTakeTheirs={() => {
              held.restart(heldOf(theirs));
              held.dropTheirs();
            }}
          >
            {theirs.statement.slice(0, 160)} · Resposta {theirs.correctAnswer}
          </Conflict>
        )}
        <ErrorSummary errors={held.errors} />
        <QuestionFields
          test={props.test}
          draft={draft}
          shown={shown}
          // A formula that cannot be read is reported while typing; all other problems when the question is sent.
          problems={{ ...rendered.problems, ...problems }}
          form={form}
          onWrite={held.write}
          onShown={held.show}
        />
        {/* Not an alert: the toast says it aloud. */}
        <p className={styles['refused']}>{refused}</p>
      </div>
      <QuestionPreview {...draft} answering={looseAnsweringOf(draft)} shown={shown} rendered={rendered} />
    </form>
  );
}
