import { clockInLuanda } from '../../../shared/calendar.ts';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import { fileCaller } from '../../../web/call/files.ts';
import { pager } from '../../../web/call/pager.ts';
import { FilterDays, FilterSelect } from '../../../web/parts/filters.tsx';
import styles from './Admin.module.css';
import type { AuditLine, auditContract } from './audit.contract.ts';
import { changesOf, KINDS, placeOf, sentenceOf } from './audit.rules.ts';
import { ExportButton, Filters, List, pageOf, useFilters } from './list.tsx';
import { PartHead } from './Shell.tsx';
import { whoDid } from './words.rules.ts';

const useList = pager<typeof auditContract>();
const fetchFile = fileCaller<typeof auditContract>();

/** Shows the audit log: who changed what, when, and from which address. The app has no way to change or delete its lines. */
export default function AuditPart() {
  const filters = useFilters('audit');
  const query = filters.values('kind', 'search', 'from', 'to');
  const found = useList('GET /api/admin/audit', { query: { ...query, ...pageOf(filters) } });
  return (
    <>
      <PartHead
        title="Registo de auditoria"
        aside={
          <ExportButton name="auditoria.csv" fetchFile={() => fetchFile('GET /api/admin/audit/file', { query })} />
        }
      >
        Cada alteração fica escrita e não se pode editar.
      </PartHead>
      <Filters filters={filters} search="Quem, conta ou «n.º 35»">
        <FilterSelect filters={filters} name="kind" label="Assunto" options={KINDS} />
        <FilterDays filters={filters} />
      </Filters>
      <List
        filters={filters}
        found={found}
        words={['alteração', 'alterações']}
        none="Nenhuma alteração até agora."
        noneFiltered="Nenhuma alteração"
        caption="Alterações, a mais recente primeiro"
        columns={[
          {
            key: 'what',
            header: 'O que mudou',
            card: 'title',
            cell: (row) => (
              <>
                <b className={styles['name']}>
                  {whoDid(row.who, row.userId)} {sentenceOf(row)}
                </b>
                <Changes line={row} />
                <Seen line={row} />
              </>
            ),
          },
          {
            key: 'when',
            header: 'Quando',
            cell: (row) => (
              <time dateTime={row.at} title={row.at}>
                {relativeTime(row.at, new Date())}
                <span className={styles['under']}>
                  {longDate(row.at)}, {clockInLuanda(row.at)}
                </span>
              </time>
            ),
          },
          { key: 'address', header: 'De onde', cell: (row) => <span className="num">{row.address ?? '–'}</span> },
        ]}
      />
    </>
  );
}

/** Links to what was changed, if it can be seen somewhere. */
function Seen({ line }: { line: AuditLine }) {
  const place = placeOf(line);
  if (place === null) return null;
  return (
    <a className={styles['seen']} href={place} aria-label={`Ver o que mudou: ${sentenceOf(line)}`}>
      Ver
    </a>
  );
}

function Changes({ line }: { line: AuditLine }) {
  const changes = changesOf(line);
  if (changes.length === 0) return null;
  return (
    <ul className={styles['fields']}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before !== null && after !== null ? 'de ' : ''}
          {before !== null && <del>{before}</del>}
          {before !== null && after !== null ? ' para ' : ''}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
