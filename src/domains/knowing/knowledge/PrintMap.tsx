import type { ShownChild } from '../../../shared/child.ts';
import { fileCaller } from '../../../web/call/files.ts';
import SavePdf from '../family-files/SavePdf.tsx';
import type { KnowledgeMap, knowledgeContract } from './knowledge.contract.ts';

const fetchFile = fileCaller<typeof knowledgeContract>();

interface PrintMapProps {
  child: Pick<ShownChild, 'id' | 'fullName' | 'gender'>;
  discipline: KnowledgeMap['disciplines'][number]['discipline'];
  /** Whether the plan shows the map in detail. */
  covered: boolean;
}

/** Saves the map of a discipline as an A4 page. */
export default function PrintMap({ child, discipline, covered }: PrintMapProps) {
  return (
    <SavePdf
      fetch={() =>
        fetchFile('GET /api/children/:id/knowledge/pdf', { params: { id: String(child.id) }, query: { discipline } })
      }
      name="mapa.pdf"
      child={child}
      covered={covered}
      label="Imprimir para a parede"
    />
  );
}
