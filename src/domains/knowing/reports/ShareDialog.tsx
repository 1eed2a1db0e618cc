import { useEffect, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { caller, messageOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { IconCopy } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconShare } from '../../../web/ui/icons/ParentIcon.tsx';
import styles from './ShareDialog.module.css';
import type { Share, sharesContract } from './shares.contract.ts';
import { SHARE_DAYS, shareMessage, whatsAppLink } from './shares.rules.ts';

const call = caller<typeof sharesContract>();

/** Creates the link of a result, says what it shows and until when, shares it, and withdraws it. */
export default function ShareDialog({ attemptId, onClose }: { attemptId: number; onClose: () => void }) {
  const { shares, own, others, busy, problem, load, create, withdraw } = useShares(attemptId);
  return (
    <Dialog open onClose={onClose} title="Partilhar resultado" sheet busy={busy}>
      <WhatItShows share={own} />
      {!shares && !problem && <Skeleton lines={3} />}
      {!shares && problem && (
        <div className={styles['ways']}>
          <p className={styles['problem']} role="alert">
            {problem}
          </p>
          <Button variant="secondary" full busy={busy} onClick={() => void load()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {shares && !own && (
        <div className={styles['ways']}>
          <p className="meta">Ainda não há ligação. Crie-a para partilhar.</p>
          <Button size="l" full icon={<IconShare />} busy={busy} busyText="A criar…" onClick={() => void create()}>
            Criar ligação
          </Button>
        </div>
      )}
      {own && <Ways share={own} busy={busy} onWithdraw={() => void withdraw(own.attemptId)} />}
      {shares && problem && (
        <p className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      {others.length > 0 && <Others shares={others} busy={busy} onWithdraw={(id) => void withdraw(id)} />}
    </Dialog>
  );
}

/** Reads the family's links when the dialog opens, and creates or withdraws them. `own` is that of the result. */
function useShares(attemptId: number) {
  const [shares, setShares] = useState<Share[]>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const own = shares?.find((share) => share.attemptId === attemptId);
  const others = shares?.filter((share) => share.attemptId !== attemptId) ?? [];

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const load = () => attempt(async () => setShares(await call('GET /api/shares')));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => void load(), []);

  const create = () =>
    attempt(async () => {
      const made = await call('POST /api/attempts/:id/share', { params: { id: String(attemptId) } });
      setShares([made, ...others]);
    });
  const withdraw = (id: number) =>
    attempt(async () => {
      await call('DELETE /api/attempts/:id/share', { params: { id: String(id) } });
      setShares(shares?.filter((share) => share.attemptId !== id));
      toast({ kind: 'success', title: 'Ligação retirada', text: 'Quem a tiver já não vê o resultado.' });
    });
  return { shares, own, others, busy, problem, load, create, withdraw };
}

/** What the page of a link shows, and until when. */
const WhatItShows = ({ share: own }: { share: Share | undefined }) => (
  <ul className={styles['shows']}>
    <li>
      <IconCheck />
      <span>
        Quem abrir a ligação vê só <b>o primeiro nome, o teste e o resultado</b>.
      </span>
    </li>
    <li>
      <IconCheck />
      <span>
        {own ? (
          <>
            Vale até <b>{longDate(own.expiresAt)}</b>.
          </>
        ) : (
          `Vale ${SHARE_DAYS} dias.`
        )}{' '}
        Pode retirá-la quando quiser.
      </span>
    </li>
  </ul>
);

/** Renders the family's other links, each with a button to withdraw it. */
const Others = ({
  shares,
  busy,
  onWithdraw,
}: {
  shares: readonly Share[];
  busy: boolean;
  onWithdraw: (attemptId: number) => void;
}) => (
  <details className={styles['others']}>
    <summary>Outras ligações que valem ({shares.length})</summary>
    <ul>
      {shares.map((share) => (
        <li key={share.attemptId}>
          <div>
            <b>
              <bdi>{share.name}</bdi>
            </b>
            <p className="meta">
              {share.discipline}: {share.theme} · até {longDate(share.expiresAt)}
            </p>
          </div>
          <Button variant="quiet" size="s" busy={busy} onClick={() => onWithdraw(share.attemptId)}>
            Retirar
            <span className="sr">
              {' '}
              a ligação: {share.name}, {share.theme}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  </details>
);

/** Ways to share: the device's own where it has one, and always WhatsApp and copying. */
function Ways({ share, busy, onWithdraw }: { share: Share; busy: boolean; onWithdraw: () => void }) {
  const { link } = share;
  const text = shareMessage(share);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? '');
      toast({ kind: 'success', title: 'Ligação copiada' });
    } catch {
      // Copying is not allowed, or the browser is old: the text of the field above is selected, to be copied by hand.
      document.querySelector<HTMLInputElement>('[data-share-link]')?.select();
    }
  };
  return (
    <>
      {link === null ? (
        <p className={styles['problem']}>Esta ligação ainda vale, mas já não se pode mostrar. Retire-a e crie outra.</p>
      ) : (
        <>
          <input
            className={styles['link']}
            data-share-link
            aria-label="Ligação do resultado"
            readOnly
            value={link}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={styles['ways']}>
            {typeof navigator.share === 'function' && (
              <Button
                size="l"
                full
                icon={<IconShare />}
                // Closing the device's share dialog without choosing is not an error.
                onClick={() => void navigator.share({ title: text, text, url: link }).catch(() => undefined)}
              >
                Partilhar…
              </Button>
            )}
            <Button
              variant={typeof navigator.share === 'function' ? 'secondary' : 'primary'}
              full
              href={whatsAppLink(text, link)}
              target="_blank"
              rel="noopener noreferrer"
            >
              Enviar por WhatsApp
            </Button>
            <Button variant="secondary" full icon={<IconCopy />} onClick={() => void copy()}>
              Copiar ligação
            </Button>
          </div>
        </>
      )}
      <Button variant="quiet" full busy={busy} busyText="A retirar…" onClick={onWithdraw}>
        Retirar ligação
      </Button>
    </>
  );
}
