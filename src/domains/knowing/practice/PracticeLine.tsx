import { reader } from '../../../web/call/api.ts';
import { firstName, plural, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import type { Child } from '../../people/children/children.contract.ts';
import styles from './Mistakes.module.css';
import type { practiceContract } from './practice.contract.ts';
import { weekSentence } from './practice-words.rules.ts';

const useRead = reader<typeof practiceContract>();

/**
 * A line on a child's booklet: how often the child practised this week, with a link to its book of mistakes. It is empty while the book is
 * empty.
 */
export default function PracticeLine({ child }: { child: Child }) {
  const { data } = useRead('GET /api/practice', {});
  const summary = data?.find(({ childId }) => childId === child.id);
  if (!summary || (summary.mistakes === 0 && summary.week.length === 0)) return null;
  return (
    <div className={styles['line-of-child']}>
      <p>
        {weekSentence(withArticle(firstName(child.fullName), child.gender), summary.week.length)}
        {summary.due > 0 &&
          ` ${summary.due === 1 ? 'Volta' : 'Voltam'} hoje ${plural(summary.due, 'questão', 'questões')}.`}
      </p>
      <Button variant={summary.due > 0 ? 'primary' : 'secondary'} full href={`/children/${child.id}/mistakes`}>
        Caderno de erros
        <span className="sr"> de {child.fullName}</span>
      </Button>
    </div>
  );
}
