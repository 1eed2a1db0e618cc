import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { ActionBar } from '../../../web/ui/base/Layout.tsx';
import { Question, type QuestionProps } from '../../bank/test-bank/Question.tsx';
import styles from './Practice.module.css';

interface AskingProps extends Pick<QuestionProps, 'question' | 'languages' | 'big' | 'readItself'> {
  schoolClass: string;
  /** The words of the button. */
  action: string;
  onAnswer: (selectedAnswer: string) => void;
}

/** Renders a question as a test does, with the button that answers it. */
export function Asking({ question, languages, big, readItself = false, schoolClass, action, onAnswer }: AskingProps) {
  const [chosen, setChosen] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== undefined) onAnswer(chosen);
      }}
    >
      <Question
        question={question}
        chosen={chosen}
        onChoose={setChosen}
        schoolClass={schoolClass}
        big={big}
        languages={languages}
        heading={heading}
        readItself={readItself}
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
          {action}
        </Button>
      </ActionBar>
    </form>
  );
}
