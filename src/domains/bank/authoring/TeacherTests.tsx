import { useState } from 'react';
import type { Answered } from '../../../shared/endpoint.ts';
import { testName } from '../../../shared/questions/test-names.ts';
import { failureOf } from '../../../web/call/call.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { useAddressFilters } from '../../../web/call/paged.ts';
import { FilterClass, FilterForm, FilterSearch, FilterSelect, NoneFound } from '../../../web/parts/filters.tsx';
import { PagedList } from '../../../web/parts/PagedList.tsx';
import styles from '../../../web/parts/panel.module.css';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { IconTrash } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import type { authoringContract } from './authoring.contract.ts';
import { Confirm } from './Confirm.tsx';
import { giveUpDraft, TEST_DRAFTS, Unfinished } from './draft.tsx';
import { type NewTestFor, TestDialog } from './TestDialog.tsx';
import { callTeaching, refreshBank, useThemePages } from './teaching.web.ts';
import type { FormActions } from './themes/FormRow.tsx';
import themes from './themes/Themes.module.css';
import { ChipLegend, ThemeTable } from './themes/ThemeTable.tsx';

const ROWS = 25;

export type TeacherTest = Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;

interface TeacherTestsProps {
  /** Initial values of a new test, whose dialog is then opened at once. */
  begin?: NewTestFor | undefined;
  onQuestions: (test: { id: number }) => void;
  /** Called when a test was created; if absent, its questions are opened. */
  onMade?: (test: { id: number }) => void;
  /** Called when the form of the new test is closed. */
  onBegun?: () => void;
}

/** Renders all tests of the bank, active or not, by their themes. */
export function TeacherTests({ begin, onQuestions, onMade, onBegun }: TeacherTestsProps) {
  const [edited, setEdited] = useState<TeacherTest | 'new' | null>(begin ? 'new' : null);
  const [deleted, setDeleted] = useState<TeacherTest | null>(null);
  return (
    <>
      {edited === null && <UnfinishedTests onEdit={setEdited} />}
      <div className={styles['tools']}>
        <Button icon={<IconPlus />} onClick={() => setEdited('new')}>
          Novo Teste Padronizado
        </Button>
        <span className={styles['toolsEnd']}>
          <Button variant="quiet" icon={<IconTrash />} href="/teacher/questions?view=deleted">
            Apagados
          </Button>
        </span>
      </div>
      <FilteredThemes onQuestions={onQuestions} onEdit={setEdited} onDelete={setDeleted} />
      <TestDialog
        test={edited}
        begin={begin}
        onClose={() => {
          setEdited(null);
          onBegun?.();
        }}
        onMade={onMade ?? onQuestions}
      />
      <DeleteDialog test={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

/** Tests that were begun in this tab and have not been saved. */
function UnfinishedTests({ onEdit }: { onEdit: (test: TeacherTest | 'new' | null) => void }) {
  const goOn = async (which: string) => {
    if (which === 'new') return onEdit('new');
    try {
      onEdit(await callTeaching('GET /api/teacher/tests/:id', { params: { id: which } }));
    } catch (error) {
      if (failureOf(error).status === 404) giveUpDraft(TEST_DRAFTS + which);
      failed('Erro ao abrir teste', 'Não foi possível abrir o teste', error);
    }
  };
  return (
    <Unfinished
      under={TEST_DRAFTS}
      title={(which) => (which === 'new' ? 'Há um teste novo por guardar.' : 'Há alterações por guardar num teste.')}
      onContinue={(which) => void goOn(which)}
      onGivenUp={() => onEdit(null)}
    />
  );
}

/** Renders the themes that match the filters in the address, one page at a time. */
function FilteredThemes(actions: FormActions) {
  // Kept here, because reading the list again may remove the table for a moment.
  const [chosen, setChosen] = useState<string | null>(null);
  const filters = useAddressFilters(location.pathname);
  const found = useThemePages('GET /api/teacher/themes', {
    query: {
      ...filters.values('discipline', 'class'),
      search: filters.value('search').trim(),
      active: filters.value('active') as 'true',
      sort: filters.value('sort') as 'theme',
      order: filters.value('order') as 'asc',
      limit: String(ROWS),
      page: String(filters.page),
    },
  });
  return (
    <>
      <FilterForm>
        <FilterSearch filters={filters} placeholder="Tema ou descrição" />
        <FilterClass filters={filters} />
        <FilterSelect
          filters={filters}
          name="active"
          label="Estado"
          all="todas"
          options={[
            { value: 'true', label: 'activas' },
            { value: 'false', label: 'inactivas' },
          ]}
        />
      </FilterForm>
      <PagedList found={found} filters={filters} limit={ROWS} label="Páginas de temas" loading={<Spinner />}>
        {({ rows, total }) =>
          total === 0 ? (
            <NoneFound
              filters={filters}
              filtered="Nenhum teste com estes filtros."
              title="Nenhum Teste Cadastrado"
              text="Crie o primeiro e acrescente-lhe questões."
            />
          ) : (
            <>
              <div className={themes['count']}>
                <span role="status">{plural(total, 'tema', 'temas')}</span>
                <ChipLegend />
              </div>
              <ThemeTable themes={rows} filters={filters} chosen={chosen} onChoose={setChosen} {...actions} />
            </>
          )
        }
      </PagedList>
    </>
  );
}

function DeleteDialog({ test, onClose }: { test: TeacherTest | null; onClose: () => void }) {
  return (
    <Confirm
      title="Apagar este teste?"
      action="Apagar teste"
      open={test !== null}
      onClose={onClose}
      onConfirm={async () => {
        if (!test) return;
        await callTeaching('DELETE /api/teacher/tests/:id', { params: { id: String(test.id) } });
        await refreshBank();
        succeeded('Teste apagado com sucesso');
      }}
    >
      <p>
        <b>{test && testName(test)}</b> e as suas questões ficam 30 dias em Apagados. Só se pode apagar um teste que
        nenhum aluno fez.
      </p>
    </Confirm>
  );
}
