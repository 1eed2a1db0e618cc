import { longDate } from '../../../shared/dates.ts';
import { letterAt, withoutLetter } from '../../../shared/questions/letters.ts';
import type { Gender } from '../../../shared/words.ts';
import { helpful } from '../../../web/parts/lazily.tsx';
import type { Spoken } from '../../../web/parts/ReadAloud.tsx';
import { ofWhom, withArticle } from '../../../web/parts/text.ts';
import { IconClose } from '../../../web/ui/base/Icon.tsx';
import { Illustration } from '../../../web/ui/paper/Drawing.tsx';
import { ReviewTile } from '../../../web/ui/paper/OptionTile.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import { WrittenOutcome } from '../../bank/answering/WrittenOutcome.tsx';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import { spoken } from '../../bank/test-bank/heard.rules.ts';
import { LANG, type Languages, languagesOf, optionsOf } from '../../bank/test-bank/presented.rules.ts';
import styles from './Review.module.css';
import type { AttemptResult } from './results.contract.ts';
import { wrongAnswerSentence } from './wrong-answer.rules.ts';

// Loaded only where the device has a voice.
const ReadAloud = helpful(async () => ({ default: (await import('../../../web/parts/ReadAloud.tsx')).ReadAloud }));

interface ReviewedQuestionProps {
  question: AttemptResult['test']['questions'][number];
  /** The number of the question in the test. */
  place: number;
  /** The number of an earlier question of the page that shows the same text. */
  textPlace: number | undefined;
  /** What the child answered; absent if nothing. */
  answer: AttemptResult['answers'][number] | undefined;
  name: string;
  gender: Gender | null | undefined;
  test: AttemptResult['test'];
}

/** Renders one question after the test. Every mark has an icon and a word. */
export function ReviewedQuestion(props: ReviewedQuestionProps) {
  const { question, place, textPlace, answer, name, gender, test } = props;
  const shown = optionsOf(question.alternatives, question.alternativesHtml);
  const options = shown.map(({ whole }) => whole);
  const languages = languagesOf(test, question.alternatives);
  const [asks, offers, reads] = languages;
  const own = `resposta ${ofWhom(name, gender)}${answer?.isQuick ? ', depressa demais' : ''}`;
  return (
    <article className={styles['question']} aria-labelledby={`questao-${place}`}>
      <h2 id={`questao-${place}`} tabIndex={-1}>
        Questão {place}
      </h2>
      {question.passage && (
        <p className={styles['passage']} lang={textPlace === undefined ? LANG[reads] : undefined}>
          {textPlace === undefined ? (
            <Formatted text={question.passage} html={question.passageHtml} />
          ) : (
            `Sobre o texto da pergunta ${textPlace}.`
          )}
        </p>
      )}
      <ReadAloud inline pieces={heardOf(question, options, languages, answer?.error)} />
      <Sheet kind="question">
        <p lang={LANG[asks]}>
          <Formatted text={question.statement} html={question.statementHtml} />
        </p>
      </Sheet>
      <Illustration {...question} className={styles['figure']} />
      {!answer && (
        <p className={styles['none']}>
          <IconClose />
          {withArticle(name, gender)} não respondeu.
        </p>
      )}
      {question.answering && (!answer || answer.written !== undefined || options.length === 0) ? (
        <WrittenOutcome
          answering={question.answering}
          written={answer?.written}
          isRight={answer?.selectedAnswer === question.correctAnswer}
          isQuick={answer?.isQuick ?? false}
          own={own}
          right={shown.find(({ letter }) => letter === question.correctAnswer)}
          language={LANG[offers]}
        />
      ) : (
        <Options {...props} options={options} own={own} language={LANG[offers]} />
      )}
      {question.correctedAt && (
        <p>Tínhamos marcado outra alternativa como certa. Corrigimos a {longDate(question.correctedAt)}.</p>
      )}
      {question.explanation && (
        <div className={styles['why']}>
          <h3>Explicação</h3>
          <p>
            <Formatted text={question.explanation} html={question.explanationHtml} />
          </p>
          {answer?.error && <p>{wrongAnswerSentence(answer.error)}</p>}
        </div>
      )}
    </article>
  );
}

interface OptionsProps extends ReviewedQuestionProps {
  options: readonly string[];
  own: string;
  language: string | undefined;
}

/** Renders the alternatives, with the right one and the chosen one marked. */
function Options({ question, answer, options, own, language }: OptionsProps) {
  return (
    <ul className={styles['options']}>
      {options.map((option, index) => {
        const letter = letterAt(index);
        const right = letter === question.correctAnswer;
        // Some devices send the complete text of the alternative.
        const mine = answer?.selectedAnswer === letter || answer?.selectedAnswer === option;
        const note = right && mine ? `certa, ${own}` : right ? 'certa' : mine ? own : undefined;
        const html = question.alternativesHtml?.[index];
        return (
          <li key={letter} lang={language}>
            <ReviewTile
              letter={letter}
              state={right ? 'right' : mine && !answer?.isQuick ? 'wrong' : 'rest'}
              note={note}
              {...(html === undefined ? {} : { html: withoutLetter(html, index) })}
            >
              {withoutLetter(option, index)}
            </ReviewTile>
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the text of a question that is read aloud: its statement, the right alternative, the explanation, and the error of the answer. */
function heardOf(
  question: ReviewedQuestionProps['question'],
  options: readonly string[],
  [asks, offers]: Languages,
  error: string | undefined,
): Spoken[] {
  const right = options.findIndex((_, index) => letterAt(index) === question.correctAnswer);
  const option = options[right];
  const pieces = [
    [question.statement, asks],
    [option && 'Resposta certa:', 'pt'],
    [option && withoutLetter(option, right), offers],
    [question.explanation, 'pt'],
    [error && wrongAnswerSentence(error), 'pt'],
  ] as const;
  return pieces.flatMap(([text, language]) => (text ? [{ text: spoken(text), language }] : []));
}
