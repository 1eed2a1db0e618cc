import { useEffect, useRef, useState } from 'react';
import { isYoung } from '../../../shared/young.ts';
import { caller } from '../../../web/call/call.ts';
import { useVisibleTime } from '../../../web/parts/visible-time.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import { bringWriting } from '../../bank/answering/writing.tsx';
import { Question } from '../../bank/test-bank/Question.tsx';
import type { TrialCheck, trialContract } from '../trial/trial.contract.ts';
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
      <Asking key={asked.id} asked={asked} schoolClass={check.child.schoolClass} onAnswer={answer} />
    </>
  );
}

interface AskingProps {
  asked: TrialCheck['questions'][number];
  schoolClass: string;
  onAnswer: (selectedAnswer: string, visibleMs: number) => void;
}

/** Renders one question, until it is answered. */
function Asking({ asked: { question, languages }, schoolClass, onAnswer }: AskingProps) {
  const [chosen, setChosen] = useState<string>();
  const visibleTime = useVisibleTime();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) onAnswer(chosen, visibleTime());
      }}
    >
      <Question
        question={question}
        chosen={chosen}
        onChoose={setChosen}
        schoolClass={schoolClass}
        big={isYoung(schoolClass)}
        languages={languages}
        heading={heading}
      />
      <ActionBar>
        <Button
          size="l"
          full
          type="submit"
          className={styles['child']}
          disabled={chosen === undefined}
          iconEnd={<IconChevronRight size={22} />}
        >
          Continuar
        </Button>
      </ActionBar>
    </form>
  );
}
