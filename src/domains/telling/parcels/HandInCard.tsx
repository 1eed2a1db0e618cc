import { type ChangeEvent, useId, useState } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { MAX_PARCEL_BYTES } from '../../../shared/parcel.ts';
import { refreshAfterTest } from '../../../web/call/api.ts';
import { caller, failureOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { FoldCard, Notice } from '../../../web/ui/lists/Card.tsx';
import styles from './HandInCard.module.css';
import type { parcelsContract } from './parcels.contract.ts';

const call = caller<typeof parcelsContract>();

type Outcome = Awaited<ReturnType<typeof call<'POST /api/parcels'>>>;

/** A file that is larger than any copy. */
const NO_PARCEL = 'Este ficheiro não é uma cópia de respostas, ou foi alterado.';

/** Renders the card on which a parent hands in a copy of what waits on another phone of the family. */
export default function HandInCard({ online }: { online: boolean }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [problem, setProblem] = useState('');
  const input = useId();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    setBusy(true);
    setProblem('');
    setOutcome(undefined);
    try {
      if (file.size > MAX_PARCEL_BYTES) return setProblem(NO_PARCEL);
      const handed = await call('POST /api/parcels', { body: { file: await file.text() } });
      setOutcome(handed);
      if (handed.taken > 0) await refreshAfterTest();
    } catch (error) {
      const { fields, said } = failureOf(error);
      setProblem(fields['file'] ?? said);
    } finally {
      setBusy(false);
      // The same file may be chosen again.
      target.value = '';
    }
  };
  return (
    <FoldCard title="Entregar uma cópia">
      <p className="muted">
        Um telemóvel da família está sem internet há dias? Na página «Início» dele, toque em «Guardar cópia». Depois,
        traga o ficheiro para aqui. Só a {brand.productName} o consegue ler. Pode entregá-lo mais do que uma vez.
      </p>
      <div className={styles['choice']}>
        <input
          id={input}
          className="sr"
          type="file"
          accept=".txt,text/plain"
          tabIndex={-1}
          onChange={(event) => void choose(event)}
          aria-label="Ficheiro da cópia"
        />
        <Button
          variant="secondary"
          size="s"
          busy={busy}
          disabled={!online}
          onClick={() => document.getElementById(input)?.click()}
        >
          Escolher o ficheiro
        </Button>
      </div>
      <div role="status" className={styles['said']}>
        {problem && <Notice>{problem}</Notice>}
        {outcome && <Notice>{wordsOf(outcome)}</Notice>}
      </div>
    </FoldCard>
  );
}

/** Returns what became of a copy, in words. */
export function wordsOf({ taken, refused }: Outcome): string {
  const sentences = refused.map(({ words, why }) => `Não foi aceite: ${words}. ${why}`);
  if (taken > 0)
    sentences.unshift(`Cópia entregue. ${refused.length > 0 ? 'Só uma parte foi aceite.' : 'As respostas chegaram.'}`);
  else if (refused.length === 0) sentences.push('Esta cópia está vazia.');
  return sentences.join(' ');
}
