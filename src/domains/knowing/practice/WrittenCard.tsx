import { useState } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { judgeWritten } from '../../bank/answering/answering.rules.ts';
import { WrittenAnswer } from '../../bank/answering/WrittenAnswer.tsx';
import { WrittenOutcome } from '../../bank/answering/WrittenOutcome.tsx';
import styles from './Practice.module.css';
import type { Card } from './practice.contract.ts';

// Few cards are answered in writing, and the code for it is a tenth of what practice would load before its first card.

interface WriteCardProps {
  card: Card;
  answering: NonNullable<Card['answering']>;
  /** The alternatives that the question has too, as it contains them. */
  options: readonly { letter: string; text: string; whole: string; html: string | undefined }[];
  onWrite: (text: string, isRight: boolean) => void;
  language: string | undefined;
}

interface WrittenCardProps extends WriteCardProps {
  /** What the child has answered. */
  written: { text: string; isRight: boolean } | undefined;
}

/** Renders what stands below the question of a card with a written answer: the box or, once it is answered, the outcome. */
export default function WrittenCard({ written, ...props }: WrittenCardProps) {
  const { card, answering, options, language } = props;
  if (!written) return <WriteCard {...props} />;
  return (
    <WrittenOutcome
      answering={answering}
      written={written.text}
      isRight={written.isRight}
      own="a tua"
      right={options.find(({ letter }) => letter === card.correctAnswer)}
      language={language}
    />
  );
}

/** Renders the box for an answer that is written, and the button that answers the card with it. */
function WriteCard({ card: { correctAnswer, schoolClass }, answering, options, onWrite, language }: WriteCardProps) {
  const [text, setText] = useState<string>();
  return (
    <form
      className={styles['write']}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === undefined) return;
        const alternatives = options.map(({ whole }) => whole);
        const verdict = judgeWritten({ answering, alternatives, correctAnswer }, text);
        if (verdict.kind === 'answer') onWrite(verdict.text, verdict.letter === correctAnswer);
      }}
    >
      <WrittenAnswer asks={answering} value={text} onWrite={setText} schoolClass={schoolClass} language={language} />
      <ActionBar>
        <Button size="l" full type="submit" className={styles['child']} disabled={text === undefined}>
          Responder
        </Button>
      </ActionBar>
    </form>
  );
}
