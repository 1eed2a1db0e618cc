import { type FormEvent, useMemo, useState } from 'react';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, TEST_CLASSES } from '../../shared/words.ts';
import { queries } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { ErrorSummary } from '../../web/ui/ErrorSummary.tsx';
import { SelectField, TextArea, TextField } from '../../web/ui/Field.tsx';
import { Switch } from '../../web/ui/Switch.tsx';
import styles from './Authoring.module.css';
import type { Defaults } from './authoring.contract.ts';
import { callTeaching, failed, failureOf, refreshBank, succeeded, useTeaching } from './teaching.tsx';

const optionsOf = (words: readonly string[]) => words.map((value) => ({ value, label: value }));

/** A test as the dialog starts from it. */
export interface EditedTest extends Defaults {
  id: number;
  revision: number;
  theme: string;
  description: string | null;
}

interface TestDialogProps {
  /** The test to change, 'new' to make one, null while closed. */
  test: EditedTest | 'new' | null;
  onClose: () => void;
  onMade?: ((test: { id: number }) => void) | undefined;
}

/** 'Novo Teste Padronizado', and changing one. */
export function TestDialog({ test, onClose, onMade }: TestDialogProps) {
  const [busy, setBusy] = useState(false);
  const isNew = test === 'new';
  return (
    <Dialog
      open={test !== null}
      onClose={onClose}
      busy={busy}
      size="l"
      title={isNew ? 'Novo Teste Padronizado' : 'Editar Teste Padronizado'}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" form="test-form" busy={busy} busyText="Enviando...">
            {isNew ? 'Criar Teste' : 'Atualizar Teste'}
          </Button>
        </>
      }
    >
      {test !== null && <TestForm test={test} setBusy={setBusy} onClose={onClose} onMade={onMade} />}
    </Dialog>
  );
}

const REQUIRED: Record<string, string> = {
  discipline: 'O campo Disciplina é obrigatório',
  theme: 'O campo Tema é obrigatório',
  schoolClass: 'O campo Ano Escolar é obrigatório',
};

interface TestFormProps extends Pick<TestDialogProps, 'onClose' | 'onMade'> {
  test: EditedTest | 'new';
  setBusy: (busy: boolean) => void;
}

function TestForm({ test, setBusy, onClose, onMade }: TestFormProps) {
  const isNew = test === 'new';
  const defaults = useTeaching('GET /api/teacher/settings', {}, { enabled: isNew });
  const known = isNew ? defaults.data : test;
  // The form begins with what the teacher chose for new tests, so it waits for that.
  if (!known && !defaults.error) return null;
  return <Fields start={known} test={test} setBusy={setBusy} onClose={onClose} onMade={onMade} />;
}

function Fields({ start, test, setBusy, onClose, onMade }: TestFormProps & { start: Defaults | undefined }) {
  const isNew = test === 'new';
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [shuffle, setShuffle] = useState(start?.shuffle ?? false);
  const errors = useMemo(() => Object.entries(problems).map(([id, message]) => ({ id, message })), [problems]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const missing = Object.entries(REQUIRED).filter(([name]) => !form[name]?.trim());
    setProblems(Object.fromEntries(missing));
    if (missing.length > 0) return;
    const body = { ...form, shuffle } as never;
    setBusy(true);
    try {
      if (isNew) onMade?.(await callTeaching('POST /api/teacher/tests', { body }));
      else
        await callTeaching('PUT /api/teacher/tests/:id', {
          params: { id: String(test.id) },
          body: { ...(body as object), revision: test.revision } as never,
        });
      await refreshBank();
      succeeded(isNew ? 'Teste criado com sucesso' : 'Teste atualizado com sucesso');
      onClose();
    } catch (error) {
      const [title, what] = isNew
        ? ['Erro ao criar teste', 'Não foi possível criar o teste']
        : ['Erro ao atualizar teste', 'Não foi possível atualizar o teste'];
      failed(title, what, error);
      setProblems(failureOf(error).fields);
      if (failureOf(error).status === 409) void queries.invalidateQueries();
    } finally {
      setBusy(false);
    }
  };

  return (
    <form id="test-form" className={styles['form']} noValidate onSubmit={(event) => void submit(event)}>
      <ErrorSummary errors={errors} />
      <div className={styles['pair']}>
        <SelectField
          label="Disciplina"
          name="discipline"
          placeholder="Escolha a disciplina"
          defaultValue={start?.discipline ?? ''}
          options={optionsOf(DISCIPLINES)}
          error={problems['discipline']}
        />
        <SelectField
          label="Ano Escolar"
          name="schoolClass"
          placeholder="Escolha o ano"
          defaultValue={start?.schoolClass ?? ''}
          options={optionsOf(TEST_CLASSES)}
          error={problems['schoolClass']}
        />
      </div>
      <TextField
        label="Tema"
        name="theme"
        maxLength={120}
        hint="Por exemplo: Frações, Interpretação de Texto."
        defaultValue={isNew ? '' : test.theme}
        error={problems['theme']}
      />
      <TextArea
        label="Descrição"
        name="description"
        optional
        rows={2}
        maxLength={500}
        defaultValue={isNew ? '' : (test.description ?? '')}
        error={problems['description']}
      />
      <div className={styles['pair']}>
        <SelectField
          label="Nível de Dificuldade"
          name="difficultyLevel"
          defaultValue={start?.difficultyLevel ?? 'Intermediário'}
          options={optionsOf(DIFFICULTIES)}
          error={problems['difficultyLevel']}
        />
        <SelectField
          label="Tipo de Avaliação"
          name="evaluationType"
          defaultValue={start?.evaluationType ?? 'Diagnóstico'}
          options={optionsOf(EVALUATION_TYPES)}
          error={problems['evaluationType']}
        />
      </div>
      <Switch
        label="Baralhar as alternativas"
        hint="Cada aluno recebe as alternativas noutra ordem. Questões como “Todas as anteriores” ficam como estão."
        checked={shuffle}
        onChange={setShuffle}
      />
    </form>
  );
}
