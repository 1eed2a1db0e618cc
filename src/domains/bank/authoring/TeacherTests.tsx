import { type ReactNode, useState } from 'react';
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
import { testName } from '../test-bank/forms.rules.ts';
import { Confirm } from './Confirm.tsx';
import { giveUpDraft, TEST_DRAFTS, Unfinished } from './draft.tsx';
import { type TeacherTest, TestCard } from './TestCard.tsx';
import { type NewTestFor, TestDialog } from './TestDialog.tsx';
import { callTeaching, refreshBank, useTeachingPages } from './teaching.web.ts';

const ROWS = 24;

interface TeacherTestsProps {
  /** Initial values of a new test, whose dialog is then opened at once. */
  begin?: NewTestFor | undefined;
  onQuestions: (test: { id: number }) => void;
  /** Called when a test was created; if absent, its questions are opened. */
  onMade?: (test: { id: number }) => void;
  /** Called when the form of the new test is closed. */
  onBegun?: () => void;
  /** Teachers create and change tests; administrators read them and toggle them. */
  editable?: boolean;
}

/** Renders all tests of the bank, active or not. */
export function TeacherTests({ begin, onQuestions, onMade, onBegun, editable = false }: TeacherTestsProps) {
  const [edited, setEdited] = useState<TeacherTest | 'new' | null>(begin ? 'new' : null);
  const [deleted, setDeleted] = useState<TeacherTest | null>(null);
  return (
    <>
      {editable && edited === null && <UnfinishedTests onEdit={setEdited} />}
      {editable && (
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
      )}
      <FilteredTests>
        {(test) => (
          <TestCard
            test={test}
            editable={editable}
            onQuestions={() => onQuestions(test)}
            onEdit={() => setEdited(test)}
            onDelete={() => setDeleted(test)}
          />
        )}
      </FilteredTests>
      {editable && (
        <TestDialog
          test={edited}
          begin={begin}
          onClose={() => {
            setEdited(null);
            onBegun?.();
          }}
          onMade={onMade ?? onQuestions}
        />
      )}
      {editable && <DeleteDialog test={deleted} onClose={() => setDeleted(null)} />}
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

/** Renders the tests that match the filters in the address, one page at a time. */
function FilteredTests({ children }: { children: (test: TeacherTest) => ReactNode }) {
  const filters = useAddressFilters(location.pathname);
  const found = useTeachingPages('GET /api/teacher/tests', {
    query: {
      ...filters.values('discipline', 'class'),
      search: filters.value('search').trim(),
      active: filters.value('active') as 'true',
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
          options={[
            { value: 'true', label: 'Ativo' },
            { value: 'false', label: 'Inativo' },
          ]}
        />
      </FilterForm>
      <PagedList found={found} filters={filters} limit={ROWS} label="Páginas de testes" loading={<Spinner />}>
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
              <p role="status" className={styles['count']}>
                {plural(total, 'teste', 'testes')}
              </p>
              <ul className={styles['cards']}>
                {rows.map((test) => (
                  <li key={test.id}>{children(test)}</li>
                ))}
              </ul>
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
