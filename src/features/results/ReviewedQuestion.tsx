import { longDate } from '../../shared/dates.ts';
import { helpful } from '../../web/lazily.tsx';
import { ofWhom } from '../../web/text.ts';
import { Illustration } from '../../web/ui/Drawing.tsx';
import { IconClose } from '../../web/ui/Icon.tsx';
import { ReviewTile } from '../../web/ui/OptionTile.tsx';
import { Sheet } from '../../web/ui/Sheet.tsx';
import type { Child } from '../children/children.contract.ts';
import { spoken } from '../tests/heard.rules.ts';
import { asShown } from '../tests/presented.rules.ts';
import type { Spoken } from '../tests/ReadAloud.tsx';
import { letterAt, withoutLetter } from '../tests/tests.rules.ts';
import styles from './Review.module.css';
import type { AttemptResult } from './results.contract.ts';

// Loaded only where the device has a voice.
const ReadAloud = helpful(async () => ({ default: (await import('../tests/ReadAloud.tsx')).ReadAloud }));

interface ReviewedQuestionProps {
  question: AttemptResult['test']['questions'][number];
  /** The number of the question in the test. */
  place: number;
  /** The letter that the child chose, or the option's complete text as some devices send it; null for no answer. */
  chosen: string | null;
  name: string;
  gender: Child['gender'] | undefined;
}

/** Renders one question after the test. Every mark has an icon and a word. */
export function ReviewedQuestion({ question, place, chosen, name, gender }: ReviewedQuestionProps) {
  const options = alternativesOf(question.alternatives);
  const own = `resposta ${ofWhom(name, gender)}`;
  return (
    <article className={styles['question']} aria-labelledby={`questao-${place}`}>
      <h2 id={`questao-${place}`} tabIndex={-1}>
        Questão {place}
      </h2>
      {question.passage && <p className={styles['passage']}>{question.passage}</p>}
      <ReadAloud inline pieces={heardOf(question, options)} />
      <Sheet kind="question">
        {question.statementHtml === undefined ? (
          <p>{asShown(question.statement)}</p>
        ) : (
          <p dangerouslySetInnerHTML={{ __html: question.statementHtml }} />
        )}
      </Sheet>
      <Illustration {...question} className={styles['figure']} />
      {chosen === null && (
        <p className={styles['none']}>
          <IconClose />
          {name} não respondeu.
        </p>
      )}
      <ul className={styles['options']}>
        {options.map((option, index) => {
          const letter = letterAt(index);
          const right = letter === question.correctAnswer;
          const mine = chosen === letter || chosen === option;
          const note = right && mine ? `certa, ${own}` : right ? 'certa' : mine ? own : undefined;
          const html = question.alternativesHtml?.[index];
          return (
            <li key={letter}>
              <ReviewTile
                letter={letter}
                state={right ? 'right' : mine ? 'wrong' : 'rest'}
                note={note}
                {...(html === undefined ? {} : { html: withoutLetter(html, index) })}
              >
                {withoutLetter(option, index)}
              </ReviewTile>
            </li>
          );
        })}
      </ul>
      {question.correctedAt && (
        <p>Tínhamos marcado outra alternativa como certa. Corrigimos em {longDate(question.correctedAt)}.</p>
      )}
      {question.explanation && (
        <div className={styles['why']}>
          <h3>Explicação</h3>
          {question.explanationHtml === undefined ? (
            <p>{asShown(question.explanation)}</p>
          ) : (
            <p dangerouslySetInnerHTML={{ __html: question.explanationHtml }} />
          )}
        </div>
      )}
    </article>
  );
}

/** Returns the text of a question that is read aloud: its statement, the right alternative, and the explanation. */
function heardOf(question: ReviewedQuestionProps['question'], options: readonly string[]): Spoken[] {
  const right = options.findIndex((_, index) => letterAt(index) === question.correctAnswer);
  const option = options[right];
  return [
    question.statement,
    option === undefined ? '' : `Resposta certa: ${withoutLetter(option, right)}`,
    question.explanation ?? '',
  ]
    .filter(Boolean)
    .map((text) => ({ text: spoken(text), language: 'pt' }));
}

/** Returns the list in the question's JSON text, or empty when it cannot be parsed (specification §4). */
function alternativesOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
