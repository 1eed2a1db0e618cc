import type { Gender } from '../../../shared/words.ts';
import { firstName, ofWhom } from '../../../web/parts/text.ts';
import { IconCheck, IconClose } from '../../../web/ui/base/Icon.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { shownAnswer } from '../../bank/answering/written-number.rules.ts';
import { Formatted } from '../../bank/test-bank/Formatted.tsx';
import { LANG, languagesOf, optionsOf } from '../../bank/test-bank/presented.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import type { Outcome } from './sentences.rules.ts';

interface WrongQuestionProps {
  found: AttemptResult;
  outcomes: readonly Outcome[];
  gender: Gender | null | undefined;
}

type Question = AttemptResult['test']['questions'][number];

/**
 * Renders, beside the result, the first question that was answered wrong and can be read without a text or a drawing, with the child's
 * answer and the right one.
 */
export default function WrongQuestion({ found: { test, answers, child }, outcomes, gender }: WrongQuestionProps) {
  const index = test.questions.findIndex(
    ({ passage, figure, image }, at) => outcomes[at] === 'wrong' && !passage && !figure && !image,
  );
  const question = test.questions[index];
  const answer = answers.find(({ questionId }) => questionId === question?.id);
  if (!question || !answer) return null;
  const [asks, offers] = languagesOf(test, question.alternatives);
  return (
    <div className={styles['wrong']}>
      <Card title="Vejam juntos">
        <article aria-labelledby="wrong">
          <h3 id="wrong">Questão {index + 1}</h3>
          <p lang={LANG[asks]}>
            <Formatted text={question.statement} html={question.statementHtml} />
          </p>
          <p className={styles['own']}>
            <IconClose size={20} />
            <span>
              Resposta {ofWhom(firstName(child.fullName), gender)}:{' '}
              <Answer of={question} chosen={answer.selectedAnswer} written={answer.written} language={LANG[offers]} />
            </span>
          </p>
          <p className={styles['right']}>
            <IconCheck size={20} />
            <span>
              Certa:{' '}
              <Answer
                of={question}
                chosen={question.correctAnswer}
                written={question.answering?.accepted[0]}
                language={LANG[offers]}
              />
            </span>
          </p>
        </article>
      </Card>
    </div>
  );
}

interface AnswerProps {
  of: Question;
  /** The letter or the complete text of an option. */
  chosen: string | undefined;
  written: string | undefined;
  language: string | undefined;
}

function Answer({ of: { alternatives, alternativesHtml, answering }, chosen, written, language }: AnswerProps) {
  const option = optionsOf(alternatives, alternativesHtml).find(
    ({ letter, whole }) => chosen === letter || chosen === whole,
  );
  return (
    <b lang={language}>
      {answering && written !== undefined ? (
        `${shownAnswer(answering.way, written)}${answering.unit ? ` ${answering.unit}` : ''}`
      ) : (
        <Formatted text={option?.text ?? ''} html={option?.html} />
      )}
    </b>
  );
}
