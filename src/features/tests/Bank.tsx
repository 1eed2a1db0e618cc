import { lazy, Suspense, useState } from 'react';
import { DISCIPLINES, SKILL_CATEGORIES, TEST_CLASSES } from '../../shared/words.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { useAddressFilters, useTyped } from '../../web/paged.ts';
import { plural } from '../../web/text.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { SelectField, TextField } from '../../web/ui/Field.tsx';
import { IconCopy } from '../../web/ui/Icon.tsx';
import { Pages } from '../../web/ui/Pages.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { IconSearch } from '../../web/ui/StaffIcon.tsx';
import type { TeacherQuestion } from './authoring.contract.ts';
import { QuestionDetails } from './QuestionDetails.tsx';
import { SelectionBar, selectionColumn } from './Selection.tsx';
import styles from './Teacher.module.css';
import { questionColumns, RowActions } from './TeacherQuestions.tsx';
import { useTeachingPages } from './teaching.tsx';

const CopyDialog = lazy(() => import('./CopyDialog.tsx'));

const ROWS = 25;

type BankRow = NonNullable<ReturnType<typeof useBank>['data']>['rows'][number];
const useBank = (query: Record<string, string>) => useTeachingPages('GET /api/teacher/questions', { query });

/** 'Banco Completo de Questões': every question of every test, to look for, look at and copy. */
export default function Bank() {
  const filters = useAddressFilters('/teacher/questions');
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const [code, setCode] = useTyped(filters.value('objective'), (objective) => filters.set({ objective }));
  const page = filters.page;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<TeacherQuestion | null>(null);
  const [copying, setCopying] = useState(false);
  const found = useBank({
    search: filters.value('search').trim(),
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    category: filters.value('category'),
    objective: filters.value('objective').trim(),
    limit: String(ROWS),
    page: String(page),
  });
  // The badges count the whole bank, whatever is being looked for.
  const all = useBank({ limit: '1' });
  const tests = useTeachingPages('GET /api/teacher/tests', { query: { limit: '1' } });
  const chooser = (name: 'discipline' | 'class' | 'category') => ({
    name,
    id: `filter-${name}`,
    value: filters.value(name),
    onChange: (event: { target: { value: string } }) => filters.set({ [name]: event.target.value }),
  });
  const isFiltered = filters.any;
  const rows = found.data?.rows ?? [];
  const columns: Column<BankRow>[] = [
    selectionColumn<BankRow>(selected, setSelected),
    ...questionColumns<BankRow>(),
    {
      key: 'test',
      header: 'Teste',
      cell: ({ test }) => (
        <a className={cx(styles['link'], styles['named'])} href={`/teacher/questions?testId=${test.id}`}>
          {test.discipline} - {test.theme}, {test.schoolClass}
        </a>
      ),
    },
    {
      key: 'do',
      header: 'Ações',
      align: 'end',
      card: 'wide',
      cell: (question) => <RowActions question={question} onShow={() => setShown(question)} />,
    },
  ];

  return (
    <>
      <header className={styles['bankHead']}>
        <h2>Banco Completo de Questões</h2>
        {tests.data && <Badge tone="info">{plural(tests.data.total, 'teste', 'testes')}</Badge>}
        {all.data && <Badge tone="info">~{plural(all.data.total, 'questão', 'questões')}</Badge>}
      </header>
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Procurar"
          name="search"
          id="filter-search"
          type="search"
          icon={<IconSearch />}
          placeholder="Palavras da questão ou ID"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="Disciplina"
          placeholder="todas"
          options={DISCIPLINES.map((value) => ({ value, label: value }))}
          {...chooser('discipline')}
        />
        <SelectField
          label="Ano escolar"
          placeholder="todos"
          options={TEST_CLASSES.map((value) => ({ value, label: value }))}
          {...chooser('class')}
        />
        <SelectField
          label="Categoria"
          placeholder="todas"
          options={SKILL_CATEGORIES.map((value) => ({ value, label: value }))}
          {...chooser('category')}
        />
        <TextField
          label="Objectivo"
          name="objective"
          id="filter-objective"
          placeholder="MAT4.6 ou MAT4.6.1"
          maxLength={40}
          autoCapitalize="characters"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </form>
      {found.data ? (
        <div aria-busy={found.isPlaceholderData}>
          {isFiltered && (
            <p role="status" className={styles['count']}>
              {plural(found.data.total, 'questão encontrada', 'questões encontradas')}
            </p>
          )}
          {(rows.length > 0 || selected.size > 0) && (
            <SelectionBar shown={rows.map(({ id }) => id)} selected={selected} onSelect={setSelected}>
              <button type="button" className={styles['link']} onClick={() => setCopying(true)}>
                <IconCopy size={18} /> Copiar para um teste
              </button>
            </SelectionBar>
          )}
          <DataTable
            dense
            caption="Banco Completo de Questões"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowTone={({ id }) => (selected.has(id) ? 'selected' : undefined)}
            empty={
              isFiltered ? (
                <Empty title="Nenhuma questão com estes filtros.">
                  <Button variant="secondary" onClick={filters.clear}>
                    Limpar filtros
                  </Button>
                </Empty>
              ) : (
                <Empty title="Nenhuma Questão Cadastrada" text="As questões dos testes aparecem aqui." />
              )
            }
          />
          <Pages
            label="Páginas do banco"
            page={page}
            limit={ROWS}
            total={found.data.total}
            onPage={(to) => filters.set({ page: to })}
          />
        </div>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Spinner />
      )}
      <QuestionDetails question={shown} onClose={() => setShown(null)} />
      {copying && (
        <Suspense fallback={null}>
          <CopyDialog
            open
            questionIds={[...selected].sort((a, b) => a - b)}
            onClose={() => setCopying(false)}
            onCopied={() => setSelected(new Set())}
          />
        </Suspense>
      )}
    </>
  );
}
