import { useState } from 'react';
import { testName } from '../../../shared/questions/test-names.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';
import { useAddressFilters } from '../../../web/call/paged.ts';
import { FilterClass, FilterForm, FilterSearch, FilterSelect, FilterText } from '../../../web/parts/filters.tsx';
import { PagedList } from '../../../web/parts/PagedList.tsx';
import styles from '../../../web/parts/panel.module.css';
import { SelectionBar } from '../../../web/parts/Selection.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconDownload, IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import type { Column } from '../../../web/ui/lists/DataTable.tsx';
import type { TeacherQuestion } from '../authoring/authoring.contract.ts';
import { QuestionDetails } from '../authoring/QuestionDetails.tsx';
import { useTeachingPages } from '../authoring/teaching.web.ts';
import { QuestionTable, RowActions } from './QuestionTable.tsx';
import { SelectionTools } from './SelectionTools.tsx';

const ROWS = 25;

type BankRow = NonNullable<ReturnType<typeof useBank>['data']>['rows'][number];
const useBank = (query: Record<string, string>) => useTeachingPages('GET /api/teacher/questions', { query });

const TEST_COLUMN: Column<BankRow> = {
  key: 'test',
  header: 'Teste',
  cell: ({ test }) => (
    <a className={cx(styles['link'], styles['named'])} href={`/teacher/questions?testId=${test.id}`}>
      {testName(test)}
    </a>
  ),
};

/** Renders 'Banco Completo de Questões', where the questions of all tests are searched, shown and changed. */
export default function Bank() {
  const filters = useAddressFilters('/teacher/questions');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<TeacherQuestion | null>(null);
  const found = useBank({
    search: filters.value('search').trim(),
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    category: filters.value('category'),
    objective: filters.value('objective').trim(),
    limit: String(ROWS),
    page: String(filters.page),
  });
  return (
    <>
      <BankHead />
      <BankFilters filters={filters} />
      <PagedList found={found} filters={filters} limit={ROWS} label="Páginas do banco" loading={<Spinner />}>
        {({ rows, total }) => (
          <>
            {filters.any && (
              <p role="status" className={styles['count']}>
                {found.isPlaceholderData ? 'A procurar…' : plural(total, 'questão encontrada', 'questões encontradas')}
              </p>
            )}
            {(rows.length > 0 || selected.size > 0) && (
              <SelectionBar shown={rows.map(({ id }) => id)} total={total} selected={selected} onSelect={setSelected}>
                <SelectionTools
                  questionIds={[...selected].sort((a, b) => a - b)}
                  onDone={() => setSelected(new Set())}
                />
              </SelectionBar>
            )}
            <QuestionTable
              caption="Banco Completo de Questões"
              rows={rows}
              selected={selected}
              onSelect={setSelected}
              more={[TEST_COLUMN]}
              actions={(question) => <RowActions question={question} onShow={() => setShown(question)} />}
              filters={filters}
              none="As questões dos testes aparecem aqui."
            />
          </>
        )}
      </PagedList>
      <QuestionDetails question={shown} onClose={() => setShown(null)} />
    </>
  );
}

/** Renders how many tests and questions there are, and the links to the export and to what was deleted. */
function BankHead() {
  // The badges count all questions, whatever filters are set.
  const all = useBank({ limit: '1' });
  const tests = useTeachingPages('GET /api/teacher/tests', { query: { limit: '1' } });
  return (
    <header className={styles['bankHead']}>
      <h2>Banco Completo de Questões</h2>
      {tests.data && <Badge tone="info">{plural(tests.data.total, 'teste', 'testes')}</Badge>}
      {all.data && <Badge tone="info">~{plural(all.data.total, 'questão', 'questões')}</Badge>}
      {/* The export is a plain download link, because the archive may be too large for the page's memory. */}
      <Button variant="quiet" icon={<IconDownload />} href="/api/teacher/export" download>
        Exportar o banco
      </Button>
      <Button variant="quiet" icon={<IconTrash />} href="/teacher/questions?view=deleted">
        Apagados
      </Button>
    </header>
  );
}

function BankFilters({ filters }: { filters: ReturnType<typeof useAddressFilters> }) {
  return (
    <FilterForm>
      <FilterSearch filters={filters} placeholder="Palavras da questão ou ID" />
      <FilterClass filters={filters} />
      <FilterSelect filters={filters} name="category" label="Categoria" all="todas" options={SKILL_CATEGORIES} />
      <FilterText
        filters={filters}
        name="objective"
        label="Objectivo"
        placeholder="MAT4.6"
        maxLength={40}
        autoCapitalize="characters"
      />
    </FilterForm>
  );
}
