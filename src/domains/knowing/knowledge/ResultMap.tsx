import { reader } from '../../../web/call/api.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { Sona } from '../../../web/ui/paper/Sona.tsx';
import { mapOf } from './addresses.rules.ts';
import type { knowledgeContract } from './knowledge.contract.ts';
import styles from './MapParts.module.css';
import { MovesList } from './MovesList.tsx';
import { movesTitle } from './map-words.rules.ts';

const useRead = reader<typeof knowledgeContract>();

interface ResultMapProps {
  childId: number;
  attemptId: number;
}

/** How a result changed the child's map. If it cannot be read, nothing is shown: the result is complete without it. */
export default function ResultMap({ childId, attemptId }: ResultMapProps) {
  const found = useRead('GET /api/children/:id/knowledge', {
    params: { id: String(childId) },
    query: { attemptId: String(attemptId) },
  });
  const [map, moves] = [found.data?.disciplines[0], found.data?.moved];
  if (!map || !moves) return null;
  // A plan without the map gets no names.
  const named = moves.flatMap((move) => (move.name === null ? [] : [{ ...move, key: move.place, name: move.name }]));
  const fresh = moves.find(({ after }) => after === 'knows')?.place;
  return (
    <Card title={movesTitle(moves)}>
      <p className="muted">
        {moves.length === 0 ? 'Ainda são poucas respostas. Cada teste ajuda a encher o mapa.' : map.sentence}
      </p>
      <div className={styles['moved']}>
        <Sona states={map.themes.map(({ state }) => state)} cell={32} fresh={fresh} />
        {named.length > 0 && <MovesList moves={named} />}
      </div>
      <Button variant="secondary" full href={mapOf(childId, map.discipline)}>
        Ver o mapa
      </Button>
    </Card>
  );
}
