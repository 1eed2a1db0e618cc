import type { ReactNode } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { RunDialog } from '../../../web/parts/RunDialog.tsx';
import { plural } from '../../../web/parts/text.ts';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { MIN_RESUMED_DAYS } from '../plans/period.rules.ts';
import { PLANS, type Plan } from '../plans/plans.rules.ts';
import styles from './Payment.module.css';
import { callPlans, refreshPlan } from './payment.tsx';
import type { Subscription } from './subscriptions.contract.ts';

export type Asked = 'free' | 'cancel' | 'resume' | 'restore';

interface PlanChange {
  title: string;
  /** The consequences, shown before the change. */
  text: ReactNode;
  /** Label of the button. */
  does: string;
  doing: string;
  done: string;
  danger?: boolean;
  act: () => Promise<unknown>;
}

const EACH_RETURN = `De cada vez que voltar ao plano, gasta pelo menos ${MIN_RESUMED_DAYS} dias.`;

/** The consequences of each change, in words for the parent. */
const CHANGES: Record<Asked, (plan: Plan, subscription: Subscription) => PlanChange> = {
  free: (plan, { until }) => ({
    title: 'Passar já ao Essencial?',
    text: (
      <>
        <p>
          Cada criança passa a ter 1 teste por disciplina por mês. Deixa de haver comparação, PDF e sugestões. Os
          resultados ficam todos.
        </p>
        <p>
          Os dias que já pagou do plano {plan.name}
          {until ? `, até ${longDate(until)},` : ''} ficam guardados. Pode voltar a eles quando quiser. {EACH_RETURN}
        </p>
        <p>Se só não quer renovar, cancele a renovação: fica com o plano até ao fim.</p>
      </>
    ),
    does: 'Passar ao Essencial',
    doing: 'A mudar…',
    done: 'Está agora no plano Essencial.',
    danger: true,
    act: () => callPlans('POST /api/subscription', { body: { subscriptionType: 'free' } }),
  }),
  cancel: (plan, { until }) => ({
    title: 'Cancelar a renovação?',
    text: (
      <p>
        O plano {plan.name} continua até {until ? longDate(until) : 'ao fim'}. Depois fica com o Essencial. Nada se
        apaga, e não lhe pedimos mais nenhum pagamento.
      </p>
    ),
    does: 'Cancelar renovação',
    doing: 'A cancelar…',
    done: 'A renovação está cancelada.',
    danger: true,
    act: () => callPlans('PUT /api/subscription/renewal', { body: { renewal: false } }),
  }),
  resume: (plan) => ({
    title: 'Retomar a renovação?',
    text: (
      <p>
        Antes de o plano {plan.name} acabar, avisamos e preparamos o pagamento do ano seguinte. Nada é cobrado sem que
        pague.
      </p>
    ),
    does: 'Retomar renovação',
    doing: 'A retomar…',
    done: 'Avisamos antes de o ano acabar.',
    act: () => callPlans('PUT /api/subscription/renewal', { body: { renewal: true } }),
  }),
  restore: (plan, { parked }) => ({
    title: 'Voltar ao plano pago?',
    text: (
      <>
        <p>
          Os dias que guardou voltam a contar:{' '}
          {parked
            .map(({ planId, days }) => `${plural(days, 'dia', 'dias')} do plano ${PLANS[planId].name}`)
            .join(' e ')}
          . Não paga nada. {EACH_RETURN}
        </p>
        {(parked.length > 1 || plan.id !== 'free') && (
          <p>O plano mais caro vale a partir de agora. Quando acabar, começa o seguinte.</p>
        )}
      </>
    ),
    does: 'Voltar ao plano',
    doing: 'A voltar…',
    done: 'O seu plano está de volta.',
    act: () => callPlans('POST /api/subscription/restore', {}),
  }),
};

interface PlanDialogProps {
  asked: Asked;
  plan: Plan;
  subscription: Subscription;
  onClose: () => void;
}

/** Asks for confirmation before a plan changes, and says what will happen. */
export default function PlanDialog({ asked, plan, subscription, onClose }: PlanDialogProps) {
  const change = CHANGES[asked](plan, subscription);
  const act = async () => {
    await change.act();
    toast({ kind: 'success', title: 'Sucesso', text: change.done });
    await refreshPlan();
  };
  return (
    <RunDialog
      onClose={onClose}
      size="s"
      title={change.title}
      action={change.does}
      busyText={change.doing}
      danger={change.danger}
      act={act}
      cancel="Não mudar nada"
    >
      <div className={styles['words']}>{change.text}</div>
    </RunDialog>
  );
}
