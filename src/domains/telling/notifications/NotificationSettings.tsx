import { brand } from '../../../delivery/browser/boot.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { Page } from '../../../web/ui/base/Layout.tsx';
import styles from './NotificationCards.module.css';
import NotificationCards from './NotificationCards.tsx';

/** Renders the notification switches on a separate page; the settings page shows the same. */
export default function NotificationSettings() {
  usePage('Configurações de Notificações', brand.productName);
  return (
    <Page width="form">
      <div className={styles['settings']}>
        <h1>Configurações de Notificações</h1>
        <NotificationCards what="O que quer saber" how="Como receber" />
      </div>
    </Page>
  );
}
