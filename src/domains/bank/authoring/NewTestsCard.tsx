import { type FormEvent, useState } from 'react';
import { refresh } from '../../../web/call/api.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { Read } from '../../../web/parts/filters.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from './Authoring.module.css';
import type { Defaults } from './authoring.contract.ts';
import { ClassFields, KindFields, type KindName } from './TestFields.tsx';
import { callTeaching, useTeaching } from './teaching.web.ts';

/** The defaults of a teacher's new tests, as a card of their settings. */
export function NewTestsCard() {
  const found = useTeaching('GET /api/teacher/settings', {});
  return (
    <Card title="Novos testes">
      <p className={styles['hint']}>Um teste novo começa com isto. Pode sempre mudar em cada teste.</p>
      <Read found={found} loading={<Skeleton lines={4} />}>
        {(start) => <DefaultsForm start={start} />}
      </Read>
    </Card>
  );
}

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
  const field = (name: KindName) => ({ name, defaultValue: start[name] ?? '' });
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <ClassFields field={field} none={['nenhuma', 'nenhum']} />
      <KindFields field={field} />
      <Switch label="Baralhar as alternativas" checked={shuffle} onChange={setShuffle} />
      <div>
        <Button type="submit" variant="secondary" busy={busy} busyText="A guardar…">
          Guardar
        </Button>
      </div>
    </form>
  );
}
