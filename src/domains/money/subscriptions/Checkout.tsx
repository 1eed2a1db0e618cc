import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { formatKz } from '../../../shared/money.ts';
import { failureOf } from '../../../web/call/call.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { classInWords, firstName, plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconAlert, IconOffline, IconPhone } from '../../../web/ui/base/Icon.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ChoiceSign, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { IconHash } from '../../../web/ui/icons/ParentIcon.tsx';
import { hasTests, NO_TESTS } from '../../people/children/children.rules.ts';
import type { CoveredChildren } from '../plans/covered.contract.ts';
import { PAYMENT_HOURS, type Plan } from '../plans/plans.rules.ts';
import styles from './Checkout.module.css';
import { Steps } from './PaymentHowto.tsx';
import { callPayments, refreshPlan } from './payment.tsx';
import { beginsWhen } from './payment-words.rules.ts';
import { Slip, SlipLines } from './Slip.tsx';
import type { Offer } from './subscriptions.contract.ts';

/** The payment methods; `transfers` replaces the text if there is an account for transfers. */
const METHODS = [
  {
    id: 'multicaixa',
    title: 'Multicaixa Express',
    text: 'No telemóvel',
    transfers: { title: 'Multicaixa Express / IBAN', text: 'Telemóvel ou transferência' },
    icon: <IconPhone />,
  },
  {
    id: 'reference',
    title: 'Pagamento por referência',
    text: 'Multicaixa (ATM) ou aplicação do banco',
    transfers: null,
    icon: <IconHash />,
  },
] as const;
type Method = (typeof METHODS)[number]['id'];

interface CheckoutProps {
  plan: Plan;
  /** Cost and effect of this plan for this family now. */
  offer: Offer | undefined;
  covered: CoveredChildren | undefined;
  /** Whether there is an account to which families can transfer money. */
  transfers: boolean;
  /** Set only if choosing has no other effect: with a current plan, its places are chosen above. */
  onChooseChildren: (() => void) | undefined;
  /** What the button says that leaves the checkout. */
  cancel: string;
  onCancel: () => void;
  /** Called when the plan is active and nothing is left to pay. */
  onActive: () => void;
}

/** The slip of a plan: the children, the end, the amount, and the payment method. */
export default function Checkout({
  plan,
  offer,
  covered,
  transfers,
  onChooseChildren,
  cancel,
  onCancel,
  onActive,
}: CheckoutProps) {
  const [method, setMethod] = useState<Method>('multicaixa');
  const amount = offer?.amount ?? plan.yearlyPrice;
  const { busy, refused, pay } = usePaying(plan, offer, amount, method, onActive);
  const online = useOnline();
  useEffect(() => document.getElementById('checkout')?.focus({ preventScroll: true }), []);

  return (
    <Slip
      id="checkout"
      title={`Pagar o plano ${plan.name}`}
      torn={
        <form onSubmit={(event) => void pay(event)}>
          {amount > 0 && <Methods chosen={method} transfers={transfers} onChoose={setMethod} />}
          <Note offer={offer} />
          {(refused || !online) && (
            // The toast says a refusal aloud.
            <p className={styles['problem']} role={refused ? undefined : 'alert'}>
              {online ? <IconAlert /> : <IconOffline />}
              {refused || 'Está sem internet. Ligue os dados ou o Wi-Fi para pagar.'}
            </p>
          )}
          <div className={styles['buttons']}>
            <Button type="submit" size="l" busy={busy} busyText="A preparar…" disabled={!online}>
              {amount > 0 ? `Pagar ${formatKz(amount)}` : 'Activar com o desconto'}
            </Button>
            <Button variant="secondary" size="l" disabled={busy} onClick={onCancel}>
              {cancel}
            </Button>
          </div>
          <HowItWorks offer={offer} />
        </form>
      }
    >
      <SlipLines>
        <Children plan={plan} covered={covered} onChoose={onChooseChildren} />
        <Amounts offer={offer} amount={amount} />
      </SlipLines>
    </Slip>
  );
}

const OTHER_PRICE = 'O preço mudou enquanto esta página estava aberta. Ainda não pagou nada: veja o total de agora.';

/**
 * Asks for the payment of a plan and goes to its page; with nothing to pay the plan is active at once.
 *
 * @param amount what the family sees as the total: if it is another one by now, nothing is begun.
 */
function usePaying(plan: Plan, offer: Offer | undefined, amount: number, method: Method, onActive: () => void) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefused('');
    try {
      const { payment } = await callPayments('POST /api/emis/initiate-payment', {
        body: {
          amount,
          planId: plan.id,
          paymentMethod: method,
          currency: 'AOA',
          // The server decides.
          expiresAt: new Date(Date.now() + PAYMENT_HOURS * 3_600_000).toISOString(),
        },
      });
      if (payment) return goTo(`/payment-gateway?transaction=${payment.transactionId}`);
      // A discount of 100 % leaves nothing to pay.
      toast({
        kind: 'success',
        title: 'Sucesso',
        text:
          offer?.effect === 'after'
            ? `O plano ${plan.name} fica à espera do fim do actual.`
            : `O plano ${plan.name} está activo.`,
      });
      await refreshPlan();
      onActive();
    } catch (error) {
      const { said, fields } = failureOf(error);
      const text = `Falha ao processar pagamento: ${said}`;
      toast({ kind: 'error', title: 'Erro', text });
      setRefused(fields['amount'] ? OTHER_PRICE : text);
      if (fields['amount']) await refreshPlan();
      setBusy(false);
    }
  };
  return { busy, refused, pay };
}

/** From when and until when the plan is valid, and what it costs now. */
function Amounts({ offer, amount }: { offer: Offer | undefined; amount: number }) {
  return (
    <>
      {offer?.effect === 'after' && <Line name="Começa a">{longDate(offer.startsAt)}</Line>}
      {offer && <Line name="Vale até">{longDate(offer.until)}</Line>}
      {offer && offer.discountPercent > 0 && (
        <Line name={`Desconto de ${offer.discountPercent}%`}>
          <span className="num nowrap">−{formatKz(offer.price - offer.amount)}</span>
        </Line>
      )}
      <div className={styles['total']}>
        <dt>Total</dt>
        <dd className="num">{formatKz(amount)}</dd>
      </div>
    </>
  );
}

interface MethodsProps {
  chosen: Method;
  transfers: boolean;
  onChoose: (method: Method) => void;
}

function Methods({ chosen, transfers, onChoose }: MethodsProps) {
  return (
    <fieldset className={styles['methods']}>
      <legend>Como quer pagar?</legend>
      {METHODS.map(({ id, title, text, transfers: withAccount, icon }) => (
        <ChoiceTile
          key={id}
          type="radio"
          name="method"
          value={id}
          checked={id === chosen}
          onChange={() => onChoose(id)}
          sign={<ChoiceSign>{icon}</ChoiceSign>}
          title={(transfers && withAccount?.title) || title}
          text={(transfers && withAccount?.text) || text}
        />
      ))}
    </fieldset>
  );
}

function Note({ offer }: { offer: Offer | undefined }) {
  return (
    <p className={`meta ${styles['note'] ?? ''}`}>
      {offer?.amount !== 0 && 'Este botão não cobra nada: dá-lhe os dados para pagar. '}
      {offer?.effect === 'after' && 'O plano actual continua até essa data. '}
      {offer && offer.creditedDays > 0 && `Inclui ${plural(offer.creditedDays, 'dia', 'dias')} pelo que já pagou. `}
      Antes de o ano acabar, avisamos. Se pagar, o plano continua mais um ano. Se não pagar, passa ao Essencial.
    </p>
  );
}

function HowItWorks({ offer }: { offer: Offer | undefined }) {
  return (
    <div className={styles['how']}>
      <h3>Como funciona</h3>
      <Steps
        steps={[
          'Vai receber a entidade, a referência e o montante.',
          `Pague no telemóvel ou no multicaixa (ATM), em ${PAYMENT_HOURS} horas.`,
          beginsWhen(offer),
        ]}
      />
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The children that the plan would cover: the first in the current order. */
function Children({
  plan,
  covered,
  onChoose,
}: {
  plan: Plan;
  covered: CoveredChildren | undefined;
  onChoose: (() => void) | undefined;
}) {
  const active = covered?.children.filter((child) => child.active) ?? [];
  if (active.length === 0) return null;
  const people = active.slice(0, plan.coveredChildren);
  return (
    <Line name={people.length === 1 ? 'Criança neste plano' : 'Crianças neste plano'}>
      {people.map(({ fullName }) => firstName(fullName)).join(', ')}
      {onChoose && active.length > plan.coveredChildren && (
        <button type="button" className={cx('as-link', styles['change'])} onClick={onChoose}>
          Mudar
        </button>
      )}
      {people
        .filter(({ schoolClass }) => !hasTests(schoolClass))
        .map(({ id, fullName, schoolClass }) => (
          <p key={id} className="muted">
            {NO_TESTS} {firstName(fullName)} está na {classInWords(schoolClass)}.
          </p>
        ))}
    </Line>
  );
}
