import type { ReactNode } from 'react';
import { failed } from '../../../web/call/outcome.ts';
import type { AddressFilters } from '../../../web/call/paged.ts';
import { movedTo } from '../../../web/device/order.ts';
import { NoneFound } from '../../../web/parts/filters.tsx';
import styles from '../../../web/parts/panel.module.css';
import { selectionColumn } from '../../../web/parts/Selection.tsx';
import { IconAdjust } from '../../../web/ui/icons/ParentIcon.tsx';
import { IconArrowDown, IconArrowUp } from '../../../web/ui/icons/StaffIcon.tsx';
import type { Action } from '../../../web/ui/lists/ActionMenu.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { shownAnswer } from '../answering/written-number.rules.ts';
import type { TeacherQuestion } from '../authoring/authoring.contract.ts';
import { callTeaching, refreshBank } from '../authoring/teaching.web.ts';
import { Formatted } from '../test-bank/Formatted.tsx';

interface QuestionTableProps<Row> {
  caption: string;
  rows: readonly Row[];
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  /** Additional columns between the question and the actions. */
  more?: readonly Column<Row>[];
  /** Renders the actions of a row. */
  actions: (question: Row) => ReactNode;
  filters: Pick<AddressFilters, 'any' | 'clear'>;
  /** Shown when there are no questions and no filter is set. */
  none: string;
}

/** Renders a table of questions with check boxes for selecting rows. */
export function QuestionTable<Row extends TeacherQuestion>({
  caption,
  rows,
  selected,
  onSelect,
  more = [],
  actions,
  filters,
  none,
}: QuestionTableProps<Row>) {
  return (
    <DataTable
      dense
      caption={caption}
      columns={[
        selectionColumn<Row>(selected, onSelect),
        ...questionColumns<Row>(),
        ...more,
        { key: 'do', header: 'Ações', align: 'end', card: 'wide', cell: actions },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      rowTone={({ id }) => (selected.has(id) ? 'selected' : undefined)}
      empty={
        <NoneFound
          filters={filters}
          filtered="Nenhuma questão com estes filtros."
          title="Nenhuma Questão Cadastrada"
          text={none}
        />
      }
    />
  );
}

/** Returns the columns that every table of questions has: ID, Enunciado, Resposta, Categoria, Peso. */
function questionColumns<Row extends TeacherQuestion>(): Column<Row>[] {
  return [
    { key: 'id', header: 'ID', card: 'corner', cell: ({ id }) => <span className="num">{id}</span> },
    {
      key: 'statement',
      header: 'Enunciado',
      card: 'title',
      cell: ({ statement, statementHtml }) => (
        <span className={styles['clamp']}>
          <Formatted text={statement} html={statementHtml} />
        </span>
      ),
    },
    {
      key: 'answer',
      header: 'Resposta',
      align: 'center',
      cell: ({ correctAnswer, answering }) => (
        <b className={styles['key']}>
          {answering ? shownAnswer(answering.way, answering.accepted[0] ?? '') : correctAnswer}
        </b>
      ),
    },
    { key: 'category', header: 'Categoria', cell: ({ skillCategory }) => skillCategory ?? 'Não definida' },
    { key: 'weight', header: 'Peso', align: 'center', cell: ({ weight }) => <span className="num">{weight}</span> },
  ];
}

interface RowActionsProps {
  question: { id: number };
  onShow: () => void;
  onEdit?: () => void;
}

/** Renders the buttons that show and edit the question of a row. */
export function RowActions({ question: { id }, onShow, onEdit }: RowActionsProps) {
  return (
    <>
      <button type="button" className={styles['link']} onClick={onShow}>
        Ver detalhes<span className="sr"> da questão {id}</span>
      </button>
      {onEdit && (
        <button type="button" className={styles['link']} onClick={onEdit}>
          Editar<span className="sr"> a questão {id}</span>
        </button>
      )}
    </>
  );
}

/**
 * Returns the actions that move a question by one position or to a given position.
 *
 * @param ids of all questions of the test, in order.
 * @param onMove opens the dialog that asks for a position.
 */
export function orderActions(testId: number, ids: readonly number[], id: number, onMove: () => void): Action[] {
  const place = ids.indexOf(id);
  const move = async (step: -1 | 1) => {
    try {
      await reorder(testId, movedTo(ids, id, place + step));
    } catch (error) {
      failed('Erro ao ordenar questões', 'Não foi possível mudar a ordem', error);
    }
    await refreshBank();
  };
  return [
    { label: 'Subir', icon: <IconArrowUp />, disabled: place === 0, onClick: () => void move(-1) },
    { label: 'Descer', icon: <IconArrowDown />, disabled: place === ids.length - 1, onClick: () => void move(1) },
    { label: 'Mover para uma posição', icon: <IconAdjust />, disabled: ids.length < 3, onClick: onMove },
  ];
}

export const reorder = (testId: number, questionIds: number[]) =>
  callTeaching('PUT /api/teacher/tests/:id/questions/order', {
    params: { id: String(testId) },
    body: { questionIds },
  });
