import type { Gender } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { StartTest } from '../../sitting/catalogue/StartTest.tsx';
import type { NextAction } from './next-step.rules.ts';
import type { AttemptResult } from './results.contract.ts';

interface NextStepButtonProps {
  what: NextAction;
  /** Address of the review. */
  review: string;
  next: NonNullable<AttemptResult['result']>['next']['test'];
  child: AttemptResult['child'] & { gender: Gender | null };
  size?: 'l';
  variant?: 'secondary';
}

/** The button of one thing to do. */
export function NextStepButton({ what, review, next, child, ...look }: NextStepButtonProps) {
  if (what === 'review')
    return (
      <Button full {...look} href={review}>
        Rever respostas
      </Button>
    );
  if (what === 'practise' && next)
    return (
      <StartTest full {...look} href={`/tests/${next.id}?childId=${child.id}`} child={child}>
        Fazer o teste {next.form}
        <span className="sr"> de {next.theme}</span>
      </StartTest>
    );
  return (
    <Button full {...look} href={`/tests?childId=${child.id}`}>
      Fazer um teste
    </Button>
  );
}
