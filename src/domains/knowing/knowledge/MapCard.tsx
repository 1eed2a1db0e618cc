import { reader } from '../../../web/call/api.ts';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { Sona } from '../../../web/ui/paper/Sona.tsx';
import type { knowledgeContract } from './knowledge.contract.ts';
import styles from './MapParts.module.css';

const useRead = reader<typeof knowledgeContract>();

/** Renders a small map of the discipline with most answers in a child's booklet, with a link to the whole map. */
export default function MapCard({ childId, fullName }: { childId: number; fullName: string }) {
  const found = useRead('GET /api/children/:id/knowledge', { params: { id: String(childId) }, query: { brief: '1' } });
  if (found.error && !found.data) return null;
  const map = found.data?.disciplines[0];
  const known = map?.themes.some(({ state }) => state !== 'no-data');
  const states = map?.themes.map(({ state }) => state) ?? Array.from({ length: 11 }, () => 'no-data' as const);
  return (
    <a className={styles['card']} href={`/children/${childId}/knowledge`}>
      <Sona states={states} cell={states.length > 16 ? 12 : 18} />
      <span>
        <span>O que já sabe</span>
        <b>
          {map && known
            ? `${map.known} ${map.total === 1 ? 'de' : 'dos'} ${map.total} ${map.total === 1 ? 'tema' : 'temas'} de ${map.discipline}`
            : 'O mapa está por começar'}
        </b>
        {map?.lacking != null && <span>Falta sobretudo: {map.lacking}</span>}
        <span className={styles['go']}>
          Ver o mapa<span className="sr"> de {fullName}</span>
          <IconChevronRight size={18} />
        </span>
      </span>
    </a>
  );
}
