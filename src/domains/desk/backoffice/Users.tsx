import { useState } from 'react';
import { refresh } from '../../../web/call/api.ts';
import { fileCaller } from '../../../web/call/files.ts';
import { pager } from '../../../web/call/pager.ts';
import { FilterSelect } from '../../../web/parts/filters.tsx';
import panel from '../../../web/parts/panel.module.css';
import { SelectionBar, selectionColumn } from '../../../web/parts/Selection.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck, IconLock } from '../../../web/ui/base/Icon.tsx';
import { IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import type { Column } from '../../../web/ui/lists/DataTable.tsx';
import type { User } from '../../people/accounts/accounts.contract.ts';
import styles from '../operations/Admin.module.css';
import { ExportButton, Filters, List, Mail, orderOf, pageOf, useFilters, When } from '../operations/list.tsx';
import { PartHead } from '../operations/Shell.tsx';
import { PLAN_OPTIONS, PLAN_WORDS, ROLE_WORDS } from '../operations/words.rules.ts';
import { BulkTools } from './BulkTools.tsx';
import { NewUser } from './NewUser.tsx';
import { UserDialog } from './UserDialog.tsx';
import type { Account, usersContract } from './users.contract.ts';

const useList = pager<typeof usersContract>();
const fetchFile = fileCaller<typeof usersContract>();

/** Renders the accounts: searching, creating and managing them. */
export default function UsersPart({ user }: { user: User }) {
  const filters = useFilters('users');
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Account>();
  /** Ids of the chosen accounts, on any page, with their names. */
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map());
  const query = filters.values('search', 'role', 'state', 'plan', 'sort', 'order');
  const found = useList('GET /api/admin/users', { query: { ...query, ...pageOf(filters) } });
  const selected = new Set(picked.keys());
  const select = (ids: ReadonlySet<number>) => {
    const names = new Map(found.data?.rows.map(({ id, fullName }) => [id, fullName]));
    setPicked(new Map([...ids].map((id) => [id, picked.get(id) ?? names.get(id) ?? ''])));
  };
  const changed = (account: Account | null) => {
    setChosen(account ?? undefined);
    void refresh('/api/admin/users', '/api/admin/audit', '/api/admin/overview');
  };

  return (
    <>
      <PartHead
        title="Contas"
        aside={
          <div className={styles['buttons']}>
            <ExportButton
              name="contas.csv"
              fetchFile={() => fetchFile('GET /api/admin/users/file', { query: { ...query, ids: '' } })}
            />
            <Button icon={<IconPlus />} onClick={() => setMaking(true)}>
              Nova conta
            </Button>
          </div>
        }
      >
        Encarregados, professores e administradores.
      </PartHead>
      <AccountFilters filters={filters} />
      <List
        filters={filters}
        found={found}
        words={['conta', 'contas']}
        none="Nenhuma conta."
        noneFiltered="Nenhuma conta"
        caption="Contas"
        rowTone={({ id, suspendedAt }) => (selected.has(id) ? 'selected' : suspendedAt ? 'flagged' : undefined)}
        {...orderOf(filters, 'created', ['created', 'last-login'])}
        columns={[selectionColumn<Account>(selected, select, ({ fullName }) => fullName), ...columnsOf(setChosen)]}
        above={(rows, total) => (
          <SelectionBar shown={rows.map(({ id }) => id)} total={total} selected={selected} onSelect={select}>
            <BulkTools accounts={picked} onDone={() => setPicked(new Map())} />
          </SelectionBar>
        )}
      />
      <NewUser
        open={making}
        onClose={() => setMaking(false)}
        onMade={(account) => {
          setMaking(false);
          changed(account);
          setChosen(undefined);
        }}
      />
      <UserDialog account={chosen} me={user.id} onClose={() => setChosen(undefined)} onChanged={changed} />
    </>
  );
}

function AccountFilters({ filters }: { filters: ReturnType<typeof useFilters> }) {
  return (
    <Filters filters={filters} search="Nome, telefone, e-mail, «n.º 35»">
      <FilterSelect
        filters={filters}
        name="role"
        label="Função"
        options={Object.entries(ROLE_WORDS).map(([value, label]) => ({ value, label }))}
      />
      <FilterSelect
        filters={filters}
        name="state"
        label="Estado"
        options={[
          { value: 'active', label: 'Activas' },
          { value: 'suspended', label: 'Suspensas' },
        ]}
      />
      <FilterSelect filters={filters} name="plan" label="Plano" options={PLAN_OPTIONS} />
    </Filters>
  );
}

const columnsOf = (manage: (account: Account) => void): readonly Column<Account>[] => [
  {
    key: 'name',
    header: 'Nome',
    card: 'title',
    sortable: true,
    cell: (row) => (
      <>
        <b className={styles['name']}>{row.fullName}</b>
        <span className={styles['under']}>
          {row.username} · <Mail address={row.email} />
        </span>
      </>
    ),
  },
  { key: 'role', header: 'Função', cell: (row) => ROLE_WORDS[row.userRole] },
  {
    key: 'plan',
    header: 'Plano',
    cell: (row) => (row.userRole === 'parent' ? PLAN_WORDS[row.subscriptionType] : '–'),
  },
  {
    key: 'children',
    header: 'Filhos',
    align: 'end',
    cell: (row) => <span className="num">{row.children}</span>,
  },
  {
    key: 'created',
    header: 'Criada',
    sortable: true,
    cell: (row) => <When at={row.createdAt} />,
  },
  {
    key: 'last-login',
    header: 'Última entrada',
    sortable: true,
    cell: (row) => (row.lastLogin ? <When at={row.lastLogin} /> : 'nunca'),
  },
  { key: 'state', header: 'Estado', cell: (row) => <State account={row} /> },
  {
    key: 'actions',
    header: 'Ações',
    align: 'end',
    card: 'wide',
    cell: (row) => (
      <span className={panel['acts']}>
        <Button variant="quiet" size="s" onClick={() => manage(row)}>
          Gerir<span className="sr"> {row.fullName}</span>
        </Button>
      </span>
    ),
  },
];

function State({ account }: { account: Account }) {
  if (account.suspendedAt)
    return (
      <Badge tone="flag" icon={<IconLock size={16} />}>
        Suspensa
      </Badge>
    );
  if (account.deletionAt) return <Badge tone="low">A apagar</Badge>;
  if (account.resetForced) return <Badge tone="info">Senha por mudar</Badge>;
  return (
    <Badge tone="ok" icon={<IconCheck size={16} />}>
      Activa
    </Badge>
  );
}
