import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Answered } from '../../../shared/endpoint.ts';
import { SKILL_CATEGORIES } from '../../../shared/words.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { useAddressFilters } from '../../../web/call/paged.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { FilterForm, FilterSearch, FilterSelect } from '../../../web/parts/filters.tsx';
import { openIfWide } from '../../../web/parts/fold.ts';
import styles from '../../../web/parts/panel.module.css';
import { SelectionBar } from '../../../web/parts/Selection.tsx';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronDown, IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconCopy, IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconChart, IconList, IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import { IconEye } from '../../../web/ui/icons/StaffIcon.tsx';
import { ActionMenu } from '../../../web/ui/lists/ActionMenu.tsx';
import { Pages } from '../../../web/ui/lists/Pages.tsx';
import type { authoringContract, TeacherQuestion } from '../authoring/authoring.contract.ts';
import { Confirm } from '../authoring/Confirm.tsx';
import { questionDrafts, renameDraft, Unfinished } from '../authoring/draft.tsx';
import { QuestionDetails } from '../authoring/QuestionDetails.tsx';
import { DraftNotice, TestHeader } from '../authoring/TestHeader.tsx';
import { callTeaching, refreshBank, useTeaching } from '../authoring/teaching.web.ts';
import { createFilter, hasPicture } from './filter.rules.ts';
import { orderActions, QuestionTable, RowActions, reorder } from './QuestionTable.tsx';
import { SelectionTools } from './SelectionTools.tsx';

// Each dialog's code is loaded when the dialog is first opened.
const QuestionDialog = lazy(() => import('../authoring/QuestionDialog.tsx'));
const MoveDialog = lazy(() => import('../../../web/parts/MoveDialog.tsx'));

/** Rows per page: an imported test may have thousands. */
const ROWS = 50;

export interface DataToolsProps {
  testId: number;
  /** Number of all questions of the test, and of those that match the filters. */
  total: number;
  shown: number;
  filter: { search: string; category: string };
  /** Ids of the rows whose boxes are ticked. */
  selected: readonly number[];
  /** Number of questions with a drawing or picture: of all, of those that match the filters, and of those ticked. */
  pictured: { total: number; shown: number; selected: number };
  /** Called when questions were added or removed, so that all views of them are loaded again. */
  onChanged: () => void;
}

/** The buttons 'Importar' and 'Exportar'. A later feature passes them in, because this one must not import it. */
export type DataTools = ComponentType<DataToolsProps>;

interface TeacherQuestionsProps {
  testId: number;
  dataTools: DataTools;
}

/** Renders the questions of one test with their keys. The server decides who may read them. */
export function TeacherQuestions({ testId, dataTools }: TeacherQuestionsProps) {
  const params = { id: String(testId) };
  const test = useTeaching('GET /api/teacher/tests/:id', { params });
  const found = useTeaching('GET /api/teacher/tests/:id/questions', { params });
  const error = found.error ?? test.error;
  if (error?.status === 404)
    return (
      <Empty title="Este teste não existe." text="Pode ter sido apagado entretanto. Se foi, está em Apagados.">
        <Button variant="secondary" href="/teacher/questions?view=deleted">
          Ver os apagados
        </Button>
        <Button variant="secondary" href="/teacher/tests">
          Ver os Testes Padronizados
        </Button>
      </Empty>
    );
  // Questions that were read before stay on the screen, with an open dialog, when they cannot be read again.
  if (error && !(found.data && test.data))
    return (
      <Failed
        error={error}
        onRetry={() => Promise.all([found.refetch(), test.refetch()])}
        busy={found.isFetching || test.isFetching}
      />
    );
  if (!found.data || !test.data) return <Spinner />;
  return <Loaded test={test.data} questions={found.data} dataTools={dataTools} />;
}

interface LoadedProps {
  test: Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;
  questions: readonly TeacherQuestion[];
  dataTools: DataTools;
}

const picturedIn = (questions: readonly TeacherQuestion[]) => questions.filter(hasPicture).length;

/** Filters the questions as the address says. @returns the matching questions and the page of them that is shown. */
function useFilteredQuestions(testId: number, questions: readonly TeacherQuestion[]) {
  const filters = useAddressFilters('/teacher/questions', { testId: String(testId) });
  const filter = filters.values('search', 'category');
  // The test's questions are already loaded, so that filtering needs no request.
  const rows = questions.filter(createFilter(filter));
  return {
    filters,
    filter,
    rows,
    page: Math.min(filters.page, Math.max(1, Math.ceil(rows.length / ROWS))),
    isFiltered: filter.search.trim() !== '' || filter.category !== '',
  };
}

/** Holds the questions whose boxes are ticked, as far as they match the filters: the others can neither be seen nor acted upon. */
function useChosen(rows: readonly TeacherQuestion[]) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const chosenRows = rows.filter(({ id }) => selected.has(id));
  return { chosen: new Set(chosenRows.map(({ id }) => id)), chosenRows, setSelected };
}

/** Holds which question is being edited. The link from an objective without questions opens a new question for that objective. */
function useEdited(testId: number) {
  const objective = new URLSearchParams(useSearch()).get('objective') ?? '';
  const [edited, setEdited] = useState<TeacherQuestion | 'new' | null>(objective ? 'new' : null);
  const endEditing = () => {
    setEdited(null);
    if (objective) goTo(`/teacher/questions?testId=${testId}`, { replace: true });
  };
  return { objective, edited, setEdited, endEditing };
}

async function duplicate(testId: number, questionId: number): Promise<TeacherQuestion | null> {
  try {
    const [copy] = await callTeaching('POST /api/teacher/tests/:id/questions/copy', {
      params: { id: String(testId) },
      body: { questionIds: [questionId] },
    });
    await refreshBank();
    succeeded('Questão duplicada com sucesso');
    return copy ?? null;
  } catch (error) {
    failed('Erro ao duplicar questão', 'Não foi possível duplicar a questão', error);
    return null;
  }
}

function Loaded({ test, questions, dataTools: Tools }: LoadedProps) {
  const { filters, filter, rows, page, isFiltered } = useFilteredQuestions(test.id, questions);
  const { objective, edited, setEdited, endEditing } = useEdited(test.id);
  const { chosen, chosenRows, setSelected } = useChosen(rows);
  const [shown, setShown] = useState<TeacherQuestion | null>(null);
  const [deleted, setDeleted] = useState<TeacherQuestion | null>(null);
  const [moving, setMoving] = useState<TeacherQuestion | null>(null);
  const ids = questions.map(({ id }) => id);
  const chosenIds = chosenRows.map(({ id }) => id);
  const shownRows = rows.slice((page - 1) * ROWS, page * ROWS);
  const actions = (question: TeacherQuestion) => (
    <span className={styles['actions']}>
      <RowActions question={question} onShow={() => setShown(question)} onEdit={() => setEdited(question)} />
      <ActionMenu
        label={`Mais acções da questão ${question.id}`}
        actions={[
          ...(isFiltered ? [] : orderActions(test.id, ids, question.id, () => setMoving(question))),
          {
            label: 'Duplicar',
            icon: <IconCopy />,
            onClick: () => void duplicate(test.id, question.id).then((copy) => copy && setEdited(copy)),
          },
          { label: 'Apagar', icon: <IconTrash />, danger: true, onClick: () => setDeleted(question) },
        ]}
      />
    </span>
  );

  return (
    <>
      <TestHeader test={test} count={questions.length} />
      {!test.active && <DraftNotice testId={test.id} hasQuestions={questions.length > 0} />}
      {edited === null && <UnfinishedQuestions testId={test.id} questions={questions} onEdit={setEdited} />}
      <TestTools testId={test.id} onNew={() => setEdited('new')}>
        <Tools
          testId={test.id}
          total={questions.length}
          shown={rows.length}
          filter={filter}
          selected={chosenIds}
          pictured={{ total: picturedIn(questions), shown: picturedIn(rows), selected: picturedIn(chosenRows) }}
          onChanged={() => void refreshBank()}
        />
      </TestTools>
      {questions.length > 0 && <Filters filters={filters} />}
      {rows.length > 0 && (
        <SelectionBar
          shown={shownRows.map(({ id }) => id)}
          total={rows.length}
          all={rows.map(({ id }) => id)}
          selected={chosen}
          onSelect={setSelected}
        >
          <SelectionTools questionIds={chosenIds} test={test} onDone={() => setSelected(new Set())} />
        </SelectionBar>
      )}
      <QuestionTable
        caption="Questões do teste"
        rows={shownRows}
        selected={chosen}
        onSelect={setSelected}
        actions={actions}
        filters={{ any: isFiltered, clear: filters.clear }}
        none="Este teste ainda não tem questões."
      />
      <Pages
        label="Páginas de questões"
        page={page}
        limit={ROWS}
        total={rows.length}
        onPage={(page) => filters.set({ page })}
      />
      <Sum rows={rows} />
      <QuestionDetails
        question={shown}
        onClose={() => setShown(null)}
        onEdit={() => {
          setEdited(shown);
          setShown(null);
        }}
      />
      <Suspense fallback={null}>
        {edited !== null && <QuestionDialog test={test} question={edited} objective={objective} onClose={endEditing} />}
        {moving && <Move question={moving} testId={test.id} ids={ids} onClose={() => setMoving(null)} />}
      </Suspense>
      <DeleteDialog question={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

function Filters({ filters }: Pick<ReturnType<typeof useFilteredQuestions>, 'filters'>) {
  return (
    <FilterForm>
      <FilterSearch filters={filters} placeholder="Enunciado ou ID" />
      <FilterSelect filters={filters} name="category" label="Categoria" all="todas" options={SKILL_CATEGORIES} />
    </FilterForm>
  );
}

interface MoveProps {
  question: TeacherQuestion;
  testId: number;
  /** Ids of all questions of the test, in order. */
  ids: readonly number[];
  onClose: () => void;
}

function Move({ question, testId, ids, onClose }: MoveProps) {
  return (
    <MoveDialog
      what={`a questão ${question.id}`}
      ids={ids}
      id={question.id}
      send={(ids) => reorder(testId, ids)}
      reread={refreshBank}
      onClose={onClose}
    />
  );
}

interface UnfinishedQuestionsProps {
  testId: number;
  questions: readonly TeacherQuestion[];
  onEdit: (question: TeacherQuestion | 'new' | null) => void;
}

/** Lists the unsaved drafts of questions of this test that were begun in this tab. */
function UnfinishedQuestions({ testId, questions, onEdit }: UnfinishedQuestionsProps) {
  const under = questionDrafts(testId);
  return (
    <Unfinished
      under={under}
      title={(which) =>
        which === 'new' ? 'Há uma questão nova por guardar.' : `Há alterações por guardar na questão #${which}.`
      }
      onContinue={(which) => {
        const known = questions.find(({ id }) => String(id) === which);
        // The draft belongs to a question that was removed from the test meanwhile. It can still be saved as a new question.
        if (!known && which !== 'new') renameDraft(under + which, `${under}new`);
        onEdit(known ?? 'new');
      }}
      onGivenUp={() => onEdit(null)}
    />
  );
}

interface TestToolsProps {
  testId: number;
  onNew: () => void;
  /** Actions that later features add. */
  children: ReactNode;
}

/** Renders the actions on the whole test. On a phone only those needed most are in view. */
function TestTools({ testId, onNew, children }: TestToolsProps) {
  return (
    <div className={styles['tools']}>
      <Button icon={<IconPlus />} onClick={onNew}>
        Nova Questão
      </Button>
      <Button variant="secondary" icon={<IconEye />} href={`/teacher/tests/${testId}/preview`}>
        Ver como o aluno
      </Button>
      <details ref={openIfWide} className={styles['moreTools']}>
        <summary>
          Mais acções <IconChevronDown size={18} />
        </summary>
        <div>
          <Button variant="secondary" icon={<IconList />} href={`/teacher/questions?testId=${testId}&view=forms`}>
            Provas do tema
          </Button>
          <Button variant="secondary" icon={<IconChart />} href={`/teacher/questions?testId=${testId}&view=statistics`}>
            Estatísticas
          </Button>
          {children}
          <Button variant="quiet" icon={<IconChevronLeft />} href="/teacher/questions">
            Banco completo
          </Button>
        </div>
      </details>
    </div>
  );
}

function Sum({ rows }: { rows: readonly TeacherQuestion[] }) {
  if (rows.length === 0) return null;
  return (
    <p className={styles['sum']}>
      {plural(rows.length, 'questão', 'questões')} · peso total{' '}
      <b className="num">{rows.reduce((sum, { weight }) => sum + weight, 0)}</b>
    </p>
  );
}

function DeleteDialog({ question, onClose }: { question: TeacherQuestion | null; onClose: () => void }) {
  return (
    <Confirm
      title={`Apagar a questão #${question?.id ?? ''}?`}
      action="Apagar questão"
      open={question !== null}
      onClose={onClose}
      onConfirm={async () => {
        await callTeaching('DELETE /api/teacher/questions/:id', { params: { id: String(question?.id) } });
        await refreshBank();
        succeeded('Questão apagada com sucesso');
      }}
    >
      <p>
        A questão sai deste teste e fica 30 dias em Apagados. Quem já a respondeu continua a vê-la nos seus resultados.
      </p>
    </Confirm>
  );
}
