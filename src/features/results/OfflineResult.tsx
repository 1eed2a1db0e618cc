import { dayAndMonth } from '../../shared/dates.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Notice } from '../../web/ui/Card.tsx';
import { IconClock, IconOffline } from '../../web/ui/Icon.tsx';
import type { AttemptResult } from './results.contract.ts';

/** What a result says of itself that was made without network, and whether its time is sure. */
export default function OfflineResult({ attemptDate, timeConfirmed }: AttemptResult['attempt']) {
  const isUnsure = timeConfirmed === false;
  return (
    <Notice
      icon={isUnsure ? <IconClock size={22} /> : <IconOffline size={22} />}
      title={isUnsure ? 'O tempo não está confirmado' : `Feito sem rede a ${dayAndMonth(attemptDate)}`}
    >
      <p>
        {isUnsure
          ? 'O relógio do telemóvel não bate certo com a duração do teste. As respostas contam; os minutos não. O teste fica no histórico, fora das médias.'
          : 'As respostas chegaram quando houve rede. Conta no relatório e no mapa, mas não nas médias.'}
      </p>
      <Badge tone="off">feito sem rede</Badge> {isUnsure && <Badge tone="flag">tempo não confirmado</Badge>}
    </Notice>
  );
}
