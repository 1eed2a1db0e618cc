import { type FormEvent, useState } from 'react';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { reader, refresh } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { PasswordField, TextField } from '../../../web/ui/forms/Field.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import styles from '../accounts/Auth.module.css';
import type { Passkey, passkeysContract } from './passkeys.contract.ts';
import { addThisDevice, callPasskeys } from './passkeys.web.ts';
import { problemOf, useScreenLock } from './ScreenLock.tsx';

const useRead = reader<typeof passkeysContract>();

/** The action in progress: adding this device, or renaming or removing a listed one; null if there is none. */
type Doing = { what: 'add' } | { what: 'rename' | 'remove'; id: number } | null;

/**
 * Lists the devices whose screen lock signs in to the account, with actions to add this one, rename and remove. Where passkeys are not
 * supported, devices cannot be added, and nothing is rendered for an account without any.
 */
export default function PasskeysCard({ online, isParent }: { online: boolean; isParent: boolean }) {
  const has = useScreenLock();
  const { data: devices, error, isFetching, refetch } = useRead('GET /api/passkeys', {}, { refetchOnMount: 'always' });
  const { doing, busy, problem, go, add, change } = usePasskeyActions();
  if (!has && !error && !devices?.length) return null;
  return (
    <Card title="Bloqueio do ecrã">
      <div className={styles['form']}>
        <p className="muted">
          Entre sem escrever a senha: com a impressão digital, o rosto ou o código com que abre este aparelho.
          {isParent
            ? ' Serve também para sair do modo criança. Não o use se as crianças sabem abrir o telemóvel.'
            : ' Serve também para a verificação em dois passos, onde é pedida.'}
        </p>
        {!devices && (error ? <Failed error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton lines={1} />)}
        {devices && devices.length > 0 && (
          <ul className={styles['form']}>
            {devices.map((one) => (
              <li key={one.id} className={doing?.what === 'add' || doing?.id !== one.id ? styles['form'] : undefined}>
                {doing && doing.what !== 'add' && doing.id === one.id ? (
                  <Change
                    device={one}
                    what={doing.what}
                    busy={busy}
                    problem={problem}
                    onSubmit={change[doing.what](one.id)}
                    onCancel={() => go(null)}
                  />
                ) : (
                  <Device device={one} online={online} onChange={(what) => go({ what, id: one.id })} />
                )}
              </li>
            ))}
          </ul>
        )}
        {doing?.what === 'add' ? (
          <form className={styles['form']} noValidate onSubmit={(event) => void add(event)}>
            <OwnPassword id="passkey-add" problem={problem} />
            <Buttons send="Continuar" busy={busy} onCancel={() => go(null)} />
          </form>
        ) : (
          devices &&
          (has ? (
            <div>
              <Button variant="secondary" size="s" disabled={!online} onClick={() => go({ what: 'add' })}>
                Usar neste aparelho
              </Button>
            </div>
          ) : (
            <p className="meta">Neste navegador não se pode adicionar o aparelho.</p>
          ))
        )}
      </div>
    </Card>
  );
}

/** Holds the action in progress. After each action the list is read again. */
function usePasskeyActions() {
  const [doing, setDoing] = useState<Doing>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');

  const go = (next: Doing) => {
    setProblem('');
    setDoing(next);
  };
  const run = (work: (typed: string) => Promise<unknown>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '');
    setBusy(true);
    setProblem('');
    try {
      await work(typed);
      await refresh('/api/passkeys');
      setDoing(null);
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const add = run(async (password) => {
    await addThisDevice(password);
    toast({ kind: 'success', title: 'Aparelho adicionado', text: 'Da próxima vez entra sem escrever a senha.' });
  });
  const rename = (id: number) =>
    run((name) => callPasskeys('PUT /api/passkeys/:id', { params: { id: String(id) }, body: { name } }));
  const remove = (id: number) =>
    run((password) => callPasskeys('DELETE /api/passkeys/:id', { params: { id: String(id) }, body: { password } }));
  return { doing, busy, problem, go, add, change: { rename, remove } };
}

type Submit = (event: FormEvent<HTMLFormElement>) => Promise<void>;

interface DeviceProps {
  device: Passkey;
  online: boolean;
  onChange: (what: 'rename' | 'remove') => void;
}

function Device({ device, online, onChange }: DeviceProps) {
  return (
    <>
      <div>
        <b>{device.name}</b>
        <p className="meta">
          Adicionado a {longDate(device.createdAt)} ·{' '}
          {device.lastUsedAt ? `usado ${relativeTime(device.lastUsedAt, new Date())}` : 'ainda não usado'}
        </p>
      </div>
      <div className={styles['form']}>
        <Button variant="secondary" size="s" disabled={!online} onClick={() => onChange('rename')}>
          Mudar o nome<span className="sr"> de {device.name}</span>
        </Button>
        <Button variant="secondary" size="s" disabled={!online} onClick={() => onChange('remove')}>
          Retirar<span className="sr"> {device.name}</span>
        </Button>
      </div>
    </>
  );
}

interface ChangeProps {
  device: Passkey;
  what: 'rename' | 'remove';
  busy: boolean;
  problem: string;
  onSubmit: Submit;
  onCancel: () => void;
}

/** Renders the form for a device's new name, or for the password that is required to remove it. */
function Change({ device, what, busy, problem, onSubmit, onCancel }: ChangeProps) {
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      {what === 'rename' ? (
        <TextField
          label="Nome do aparelho"
          name="typed"
          id="passkey-name"
          defaultValue={device.name}
          maxLength={60}
          error={problem || undefined}
        />
      ) : (
        <>
          <b>Retirar «{device.name}»?</b>
          <OwnPassword id="passkey-remove" problem={problem} />
        </>
      )}
      <Buttons
        send={what === 'rename' ? 'Guardar' : 'Retirar'}
        danger={what === 'remove'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}

function OwnPassword({ id, problem }: { id: string; problem: string }) {
  return (
    <PasswordField
      label="A sua senha"
      name="typed"
      id={id}
      autoComplete="current-password"
      error={problem || undefined}
    />
  );
}

interface ButtonsProps {
  send: string;
  danger?: boolean;
  busy: boolean;
  onCancel: () => void;
}

function Buttons({ send, danger = false, busy, onCancel }: ButtonsProps) {
  return (
    <div className={styles['form']}>
      <Button type="submit" size="s" variant={danger ? 'danger' : 'primary'} busy={busy}>
        {send}
      </Button>
      <Button variant="secondary" size="s" disabled={busy} onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  );
}
