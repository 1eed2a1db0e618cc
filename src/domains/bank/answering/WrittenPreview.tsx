import type { Answering, WrittenWay } from './answering.contract.ts';
import { answeringInWords } from './answering.rules.ts';
import styles from './WrittenPreview.module.css';

const BOXES: Record<WrittenWay, string> = { number: 'A criança escreve um número', word: 'A criança escreve' };

/** Renders how a child answers a question in writing, and what counts as right, for staff: the empty box, the unit beside it, the values. */
export function WrittenPreview({ answering }: { answering: Answering }) {
  const { way, unit } = answering;
  return (
    <div className={styles.preview}>
      <div className={styles.answer}>
        <span className={styles.box}>{BOXES[way]}</span>
        {unit && <span className={styles.unit}>{unit}</span>}
      </div>
      <p className={styles.accepted}>
        <b>Certa: </b>
        {answeringInWords(answering)}
      </p>
    </div>
  );
}
