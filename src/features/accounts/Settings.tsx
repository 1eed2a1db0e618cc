import { lazy, Suspense, useState } from 'react';
import { brand } from '../../web/boot.ts';
import { usePage } from '../../web/navigation.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { IconDownload, IconLock, IconPencil, IconTrash } from '../../web/ui/Icon.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import { useOnline } from '../../web/ui/OfflineStrip.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { ThemePicker } from '../../web/ui/ThemePicker.tsx';
import type { User } from './accounts.contract.ts';
import styles from './Settings.module.css';
import { Editable, Profile } from './SettingsParts.tsx';
import { SignOutButton } from './SignOut.tsx';

// What is not always looked at comes when it is asked for.
const ProfileForm = lazy(() => import('./ProfileForm.tsx'));
const PasswordForm = lazy(() => import('./PasswordForm.tsx'));
const Devices = lazy(() => import('./Devices.tsx'));
const DeletionDialog = lazy(() => import('./DeletionDialog.tsx'));

/** The account, where it is open, how the app looks on this device, what is kept, and the way out. */
export default function Settings({ user }: { user: User }) {
  usePage('Definições', brand.productName);
  const online = useOnline();
  const [editing, setEditing] = useState<'profile' | 'password' | null>(null);
  const [deleting, setDeleting] = useState<boolean>();
  const close = () => setEditing(null);
  const part = (name: 'profile' | 'password') => ({
    open: editing === name,
    online,
    onOpen: () => setEditing(name),
  });
  return (
    <Page width="form">
      <div className={styles['settings']}>
        <h1>Definições</h1>
        {!online && <p className="muted">Sem rede: pode ver os dados, mas não alterá-los.</p>}
        <Editable
          title="Perfil"
          action="Editar perfil"
          icon={<IconPencil size={18} />}
          form={<ProfileForm user={user} onClose={close} />}
          {...part('profile')}
        >
          <Profile user={user} />
        </Editable>
        <Editable
          title="Senha"
          action="Mudar a senha"
          icon={<IconLock size={18} />}
          form={<PasswordForm user={user} onClose={close} />}
          {...part('password')}
        >
          <p className={styles['hint']}>Ao mudá-la, a sessão termina nos outros aparelhos.</p>
        </Editable>
        <Card title="Aparelhos">
          <p className={styles['hint']}>
            Onde a sua conta está aberta. Não reconhece um? Termine a sessão e mude a senha.
          </p>
          <Suspense fallback={<Skeleton lines={2} />}>
            <Devices online={online} />
          </Suspense>
        </Card>
        <Card title="Aspecto">
          <p className={styles['hint']}>Vale só para este aparelho.</p>
          <ThemePicker />
        </Card>
        <Card title="Privacidade">
          <p className={styles['hint']}>
            Tudo o que guardamos da sua família num só ficheiro: perfis, testes, respostas e resultados.
          </p>
          <Button variant="secondary" icon={<IconDownload />} href="/api/account/data" download>
            Descarregar os meus dados
          </Button>
          {!user.deletionAt && (
            <div className={styles['apart']}>
              <p className={styles['hint']}>
                Apagar a conta apaga também os filhos e os resultados. Tem 30 dias para mudar de ideias.
              </p>
              <Button variant="secondary" icon={<IconTrash />} disabled={!online} onClick={() => setDeleting(true)}>
                Apagar a minha conta
              </Button>
            </div>
          )}
        </Card>
        <Card title="Sessão">
          <p className={styles['hint']}>Ao sair, os dados da sua família deixam de estar neste aparelho.</p>
          <SignOutButton />
        </Card>
      </div>
      {deleting !== undefined && (
        <Suspense fallback={null}>
          <DeletionDialog open={deleting} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
