import { type FormEvent, useState } from 'react';
import { LONGEST_DURATION, SHORTEST_DURATION, USUAL_DURATION } from '../../../shared/durations.ts';
import { testName } from '../../../shared/questions/test-names.ts';
import type { Discipline, TestClass } from '../../../shared/words.ts';
import { succeeded } from '../../../web/call/outcome.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { ErrorSummary } from '../../../web/ui/forms/ErrorSummary.tsx';
import { TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import styles from './Authoring.module.css';
import type { Defaults } from './authoring.contract.ts';
import { tooLong } from './authoring.rules.ts';
import { giveUpDraft, Restored, TEST_DRAFTS, useDraft } from './draft.tsx';
import { Conflict, useSaving } from './saving.tsx';
import { ClassFields, KindFields } from './TestFields.tsx';
import { callTeaching, refreshBank, useTeaching } from './teaching.web.ts';

/** The initial values of the dialog. */
interface EditedTest extends Defaults {
  id: number;
  revision: number;
  discipline: Discipline;
  schoolClass: TestClass;
  theme: string;
  form: string;
  description: string | null;
  duration: number;
}

/** What a new test is for: a gap in the curriculum, from which the user came. */
export interface NewTestFor {
  discipline: Discipline;
  schoolClass: TestClass;
  theme: string;
}

interface TestDialogProps {
  /** The test to change, 'new' to create one, null while the dialog is closed. */
  test: EditedTest | 'new' | null;
  /** Initial values of a new test. */
  begin?: NewTestFor | undefined;
  onClose: () => void;
  onMade?: ((test: { id: number }) => void) | undefined;
}

const draftOf = (test: EditedTest | 'new') => `${TEST_DRAFTS}${test === 'new' ? 'new' : test.id}`;

/** Renders the dialog for a new test, or for changing one. If it is closed without saving, the input is kept for the next time. */
export function TestDialog({ test, begin, onClose, onMade }: TestDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = test === 'new';
  // The form of a new test begins with the teacher's defaults, so it waits for them.
  const defaults = useTeaching('GET /api/teacher/settings', {}, { enabled: isNew });
  const start = isNew ? defaults.data : (test ?? undefined);
  const isReady = start !== undefined || defaults.error !== null;
  const cancel = () => {
    if (test !== null) giveUpDraft(draftOf(test));
    onClose();
  };
  return (
    <Dialog
      open={test !== null}
      onClose={onClose}
      busy={busy}
      size="l"
      title={isNew ? 'Novo Teste Padronizado' : 'Editar Teste Padronizado'}
      footer={
        <>
          <Button variant="secondary" onClick={cancel} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form="test-form" busy={busy} busyText="Enviando..." disabled={!isReady}>
            {isNew ? 'Criar Teste' : 'Atualizar Teste'}
          </Button>
        </>
      }
    >
      {test !== null &&
        (isReady ? (
          <TestForm start={start} test={test} begin={begin} setBusy={setBusy} onClose={onClose} onMade={onMade} />
        ) : (
          <Skeleton lines={8} />
        ))}
    </Dialog>
  );
}

const REQUIRED: Record<string, string> = {
  discipline: 'O campo Disciplina é obrigatório',
  theme: 'O campo Tema é obrigatório',
  schoolClass: 'O campo Ano Escolar é obrigatório',
};

interface TestFormProps extends Pick<TestDialogProps, 'begin' | 'onClose' | 'onMade'> {
  /** What the form begins with; undefined for a new test when the teacher's defaults could not be read. */
  start: Defaults | undefined;
  test: EditedTest | 'new';
  setBusy: (busy: boolean) => void;
}

/** Returns the content of the form. `revision` is that of the test when the form was opened. */
const heldOf = (start: Defaults | undefined, test: Partial<EditedTest>) => ({
  discipline: start?.discipline ?? '',
  theme: test.theme ?? '',
  form: test.form ?? '',
  schoolClass: start?.schoolClass ?? '',
  description: test.description ?? '',
  difficultyLevel: start?.difficultyLevel ?? 'Intermediário',
  evaluationType: start?.evaluationType ?? 'Diagnóstico',
  duration: String(test.duration ?? USUAL_DURATION),
  shuffle: start?.shuffle ?? true,
  revision: test.revision,
});

type Held = ReturnType<typeof heldOf>;

/** Returns the problems of a test before it is sent, by field. */
function problemsOf(held: Held): Record<string, string> {
  const missing = Object.entries(REQUIRED).filter(([name]) => !held[name as 'theme'].trim());
  return { ...tooLong({ theme: held.theme, description: held.description }), ...Object.fromEntries(missing) };
}

/** Creates or changes a test. @param revision the revision on which the change is based. */
function sendTest(
  test: EditedTest | 'new',
  { revision: _opened, ...fields }: Held,
  revision: number | undefined,
): Promise<{ id: number }> {
  return test === 'new'
    ? callTeaching('POST /api/teacher/tests', { body: { ...fields, draft: true } as never })
    : callTeaching('PUT /api/teacher/tests/:id', {
        params: { id: String(test.id) },
        body: { ...fields, revision } as never,
      });
}

/** Returns the test as it is stored now, or undefined when it is new, deleted or cannot be read. */
async function storedTest(test: EditedTest | 'new'): Promise<EditedTest | undefined> {
  if (test === 'new') return undefined;
  const params = { id: String(test.id) };
  const now = await callTeaching('GET /api/teacher/tests/:id', { params }).catch(() => undefined);
  if (now) void refreshBank();
  return now;
}

/** Returns the form and its saving. */
function useTestForm({ start, test, begin, setBusy, onClose, onMade }: TestFormProps) {
  const isNew = test === 'new';
  const { value, setValue, restored, restart } = useDraft(
    draftOf(test),
    heldOf(start, isNew ? {} : test),
    isNew ? begin : undefined,
  );
  const saving = useSaving<EditedTest, { id: number }>({
    check: () => problemsOf(value),
    send: (revision) => sendTest(test, value, revision),
    onSaved: async (made) => {
      await refreshBank();
      giveUpDraft(draftOf(test));
      succeeded(isNew ? 'Teste criado com sucesso' : 'Teste atualizado com sucesso');
      onClose();
      if (isNew) onMade?.(made);
    },
    readAgain: () => storedTest(test),
    refusal: isNew
      ? ['Erro ao criar teste', 'Não foi possível criar o teste']
      : ['Erro ao atualizar teste', 'Não foi possível atualizar o teste'],
    setBusy,
  });
  return { value, setValue, restored, restart, ...saving };
}

function TestForm(props: TestFormProps) {
  const { value, setValue, restored, restart, problems, refused, theirs, errors, save, dropTheirs } =
    useTestForm(props);
  const field = (name: Exclude<keyof Held, 'shuffle' | 'revision'>) => ({
    name,
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      setValue((before) => ({ ...before, [name]: event.target.value })),
    error: problems[name],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save(value.revision);
  };

  return (
    <form id="test-form" className={styles['form']} noValidate onSubmit={submit}>
      {restored && !theirs && <Restored onRestart={() => restart()} />}
      {theirs && (
        <Conflict
          title="Alguém mudou este teste entretanto."
          onKeepMine={() => void save(theirs.revision)}
          onTakeTheirs={() => {
            restart(heldOf(theirs, theirs));
            dropTheirs();
          }}
        >
          {testName(theirs)}
        </Conflict>
      )}
      <ErrorSummary errors={errors} />
      <ClassFields field={field} none={['Escolha a disciplina', 'Escolha o ano']} />
      <TextField label="Tema" hint="Por exemplo: Fracções, Interpretação de Texto." {...field('theme')} />
      <TextField
        label="Prova"
        optional
        maxLength={2}
        hint="A letra entre as provas do mesmo tema. Vazio: a primeira livre."
        {...field('form')}
      />
      <TextArea label="Descrição" optional rows={2} {...field('description')} />
      <KindFields field={field} />
      <TextField
        label="Duração"
        inputMode="numeric"
        maxLength={3}
        hint={`Em minutos, de ${SHORTEST_DURATION} a ${LONGEST_DURATION}. O tempo alargado de uma criança soma-se.`}
        {...field('duration')}
      />
      <Switch
        label="Baralhar as alternativas"
        hint="Cada aluno recebe as alternativas noutra ordem. Números por ordem, «Verdadeiro» e «Falso» ou «Todas as anteriores» ficam como estão."
        checked={value.shuffle}
        onChange={(shuffle) => setValue((before) => ({ ...before, shuffle }))}
      />
      {/* Not an alert: the toast says it aloud. */}
      <p className={styles['refused']}>{refused}</p>
    </form>
  );
}
