import { useEffect, useState } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { emptyGrid, marked, undo } from '../grid/grid.rules.ts';
import { MarkGrid } from '../grid/MarkGrid.tsx';
import styles from './Calculating.module.css';
import { type Calculator, secondsSince } from './calculating-device.web.ts';
import { RUN_SECONDS } from './head.rules.ts';
import { SUMS_OF_SET, sumsOf, sumText } from './sums.rules.ts';

interface AloudSumsProps {
  calculator: Calculator;
  formId: string;
  onEnd: (done: {
    mode: 'aloud';
    startedAt: Date;
    seconds: number;
    finished: boolean;
    lastItem: number | null;
    wrong: number[];
    selfCorrected: number[];
  }) => void;
}

/** The instruction above the sums: while they are asked, or once the run has ended after `seconds`. */
const hint = (seconds: number | undefined) =>
  seconds === undefined
    ? 'Outro toque: corrigiu-se.'
    : seconds < RUN_SECONDS
      ? 'Se fez todas, toque em «Ver resultado».'
      : 'Passou um minuto. Toque na última conta que a criança fez.';

/** The grown-up asks the sums one after the other and marks what was wrong; after a minute the last one is set. */
export function AloudSums({ calculator: { child }, formId, onEnd }: AloudSumsProps) {
  const [sums] = useState(() => (sumsOf(formId) ?? []).map(sumText));
  const [grid, setGrid] = useState(() => emptyGrid(SUMS_OF_SET));
  const [run, setRun] = useState<{ begun: number; startedAt: Date }>();
  const [seconds, setSeconds] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (!run || seconds !== undefined) return;
    const timer = setTimeout(() => {
      setSeconds(RUN_SECONDS);
      navigator.vibrate?.(200);
    }, RUN_SECONDS * 1_000);
    return () => clearTimeout(timer);
  }, [run, seconds]);
  const isTimeUp = seconds !== undefined;
  const confirm = () => {
    if (!run) return;
    const { lastItem } = grid;
    const finished =
      seconds !== undefined && (lastItem === null || lastItem === SUMS_OF_SET - 1) && seconds < RUN_SECONDS;
    if (!finished && lastItem === null) {
      setProblem('Toque na última conta que a criança fez.');
      return;
    }
    onEnd({
      mode: 'aloud',
      startedAt: run.startedAt,
      seconds: seconds ?? RUN_SECONDS,
      finished,
      lastItem: finished ? SUMS_OF_SET - 1 : lastItem,
      wrong: marked(grid, 'wrong'),
      selfCorrected: marked(grid, 'selfCorrected'),
    });
  };
  if (!run)
    return (
      <>
        <h1>Contas em voz alta</h1>
        <p>
          Leia as contas pela ordem, uma de cada vez. {child.subject} responde sem ver o telemóvel. Toque nas contas que
          a criança errar. Um minuto.
        </p>
        <Button size="l" full onClick={() => setRun({ begun: performance.now(), startedAt: new Date() })}>
          Começar
        </Button>
      </>
    );
  return (
    <>
      <h1>{isTimeUp ? 'Qual foi a última?' : 'Toque nas contas que a criança errar'}</h1>
      <p aria-live="polite">{problem ?? hint(seconds)}</p>
      <MarkGrid
        label="Contas"
        items={sums}
        layout={{ kind: 'sums' }}
        grid={grid}
        tool={isTimeUp ? 'last' : 'mark'}
        onTap={(tapped) => {
          setGrid(tapped.grid);
          setProblem(tapped.refused);
        }}
      />
      <div className={styles['actions']}>
        {isTimeUp ? (
          <Button size="l" full onClick={confirm}>
            Ver resultado
          </Button>
        ) : (
          <Button size="l" full onClick={() => setSeconds(secondsSince(run.begun))}>
            Fez todas
          </Button>
        )}
        <Button variant="quiet" onClick={() => setGrid(undo(grid))}>
          Desfazer
        </Button>
      </div>
    </>
  );
}
