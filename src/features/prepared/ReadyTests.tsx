import { useState } from 'react';
import { Button } from '../../web/ui/Button.tsx';
import type { PreparedTest } from '../attempts/sealed-sitting.contract.ts';
import { servesUntil } from '../catalogue/prepared-here.web.ts';
import { TestSheet } from '../catalogue/TestSheet.tsx';
import styles from './TakeAlong.module.css';

interface ReadyTestsProps {
  prepared: readonly PreparedTest[];
  isHere: (attemptId: number) => boolean;
  onBring: (testId: number) => Promise<void>;
  onGiveBack: (attemptId: number) => Promise<void>;
}

/** Renders the tests that are prepared for the child, on this phone or on another. */
export function ReadyTests({ prepared, isHere, onBring, onGiveBack }: ReadyTestsProps) {
  return (
    <section aria-labelledby="ready">
      <h2 id="ready">Já preparados</h2>
      <ul className={styles['list']}>
        {prepared.map((one) => (
          <Ready
            key={one.attemptId}
            one={one}
            isHere={isHere(one.attemptId)}
            onBring={() => onBring(one.testId)}
            onGiveBack={() => onGiveBack(one.attemptId)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ReadyProps {
  one: PreparedTest;
  isHere: boolean;
  onBring: () => Promise<void>;
  onGiveBack: () => Promise<void>;
}

/** Renders a prepared test. Taking it off asks once. */
function Ready({ one, isHere, onBring, onGiveBack }: ReadyProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const { test } = one;
  const { text, soon } = servesUntil(one, Date.now());
  const act = (work: () => Promise<void>) => {
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return (
    <li className={styles['ready']}>
      <TestSheet look="done" letter={test.form} />
      <div>
        <h3>{test.theme}</h3>
        <p className="muted">
          {test.discipline} · Prova {test.form}
        </p>
        <p className={soon ? styles['soon'] : 'muted'}>{isHere ? text : `${text} · noutro telemóvel`}</p>
      </div>
      <div className={styles['acts']}>
        {!isHere && (
          <Button variant="secondary" size="s" busy={busy} onClick={() => act(onBring)}>
            Trazer<span className="sr"> {test.theme}</span>
          </Button>
        )}
        <Button
          variant={asked ? 'secondary' : 'quiet'}
          size="s"
          busy={busy}
          onClick={() => (asked ? act(onGiveBack) : setAsked(true))}
        >
          {asked ? 'Tirar mesmo' : 'Tirar'}
          <span className="sr"> {test.theme}</span>
        </Button>
      </div>
    </li>
  );
}
