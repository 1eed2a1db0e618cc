import { useState } from 'react';
import { hereWords } from '../../../web/parts/here-words.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import type { PreparedTest } from '../attempts/sealed-sitting.contract.ts';
import { servesUntil } from '../catalogue/prepared-here.web.ts';
import { TestSheet } from '../catalogue/TestSheet.tsx';
import styles from './TakeAlong.module.css';

/** Where a prepared test is: on this phone not begun, begun or finished; or on another. */
export type PlaceOfTest = keyof typeof PLACES;

const PLACES = {
  here: () => '',
  begun: () => ` · a meio ${hereWords()}`,
  done: () => ` · feito ${hereWords()}, à espera de internet`,
  elsewhere: () => ' · noutro telemóvel',
};

interface ReadyTestsProps {
  prepared: readonly PreparedTest[];
  placeOf: (attemptId: number) => PlaceOfTest;
  /** The time by the server's clock. */
  now: number;
  onBring: (testId: number) => Promise<void>;
  onGiveBack: (attemptId: number) => Promise<void>;
}

/** Renders the tests that are prepared for the child, on this phone or on another. */
export function ReadyTests({ prepared, placeOf, now, onBring, onGiveBack }: ReadyTestsProps) {
  return (
    <section aria-labelledby="ready">
      <h2 id="ready">Já preparados</h2>
      <ul className={styles['list']}>
        {prepared.map((one) => (
          <Ready
            key={one.attemptId}
            one={one}
            place={placeOf(one.attemptId)}
            now={now}
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
  place: PlaceOfTest;
  now: number;
  onBring: () => Promise<void>;
  onGiveBack: () => Promise<void>;
}

/** Renders a prepared test. Taking it off asks once; one that has begun here is continued, not taken off. */
function Ready({ one, place, now, onBring, onGiveBack }: ReadyProps) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const { test } = one;
  const isBegun = place === 'begun' || place === 'done';
  const { text, soon } = servesUntil(isBegun ? { expiresAt: one.expiresAt } : one, now);
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
          {test.discipline} · Teste {test.form}
        </p>
        <p className={soon ? styles['soon'] : 'muted'}>
          {text}
          {PLACES[place]()}
        </p>
      </div>
      <div className={styles['acts']}>
        {place === 'begun' && (
          <Button variant="secondary" size="s" href={`/tests/${one.testId}?childId=${one.childId}`}>
            Continuar<span className="sr"> {test.theme}</span>
          </Button>
        )}
        {place === 'elsewhere' && (
          <Button variant="secondary" size="s" busy={busy} onClick={() => act(onBring)}>
            Trazer<span className="sr"> {test.theme}</span>
          </Button>
        )}
        {!isBegun && (
          <Button
            variant={asked ? 'secondary' : 'quiet'}
            size="s"
            busy={busy}
            onClick={() => (asked ? act(onGiveBack) : setAsked(true))}
          >
            {asked ? 'Retirar mesmo' : 'Retirar'}
            <span className="sr"> {test.theme}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
