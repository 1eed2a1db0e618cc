import { type FormEvent, useEffect, useRef, useState } from 'react';
import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate } from '../../../shared/dates.ts';
import { reader } from '../../../web/call/api.ts';
import { type CallError, caller, messageOf } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconAlert } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { PasswordField, TextField } from '../../../web/ui/forms/Field.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card, Notice } from '../../../web/ui/lists/Card.tsx';
import styles from './SecondFactor.module.css';
import type { SecondFactor, secondFactorContract } from './second-factor.contract.ts';

const call = caller<typeof secondFactorContract>();
const useRead = reader<typeof secondFactorContract>();

interface Begun {
  secret: string;
  uri: string;
  qr: { size: number; path: string };
}
type Step =
  | { kind: 'rest' }
  | { kind: 'password'; to: 'on' | 'off' }
  | { kind: 'scan'; begun: Begun }
  | { kind: 'codes'; codes: readonly string[] };

/** URL fragment that opens the setup at once, used by actions that require a second factor. */
export const SET_UP = 'dois-passos';

/** Enables the second factor, step by step, and disables it. */
export default function SecondFactorCard({ online }: { online: boolean }) {
  const {
    data: state,
    error,
    isFetching,
    refetch,
  } = useRead('GET /api/account/second-factor', {}, { refetchOnMount: 'always' });
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const led = useRef(window.location.hash === `#${SET_UP}`);
  useEffect(() => {
    if (!state || !led.current) return;
    led.current = false;
    place.current?.scrollIntoView();
    if (!state.enabled) setStep({ kind: 'password', to: 'on' });
  }, [state]);
  const go = (next: Step) => {
    setProblem('');
    setStep(next);
  };

  const run = (work: (form: Record<string, string>) => Promise<Step>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    setProblem('');
    try {
      go(await work(form));
      void refetch();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const withPassword = run(async ({ password = '' }) => {
    if (step.kind === 'password' && step.to === 'off') {
      await call('DELETE /api/account/second-factor', { body: { password } });
      toast({ kind: 'success', title: 'Desligada', text: 'Para entrar volta a bastar a senha.' });
      return { kind: 'rest' };
    }
    return { kind: 'scan', begun: await call('POST /api/account/second-factor', { body: { password } }) };
  });
  const withCode = run(async ({ code = '' }) => {
    const { recoveryCodes } = await call('PUT /api/account/second-factor', { body: { code } });
    return { kind: 'codes', codes: recoveryCodes };
  });
  const form = { problem, busy, onCancel: () => go({ kind: 'rest' }) };

  return (
    <div ref={place}>
      <Card
        title="Verificação em dois passos"
        aside={state && <Badge tone={state.enabled ? 'ok' : 'off'}>{state.enabled ? 'Ligada' : 'Desligada'}</Badge>}
      >
        {step.kind === 'rest' && (
          <AtRest
            state={state}
            error={error}
            busy={isFetching}
            onRetry={refetch}
            online={online}
            onBegin={(to) => go({ kind: 'password', to })}
          />
        )}
        {step.kind === 'password' && <PasswordForm to={step.to} onSubmit={withPassword} {...form} />}
        {step.kind === 'scan' && <ScanForm begun={step.begun} onSubmit={withCode} {...form} />}
        {step.kind === 'codes' && <Codes codes={step.codes} onDone={() => go({ kind: 'rest' })} />}
      </Card>
    </div>
  );
}

interface AtRestProps {
  state: SecondFactor | undefined;
  /** Why the state could not be read. */
  error: CallError | null;
  /** Whether it is being read. */
  busy: boolean;
  onRetry: () => unknown;
  online: boolean;
  onBegin: (to: 'on' | 'off') => void;
}

/** Whether it is enabled, and the button that starts the change. */
function AtRest({ state, error, busy, onRetry, online, onBegin }: AtRestProps) {
  return (
    <>
      <p className={styles['hint']}>
        Para entrar, além da senha, é preciso um código que aparece no seu telemóvel. Só com a senha ninguém entra.
      </p>
      {state ? (
        <>
          {state.replacementAt && <Replacement at={state.replacementAt} online={online} onCancelled={onRetry} />}
          {state.countsFrom && (
            <p className={styles['hint']}>
              Como foi ligada só com a senha, conta a partir de{' '}
              <b>
                {longDate(state.countsFrom)}, às {clockInLuanda(new Date(state.countsFrom))}
              </b>
              . Até lá a entrada não pede o código. Os administradores foram avisados.
            </p>
          )}
          {state.enabled && (
            <p className={styles['hint']}>
              {plural(state.codesLeft, 'código de recuperação por usar', 'códigos de recuperação por usar')}.
            </p>
          )}
          <Button variant="secondary" size="s" disabled={!online} onClick={() => onBegin(state.enabled ? 'off' : 'on')}>
            {state.enabled ? 'Desligar' : 'Ligar'}
            <span className="sr"> a verificação em dois passos</span>
          </Button>
        </>
      ) : error ? (
        <Failed error={error} onRetry={onRetry} busy={busy} />
      ) : (
        <Skeleton lines={1} />
      )}
    </>
  );
}

/** Tells the owner that the factor will be removed, and cancels that. */
function Replacement({ at, online, onCancelled }: { at: string; online: boolean; onCancelled: () => unknown }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const cancel = async () => {
    setBusy(true);
    setProblem('');
    try {
      await call('DELETE /api/account/second-factor/replacement');
      toast({ kind: 'success', title: 'Cancelado', text: 'A verificação em dois passos continua como está.' });
      await onCancelled();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles['notice']} role="alert">
      <Notice
        title="Foi pedido que se retirasse a verificação em dois passos desta conta, por se ter perdido o código do telemóvel."
        icon={<IconAlert size={22} />}
        action={
          <Button variant="danger" size="s" disabled={!online} busy={busy} onClick={() => void cancel()}>
            Não o perdi: cancelar
          </Button>
        }
      >
        Isso acontece a {longDate(at)}, às {clockInLuanda(new Date(at))}. Se não o perdeu, cancele.
        {problem && <p className="refused">{problem}</p>}
      </Notice>
    </div>
  );
}

interface FormProps {
  problem: string;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  onCancel: () => void;
}

function PasswordForm({ to, problem, busy, onSubmit, onCancel }: FormProps & { to: 'on' | 'off' }) {
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <PasswordField
        label="A sua senha"
        name="password"
        id="factor-password"
        autoComplete="current-password"
        error={problem || undefined}
      />
      <div className={styles['buttons']}>
        <Button type="submit" size="s" variant={to === 'off' ? 'danger' : 'primary'} busy={busy}>
          {to === 'off' ? 'Desligar' : 'Continuar'}
        </Button>
        <CancelButton busy={busy} onCancel={onCancel} />
      </div>
    </form>
  );
}

/** Renders the secret for the authenticator app, and a field for a code that proves that the app has it. */
function ScanForm({ begun, problem, busy, onSubmit, onCancel }: FormProps & { begun: Begun }) {
  return (
    <form className={styles['form']} noValidate onSubmit={(event) => void onSubmit(event)}>
      <p>
        Abra no telemóvel uma aplicação de códigos (por exemplo Aegis, FreeOTP ou Google Authenticator) e aponte a
        câmara a este quadrado (código QR). Neste mesmo telemóvel, <a href={begun.uri}>abra-a por aqui</a>.
      </p>
      <svg
        className={styles['qr']}
        viewBox={`-4 -4 ${begun.qr.size + 8} ${begun.qr.size + 8}`}
        role="img"
        aria-label="Código QR para a aplicação de códigos"
      >
        <path d={begun.qr.path} />
      </svg>
      <p>
        Se não conseguir, escreva este código na aplicação: <b className={styles['key']}>{begun.secret}</b>
      </p>
      <TextField
        label="Código de 6 números que a aplicação mostra"
        name="code"
        id="factor-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={problem || undefined}
      />
      <div className={styles['buttons']}>
        <Button type="submit" size="s" busy={busy}>
          Ligar
        </Button>
        <CancelButton busy={busy} onCancel={onCancel} />
      </div>
    </form>
  );
}

function CancelButton({ busy, onCancel }: Pick<FormProps, 'busy' | 'onCancel'>) {
  return (
    <Button variant="secondary" size="s" disabled={busy} onClick={onCancel}>
      Cancelar
    </Button>
  );
}

/** Renders the recovery codes, shown once. */
function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={styles['form']}>
      <p>
        <b>Está ligada.</b> Guarde estes códigos num papel: cada um serve uma vez, se perder o telemóvel. Não voltam a
        ser mostrados.
      </p>
      <ul className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button size="s" onClick={onDone}>
          Já os guardei
        </Button>
      </div>
    </div>
  );
}
