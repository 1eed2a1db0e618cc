import { brand } from '../../../delivery/browser/boot.ts';
import { wave } from '../../../shared/fio.ts';
import { reader } from '../../../web/call/api.ts';
import { Failed } from '../../../web/parts/Failed.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { CopyButton } from '../../../web/ui/forms/CopyButton.tsx';
import { IconShare } from '../../../web/ui/icons/ParentIcon.tsx';
import { FoldCard } from '../../../web/ui/lists/Card.tsx';
import type { referralsContract } from '../payments/referrals.contract.ts';
import { REFERRAL_STEPS } from '../payments/referrals.rules.ts';
import styles from './Extras.module.css';

const useRead = reader<typeof referralsContract>();

const [FIRST, ALL] = REFERRAL_STEPS;

/** Referrals: the code, the link, and the progress towards the next discount. */
export function Referrals() {
  const { data, error, isFetching, refetch } = useRead('GET /api/referrals', {});
  return data ? (
    <Brought {...data} />
  ) : (
    <FoldCard title="Convide outras famílias">
      {error ? <Failed error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton lines={6} />}
    </FoldCard>
  );
}

function Brought({ code, link, paid, waiting }: { code: string; link: string; paid: number; waiting: number }) {
  const done = Math.min(paid, ALL.paid);
  const goal = done < FIRST.paid ? FIRST : ALL;
  const missing = goal.paid - done;
  return (
    <FoldCard title="Convide outras famílias" note={<b className={styles['count']}>{`${done} de ${goal.paid}`}</b>}>
      <p className="muted">
        {missing === 0
          ? `Conseguiu ${ALL.percent}% de desconto.`
          : `${goal === ALL ? `Já tem ${FIRST.percent}% de desconto. ` : ''}${missing === 1 ? 'Falta' : 'Faltam'} ${plural(missing, 'família', 'famílias')} com plano pago para ter ${goal.percent}% de desconto.`}
        {waiting > 0 && ` ${plural(waiting, 'família já se registou', 'famílias já se registaram')} com o seu código.`}
      </p>
      <div className={styles['chain']}>
        <svg viewBox="-2 0 284 32" role="img" aria-label={`${done} de ${ALL.paid} famílias com plano pago`}>
          <path className={styles['ahead']} d={wave(ALL.paid)} />
          {done > 0 && <path className={styles['drawn']} d={wave(done)} />}
          {Array.from({ length: ALL.paid }, (_, index) => {
            const friend = index + 1;
            const mark = friend === FIRST.paid || friend === ALL.paid;
            return (
              <circle
                key={friend}
                className={styles[friend <= done ? 'here' : mark ? 'mark' : 'open']}
                cx={28 * index + 14}
                cy="16"
                r={mark ? 5.4 : friend <= done ? 4.6 : 3.8}
              />
            );
          })}
        </svg>
        <p className={styles['half']}>
          <b>{FIRST.percent}%</b> {FIRST.paid} famílias
        </p>
        <p className={styles['whole']}>
          <b>{ALL.percent}%</b> {ALL.paid} famílias
        </p>
      </div>
      <p className="meta">
        Uma família conta quando paga o primeiro plano. Com plano pago, o desconto conta na renovação. Sem ele, no
        próximo pagamento.
      </p>
      <div className={styles['code']}>
        <div>
          <span className="meta">O seu código</span>
          <b>{code}</b>
        </div>
        <CopyButton text={code} what="Código" />
      </div>
      <Share link={link} />
    </FoldCard>
  );
}

/** Shares with the device's own dialog if there is one; otherwise offers copying the link and WhatsApp. */
function Share({ link }: { link: string }) {
  const text = `Com a ${brand.productName} sei o que as minhas crianças já sabem. Experimente:`;
  if (typeof navigator.share === 'function') {
    return (
      <Button
        variant="secondary"
        full
        icon={<IconShare />}
        // Closing the dialog without choosing rejects too, but is not an error.
        onClick={() => void navigator.share({ text, url: link }).catch(() => {})}
      >
        Partilhar ligação
      </Button>
    );
  }
  return (
    <div className={styles['ways']}>
      <CopyButton text={link} what="Ligação" size="m" label="Copiar ligação" />
      <Button
        variant="secondary"
        icon={<IconShare />}
        href={`https://wa.me/?text=${encodeURIComponent(`${text} ${link}`)}`}
        target="_blank"
        rel="noopener"
      >
        WhatsApp
      </Button>
    </div>
  );
}
