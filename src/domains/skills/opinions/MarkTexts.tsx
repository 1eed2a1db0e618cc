import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { relativeTime } from '../../../shared/dates.ts';
import { daysBetween } from '../../../shared/days.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { type CallError, caller, failureOf } from '../../../web/call/call.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FormDialog } from '../../../web/parts/FormDialog.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { RadioGroup, TextArea } from '../../../web/ui/forms/Field.tsx';
import { IconFlag } from '../../../web/ui/icons/StaffIcon.tsx';
import { Hand } from '../writing/Hand.tsx';
import { LEVELS, type Level } from '../writing/kappa.rules.ts';
import styles from './MarkTexts.module.css';
import type { Flag, markingContract, OpenText, WaitingText } from './opinions.contract.ts';
import { FLAGS, LEVEL_WORDS } from './opinions.rules.ts';

const useRead = reader<typeof markingContract>();
const call = caller<typeof markingContract>();
const QUEUE = '/api/teacher/texts';
/** The anchor that is shown before a level is chosen. */
const FIRST_ANCHOR: Level = 3;

const nameOf = ({ schoolClass, kind }: WaitingText) => `${schoolClass}.ª classe · ${kind}`;

/** The teacher's queue of texts, and one of them beside the anchors of its ruler. */
export default function MarkTexts() {
  const found = useRead('GET /api/teacher/texts', {}, { refetchOnMount: 'always' });
  const { data } = found;
  const [chosen, setChosen] = useState<number>();
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  if (!data)
    return found.error ? (
      <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
    ) : (
      <Skeleton lines={8} />
    );
  if (data.length === 0)
    return (
      <Empty
        title="Não há textos à espera. Obrigado."
        text="Quando uma família pedir uma segunda opinião, o texto aparece aqui."
      />
    );
  const text = data.find(({ id }) => id === chosen) ?? data.find(({ id }) => !skipped.includes(id)) ?? data[0];
  const next = async () => {
    setChosen(undefined);
    await refresh(QUEUE);
  };
  return (
    <div className={styles['desk']}>
      <section aria-label="Textos por avaliar">
        <h2>Por avaliar</h2>
        <p className="muted">O mais antigo primeiro. Não mostramos o nível do outro professor.</p>
        <ul className={styles['queue']}>
          {data.map((one) => (
            <li key={one.id}>
              <button type="button" aria-current={one === text} onClick={() => setChosen(one.id)}>
                <span>
                  <b>{nameOf(one)}</b>
                  <small>pedido {relativeTime(one.askedAt, new Date())}</small>
                </span>
                <IconChevronRight size={18} />
              </button>
            </li>
          ))}
        </ul>
      </section>
      {text && (
        <OneText
          key={text.id}
          text={text}
          onNext={next}
          {...(data.length > 1 && {
            onSkip: () => {
              const after = data[(data.indexOf(text) + 1) % data.length];
              setSkipped([...skipped, text.id]);
              setChosen(after?.id);
            },
          })}
        />
      )}
    </div>
  );
}

interface OneTextProps {
  text: WaitingText;
  /** Reads the queue again. */
  onNext: () => Promise<void>;
  /** Absent if there is no other text. */
  onSkip?: () => void;
}

function OneText({ text, onNext, onSkip }: OneTextProps) {
  const [opened, setOpened] = useState<OpenText>();
  const [error, setError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const [isFlagging, setIsFlagging] = useState(false);
  const id = String(text.id);
  const open = useCallback(async () => {
    setBusy(true);
    try {
      setOpened(await call('POST /api/teacher/texts/:id/open', { params: { id } }));
      setError(undefined);
    } catch (fault) {
      setError(failureOf(fault));
    } finally {
      setBusy(false);
    }
  }, [id]);
  useEffect(() => void open(), [open]);
  return (
    <section aria-label={`Texto da ${nameOf(text)}`}>
      <header className={styles['head']}>
        <div>
          <h2>
            Texto da {text.schoolClass}.ª classe, {text.kind}
          </h2>
          <p className="muted">
            «{text.title}» · {erasedIn(text.eraseAt)}
          </p>
        </div>
        {opened && (
          <Button variant="quiet" icon={<IconFlag size={20} />} onClick={() => setIsFlagging(true)}>
            Assinalar
          </Button>
        )}
      </header>
      {error &&
        (isTaken(error) ? (
          <Refusal error={error} onNext={onNext} />
        ) : (
          <Failed error={error} onRetry={open} busy={busy} />
        ))}
      {!opened && !error && <Skeleton lines={10} />}
      {opened && <Marking opened={opened} onDone={onNext} {...(onSkip && { onSkip })} />}
      {isFlagging && <FlagDialog id={id} onClose={() => setIsFlagging(false)} onDone={onNext} />}
    </section>
  );
}

/** Whether a text cannot be opened: somebody else has it, it has ended, or the teacher has not marked those opened before. */
const isTaken = ({ status }: CallError) => status === 404 || status === 409;
/** Whether the teacher may not open any other text for now. */
const isForAll = ({ code }: CallError) => code === 'texts-unmarked';

/** Why a call about a text was refused, and the way to the next text if this one is not the teacher's any more. */
function Refusal({ error, onNext }: { error: CallError; onNext: () => Promise<void> }) {
  return (
    <p className="refused" role="alert">
      {error.said}{' '}
      {isTaken(error) && !isForAll(error) && (
        <Button variant="secondary" size="s" onClick={() => void onNext()}>
          Ver o próximo
        </Button>
      )}
    </p>
  );
}

function erasedIn(eraseAt: string): string {
  const days = daysBetween(dateInLuanda(new Date()), dateInLuanda(new Date(eraseAt)));
  return days <= 0 ? 'apaga-se hoje' : days === 1 ? 'apaga-se amanhã' : `apaga-se em ${days} dias`;
}

interface MarkingProps {
  opened: OpenText;
  onDone: () => Promise<void>;
  onSkip?: () => void;
}

/** The child's page beside an anchor, the six signs, and the level. */
function Marking({ opened, onDone, onSkip }: MarkingProps) {
  const [level, setLevel] = useState<Level>();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CallError>();
  const shown = level ?? FIRST_ANCHOR;
  const anchor = opened.anchors.find((one) => one.level === shown);
  const save = async () => {
    if (level === undefined) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await call('POST /api/teacher/texts/:id/mark', {
        params: { id: String(opened.id) },
        body: { level, signs: opened.signs.map(({ id }) => ({ id, isSeen: seen.includes(id) })) },
      });
      toast({ kind: 'success', title: `Guardado: nível ${level}`, text: 'Obrigado.' });
      await onDone();
    } catch (error) {
      setProblem(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{opened.task}</p>
      <div className={styles['pages']}>
        <figure>
          <figcaption>A criança</figcaption>
          <img src={opened.photo} alt="O texto da criança, fotografado" />
        </figure>
        <figure aria-live="polite">
          <figcaption>{anchor ? `Para comparar: nível ${shown}` : 'Nível 0'}</figcaption>
          {anchor ? (
            <>
              <Hand text={anchor.text} seed={shown * 13 + 7} />
              <p className="muted">
                <b>Porque é {shown}:</b> {anchor.reason}
              </p>
            </>
          ) : (
            <p className="muted">Não há texto que se possa ler ou comparar.</p>
          )}
        </figure>
      </div>
      <fieldset className={styles['levels']}>
        <legend>Em que nível fica?</legend>
        {LEVELS.map((one) => (
          <label key={one}>
            <input type="radio" name="level" value={one} checked={level === one} onChange={() => setLevel(one)} />
            <span>
              <b>{one}</b> {LEVEL_WORDS[one]}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className={styles['signs']}>
        <legend>O que já se vê no texto?</legend>
        {opened.signs.map(({ id, text }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={seen.includes(id)}
              onChange={({ target }) => setSeen(target.checked ? [...seen, id] : seen.filter((one) => one !== id))}
            />
            {text}
          </label>
        ))}
      </fieldset>
      {problem && <Refusal error={problem} onNext={onDone} />}
      <footer className={styles['foot']}>
        <p className="muted">Toque num nível para ver o texto de comparação.</p>
        {onSkip && (
          <Button variant="secondary" onClick={onSkip}>
            Saltar
          </Button>
        )}
        <Button disabled={level === undefined} busy={busy} onClick={() => void save()}>
          {level === undefined ? 'Guardar' : `Guardar nível ${level}`}
        </Button>
      </footer>
    </>
  );
}

interface FlagDialogProps {
  id: string;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Why a text is taken out of the queue. */
function FlagDialog({ id, onClose, onDone }: FlagDialogProps): ReactNode {
  return (
    <FormDialog
      title="Assinalar este texto"
      action="Assinalar"
      busyText="A enviar…"
      onClose={onClose}
      send={async (form) => {
        await call('POST /api/teacher/texts/:id/flag', {
          params: { id },
          body: { flag: form.get('flag') as Flag, note: String(form.get('note') ?? '') },
        });
        toast({ kind: 'success', title: 'Assinalado', text: 'Um administrador vai ver o texto.' });
        await onDone();
      }}
    >
      {(problems) => (
        <>
          <p>O texto sai da fila e um administrador vê-o.</p>
          <RadioGroup
            legend="Porquê"
            name="flag"
            error={problems['flag']}
            options={(Object.keys(FLAGS) as Flag[]).map((value) => ({ value, label: FLAGS[value] }))}
          />
          <TextArea label="O que viu (se quiser)" name="note" rows={2} maxLength={500} error={problems['note']} />
        </>
      )}
    </FormDialog>
  );
}
