import { type ComponentType, lazy, type MouseEvent, Suspense, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { helpful } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { IconDownload, IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { Card, FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import { SignOutButton } from '../accounts/SignOut.tsx';
import styles from './Settings.module.css';
import { DevicesAndTheme, ProfileAndPassword } from './SettingsParts.tsx';

// Loaded on demand: most visits do not open these parts.
const PasskeysCard = helpful(() => import('../passkeys/PasskeysCard.tsx'));
const RecoveryCard = helpful(() => import('../recovery/RecoveryCard.tsx'));
const DeletionDialog = lazy(() => import('./DeletionDialog.tsx'));

/** Renders a link, so that it works without scripts; with scripts, errors are shown here instead of being saved as a file. */
function OwnData() {
  const [busy, setBusy] = useState(false);
  const download = (event: MouseEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    import('./own-data.tsx')
      .then(({ downloadOwnData }) => downloadOwnData())
      .catch(() => toast({ kind: 'error', title: 'Erro', text: 'Está sem internet.' }))
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant="secondary"
      icon={<IconDownload />}
      href="/api/account/data"
      download
      onClick={download}
      aria-busy={busy}
    >
      {busy ? 'A preparar…' : 'Descarregar os meus dados'}
    </Button>
  );
}

interface SettingsProps {
  user: User;
  /**
   * Renders cards of features that this one must not import. It is rendered twice: with the titles of the notifications card, it shows that
   * card and the PIN; with `last`, at the end of the page, the remaining cards.
   */
  notificationCards: ComponentType<{ what: string; how: string } | { last: true }>;
}

/** Account, notifications, sessions, theme of this device, stored data and sign-out. */
export default function Settings({ user, notificationCards: NotificationCards }: SettingsProps) {
  usePage('Definições', brand.productName);
  const online = useOnline();
  const [deleting, setDeleting] = useState<boolean>();
  return (
    <Page className={styles['column']}>
      <h1>Definições</h1>
      {!online && <p className="muted">Sem internet: pode ver os dados, mas não alterá-los.</p>}
      <div className={cx(styles['column'], styles['halves'])}>
        <div className={styles['column']}>
          <ProfileAndPassword user={user} online={online} />
          <Suspense fallback={<Skeleton lines={6} />}>
            <NotificationCards what="Notificações" how="Como receber as notificações" />
          </Suspense>
        </div>
        <div className={styles['column']}>
          <Suspense fallback={null}>
            <NotificationCards last />
          </Suspense>
          <RecoveryCard user={user} online={online} />
          <PasskeysCard online={online} isParent />
          <DevicesAndTheme online={online} folded />
          <FoldCard title="Privacidade">
            <p className={styles['hint']}>
              Tudo o que guardamos da sua família num só ficheiro: perfis, testes, respostas e resultados.
            </p>
            <OwnData />
            {!user.deletionAt && (
              <div className={styles['apart']}>
                <p className={styles['hint']}>
                  Apagar a conta apaga também os perfis das crianças e os resultados. Tem 30 dias para mudar de ideias.
                </p>
                <Button variant="secondary" icon={<IconTrash />} disabled={!online} onClick={() => setDeleting(true)}>
                  Apagar a minha conta
                </Button>
              </div>
            )}
          </FoldCard>
          <Card title="Sessão">
            <p className={styles['hint']}>
              Ao sair, os dados da sua família são apagados deste aparelho. Só fica o que ainda não foi enviado.
            </p>
            <SignOutButton />
          </Card>
        </div>
      </div>
      {deleting !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
