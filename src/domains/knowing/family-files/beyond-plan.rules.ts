import type { Plan } from '../../money/plans/plans.rules.ts';
import { REFERENCE } from '../norms/norms.rules.ts';

/** The parts of the product that a plan may not include for a child. */
export type Beyond = 'pdf' | 'comparison' | 'suggestion';

const ON_FREE: Record<Beyond, string> = {
  pdf: 'O Essencial mostra o resultado e a revisão no ecrã. O PDF, para imprimir ou enviar, vem com um plano pago.',
  comparison: `No Essencial comparamos com um valor fixo (escola ${REFERENCE.school}%, país ${REFERENCE.national}%). Num plano pago, também com a média da escola, da província e do país. Só onde já há crianças que cheguem.`,
  suggestion: 'Com um plano pago, dizemos aqui que teste fazer a seguir.',
};

const THEN: Record<Beyond, string> = {
  pdf: 'guardar o PDF',
  comparison: 'comparar também com as médias reais',
  suggestion: 'saber aqui que teste fazer a seguir',
};

/**
 * Returns the text about a part that the plan does not include, and the label of the link to the plans. On the free plan it says what a
 * paid plan adds. With a paid plan that does not cover the child it says that this is the reason, because the parent may not need a more
 * expensive plan.
 *
 * @param child "a Maria", or the name alone.
 */
export function beyondPlan(
  what: Beyond,
  plan: Pick<Plan, 'id' | 'name'>,
  child: string,
): { text: string; way: string } {
  if (plan.id === 'free') return { text: ON_FREE[what], way: 'Ver planos' };
  return {
    text: `${child[0]?.toUpperCase()}${child.slice(1)} não está no plano ${plan.name}. Para ${THEN[what]}, escolha esta criança no plano ou mude de plano.`,
    way: 'Ver assinatura',
  };
}
