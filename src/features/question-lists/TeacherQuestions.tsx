import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import type { Answered } from '../../shared/endpoint.ts';
import { plainText, SKILL_CATEGORIES } from '../../shared/words.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { FilterForm, FilterSearch, FilterSelect, NoneFound } from '../../web/filters.tsx';
import { goTo } from '../../web/navigation.ts';
import { movedTo } from '../../web/order.ts';
import { failed, succeeded } from '../../web/outcome.ts';
import { useAddressFilters } from '../../web/paged.ts';
import styles from '../../web/panel.module.css';
import { plural } from '../../web/text.ts';
import { IconCopy } from '../../web/ui/ActionIcon.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { type Column, DataTable } from '../../web/ui/DataTable.tsx';
import { IconChart, IconChevronLeft, IconList, IconPlus } from '../../web/ui/Icon.tsx';
import { Pages } from '../../web/ui/Pages.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { IconArrowDown, IconArrows, IconArrowUp, IconEye } from '../../web/ui/StaffIcon.tsx';
import type { authoringContract, TeacherQuestion } from '../authoring/authoring.contract.ts';
import { Confirm } from '../authoring/Confirm.tsx';
import { questionDrafts, renameDraft, Unfinished } from '../authoring/draft.tsx';
import { QuestionDetails } from '../authoring/QuestionDetails.tsx';
import { DraftNotice, TestHeader } from '../authoring/TestHeader.tsx';
import { callTeaching, refreshBank, useTeaching } from '../authoring/teaching.tsx';
import { SelectionBar, selectionColumn } from './Selection.tsx';
import { SelectionTools } from './SelectionTools.tsx';

// A dialog is fetched when it is opened.
const QuestionDialog = lazy(() => import('../authoring/QuestionDialog.tsx'));
const MoveDialog = lazy(() => import('../../web/MoveDialog.tsx'));

/** Rows drawn at a time: an imported test may have thousands. */
const ROWS = 50;

export interface DataToolsProps {
  testId: number;
  /** Questions of the test, and those that the screen's filters show. */
  total: number;
  shown: number;
  filter: { search: string; category: string };
  /** Ids of the rows whose boxes are ticked. */
  selected: readonly number[];
  /** How many of each of these have a drawing or picture. */
  pictured: { total: number; shown: number; selected: number };
  /** Questions came in or went out: whatever shows them is out of date. */
  onChanged: () => void;
}

/** 'Importar' and 'Exportar', which a later feature draws. */
export type DataTools = ComponentType<DataToolsProps>;

interface TeacherQuestionsProps {
  testId: number;
  dataTools: DataTools;
}

/** The questions of one test, with their key. Only for who may see it: the server decides. */
export function TeacherQuestions({ testId, dataTools }: TeacherQuestionsProps) {
  const params = { id: String(testId) };
  const test = useTeaching('GET /api/teacher/tests/:id', { params });
  const found = useTeaching('GET /api/teacher/tests/:id/questions', { params });
  const error = found.error ?? test.error;
  if (error?.status === 404)
    return (
      <Empty title="Este teste não existe." text="Pode ter sido apagado entretanto. Se foi, está em Eliminados.">
        <Button variant="secondary" href="/teacher/questions?view=deleted">
          Ver os eliminados
        </Button>
        <Button variant="secondary" href="/teacher/tests">
          Ver os Testes Padronizados
        </Button>
      </Empty>
    );
  if (error)
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

const isPictured = ({ figure, image }: TeacherQuestion) => Boolean(figure ?? image);

function Loaded({ test, questions, dataTools: Tools }: LoadedProps) {
  const filters = useAddressFilters('/teacher/questions', { testId: String(test.id) });
  const filter = filters.values('search', 'category');
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<TeacherQuestion | null>(null);
  // Whoever comes from a gap in the curriculum begins a question for it.
  const objective = new URLSearchParams(useSearch()).get('objective') ?? '';
  const [edited, setEdited] = useState<TeacherQuestion | 'new' | null>(objective ? 'new' : null);
  const endEditing = () => {
    setEdited(null);
    if (objective) goTo(`/teacher/questions?testId=${test.id}`, { replace: true });
  };
  const [deleted, setDeleted] = useState<TeacherQuestion | null>(null);
  const [moving, setMoving] = useState<TeacherQuestion | null>(null);
  const wanted = plainText(filter.search);
  // The test's questions are here already: filtering them asks the server for nothing.
  const rows = questions.filter(
    ({ id, statement, alternatives, skillCategory }) =>
      (filter.category === '' || (skillCategory ?? '') === filter.category) &&
      (wanted === '' || String(id) === wanted || plainText(`${statement} ${alternatives}`).includes(wanted)),
  );
  const page = Math.min(filters.page, Math.max(1, Math.ceil(rows.length / ROWS)));
  const isFiltered = filter.search.trim() !== '' || filter.category !== '';
  const chosen = new Set([...selected].filter((id) => questions.some((question) => question.id === id)));

  const ids = questions.map(({ id }) => id);
  const reorder = (questionIds: number[]) =>
    callTeaching('PUT /api/teacher/tests/:id/questions/order', {
      params: { id: String(test.id) },
      body: { questionIds },
    });
  const move = async (id: number, step: -1 | 1) => {
    try {
      await reorder(movedTo(ids, id, ids.indexOf(id) + step));
    } catch (error) {
      failed('Erro ao ordenar questões', 'Não foi possível mudar a ordem', error);
    }
    await refreshBank();
  };

  const duplicate = async (id: number) => {
    try {
      const params = { id: String(test.id) };
      const [copy] = await callTeaching('POST /api/teacher/tests/:id/questions/copy', {
        params,
        body: { questionIds: [id] },
      });
      await refreshBank();
      succeeded('Questão duplicada com sucesso');
      setEdited(copy ?? null);
    } catch (error) {
      failed('Erro ao duplicar questão', 'Não foi possível duplicar a questão', error);
    }
  };

  const columns: Column<TeacherQuestion>[] = [
    selectionColumn<TeacherQuestion>(chosen, setSelected),
    ...questionColumns<TeacherQuestion>(),
    {
      key: 'do',
      header: 'Ações',
      align: 'end',
      card: 'wide',
      cell: (question) => (
        <span className={styles['actions']}>
          {!isFiltered && (
            <span className={styles['arrows']}>
              <IconButton
                label={`Subir a questão ${question.id}`}
                disabled={questions[0]?.id === question.id}
                onClick={() => void move(question.id, -1)}
              >
                <IconArrowUp size={18} />
              </IconButton>
              <IconButton
                label={`Descer a questão ${question.id}`}
                disabled={questions[questions.length - 1]?.id === question.id}
                onClick={() => void move(question.id, 1)}
              >
                <IconArrowDown size={18} />
              </IconButton>
              <IconButton
                label={`Mover a questão ${question.id} para uma posição`}
                disabled={questions.length < 3}
                onClick={() => setMoving(question)}
              >
                <IconArrows size={18} />
              </IconButton>
            </span>
          )}
          <IconButton
            disabled={false}
            label={`Duplicar a questão ${question.id}`}
            onClick={() => void duplicate(question.id)}
          >
            <IconCopy size={18} />
          </IconButton>
          <RowActions
            question={question}
            onShow={() => setShown(question)}
            onEdit={() => setEdited(question)}
            onDelete={() => setDeleted(question)}
          />
        </span>
      ),
    },
  ];

  return (
    <>
      <TestHeader test={test} count={questions.length} />
      {!test.active && <DraftNotice testId={test.id} hasQuestions={questions.length > 0} />}
      {edited === null && (
        <Unfinished
          under={questionDrafts(test.id)}
          title={(which) =>
            which === 'new' ? 'Há uma questão nova por guardar.' : `Há alterações por guardar na questão #${which}.`
          }
          onContinue={(which) => {
            const known = questions.find(({ id }) => String(id) === which);
            const under = questionDrafts(test.id);
            // Taken out of the test meanwhile, it can still be made anew.
            if (!known && which !== 'new') renameDraft(under + which, `${under}new`);
            setEdited(known ?? 'new');
          }}
          onGivenUp={() => setEdited(null)}
        />
      )}
      <div className={styles['tools']}>
        <Button icon={<IconPlus />} onClick={() => setEdited('new')}>
          Nova Questão
        </Button>
        <Button variant="secondary" icon={<IconEye />} href={`/teacher/tests/${test.id}/preview`}>
          Ver como o aluno
        </Button>
        <Button variant="secondary" icon={<IconList />} href={`/teacher/questions?testId=${test.id}&view=forms`}>
          Provas do tema
        </Button>
        <Button variant="secondary" icon={<IconChart />} href={`/teacher/questions?testId=${test.id}&view=statistics`}>
          Estatísticas
        </Button>
        <span className={styles['toolsEnd']}>
          <Tools
            testId={test.id}
            total={questions.length}
            shown={rows.length}
            filter={filter}
            selected={rows.map(({ id }) => id).filter((id) => chosen.has(id))}
            pictured={{
              total: questions.filter(isPictured).length,
              shown: rows.filter(isPictured).length,
              selected: rows.filter((row) => chosen.has(row.id) && isPictured(row)).length,
            }}
            onChanged={() => void refreshBank()}
          />
          <Button variant="quiet" icon={<IconChevronLeft />} href="/teacher/questions">
            Banco completo
          </Button>
        </span>
      </div>
      {questions.length > 0 && (
        <FilterForm>
          <FilterSearch filters={filters} placeholder="Enunciado ou ID" />
          <FilterSelect filters={filters} name="category" label="Categoria" all="todas" options={SKILL_CATEGORIES} />
        </FilterForm>
      )}
      {rows.length > 0 && (
        <SelectionBar shown={rows.map(({ id }) => id)} selected={chosen} onSelect={setSelected}>
          <SelectionTools
            questionIds={rows.map(({ id }) => id).filter((id) => chosen.has(id))}
            test={test}
            onDone={() => setSelected(new Set())}
          />
        </SelectionBar>
      )}
      <DataTable
        dense
        caption="Questões do teste"
        columns={columns}
        rows={rows.slice((page - 1) * ROWS, page * ROWS)}
        rowKey={({ id }) => id}
        rowTone={({ id }) => (chosen.has(id) ? 'selected' : undefined)}
        empty={
          <NoneFound
            filters={{ any: isFiltered, clear: filters.clear }}
            filtered="Nenhuma questão com estes filtros."
            title="Nenhuma Questão Cadastrada"
            text="Este teste ainda não tem questões."
          />
        }
      />
      <Pages
        label="Páginas de questões"
        page={page}
        limit={ROWS}
        total={rows.length}
        onPage={(page) => filters.set({ page })}
      />
      {rows.length > 0 && (
        <p className={styles['sum']}>
          {plural(rows.length, 'questão', 'questões')} · peso total{' '}
          <b className="num">{rows.reduce((sum, { weight }) => sum + weight, 0)}</b>
        </p>
      )}
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
        {moving && (
          <MoveDialog
            what={`a questão ${moving.id}`}
            ids={ids}
            id={moving.id}
            send={reorder}
            reread={refreshBank}
            onClose={() => setMoving(null)}
          />
        )}
      </Suspense>
      <Confirm
        title={`Apagar a questão #${deleted?.id ?? ''}?`}
        action="Apagar questão"
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={async () => {
          await callTeaching('DELETE /api/teacher/questions/:id', { params: { id: String(deleted?.id) } });
          await refreshBank();
          succeeded('Questão apagada com sucesso');
        }}
      >
        <p>
          A questão sai deste teste e fica 30 dias em Eliminados. Quem já a respondeu continua a vê-la nos seus
          resultados.
        </p>
      </Confirm>
    </>
  );
}

/** ID, Enunciado, Resposta, Categoria, Peso: the columns of every table of questions. */
export function questionColumns<Row extends TeacherQuestion>(): Column<Row>[] {
  return [
    { key: 'id', header: 'ID', card: 'corner', cell: ({ id }) => <span className="num">{id}</span> },
    {
      key: 'statement',
      header: 'Enunciado',
      card: 'title',
      cell: ({ statement, statementHtml }) =>
        statementHtml === undefined ? (
          <span className={styles['clamp']}>{statement}</span>
        ) : (
          <span className={styles['clamp']} dangerouslySetInnerHTML={{ __html: statementHtml }} />
        ),
    },
    {
      key: 'answer',
      header: 'Resposta',
      align: 'center',
      cell: ({ correctAnswer }) => <b className={styles['key']}>{correctAnswer}</b>,
    },
    { key: 'category', header: 'Categoria', cell: ({ skillCategory }) => skillCategory ?? 'Não definida' },
    { key: 'weight', header: 'Peso', align: 'center', cell: ({ weight }) => <span className="num">{weight}</span> },
  ];
}

interface RowActionsProps {
  question: { id: number };
  onShow: () => void;
  onEdit?: () => void;
  onDelete?: () => void;
}

/** What can be done with a row. */
export function RowActions({ question: { id }, onShow, onEdit, onDelete }: RowActionsProps) {
  const which = <span className="sr"> da questão {id}</span>;
  return (
    <>
      <button type="button" className={styles['link']} onClick={onShow}>
        Ver detalhes{which}
      </button>
      {onEdit && (
        <button type="button" className={styles['link']} onClick={onEdit}>
          Editar<span className="sr"> a questão {id}</span>
        </button>
      )}
      {onDelete && (
        <button type="button" className={styles['danger']} onClick={onDelete}>
          Apagar<span className="sr"> a questão {id}</span>
        </button>
      )}
    </>
  );
}

interface IconButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ label, disabled, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles['icon']}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
