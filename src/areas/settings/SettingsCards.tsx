import TrialCard from '../../domains/knowing/trial/TrialCard.tsx';
import PinCard from '../../domains/people/child-mode/PinCard.tsx';
import NotificationCards from '../../domains/telling/notifications/NotificationCards.tsx';
import HandInCard from '../../domains/telling/parcels/HandInCard.tsx';
import { useOnline } from '../../web/ui/base/OfflineStrip.tsx';

/** Cards of the settings page that belong to later features: notifications, the PIN of child mode, the practice trial, and handing in a copy. */
export default function SettingsCards(words: { what: string; how: string }) {
  const online = useOnline();
  return (
    <>
      <NotificationCards {...words} folded />
      <PinCard online={online} />
      <TrialCard online={online} />
      <HandInCard online={online} />
    </>
  );
}
