import { longDate } from '../../shared/dates.ts';
import { brand } from '../../web/boot.ts';
import { usePage } from '../../web/navigation.ts';
import { Card } from '../../web/ui/Card.tsx';
import { Page } from '../../web/ui/Layout.tsx';
import { ThemePicker } from '../../web/ui/ThemePicker.tsx';
import type { User } from './accounts.contract.ts';
import styles from './Settings.module.css';
import { SignOutButton } from './SignOut.tsx';

/** The account as it is, how the app looks on this device, and the way out. */
export default function Settings({ user }: { user: User }) {
  usePage('Definições', brand.productName);
  const lines: [string, string | null][] = [
    ['Nome completo', user.fullName],
    ['Nome de usuário', user.username],
    ['E-mail', user.email],
    ['Telefone', user.phone],
    ['Localização', user.location],
    ['Conta criada', longDate(user.createdAt)],
  ];
  return (
    <Page width="form">
      <div className={styles['settings']}>
        <h1>Definições</h1>
        <Card title="Perfil">
          <dl className={styles['profile']}>
            {lines
              .filter(([, value]) => value)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {brand.supportEmail && (
            <p className="meta">
              Para corrigir estes dados, escreva para <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
            </p>
          )}
        </Card>
        <Card title="Aspecto">
          <p className={styles['hint']}>Vale só para este aparelho.</p>
          <ThemePicker />
        </Card>
        <Card title="Sessão">
          <p className={styles['hint']}>Ao sair, os dados da sua família deixam de estar neste aparelho.</p>
          <SignOutButton />
        </Card>
      </div>
    </Page>
  );
}
