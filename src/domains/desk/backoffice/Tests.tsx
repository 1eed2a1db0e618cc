import { useState } from 'react';
import { testName, themeAndForm } from '../../../shared/questions/test-names.ts';
import { refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { fileCaller } from '../../../web/call/files.ts';
import { pager } from '../../../web/call/pager.ts';
import { FormDialog } from '../../../web/parts/FormDialog.tsx';
import { FilterClass, FilterSelect } from '../../../web/parts/filters.tsx';
import panel from '../../../web/parts/panel.module.css';
import { statisticsAddress } from '../../../web/parts/statistics-address.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import type { Column } from '../../../web/ui/lists/DataTable.tsx';
import type { authoringContract } from '../../bank/authoring/authoring.contract.ts';
import styles from '../operations/Admin.module.css';
import { ExportButton, Filters, List, orderOf, pageOf, useFilters, When } from '../operations/list.tsx';
import { grouped } from '../operations/overview.rules.ts';
import { PartHead } from '../operations/Shell.tsx';
import { ActiveBadge } from './ActiveBadge.tsx';
import type { adminTestsContract, ListedTest } from './tests.contract.ts';

const useList = pager<typeof adminTestsContract>();
const fetchFile = fileCaller<typeof adminTestsContract>();
const call = caller<typeof authoringContract>();

/** Renders all tests of the bank: who created them, how often they were taken, and whether families see them. */
export default function TestsPart() {
  const filters = useFilters('tests');
  const [chosen, setChosen] = useState<ListedTest>();
  const query = filters.values('search', 'discipline', 'class', 'state', 'sort', 'order');
  const found = useList('GET /api/admin/tests', { query: { ...query, ...pageOf(filters) } });
  return (
    <>
      <PartHead
        title="Testes"
        aside={<ExportButton name="testes.csv" fetchFile={() => fetchFile('GET /api/admin/tests/file', { query })} />}
      >
        Os testes do banco, quem os escreveu e quantas vezes foram respondidos.{' '}
        <a href={statisticsAddress('admin')}>Estatísticas do banco</a>
      </PartHead>
      <Filters filters={filters} search="Tema, descrição ou autor">
        <FilterClass filters={filters} />
        <FilterSelect
          filters={filters}
          name="state"
          label="Estado"
          options={[
            { value: 'active', label: 'Activos' },
            { value: 'inactive', label: 'Inactivos' },
          ]}
        />
      </Filters>
      <List
        filters={filters}
        found={found}
        words={['teste', 'testes']}
        none="Nenhum Teste Cadastrado"
        noneFiltered="Nenhum teste"
        caption="Testes"
        {...orderOf(filters, 'class', ['updated'])}
        columns={columnsOf(setChosen)}
      />
      <ToggleDialog test={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}

/** @param toggle asks before a test is offered to families or withdrawn. */
const columnsOf = (toggle: (test: ListedTest) => void): readonly Column<ListedTest>[] => [
  {
    key: 'theme',
    header: 'Tema',
    card: 'title',
    sortable: true,
    cell: (row) => (
      <>
        <b className={styles['name']}>{themeAndForm(row)}</b>
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
        <span title="Menos de 10 famílias">
          –<span className="sr"> menos de 10 famílias</span>
        </span>
      ) : (
        `${row.mean}%`
      ),
  },
  {
    key: 'updated',
    header: 'Mudado',
    sortable: true,
    cell: (row) => (
      <>
        <When at={row.updatedAt} />
        <span className={styles['under']}>{row.author ?? 'Sem autor'}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: 'Estado',
    cell: (row) => <ActiveBadge active={row.active} />,
  },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    card: 'wide',
    cell: (row) => (
      <span className={panel['acts']}>
        <Button variant="quiet" size="s" href={statisticsAddress('admin', row.id)}>
          Estatísticas
          <span className="sr">
            {' '}
            de {themeAndForm(row)}, {row.schoolClass}
          </span>
        </Button>
        <Button variant="quiet" size="s" onClick={() => toggle(row)}>
          {row.active ? 'Desactivar' : 'Activar'}
          <span className="sr">
            {' '}
            {themeAndForm(row)}, {row.schoolClass}
          </span>
        </Button>
      </span>
    ),
  },
];

function ToggleDialog({ test, onClose }: { test: ListedTest | undefined; onClose: () => void }) {
  const verb = test?.active ? 'Desactivar' : 'Activar';
  return (
    <FormDialog
      open={test !== undefined}
      title={`${verb} o teste`}
      size="s"
      action={verb}
      busyText="A guardar…"
      onClose={onClose}
      reread={() => refresh('/api/admin/tests', '/api/admin/audit')}
      send={async () => {
        await call('PATCH /api/teacher/tests/:id/toggle-active', {
          params: { id: String(test?.id) },
          body: { active: !test?.active },
        });
        toast({ kind: 'success', title: 'Sucesso', text: 'Status do teste alterado com sucesso' });
      }}
    >
      {() =>
        test && (
          <p>
            <b>{testName(test)}.</b>{' '}
            {test.active
              ? 'As famílias deixam de o ver no catálogo. Quem o está a fazer acaba-o, e os resultados ficam.'
              : 'As famílias voltam a vê-lo no catálogo.'}
          </p>
        )
      }
    </FormDialog>
  );
}
