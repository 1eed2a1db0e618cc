import { useEffect, useRef, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { CallError, caller } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import styles from './NotificationCards.module.css';
import type { pushContract } from './push.contract.ts';

const callPush = caller<typeof pushContract>();

/** Whether this browser supports push, and whether it is subscribed. */
type State = 'looking' | 'unsupported' | 'iphone' | 'refused' | 'off' | 'on' | 'failed';

/** Milliseconds to wait for the service worker. */
const PATIENCE_MS = 10_000;

const WORDS: Record<Exclude<State, 'looking'>, string> = {
  unsupported: 'Este navegador não mostra avisos. Continua a recebê-los no sino e por e-mail.',
  iphone: `No iPhone, primeiro ponha a ${brand.productName} no ecrã principal. No Safari, toque em Partilhar e em «Adicionar ao ecrã principal»; depois abra a ${brand.productName} por aí, entre e volte a esta página. Até lá, recebe-os no sino e por e-mail.`,
  refused:
    'Este navegador recusa os avisos. Para os permitir, toque no símbolo à esquerda do endereço, ligue as notificações e volte aqui.',
  off: 'Este aparelho ainda não mostra avisos. Ao tocar, o navegador pede-lhe autorização.',
  on: 'Este aparelho mostra os avisos até sair da conta.',
  failed: 'Não foi possível. Veja se tem internet e tente de novo.',
};

/** Whether this browser shows notifications. Permission is requested only after a tap here. */
export default function PushDevice() {
  const online = useOnline();
  const { state, busy, find, turnOn, turnOff } = usePush();
  return (
    <div className={styles['device']}>
      <p aria-live="polite">{state === 'looking' ? 'A ver o que este aparelho permite…' : WORDS[state]}</p>
      {state === 'off' && (
        <Button variant="secondary" size="s" busy={busy} disabled={!online} onClick={() => void turnOn()}>
          Mostrar avisos neste aparelho
        </Button>
      )}
      {state === 'on' && (
        <Button variant="secondary" size="s" busy={busy} disabled={!online} onClick={() => void turnOff()}>
          Deixar de mostrar neste aparelho
        </Button>
      )}
      {(state === 'refused' || state === 'failed') && (
        <Button variant="secondary" size="s" busy={busy} disabled={!online} onClick={() => void find()}>
          {state === 'refused' ? 'Já permiti' : 'Tentar de novo'}
        </Button>
      )}
    </div>
  );
}

/** Finds out whether this browser shows notifications, and turns them on or off. `find` looks again. */
function usePush() {
  const [state, setState] = useState<State>('looking');
  const [busy, setBusy] = useState(false);
  const publicKey = useRef('');
  const find = async () => {
    try {
      if (!canTell()) return setState(isPhoneOfApple() ? 'iphone' : 'unsupported');
      const said = await callPush('GET /api/notifications/push');
      publicKey.current = said.publicKey;
      if (Notification.permission === 'denied') return setState('refused');
      setState(said.on && (await ownSubscription()) ? 'on' : 'off');
    } catch {
      setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once; whatever changes it is done here
  useEffect(() => void find(), []);

  const attempt = (work: () => Promise<State>) => async () => {
    setBusy(true);
    setState(
      await work().catch((error: unknown) => (error instanceof CallError || canTell() ? 'failed' : 'unsupported')),
    );
    setBusy(false);
  };
  const turnOn = attempt(async () => {
    const permission = await Notification.requestPermission();
    if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
    const subscription = await subscribe(publicKey.current);
    const { endpoint, keys } = subscription.toJSON();
    const body = { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
    await callPush('POST /api/notifications/push', { body });
    return 'on';
  });
  const turnOff = attempt(async () => {
    await callPush('DELETE /api/notifications/push');
    await (await ownSubscription())?.unsubscribe();
    return 'off';
  });
  return { state, busy, find, turnOn, turnOff };
}

/** Safari on iOS outside an installed app. An installed app without push runs on a system version that is too old. */
const isPhoneOfApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches;

const canTell = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const ownSubscription = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription() ?? null;

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), PATIENCE_MS));
  const { pushManager } = await Promise.race([navigator.serviceWorker.ready, late]);
  const wanted = { userVisibleOnly: true, applicationServerKey: publicKey };
  try {
    return await pushManager.subscribe(wanted);
  } catch (error) {
    // Subscribed with the key of another installation, for example before its database was recreated.
    const old = await pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(wanted);
  }
}
