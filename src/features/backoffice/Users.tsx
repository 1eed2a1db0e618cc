import { useState } from 'react';
import { relativeTime } from '../../shared/dates.ts';
import { PLAN_IDS } from '../../shared/words.ts';
import { refresh } from '../../web/api.ts';
import { CallError } from '../../web/call.ts';
import { Failed } from '../../web/Failed.tsx';
import { fileCaller, keep } from '../../web/files.ts';
import { useTyped } from '../../web/paged.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField } from '../../web/ui/Field.tsx';
import { IconCheck, IconDownload, IconLock, IconPlus } from '../../web/ui/Icon.tsx';
import { Skeleton } from '../../web/ui/Skeleton.tsx';
import { toast } from '../../web/ui/Toast.tsx';
import type { User } from '../accounts/accounts.contract.ts';
import styles from './Admin.module.css';
import { lister, Mail, PAGE_ROWS, Paging, SearchField, useFilters } from './list.tsx';
import { NewUser } from './NewUser.tsx';
import { PartHead } from './Shell.tsx';
import { UserDialog } from './UserDialog.tsx';
import type { Account, usersContract } from './users.contract.ts';
import { PLAN_WORDS, ROLE_WORDS } from './words.rules.ts';

const useList = lister<typeof usersContract>();
const fetchFile = fileCaller<typeof usersContract>();

/** Accounts: found, made, and looked after one by one. */
export default function UsersPart({ user }: { user: User }) {
  const filters = useFilters('users');
  const [making, setMaking] = useState(false);
  const [chosen, setChosen] = useState<Account>();
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const query = {
    search: filters.value('search'),
    role: filters.value('role'),
    state: filters.value('state'),
    plan: filters.value('plan'),
    sort: filters.value('sort'),
    order: filters.value('order'),
  };
  const found = useList('GET /api/admin/users', {
    query: { ...query, limit: String(PAGE_ROWS), page: String(filters.page) },
  });
  const sort = query.sort || 'created';
  const descending = (query.order || (sort === 'name' ? 'asc' : 'desc')) === 'desc';
  const changed = (account: Account) => {
    setChosen(account);
    void refresh('/api/admin/users', '/api/admin/audit', '/api/admin/overview');
  };
  const exportFile = () => {
    fetchFile('GET /api/admin/users/file', { query }).then(
      (file) => keep(file, 'utilizadores.csv'),
      (error: unknown) =>
        toast({ kind: 'error', title: 'Erro', text: error instanceof CallError ? error.said : String(error) }),
    );
  };

  return (
    <>
      <PartHead
        title="Utilizadores"
        aside={
          <div className={styles['buttons']}>
            <Button variant="secondary" icon={<IconDownload />} onClick={exportFile}>
              Exportar CSV
            </Button>
            <Button icon={<IconPlus />} onClick={() => setMaking(true)}>
              Nova conta
            </Button>
          </div>
        }
      >
        Encarregados, professores e administradores.
      </PartHead>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <SearchField placeholder="Nome, utilizador ou e-mail" value={typed} onType={setTyped} />
        <SelectField
          label="Papel"
          name="role"
          placeholder="todos"
          value={query.role}
          options={Object.entries(ROLE_WORDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => filters.set({ role: event.target.value })}
        />
        <SelectField
          label="Estado"
          name="state"
          placeholder="todos"
          value={query.state}
          options={[
            { value: 'active', label: 'Activas' },
            { value: 'suspended', label: 'Suspensas' },
          ]}
          onChange={(event) => filters.set({ state: event.target.value })}
        />
        <SelectField
          label="Plano"
          name="plan"
          placeholder="todos"
          value={query.plan}
          options={PLAN_IDS.map((value) => ({ value, label: PLAN_WORDS[value] }))}
          onChange={(event) => filters.set({ plan: event.target.value })}
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
            caption="Contas"
            rows={found.data.rows}
            rowKey={({ id }) => id}
            rowTone={({ suspendedAt }) => (suspendedAt ? 'flagged' : undefined)}
            sort={{ key: sort, descending }}
            onSort={(key) =>
              filters.set({
                sort: key,
                order: key === sort ? (descending ? 'asc' : 'desc') : key === 'name' ? 'asc' : 'desc',
              })
            }
            empty={
              <p className={styles['none']}>
                Nenhuma conta com estes filtros.{' '}
                {filters.any && (
                  <Button variant="quiet" size="s" onClick={filters.clear}>
                    Limpar filtros
                  </Button>
                )}
              </p>
            }
            columns={[
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
              { key: 'role', header: 'Papel', cell: (row) => ROLE_WORDS[row.userRole] },
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
                cell: (row) => relativeTime(row.createdAt, new Date()),
              },
              {
                key: 'last-login',
                header: 'Última entrada',
                sortable: true,
                cell: (row) => (row.lastLogin ? relativeTime(row.lastLogin, new Date()) : 'nunca'),
              },
              { key: 'state', header: 'Estado', cell: (row) => <State account={row} /> },
              {
                key: 'actions',
                header: 'Ações',
                align: 'end',
                card: 'wide',
                cell: (row) => (
                  <Button variant="quiet" size="s" onClick={() => setChosen(row)}>
                    Gerir<span className="sr"> {row.fullName}</span>
                  </Button>
                ),
              },
            ]}
          />
          <Paging
            page={filters.page}
            total={found.data.total}
            words={['conta', 'contas']}
            onPage={(page) => filters.set({ page })}
          />
        </>
      )}
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

export function State({ account }: { account: Account }) {
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
