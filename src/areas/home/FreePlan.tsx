import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { addressOfAction, nextAction } from '../../domains/knowing/knowledge/next-action.rules.ts';
import { dayAndMonth } from '../../shared/dates.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconLock } from '../../web/ui/base/Icon.tsx';
import styles from './ChildPage.module.css';

interface FreePlanProps {
  map: KnowledgeMap;
  /** The one that is shown: its test is offered, if it has one left. */
  discipline: string;
  childId: number;
}

/** Renders the main action of a child's page on the free plan, which does not list themes, and what a paid plan adds. */
export default function FreePlan({ map, discipline, childId }: FreePlanProps) {
  const action = nextAction([], map, discipline);
  return (
    <div className={styles['locked']}>
      <p>
        <IconLock />
        <span>
          {action?.kind === 'mistakes' && map.freeTests
            ? `Os testes grátis deste mês já foram feitos. Há outros a partir de ${dayAndMonth(map.freeTests.from)}.`
            : 'O nome dos temas e o que treinar vêm nos planos pagos.'}
        </span>
      </p>
      {action && (
        <Button size="l" full href={addressOfAction(childId, action)}>
          {action.kind === 'choose' ? `Fazer um teste de ${action.discipline}` : action.title}
        </Button>
      )}
      <a href="/subscription">Ver planos</a>
    </div>
  );
}
