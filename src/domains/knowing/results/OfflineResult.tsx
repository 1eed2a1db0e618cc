import { dayAndMonth } from '../../../shared/dates.ts';
import { IconClock } from '../../../web/ui/base/Icon.tsx';
import { Card, Notice } from '../../../web/ui/lists/Card.tsx';
import type { AttemptResult } from './results.contract.ts';

/** Renders the notice on a result from a test without network: whether its time is reliable. */
export default function OfflineResult({ attemptDate, timeConfirmed }: AttemptResult['attempt']) {
  if (timeConfirmed === false)
    return (
      <Notice icon={<IconClock size={22} />} title="O tempo não está confirmado">
        O relógio do telemóvel não bate certo com a duração do teste. Não conta para a média nem para o mapa.
      </Notice>
    );
  return (
    <Card as="div" title={`Feito sem internet a ${dayAndMonth(attemptDate)}`}>
      <p className="muted">As respostas chegaram quando houve internet.</p>
    </Card>
  );
}
