import { useEffect, useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import { type CallError, failureOf, messageOf } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconPhone } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import rows from '../../../web/ui/lists/Rows.module.css';
import { deviceInWords } from '../accounts/account.rules.ts';
import type { SignedInDevice } from './account.contract.ts';
import { callAccount } from './account-calls.web.ts';
import styles from './Settings.module.css';

/** The sessions of this account, each with a button to end it. Fetched again whenever the settings are opened. */
export default function Devices({ online }: { online: boolean }) {
  const [devices, setDevices] = useState<readonly SignedInDevice[]>();
  const [failure, setFailure] = useState<CallError>();
  const [ending, setEnding] = useState('');
  const load = () => {
    setFailure(undefined);
    callAccount('GET /api/account/sessions').then(setDevices, (error) => setFailure(failureOf(error)));
  };
  useEffect(load, []);

  const end = async ({ handle }: SignedInDevice) => {
    setEnding(handle);
    try {
      await callAccount('DELETE /api/account/sessions/:handle', { params: { handle } });
      toast({ kind: 'success', title: 'Sessão terminada', text: 'Nesse aparelho é preciso entrar de novo.' });
    } catch (error) {
      // Already ended: the intended result.
      if (failureOf(error).status !== 404) {
        toast({ kind: 'error', title: 'Erro', text: messageOf(error) });
        return setEnding('');
      }
    }
    setEnding('');
    setDevices((known) => known?.filter((device) => device.handle !== handle));
  };

  if (!devices) return failure ? <Failed error={failure} onRetry={load} busy={false} /> : <Skeleton lines={2} />;
  return (
    <ul className={cx(rows.rows, styles['devices'])}>
      {devices.map((device) => (
        <li key={device.handle}>
          <IconPhone size={22} />
          <div>
            <b>{deviceInWords(device.device)}</b> {device.current && <Badge tone="ok">Este aparelho</Badge>}
            <p className="meta">
              {device.current ? 'Em uso' : `Usado ${relativeTime(device.lastSeenAt, new Date())}`} · ligado a partir de{' '}
              {device.address}
            </p>
          </div>
          {!device.current && (
            <Button
              variant="secondary"
              size="s"
              busy={ending === device.handle}
              disabled={!online}
              onClick={() => void end(device)}
            >
              Terminar sessão<span className="sr"> em {deviceInWords(device.device)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
