import { DISCIPLINES } from '../../../shared/words.ts';
import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import type { catalogueContract } from './catalogue.contract.ts';
import { testsOfDiscipline } from './catalogue.rules.ts';

const useRead = reader<typeof catalogueContract>();

/**
 * Renders the button that leads a child just added to its first question: the first test of the school year. The phone is not handed over,
 * because that asks for a PIN, which a family needs only once it has seen what a result is. Without a test it leads to the list.
 */
export default function FirstTest({ childId }: { childId: number }) {
  const tests = useRead('GET /api/tests', { query: testsOfDiscipline(childId, DISCIPLINES[0]) });
  const first = tests.data?.find(({ forChild }) => forChild?.allowed);
  if (tests.isLoading)
    return (
      <Button size="l" busy>
        Começar o primeiro teste
      </Button>
    );
  return (
    <Button size="l" href={first ? `/tests/${first.id}?childId=${childId}` : `/tests?childId=${childId}`}>
      {first ? 'Começar o primeiro teste' : 'Ver os testes'}
    </Button>
  );
}
