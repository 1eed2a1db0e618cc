import { dayAndMonth } from '../../../shared/dates.ts';
import { Card, Notice } from '../../../web/ui/Card.tsx';
import { IconClock } from '../../../web/ui/Icon.tsx';
import type { AttemptResult } from './results.contract.ts';

/** Renders the notice on a result from a test without network: whether its time is reliable. */
export default function OfflineResult({ attemptDate, timeConfirmed }: AttemptResult['attempt']) {
  if (timeConfirmed === false)
    return (
      <Notice icon={<IconClock size={22} />} title="O tempo não está confirmado">
        O relógio do telemóvel não bate certo com a duração do teste. As respostas contam; os minutos não. O teste fica
        no histórico, fora das médias.
      </Notice>
    );
  return (
    <Card as="div" title={`Feito sem rede a ${dayAndMonth(attemptDate)}`}>
      <p className="muted">
        As respostas chegaram quando houve rede. Conta no relatório e no mapa, mas não nas médias.
      </p>
    </Card>
  );
}
