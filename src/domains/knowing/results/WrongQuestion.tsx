import { firstName } from '../../../web/parts/text.ts';
import { Card } from '../../../web/ui/lists/Card.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import { ReviewedQuestion } from './ReviewedQuestion.tsx';
import type { AttemptResult } from './results.contract.ts';

interface WrongQuestionProps {
  found: AttemptResult;
  /** Index of the question in the test. */
  index: number;
  gender: Child['gender'] | undefined;
}

/** Renders the first question that was answered wrong, with the child's answer and the right one, below the result. */
export default function WrongQuestion({ found: { test, answers, child }, index, gender }: WrongQuestionProps) {
  const question = test.questions[index];
  if (!question) return null;
  const answer = answers.find(({ questionId }) => questionId === question.id);
  return (
    <Card title="Vejam juntos">
      <ReviewedQuestion
        question={question}
        place={index + 1}
        textPlace={undefined}
        answer={answer}
        name={firstName(child.fullName)}
        gender={gender}
        test={test}
      />
    </Card>
  );
}
