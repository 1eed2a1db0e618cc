import { type FormEvent, useMemo, useState } from 'react';
import { LONGEST_DURATION, SHORTEST_DURATION, USUAL_DURATION } from '../../shared/durations.ts';
import type { Discipline, TestClass } from '../../shared/words.ts';
import { failureOf } from '../../web/call.ts';
import { failed, succeeded } from '../../web/outcome.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { TextArea, TextField } from '../../web/ui/Field.tsx';
import { Switch } from '../../web/ui/Switch.tsx';
import styles from './Authoring.module.css';
import type { Defaults } from './authoring.contract.ts';
import { tooLong } from './authoring.rules.ts';
import { Conflict } from './Conflict.tsx';
import { giveUpDraft, Restored, TEST_DRAFTS, useDraft } from './draft.tsx';
import { ClassFields, KindFields } from './TestFields.tsx';
import { callTeaching, refreshBank, useTeaching } from './teaching.tsx';

/** A test as the dialog starts from it. */
export interface EditedTest extends Defaults {
  id: number;
  revision: number;
  theme: string;
  form: string;
  description: string | null;
  duration: number;
}

/** What a new test is for: the gap in the curriculum from which somebody came. */
export interface NewTestFor {
  discipline: Discipline;
  schoolClass: TestClass;
  theme: string;
}

interface TestDialogProps {
  /** The test to change, 'new' to make one, null while closed. */
  test: EditedTest | 'new' | null;
  /** What a new test begins with. */
  begin?: NewTestFor | undefined;
  onClose: () => void;
  onMade?: ((test: { id: number }) => void) | undefined;
}

const draftOf = (test: EditedTest | 'new') => `${TEST_DRAFTS}${test === 'new' ? 'new' : test.id}`;

/** 'Novo Teste Padronizado', and changing one. Closed without saving, what was typed stays for the next time. */
export function TestDialog({ test, begin, onClose, onMade }: TestDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = test === 'new';
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
          <Button type="submit" form="test-form" busy={busy} busyText="Enviando...">
            {isNew ? 'Criar Teste' : 'Atualizar Teste'}
          </Button>
        </>
      }
    >
      {test !== null && <TestForm test={test} begin={begin} setBusy={setBusy} onClose={onClose} onMade={onMade} />}
    </Dialog>
  );
}

const REQUIRED: Record<string, string> = {
  discipline: 'O campo Disciplina é obrigatório',
  theme: 'O campo Tema é obrigatório',
  schoolClass: 'O campo Ano Escolar é obrigatório',
};

interface TestFormProps extends Pick<TestDialogProps, 'begin' | 'onClose' | 'onMade'> {
  test: EditedTest | 'new';
  setBusy: (busy: boolean) => void;
}

function TestForm({ test, ...props }: TestFormProps) {
  const isNew = test === 'new';
  const defaults = useTeaching('GET /api/teacher/settings', {}, { enabled: isNew });
  const known = isNew ? defaults.data : test;
  // The form begins with what the teacher chose for new tests, so it waits for that.
  if (!known && !defaults.error) return null;
  return <Fields start={known} test={test} {...props} />;
}

/** What the form holds. The revision is the one that it began from. */
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

function Fields({ start, test, begin, setBusy, onClose, onMade }: TestFormProps & { start: Defaults | undefined }) {
  const isNew = test === 'new';
  const { value, setValue, restored, restart } = useDraft(
    draftOf(test),
    heldOf(start, isNew ? {} : test),
    isNew ? begin : undefined,
  );
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('');
  /** The test as somebody else has left it meanwhile. */
  const [theirs, setTheirs] = useState<EditedTest>();
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);
  const field = (name: Exclude<keyof typeof value, 'shuffle' | 'revision'>) => ({
    name,
    value: value[name],
    onChange: (event: { target: { value: string } }) =>
      setValue((before) => ({ ...before, [name]: event.target.value })),
    error: problems[name],
  });

  const save = async (revision: number | undefined) => {
    const missing = Object.entries(REQUIRED).filter(([name]) => !value[name as 'theme'].trim());
    const found = {
      ...tooLong({ theme: value.theme, description: value.description }),
      ...Object.fromEntries(missing),
    };
    setProblems(found);
    setRefused('');
    setTheirs(undefined);
    if (Object.keys(found).length > 0) return;
    const body = { ...value, revision: undefined } as never;
    setBusy(true);
    try {
      const made = isNew
        ? await callTeaching('POST /api/teacher/tests', { body })
        : await callTeaching('PUT /api/teacher/tests/:id', {
            params: { id: String(test.id) },
            body: { ...(body as object), revision } as never,
          });
      await refreshBank();
      giveUpDraft(draftOf(test));
      succeeded(isNew ? 'Teste criado com sucesso' : 'Teste atualizado com sucesso');
      onClose();
      if (isNew) onMade?.(made);
    } catch (error) {
      const failure = failureOf(error);
      if (!isNew && failure.code === 'changed-meanwhile') {
        const now = await callTeaching('GET /api/teacher/tests/:id', { params: { id: String(test.id) } }).catch(
          () => null,
        );
        if (now) {
          void refreshBank();
          return setTheirs(now);
        }
      }
      const [title, what] = isNew
        ? ['Erro ao criar teste', 'Não foi possível criar o teste']
        : ['Erro ao atualizar teste', 'Não foi possível atualizar o teste'];
      failed(title, what, error);
      setProblems(failure.fields);
      if (Object.keys(failure.fields).length === 0) setRefused(`${what}: ${failure.said}`);
    } finally {
      setBusy(false);
    }
  };
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
            setTheirs(undefined);
          }}
        >
          {theirs.discipline} - {theirs.theme}, {theirs.schoolClass}
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
        hint="Cada aluno recebe as alternativas noutra ordem. Números por ordem, “Verdadeiro” e “Falso” ou “Todas as anteriores” ficam como estão."
        checked={value.shuffle}
        onChange={(shuffle) => setValue((before) => ({ ...before, shuffle }))}
      />
      <p className={styles['refused']} role="alert">
        {refused}
      </p>
    </form>
  );
}
