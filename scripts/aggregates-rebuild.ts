// Recomputes the aggregations that reports use from the attempts, and the averages over families from their blocks. Only rows
// that differ are written. Uses DATABASE_URL or else the embedded database, and can run while the app is running.
//   npm run aggregates:rebuild -- --help

import { rebuildKnowledge } from '../src/domains/knowing/knowledge/knowledge.server.ts';
import { refreshNorms } from '../src/domains/knowing/norms/norms.server.ts';
import { rebuildAllAggregations } from '../src/domains/sitting/regrades/aggregations.server.ts';
import { command, withDatabase } from './operating.ts';

const HELP = `npm run aggregates:rebuild

Refaz, a partir dos testes feitos, as somas de que são feitos os relatórios (performance_aggregations) e o
mapa do que cada filho sabe (knowledge_evidence), e, a partir dos
seus grupos, as médias com que os resultados se comparam. O que está certo fica igual. Pode correr com a aplicação ligada.

Usa DATABASE_URL, ou a base de dados em DATA_DIR (por omissão ./data).`;

await command(HELP, {}, (config) =>
  withDatabase(config, async (db) => {
    const { children, corrected } = await rebuildAllAggregations(db);
    console.log(`Somas: ${children} filhos vistos, ${corrected} linhas corrigidas.`);
    const known = await rebuildKnowledge(db);
    console.log(`Mapa: ${known.children} filhos vistos, ${known.corrected} linhas corrigidas.`);
    const formed = await refreshNorms(db, true);
    console.log(`Médias: refeitas; ${formed.children} crianças entraram em ${formed.blocks} grupos novos.`);
  }),
);
