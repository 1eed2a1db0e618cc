import { wave } from '../../shared/fio.ts';
import { reader } from '../../web/api.ts';
import { brand } from '../../web/boot.ts';
import { Failed } from '../../web/Failed.tsx';
import { plural } from '../../web/text.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { CopyButton } from '../../web/ui/CopyButton.tsx';
import { IconShare } from '../../web/ui/ParentIcon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import type { referralsContract } from '../payments/referrals.contract.ts';
import styles from './Extras.module.css';

const useRead = reader<typeof referralsContract>();

/** Number of referred friends with a paid plan that give each discount. */
const FIRST = 5;
const ALL = 10;

/** Referrals: the code, the link, and the progress towards the next discount. */
export function Referrals() {
  const { data, error, isFetching, refetch } = useRead('GET /api/referrals', {});
  return data ? (
    <Brought {...data} />
  ) : (
    <Card title="Indique amigos">
      {error ? <Failed error={error} onRetry={refetch} busy={isFetching} /> : <Skeleton lines={6} />}
    </Card>
  );
}

function Brought({ code, link, paid, waiting }: { code: string; link: string; paid: number; waiting: number }) {
  const done = Math.min(paid, ALL);
  const goal = done < FIRST ? FIRST : ALL;
  const missing = goal - done;
  return (
    <Card title="Indique amigos" aside={<b className={styles['count']}>{`${done} de ${goal}`}</b>}>
      <p className="muted">
        {missing === 0
          ? 'Conseguiu 100% de desconto.'
          : `${done >= FIRST ? 'Já tem 30% de desconto. ' : ''}${missing === 1 ? 'Falta' : 'Faltam'} ${plural(missing, 'amigo', 'amigos')} com plano pago para ter ${goal === FIRST ? '30' : '100'}% de desconto.`}
        {waiting > 0 && ` ${plural(waiting, 'amigo já se registou', 'amigos já se registaram')} com o seu código.`}
      </p>
      <div className={styles['chain']}>
        <svg viewBox="-2 0 284 32" role="img" aria-label={`${done} de ${ALL} amigos com plano pago`}>
          <path className={styles['ahead']} d={wave(ALL)} />
          {done > 0 && <path className={styles['drawn']} d={wave(done)} />}
          {Array.from({ length: ALL }, (_, index) => {
            const friend = index + 1;
            const mark = friend === FIRST || friend === ALL;
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
          <b>30%</b> 5 amigos
        </p>
        <p className={styles['whole']}>
          <b>100%</b> 10 amigos
        </p>
      </div>
      <p className="meta">
        Um amigo conta quando paga o primeiro plano. O desconto entra na próxima renovação ou, sem plano pago, no
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
    </Card>
  );
}

/** Shares with the device's own dialog if there is one; otherwise offers copying the link and WhatsApp. */
function Share({ link }: { link: string }) {
  const text = `Com a ${brand.productName} sei o que os meus filhos já sabem. Experimente:`;
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
