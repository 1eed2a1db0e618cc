import { lazy, Suspense, useState } from 'react';
import { queries, reader } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Switch } from '../../../web/ui/forms/Switch.tsx';
import { Card, FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { Switches } from './kinds.rules.ts';
import styles from './NotificationCards.module.css';
import type { notificationsContract, NotificationSettings as Settings } from './notifications.contract.ts';

const PushDevice = lazy(() => import('./PushDevice.tsx'));

const useRead = reader<typeof notificationsContract>();
const callNotifications = caller<typeof notificationsContract>();
const ADDRESS = '/api/notifications/settings';

type Row = readonly [name: keyof Switches, label: string, hint: string];
const KIND_SWITCHES: readonly Row[] = [
  ['performanceAlerts', 'Resultados', 'Quando há um novo, e quando é baixo ou desce muito.'],
  ['testReminders', 'Lembretes', 'Duas semanas sem testes, um teste por acabar, ou perguntas para treinar.'],
  ['weeklyReports', 'Relatórios semanais', 'Ao domingo ao fim da tarde: o que cada criança fez na semana.'],
  [
    'achievementNotifications',
    'Conquistas',
    'O primeiro teste, cinco seguidos com 70% ou mais, um tema que passou a saber.',
  ],
];
const CHANNEL_SWITCHES: readonly Row[] = [
  ['emailNotifications', 'E-mail', 'Para o endereço da sua conta.'],
  ['pushNotifications', 'No telemóvel', 'Nos aparelhos em que o permitir, mesmo com o navegador fechado.'],
];

/** Renders a parent's notification switches, by kind and by channel. Each is saved when it is changed. */
export default function NotificationCards({ what, how, folded }: { what: string; how: string; folded?: boolean }) {
  const Part = folded ? FoldCard : Card;
  const { data, error, isFetching, refetch } = useRead('GET /api/notifications/settings', {});
  if (!data) return error ? <Failed error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton lines={6} />;
  return (
    <div className={styles['settings']}>
      <Part title={what}>
        <p className={styles['hint']}>
          Os avisos aparecem no sino, no alto da página. Os da sua conta, de resultados corrigidos e de segundas
          opiniões aparecem sempre.
        </p>
        <Switchboard rows={KIND_SWITCHES} data={data} />
      </Part>
      <Part title={how}>
        <p className={styles['hint']}>
          Além do sino. Os e-mails sobre a segurança da sua conta chegam sempre, se o e-mail estiver confirmado.
        </p>
        <Switchboard rows={CHANNEL_SWITCHES} data={data} />
        {data.pushNotifications && (
          <Suspense fallback={null}>
            <PushDevice />
          </Suspense>
        )}
      </Part>
    </div>
  );
}

function Switchboard({ rows, data }: { rows: readonly Row[]; data: Settings }) {
  return rows.map(([name, label, hint]) => (
    <OneSwitch key={name} name={name} label={label} hint={hint} checked={data[name]} />
  ));
}

/** Saves one switch and applies the server's reply to that switch only; others may be saving at the same time. */
async function save(name: keyof Switches, on: boolean): Promise<void> {
  const saved = await callNotifications('PUT /api/notifications/settings', { body: { [name]: on } });
  queries.setQueryData<Settings>([ADDRESS], (known) => ({ ...(known ?? saved), [name]: saved[name] }));
}

interface OneSwitchProps {
  name: keyof Switches;
  label: string;
  hint: string;
  checked: boolean;
}

function OneSwitch({ name, label, hint, checked }: OneSwitchProps) {
  /** The position of the switch while it is being saved. */
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = async (on: boolean) => {
    setWanted(on);
    try {
      await save(name, on);
      toast({ kind: 'success', title: 'Sucesso', text: 'Configurações de notificação atualizadas com sucesso' });
    } catch {
      toast({ kind: 'error', title: 'Erro', text: 'Não foi possível atualizar as configurações.' });
    } finally {
      setWanted(null);
    }
  };
  return (
    <Switch
      name={name}
      label={label}
      hint={hint}
      checked={wanted ?? checked}
      state={wanted !== null ? 'saving' : 'rest'}
      onChange={(on) => void change(on)}
    />
  );
}
