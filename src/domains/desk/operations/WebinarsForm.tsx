import { useState } from 'react';
import { LUANDA_OFFSET_MS } from '../../../shared/calendar.ts';
import { failureOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { TextField } from '../../../web/ui/forms/Field.tsx';
import { IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import styles from './Admin.module.css';

interface Webinar {
  title: string;
  url: string;
  startsAt: string | null;
}

/** Convert between a stored time and the value of a date and time field, which is in Luanda's time zone. */
const shownTime = (moment: string | null) =>
  moment ? new Date(Date.parse(moment) + LUANDA_OFFSET_MS).toISOString().slice(0, 16) : '';
const storedTime = (typed: string) => (typed ? `${typed}:00+01:00` : null);

/** Renders the form of all webinars, which are saved together. */
export function WebinarsForm({
  webinars,
  send,
}: {
  webinars: readonly Webinar[];
  send: (webinars: Webinar[]) => Promise<void>;
}) {
  const [rows, setRows] = useState(() => webinars.map((webinar, index) => ({ ...webinar, key: index })));
  const { busy, problems, refused, save } = useSaving(send);
  const change = (key: number, more: Partial<Webinar>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...more } : row)));
  return (
    <div className={styles['form']}>
      {rows.map((row, index) => (
        <WebinarFields
          key={row.key}
          webinar={row}
          index={index}
          id={row.key}
          problems={problems}
          onChange={(more) => change(row.key, more)}
          onRemove={() => setRows(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      <p className="refused" role="alert">
        {refused}
      </p>
      <div className={styles['buttons']}>
        <Button
          variant="secondary"
          size="s"
          icon={<IconPlus size={18} />}
          disabled={rows.length >= 30}
          onClick={() =>
            setRows([
              ...rows,
              { title: '', url: '', startsAt: null, key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
            ])
          }
        >
          Acrescentar
        </Button>
        <Button
          variant="secondary"
          size="s"
          busy={busy}
          busyText="A guardar…"
          onClick={() => void save(rows.map(({ title, url, startsAt }) => ({ title, url, startsAt })))}
        >
          Guardar webinars
        </Button>
      </div>
    </div>
  );
}

/** Saves the webinars, and holds what the server refused. */
function useSaving(send: (webinars: Webinar[]) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('');
  const save = async (webinars: Webinar[]) => {
    setBusy(true);
    setProblems({});
    setRefused('');
    try {
      await send(webinars);
      toast({ kind: 'success', title: 'Guardado', text: 'Os encarregados já vêem esta lista.' });
    } catch (error) {
      const failure = failureOf(error);
      setProblems(failure.fields);
      setRefused(failure.said);
    } finally {
      setBusy(false);
    }
  };
  return { busy, problems, refused, save };
}

interface WebinarFieldsProps {
  webinar: Webinar;
  /** Position in the list, from 0. The server uses it to name the fields in its error messages. */
  index: number;
  /** A key that stays the same while the form is open. */
  id: number;
  problems: Readonly<Record<string, string>>;
  onChange: (more: Partial<Webinar>) => void;
  onRemove: () => void;
}

function WebinarFields({
  webinar: { title, url, startsAt },
  index,
  id,
  problems,
  onChange,
  onRemove,
}: WebinarFieldsProps) {
  return (
    <fieldset className={styles['webinar']}>
      <legend className="sr">Webinar {index + 1}</legend>
      <TextField
        label="Título"
        name="title"
        id={`webinar-title-${id}`}
        maxLength={120}
        value={title}
        error={problems[`webinars.${index}.title`]}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextField
        label="Ligação"
        name="url"
        id={`webinar-url-${id}`}
        type="url"
        inputMode="url"
        maxLength={500}
        value={url}
        error={problems[`webinars.${index}.url`]}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      <TextField
        label="Começa"
        name="startsAt"
        id={`webinar-starts-${id}`}
        type="datetime-local"
        optional
        hint="Hora de Luanda. Vazio para uma gravação."
        value={shownTime(startsAt)}
        error={problems[`webinars.${index}.startsAt`]}
        onChange={(event) => onChange({ startsAt: storedTime(event.target.value) })}
      />
      <Button variant="quiet" size="s" icon={<IconTrash size={18} />} onClick={onRemove}>
        Retirar<span className="sr"> {title}</span>
      </Button>
    </fieldset>
  );
}
