import { useState } from 'react';
import { longDate, relativeTime } from '../../../shared/dates.ts';
import type { Answered } from '../../../shared/endpoint.ts';
import { testName, themeAndForm } from '../../../shared/questions/test-names.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { useAddressFilters } from '../../../web/call/paged.ts';
import { NoneFound } from '../../../web/parts/filters.tsx';
import { PagedList } from '../../../web/parts/PagedList.tsx';
import styles from '../../../web/parts/panel.module.css';
import { SelectionBar, selectionColumn } from '../../../web/parts/Selection.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { refreshBank } from '../authoring/teaching.web.ts';
import { Formatted } from '../test-bank/Formatted.tsx';
import type { deletedContract } from './deleted.contract.ts';
import { callDeleted, useDeletedPages } from './lists.web.ts';

const ROWS = 50;

type Item = Answered<(typeof deletedContract)['GET /api/teacher/deleted']>[number];
/** A row with a unique id: the ids of tests are negated, because a question may have the same id as a test. */
interface Row {
  id: number;
  item: Item;
}
const rowOf = (item: Item): Row => ({ id: item.kind === 'test' ? -item.id : item.id, item });

const nameOf = ({ kind, id, test }: Item) =>
  kind === 'test' ? `o teste ${test.discipline}: ${themeAndForm(test)}` : `a questão ${id}`;

/** Renders 'Apagados': the tests and questions deleted in the last 30 days, which can be restored. */
export default function Deleted() {
  const filters = useAddressFilters('/teacher/questions', { view: 'deleted' });
  const found = useDeletedPages('GET /api/teacher/deleted', {
    query: { limit: String(ROWS), page: String(filters.page) },
  });
  const { selected, setSelected, restore } = useRestoring();
  return (
    <>
      <header className={styles['bankHead']}>
        <h2>Apagados</h2>
        <Button variant="quiet" icon={<IconChevronLeft />} href="/teacher/questions">
          Banco completo
        </Button>
      </header>
      <p className={styles['count']}>
        O que apagar fica aqui 30 dias. As questões voltam ao lugar que tinham; um teste volta inactivo.
      </p>
      <PagedList found={found} filters={filters} limit={ROWS} label="Páginas de apagados" loading={<Spinner />}>
        {({ rows: items, total }) => {
          const rows = items.map(rowOf);
          return (
            <>
              {rows.length > 0 && (
                <SelectionBar shown={rows.map(({ id }) => id)} total={total} selected={selected} onSelect={setSelected}>
                  <button type="button" className={styles['link']} onClick={() => void restore(selected)}>
                    <IconRetry size={18} /> Recuperar
                  </button>
                </SelectionBar>
              )}
              <DataTable
                dense
                caption="Testes e questões apagados"
                columns={columnsOf(selected, setSelected, (id) => void restore([id]))}
                rows={rows}
                rowKey={({ id }) => id}
                rowTone={({ id }) => (selected.has(id) ? 'selected' : undefined)}
                empty={
                  <NoneFound
                    filters={{ any: false, clear: filters.clear }}
                    filtered=""
                    title="Nada apagado"
                    text="O que for apagado aparece aqui durante 30 dias."
                  />
                }
              />
            </>
          );
        }}
      </PagedList>
    </>
  );
}

/** Holds the ticked rows, and the function that restores rows; while it is running, it ignores further calls. */
function useRestoring() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const restore = async (ids: Iterable<number>) => {
    if (busy) return;
    setBusy(true);
    try {
      const chosen = [...ids];
      const back = await callDeleted('POST /api/teacher/deleted/restore', {
        body: { testIds: chosen.filter((id) => id < 0).map((id) => -id), questionIds: chosen.filter((id) => id > 0) },
      });
      setSelected(new Set());
      succeeded(
        [
          back.tests > 0 && plural(back.tests, 'teste recuperado, inactivo', 'testes recuperados, inactivos'),
          back.questions > 0 && plural(back.questions, 'questão recuperada', 'questões recuperadas'),
        ]
          .filter(Boolean)
          .join(' e '),
      );
    } catch (error) {
      failed('Erro ao recuperar', 'Não foi possível recuperar', error);
    } finally {
      await refreshBank();
      setBusy(false);
    }
  };
  return { selected, setSelected, restore };
}

function columnsOf(
  selected: ReadonlySet<number>,
  setSelected: (selected: ReadonlySet<number>) => void,
  restore: (id: number) => void,
): Column<Row>[] {
  const now = new Date();
  return [
    selectionColumn<Row>(selected, setSelected, ({ item }) => nameOf(item)),
    {
      key: 'what',
      header: 'O que foi apagado',
      card: 'title',
      cell: ({ item }) =>
        item.kind === 'test' ? (
          <b>Teste {item.questions === 0 ? 'sem questões' : `com ${plural(item.questions, 'questão', 'questões')}`}</b>
        ) : (
          <p className={styles['clamp']}>
            <Formatted text={item.statement ?? ''} html={item.statementHtml ?? undefined} />
          </p>
        ),
    },
    {
      key: 'test',
      header: 'Teste',
      cell: ({ item: { test, testDeleted } }) => (
        <span className={styles['named']}>
          {testName(test)}
          {testDeleted && ' (também apagado: recupere-o primeiro)'}
        </span>
      ),
    },
    {
      key: 'when',
      header: 'Apagado',
      cell: ({ item: { deletedAt, deletedBy } }) =>
        `${relativeTime(deletedAt, now)}${deletedBy === null ? '' : ` por ${deletedBy}`}`,
    },
    { key: 'until', header: 'Fica até', cell: ({ item: { erasedAt } }) => longDate(erasedAt) },
    {
      key: 'do',
      header: 'Acções',
      align: 'end',
      card: 'wide',
      cell: ({ id, item }) => (
        <button type="button" className={styles['link']} onClick={() => restore(id)}>
          Recuperar<span className="sr"> {nameOf(item)}</span>
        </button>
      ),
    },
  ];
}
