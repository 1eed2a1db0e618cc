import { longDate, relativeTime } from '../../shared/dates.ts';
import { CallError } from '../../web/call.ts';
import { Failed } from '../../web/Failed.tsx';
import { fileCaller, keep } from '../../web/files.ts';
import { useTyped } from '../../web/paged.ts';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconDownload } from '../../web/ui/Icon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import styles from './Admin.module.css';
import type { AuditLine, auditContract } from './audit.contract.ts';
import { changesOf, KINDS, sentenceOf } from './audit.rules.ts';
import { DayFields, lister, NoRows, PAGE_ROWS, Paging, SearchField, useFilters } from './list.tsx';
import { PartHead } from './Shell.tsx';

const useList = lister<typeof auditContract>();
const fetchFile = fileCaller<typeof auditContract>();

/** Who changed what, when and from where. Nobody can change these lines, not even here. */
export default function AuditPart() {
  const filters = useFilters('audit');
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const query = {
    kind: filters.value('kind'),
    search: filters.value('search'),
    from: filters.value('from'),
    to: filters.value('to'),
  };
  const found = useList('GET /api/admin/audit', {
    query: { ...query, limit: String(PAGE_ROWS), page: String(filters.page) },
  });
  const exportFile = () => {
    fetchFile('GET /api/admin/audit/file', { query }).then(
      (file) => keep(file, 'auditoria.csv'),
      (error: unknown) =>
        toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) }),
    );
  };
  return (
    <>
      <PartHead
        title="Registo de auditoria"
        aside={
          <Button variant="secondary" icon={<IconDownload />} onClick={exportFile}>
            Exportar CSV
          </Button>
        }
      >
        Cada alteração fica escrita e não se pode editar.
      </PartHead>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SearchField placeholder="Quem, ou a conta mudada" value={typed} onType={setTyped} />
        <SelectField
          label="Assunto"
          name="kind"
          placeholder="todos"
          value={query.kind}
          options={KINDS}
          onChange={(event) => filters.set({ kind: event.target.value })}
        />
        <DayFields query={query} onChange={filters.set} />
      </form>
      {!found.data ? (
        found.error ? (
          <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
        ) : (
          <Skeleton lines={10} />
        )
      ) : (
        <>
          <DataTable
            dense
            caption="Alterações, a mais recente primeiro"
            rows={found.data.rows}
            rowKey={({ id }) => id}
            empty={<NoRows filters={filters} what="Nenhuma alteração" yet="até agora." />}
            columns={[
              {
                key: 'what',
                header: 'O que mudou',
                card: 'title',
                cell: (row) => (
                  <>
                    <b className={styles['name']}>
                      {row.who ?? 'Sistema'} {sentenceOf(row)}
                    </b>
                    <Changes line={row} />
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
                      {longDate(row.at)}, {clock(row.at)}
                    </span>
                  </time>
                ),
              },
              { key: 'address', header: 'De onde', cell: (row) => <span className="num">{row.address ?? '–'}</span> },
            ]}
          />
          <Paging
            page={filters.page}
            total={found.data.total}
            words={['alteração', 'alterações']}
            onPage={(page) => filters.set({ page })}
          />
        </>
      )}
    </>
  );
}

const clock = (moment: string) =>
  new Intl.DateTimeFormat('pt-PT', { timeZone: 'Africa/Luanda', hour: '2-digit', minute: '2-digit' }).format(
    new Date(moment),
  );

function Changes({ line }: { line: AuditLine }) {
  const changes = changesOf(line);
  if (changes.length === 0) return null;
  return (
    <ul className={styles['fields']}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before !== null && <del>{before}</del>} {before !== null && after !== null && '→ '}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
