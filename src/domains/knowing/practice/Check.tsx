import { useEffect, useState } from 'react';
import { isYoung } from '../../../shared/young.ts';
import { caller } from '../../../web/call/call.ts';
import { useVisibleTime } from '../../../web/parts/visible-time.ts';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import { bringWriting } from '../../bank/answering/writing.tsx';
import type { TrialCheck, trialContract } from '../trial/trial.contract.ts';
import { Asking } from './Asking.tsx';
import styles from './Practice.module.css';
import { type KeptPack, keepCheckAnswer } from './practice-device.web.ts';

const call = caller<typeof trialContract>();

interface CheckProps {
  pack: KeptPack;
  /** Called after the last question, and at once if there are none or the network is away. */
  onDone: () => void;
}

/** The questions of a check, one at a time. Nothing says whether an answer is right. */
export default function Check({ pack, onDone }: CheckProps) {
  const [check, setCheck] = useState<TrialCheck>();
  const [place, setPlace] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each child
  useEffect(() => {
    let gone = false;
    const show = async () => {
      const found = await call('GET /api/children/:id/check', { params: { id: String(pack.childId) } });
      await bringWriting(found.questions.map(({ question }) => question));
      if (gone) return;
      if (found.questions.length === 0) onDone();
      else setCheck(found);
    };
    show().catch(() => !gone && onDone());
    return () => {
      gone = true;
    };
  }, [pack.childId]);

  const asked = check?.questions[place];
  if (!check || !asked) return <Skeleton lines={8} />;
  const { questions } = check;
  const answer = (selectedAnswer: string, visibleMs: number) => {
    void keepCheckAnswer(pack, { id: asked.id, selectedAnswer, visibleMs: Math.round(visibleMs) });
    window.scrollTo(0, 0);
    if (place + 1 < questions.length) setPlace(place + 1);
    else onDone();
  };
  return (
    <>
      <FioProgress states={questions.map((_, index) => (index < place ? 'done' : 'todo'))} current={place} />
      <p className={styles['where']} id="where">
        {`Pergunta nova ${place + 1} de ${questions.length}`}
      </p>
      <AskingNew key={asked.id} asked={asked} schoolClass={check.child.schoolClass} onAnswer={answer} />
    </>
  );
}

interface AskingNewProps {
  asked: TrialCheck['questions'][number];
  schoolClass: string;
  onAnswer: (selectedAnswer: string, visibleMs: number) => void;
}

/** Renders one question, until it is answered, and measures for how long it was seen. */
function AskingNew({ asked: { question, languages }, schoolClass, onAnswer }: AskingNewProps) {
  const visibleTime = useVisibleTime();
  return (
    <Asking
      question={question}
      languages={languages}
      schoolClass={schoolClass}
      big={isYoung(schoolClass)}
      action="Continuar"
      onAnswer={(selectedAnswer) => onAnswer(selectedAnswer, visibleTime())}
    />
  );
}
