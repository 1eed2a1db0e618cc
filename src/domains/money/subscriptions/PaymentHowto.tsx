import { formatKz } from '../../../shared/money.ts';
import type { Payment } from '../payments/payments.contract.ts';
import styles from './Payment.module.css';

/** The steps of the chosen payment method. */
export function Howto({ payment }: { payment: Payment }) {
  const amount = formatKz(payment.amount);
  return payment.paymentMethod === 'multicaixa' ? (
    <section className={styles['howto']}>
      <h3>No Multicaixa Express</h3>
      <Steps
        steps={[
          'Abra a aplicação e escolha Pagamentos, depois Pagamentos por referência.',
          'Escreva a entidade e a referência.',
          `Confirme o montante, ${amount}, e autorize.`,
        ]}
      />
    </section>
  ) : (
    <section className={styles['howto']}>
      <h3>No multicaixa (ATM) ou na aplicação do banco</h3>
      <Steps
        steps={[
          'Escolha Pagamentos, depois Pagamentos por referência (ou Serviços).',
          'Escreva a entidade, a referência e o montante, tal como estão aqui.',
          'Confirme e guarde o talão.',
        ]}
      />
    </section>
  );
}

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={styles['steps']}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
