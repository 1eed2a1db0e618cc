import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { ReviewTile } from '../../../web/ui/paper/OptionTile.tsx';
import { WrittenOutcome } from '../../bank/answering/WrittenOutcome.tsx';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import { LANG, type Languages, optionsOf } from '../../bank/test-bank/presented.rules.ts';
import { wrongAnswerSentence } from '../results/wrong-answer.rules.ts';
import styles from './Mistakes.module.css';
import type { MistakesOfTheme } from './practice.contract.ts';

interface MistakeOpenProps {
  mistake: MistakesOfTheme['mistakes'][number];
  /** "resposta da Maria" */
  own: string;
  languages: Languages;
}

/** Renders a mistake in full: the child's choice in the test, the right alternative, and the explanation. */
export default function MistakeOpen({ mistake, own, languages: [, offers, reads] }: MistakeOpenProps) {
  const { question, correctAnswer, selectedAnswer, explanation, explanationHtml, answering, errors } = mistake;
  const error = errors?.[selectedAnswer ?? ''];
  const options = optionsOf(question.alternatives, question.alternativesHtml);
  return (
    <div className={styles['open']}>
      {question.passage && (
        <p className={styles['passage']} lang={LANG[reads]}>
          <Formatted text={question.passage} html={question.passageHtml} />
        </p>
      )}
      <Illustration figure={question.figure} image={question.image} />
      {answering && !options.some(({ letter }) => letter === selectedAnswer) ? (
        <WrittenOutcome
          answering={answering}
          written={selectedAnswer ?? undefined}
          isRight={false}
          own={own}
          right={options.find(({ letter }) => letter === correctAnswer)}
          language={LANG[offers]}
        />
      ) : (
        <ul>
          {options.map(({ letter, text, html }) => {
            const state = letter === correctAnswer ? 'right' : letter === selectedAnswer ? 'wrong' : 'rest';
            const note = state === 'right' ? 'certa' : state === 'wrong' ? own : undefined;
            return (
              <li key={letter} lang={LANG[offers]}>
                <ReviewTile letter={letter} state={state} note={note} html={html}>
                  {text}
                </ReviewTile>
              </li>
            );
          })}
        </ul>
      )}
      {explanation && (
        <p>
          <Formatted text={explanation} html={explanationHtml} />
        </p>
      )}
      {error && <p>{wrongAnswerSentence(error)}</p>}
    </div>
  );
}
