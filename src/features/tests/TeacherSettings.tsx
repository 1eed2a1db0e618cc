import { type FormEvent, useState } from 'react';
import { DIFFICULTIES, DISCIPLINES, EVALUATION_TYPES, TEST_CLASSES } from '../../shared/words.ts';
import { refresh } from '../../web/api.ts';
import { Failed } from '../../web/Failed.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { Switch } from '../../web/ui/Switch.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { StaffSettings } from '../accounts/StaffSettings.tsx';
import styles from './Authoring.module.css';
import type { Defaults } from './authoring.contract.ts';
import { callTeaching, failed, succeeded, useTeaching } from './teaching.tsx';

/** A teacher's account and what their new tests begin with. */
export default function TeacherSettings({ user }: { user: User }) {
  const found = useTeaching('GET /api/teacher/settings', {});
  return (
    <StaffSettings user={user}>
      <Card title="Novos testes">
        <p className={styles['hint']}>Um teste novo começa com isto. Pode sempre mudar em cada teste.</p>
        {found.data ? (
          <DefaultsForm start={found.data} />
        ) : found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
        ) : (
          <Skeleton lines={4} />
        )}
      </Card>
    </StaffSettings>
  );
}

const optionsOf = (words: readonly string[]) => words.map((value) => ({ value, label: value }));

function DefaultsForm({ start }: { start: Defaults }) {
  const [shuffle, setShuffle] = useState(start.shuffle);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    try {
      const body = {
        ...form,
        discipline: form['discipline'] || null,
        schoolClass: form['schoolClass'] || null,
        shuffle,
      };
      await callTeaching('PUT /api/teacher/settings', { body: body as never });
      await refresh('/api/teacher/settings');
      succeeded('Definições guardadas com sucesso');
    } catch (error) {
      failed('Erro ao guardar', 'Não foi possível guardar as definições', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <div className={styles['pair']}>
        <SelectField
          label="Disciplina"
          name="discipline"
          placeholder="nenhuma"
          defaultValue={start.discipline ?? ''}
          options={optionsOf(DISCIPLINES)}
        />
        <SelectField
          label="Ano Escolar"
          name="schoolClass"
          placeholder="nenhum"
          defaultValue={start.schoolClass ?? ''}
          options={optionsOf(TEST_CLASSES)}
        />
        <SelectField
          label="Nível de Dificuldade"
          name="difficultyLevel"
          defaultValue={start.difficultyLevel}
          options={optionsOf(DIFFICULTIES)}
        />
        <SelectField
          label="Tipo de Avaliação"
          name="evaluationType"
          defaultValue={start.evaluationType}
          options={optionsOf(EVALUATION_TYPES)}
        />
      </div>
      <Switch label="Baralhar as alternativas" checked={shuffle} onChange={setShuffle} />
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyText="Enviando...">
          Guardar
        </Button>
      </div>
    </form>
  );
}
