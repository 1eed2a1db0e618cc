import { Drawing } from '../../web/ui/Drawing.tsx';
import { ReviewTile } from '../../web/ui/OptionTile.tsx';
import { asShown, optionsOf } from '../tests/presented.rules.ts';
import styles from './Mistakes.module.css';
import type { MistakesOfTheme } from './practice.contract.ts';

interface MistakeOpenProps {
  mistake: MistakesOfTheme['mistakes'][number];
  /** "resposta da Maria" */
  own: string;
}

/** A mistake in full: the child's choice in the test, the right alternative, and the explanation. */
export default function MistakeOpen({ mistake, own }: MistakeOpenProps) {
  const { question, correctAnswer, selectedAnswer, explanation, explanationHtml } = mistake;
  return (
    <div className={styles['open']}>
      {question.passage && <p className={styles['passage']}>{question.passage}</p>}
      {question.figure && <Drawing svg={question.figure.svg} alt={question.figure.alt} />}
      {question.image && (
        <img
          src={question.image.src}
          width={question.image.width}
          height={question.image.height}
          alt={question.image.alt}
        />
      )}
      <ul>
        {optionsOf(question.alternatives, question.alternativesHtml).map(({ letter, text, html }) => {
          const state = letter === correctAnswer ? 'right' : letter === selectedAnswer ? 'wrong' : 'rest';
          const note = state === 'right' ? 'certa' : state === 'wrong' ? own : undefined;
          return (
            <li key={letter}>
              <ReviewTile letter={letter} state={state} note={note} html={html}>
                {text}
              </ReviewTile>
            </li>
          );
        })}
      </ul>
      {explanation &&
        (explanationHtml === undefined ? (
          <p>{asShown(explanation)}</p>
        ) : (
          <p dangerouslySetInnerHTML={{ __html: explanationHtml }} />
        ))}
    </div>
  );
}
