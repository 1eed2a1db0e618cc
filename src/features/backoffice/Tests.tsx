import { useState } from 'react';
import { relativeTime } from '../../shared/dates.ts';
import { DISCIPLINES, TEST_CLASSES } from '../../shared/words.ts';
import { refresh } from '../../web/api.ts';
import { CallError, caller } from '../../web/call.ts';
import { Failed } from '../../web/Failed.tsx';
import { fileCaller, keep } from '../../web/files.ts';
import { useTyped } from '../../web/paged.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable } from '../../web/ui/DataTable.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconCheck, IconDownload, IconMinus } from '../../web/ui/Icon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import { statisticsAddress } from '../results/statistics-words.rules.ts';
import type { authoringContract } from '../tests/authoring.contract.ts';
import styles from './Admin.module.css';
import { lister, PAGE_ROWS, Paging, SearchField, useFilters } from './list.tsx';
import { grouped } from './overview.rules.ts';
import { PartHead } from './Shell.tsx';
import type { adminTestsContract, ListedTest } from './tests.contract.ts';

const useList = lister<typeof adminTestsContract>();
const fetchFile = fileCaller<typeof adminTestsContract>();
const call = caller<typeof authoringContract>();

/** All tests of the bank: who made them, how often they were taken, and whether families get them. */
export default function TestsPart() {
  const filters = useFilters('tests');
  const [chosen, setChosen] = useState<ListedTest>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const choose = (test?: ListedTest) => {
    setRefused('');
    setChosen(test);
  };
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const query = {
    search: filters.value('search'),
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    state: filters.value('state'),
    sort: filters.value('sort'),
    order: filters.value('order'),
  };
  const found = useList('GET /api/admin/tests', {
    query: { ...query, limit: String(PAGE_ROWS), page: String(filters.page) },
  });
  const sort = query.sort || 'class';
  const descending = (query.order || (sort === 'updated' ? 'desc' : 'asc')) === 'desc';
  const failed = (error: unknown) =>
    toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) });
  const toggle = async (test: ListedTest) => {
    setBusy(true);
    setRefused('');
    try {
      await call('PATCH /api/teacher/tests/:id/toggle-active', { params: { id: String(test.id) } });
      toast({ kind: 'success', title: 'Sucesso', text: 'Status do teste alterado com sucesso' });
      choose();
      await refresh('/api/admin/tests', '/api/admin/audit');
    } catch (error) {
      setRefused(error instanceof CallError ? error.said : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <PartHead
        title="Testes"
        aside={
          <Button
            variant="secondary"
            icon={<IconDownload />}
            onClick={() =>
              void fetchFile('GET /api/admin/tests/file', { query }).then((file) => keep(file, 'testes.csv'), failed)
            }
          >
            Exportar CSV
          </Button>
        }
      >
        Os testes do banco, quem os fez e quantas vezes foram feitos.{' '}
        <a href={statisticsAddress('admin')}>Estatísticas do banco</a>
      </PartHead>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SearchField placeholder="Tema, descrição ou autor" value={typed} onType={setTyped} />
        <SelectField
          label="Disciplina"
          name="discipline"
          placeholder="todas"
          value={query.discipline}
          options={DISCIPLINES.map((value) => ({ value, label: value }))}
          onChange={(event) => filters.set({ discipline: event.target.value })}
        />
        <SelectField
          label="Ano escolar"
          name="class"
          placeholder="todos"
          value={query.class}
          options={TEST_CLASSES.map((value) => ({ value, label: value }))}
          onChange={(event) => filters.set({ class: event.target.value })}
        />
        <SelectField
          label="Estado"
          name="state"
          placeholder="todos"
          value={query.state}
          options={[
            { value: 'active', label: 'Ativos' },
            { value: 'inactive', label: 'Inativos' },
          ]}
          onChange={(event) => filters.set({ state: event.target.value })}
        />
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
            caption="Testes"
            rows={found.data.rows}
            rowKey={({ id }) => id}
            sort={{ key: sort, descending }}
            onSort={(key) =>
              filters.set({
                sort: key,
                order: key === sort ? (descending ? 'asc' : 'desc') : key === 'updated' ? 'desc' : 'asc',
              })
            }
            empty={
              <p className={styles['none']}>
                {filters.any ? 'Nenhum teste com estes filtros. ' : 'Nenhum Teste Cadastrado'}
                {filters.any && (
                  <Button variant="quiet" size="s" onClick={filters.clear}>
                    Limpar filtros
                  </Button>
                )}
              </p>
            }
            columns={[
              {
                key: 'theme',
                header: 'Tema',
                card: 'title',
                sortable: true,
                cell: (row) => (
                  <>
                    <b className={styles['name']}>{row.theme}</b>
                    <span className={styles['under']}>
                      {row.discipline} · {row.difficultyLevel} · {row.evaluationType}
                    </span>
                  </>
                ),
              },
              { key: 'class', header: 'Ano', sortable: true, cell: (row) => row.schoolClass },
              { key: 'questions', header: 'Questões', align: 'end', cell: (row) => row.questionCount },
              { key: 'attempts', header: 'Feitos', align: 'end', cell: (row) => grouped(row.attempts) },
              {
                key: 'mean',
                header: 'Média',
                align: 'end',
                cell: (row) =>
                  row.mean === null ? (
                    <span title="Menos de 10 crianças">
                      –<span className="sr"> menos de 10 crianças</span>
                    </span>
                  ) : (
                    `${row.mean}%`
                  ),
              },
              { key: 'author', header: 'Autor', cell: (row) => row.author ?? 'Banco inicial' },
              {
                key: 'updated',
                header: 'Mudado',
                sortable: true,
                cell: (row) => relativeTime(row.updatedAt, new Date()),
              },
              {
                key: 'state',
                header: 'Estado',
                cell: (row) =>
                  row.active ? (
                    <Badge tone="ok" icon={<IconCheck size={16} />}>
                      Ativo
                    </Badge>
                  ) : (
                    <Badge tone="off" icon={<IconMinus size={16} />}>
                      Inativo
                    </Badge>
                  ),
              },
              {
                key: 'actions',
                header: 'Ações',
                align: 'end',
                card: 'wide',
                cell: (row) => (
                  <span className="nowrap">
                    <Button variant="quiet" size="s" href={statisticsAddress('admin', row.id)}>
                      Estatísticas
                      <span className="sr">
                        {' '}
                        de {row.theme}, {row.schoolClass}
                      </span>
                    </Button>
                    <Button variant="quiet" size="s" onClick={() => choose(row)}>
                      {row.active ? 'Desactivar' : 'Activar'}
                      <span className="sr">
                        {' '}
                        {row.theme}, {row.schoolClass}
                      </span>
                    </Button>
                  </span>
                ),
              },
            ]}
          />
          <Paging
            page={filters.page}
            total={found.data.total}
            words={['teste', 'testes']}
            onPage={(page) => filters.set({ page })}
          />
        </>
      )}
      <Dialog
        open={chosen !== undefined}
        onClose={() => choose()}
        busy={busy}
        size="s"
        title={chosen?.active ? 'Desactivar o teste' : 'Activar o teste'}
        footer={
          <>
            <Button variant="secondary" disabled={busy} onClick={() => choose()}>
              Cancelar
            </Button>
            <Button busy={busy} busyText="A guardar…" onClick={() => chosen && void toggle(chosen)}>
              {chosen?.active ? 'Desactivar' : 'Activar'}
            </Button>
          </>
        }
      >
        {chosen && (
          <p>
            <b>
              {chosen.discipline}: {chosen.theme}, {chosen.schoolClass}.
            </b>{' '}
            {chosen.active
              ? 'As famílias deixam de o ver no catálogo. Quem o está a fazer acaba-o, e os resultados ficam.'
              : 'As famílias voltam a vê-lo no catálogo.'}
          </p>
        )}
        <p className={styles['refused']} role="alert">
          {refused}
        </p>
      </Dialog>
    </>
  );
}
