import TrialCard from '../../domains/knowing/trial/TrialCard.tsx';
import PinCard from '../../domains/people/child-mode/PinCard.tsx';
import NotificationCards from '../../domains/telling/notifications/NotificationCards.tsx';
import HandInCard from '../../domains/telling/parcels/HandInCard.tsx';
import { useOnline } from '../../web/ui/base/OfflineStrip.tsx';

/** Cards of the settings page that belong to later features: notifications and the PIN of child mode; last, the practice trial and handing in a copy. */
export default function SettingsCards(words: { what: string; how: string } | { last: true }) {
  const online = useOnline();
  return 'last' in words ? (
    <>
      <TrialCard online={online} />
      <HandInCard online={online} />
    </>
  ) : (
    <>
      <NotificationCards {...words} folded />
      <PinCard online={online} />
    </>
  );
}
