import PinCard from '../domains/people/child-mode/PinCard.tsx';
import NotificationCards from '../domains/telling/notifications/NotificationCards.tsx';
import { useOnline } from '../web/ui/OfflineStrip.tsx';

/** Cards of the settings page that belong to later features: notifications, and the PIN of child mode. */
export default function SettingsCards(words: { what: string; how: string }) {
  const online = useOnline();
  return (
    <>
      <NotificationCards {...words} />
      <PinCard online={online} />
    </>
  );
}
