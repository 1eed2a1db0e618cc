import type { ReactNode } from 'react';
import { COMPARED, type Compared } from '../../../shared/skills/writing-words.ts';
import { ofWhom } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import shared from '../reading/Reading.module.css';
import { Hand } from './Hand.tsx';
import { MAX_COMPARISONS } from './ruler.rules.ts';
import styles from './Writing.module.css';
import type { WritingPack } from './writing.contract.ts';
import type { Writer } from './writing-device.web.ts';

const SAID: Readonly<Record<Compared, { sign: string; label: string }>> = {
  less: { sign: 'M12 4v16M6 14l6 6 6-6', label: 'menos conseguido' },
  alike: { sign: 'M5 9h14M5 15h14', label: 'parecido' },
  more: { sign: 'M12 20V4M6 10l6-6 6 6', label: 'mais conseguido' },
};

interface ComparingProps {
  ruler: WritingPack['rulers'][number];
  /** The anchor that is compared. */
  level: number;
  schoolClass: number;
  child: Writer['child'];
  /** How many comparisons have been made. */
  done: number;
  back: ReactNode;
  onBack: (() => void) | undefined;
  onSay: (outcome: Compared) => void;
}

/** One comparison with an anchor. No level is shown: it would lead the judgement. */
export function Comparing({ ruler, level, schoolClass, child, done, back, onBack, onSay }: ComparingProps) {
  const anchor = ruler.anchors.find((one) => one.level === level);
  if (!anchor) return null;
  return (
    <>
      {back}
      <h1>Compare os dois textos</h1>
      <p className={shared['note']}>Ponha a folha {ofWhom(child.firstName, child.gender)} ao lado deste.</p>
      <figure className={styles['anchor']}>
        <figcaption>Como escreve uma criança da {schoolClass}.ª classe</figcaption>
        <Hand text={anchor.text} seed={level * 13 + 7} />
      </figure>
      <details className={styles['reason']}>
        <summary>Porque serve de comparação</summary>
        <p>{anchor.reason}</p>
        <p className={shared['note']}>{ruler.task}</p>
      </details>
      <section className={styles['bottom']} aria-label="Comparação">
        <div className={styles['bottomHead']}>
          <b>O texto {ofWhom(child.firstName, child.gender)} é…</b>
          <span
            className={styles['beads']}
            role="img"
            aria-label={`Comparação ${done + 1} de ${MAX_COMPARISONS}, no máximo`}
          >
            {Array.from({ length: MAX_COMPARISONS }, (_, at) => at).map((at) => (
              <i key={at} data-state={at < done ? 'done' : at === done ? 'now' : 'later'} />
            ))}
          </span>
        </div>
        <div className={styles['three']}>
          {COMPARED.map((outcome) => (
            <Button key={outcome} variant="secondary" onClick={() => onSay(outcome)}>
              <svg
                viewBox="0 0 24 24"
                width="24"
                height="24"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
                aria-hidden="true"
              >
                <path d={SAID[outcome].sign} />
              </svg>
              {SAID[outcome].label}
            </Button>
          ))}
        </div>
        {onBack && (
          <Button variant="quiet" size="s" onClick={onBack}>
            Voltar ao texto anterior
          </Button>
        )}
      </section>
    </>
  );
}
