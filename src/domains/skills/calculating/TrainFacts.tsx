import { useState } from 'react';
import { plural } from '../../../shared/text.ts';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Brought, homeOf } from './Brought.tsx';
import styles from './Calculating.module.css';
import { type Calculator, secondsSince, sendCalculation } from './calculating-device.web.ts';
import { type Answered, MAX_FACTS } from './head.rules.ts';
import { SumScreen } from './SumScreen.tsx';
import { resultOf, type Sum, sumOf, sumText } from './sums.rules.ts';

/** Trains up to five facts: what is wrong is shown and asked again at the end. The first answer to each is what counts. */
export default function TrainFacts({ childId }: { childId: number }) {
  return (
    <Brought childId={childId} title="Treinar contas">
      {(calculator) => <Training calculator={calculator} />}
    </Brought>
  );
}

function Training({ calculator }: { calculator: Calculator }) {
  const { child, facts } = calculator;
  const [queue, setQueue] = useState<Sum[]>(() => facts.slice(0, MAX_FACTS).flatMap(({ sum }) => sumOf(sum) ?? []));
  const [run] = useState(() => ({ begun: performance.now(), startedAt: new Date() }));
  const [first, setFirst] = useState<Answered[]>([]);
  const [shown, setShown] = useState<Sum>();
  const [isStopped, setStopped] = useState(false);
  const [sum, ...others] = queue;
  const end = (answers: Answered[]) => {
    setStopped(true);
    if (answers.length > 0)
      void sendCalculation(calculator, {
        kind: 'training',
        mode: 'typed',
        formId: null,
        formVersion: null,
        startedAt: run.startedAt,
        seconds: secondsSince(run.begun),
        answers,
      });
  };
  if (isStopped || !sum)
    return (
      <main className={styles['thanks']}>
        <h1>{first.length > 0 ? `Boa, ${child.firstName}!` : 'Não há contas a treinar'}</h1>
        {first.length > 0 && <p>Treinaste {plural(first.length, 'conta', 'contas')}.</p>}
        <Button size="l" href={homeOf(child.id)}>
          {inChildMode() ? 'Início' : 'Voltar'}
        </Button>
      </main>
    );
  if (shown)
    return (
      <main className={styles['thanks']}>
        <h1>
          {sumText(shown)} = {resultOf(shown)}
        </h1>
        <p>Diz em voz alta. Volta a aparecer.</p>
        <Button size="l" onClick={() => setShown(undefined)}>
          Seguinte
        </Button>
      </main>
    );
  return (
    <SumScreen
      child={child}
      asked={`${sumText(sum)} =`}
      said={`${sumText(sum)} é igual a`}
      done={first.length}
      onStop={() => end(first)}
      onAnswer={(written, ms) => {
        const isRight = written === resultOf(sum);
        const isFirst = !first.some((one) => one.sum === sumText(sum));
        const answers = isFirst ? [...first, { sum: sumText(sum), written, ms: Math.min(ms, 120_000) }] : first;
        const next = isRight ? others : [...others, sum];
        setFirst(answers);
        setQueue(next);
        if (!isRight) setShown(sum);
        else if (next.length === 0) end(answers);
      }}
    />
  );
}
