import { useState } from 'react';
import type { Answered } from '../../shared/endpoint.ts';
import { DISCIPLINES, starsFor, TEST_CLASSES } from '../../shared/words.ts';
import { failureOf } from '../../web/call.ts';
import { FilterForm, FilterSearch, FilterSelect, NoneFound } from '../../web/filters.tsx';
import { failed, succeeded } from '../../web/outcome.ts';
import { PagedList } from '../../web/PagedList.tsx';
import { useAddressFilters } from '../../web/paged.ts';
import styles from '../../web/panel.module.css';
import { plural } from '../../web/text.ts';
import { IconCopy, IconPencil, IconTrash } from '../../web/ui/ActionIcon.tsx';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { IconCheck, IconList, IconMinus, IconPlus } from '../../web/ui/Icon.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { IconEye, IconPower } from '../../web/ui/StaffIcon.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import type { authoringContract } from './authoring.contract.ts';
import { Confirm } from './Confirm.tsx';
import { giveUpDraft, TEST_DRAFTS, Unfinished } from './draft.tsx';
import { type NewTestFor, TestDialog } from './TestDialog.tsx';
import { callTeaching, refreshBank, useTeachingPages } from './teaching.tsx';

type TeacherTest = Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;

const ROWS = 24;

interface TeacherTestsProps {
  /** A new test to begin with at once. */
  begin?: NewTestFor | undefined;
  onQuestions: (test: { id: number }) => void;
  /** A test was made; left out, its questions are opened. */
  onMade?: (test: { id: number }) => void;
  /** The form of the new test is closed. */
  onBegun?: () => void;
  /** Teachers make and change tests; administrators look at them and toggle them. */
  editable?: boolean;
}

/** All tests of the bank, active or not. */
export function TeacherTests({ begin, onQuestions, onMade, onBegun, editable = false }: TeacherTestsProps) {
  const filters = useAddressFilters(location.pathname);
  const query = {
    search: filters.value('search').trim(),
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    active: filters.value('active') as 'true',
    limit: String(ROWS),
    page: String(filters.page),
  };
  const found = useTeachingPages('GET /api/teacher/tests', { query });
  const [edited, setEdited] = useState<TeacherTest | 'new' | null>(begin ? 'new' : null);
  const [deleted, setDeleted] = useState<TeacherTest | null>(null);
  /** Opens what was begun and not saved. */
  const goOn = async (which: string) => {
    if (which === 'new') return setEdited('new');
    try {
      setEdited(await callTeaching('GET /api/teacher/tests/:id', { params: { id: which } }));
    } catch (error) {
      if (failureOf(error).status === 404) giveUpDraft(TEST_DRAFTS + which);
      failed('Erro ao abrir teste', 'Não foi possível abrir o teste', error);
    }
  };

  return (
    <>
      {editable && edited === null && (
        <Unfinished
          under={TEST_DRAFTS}
          title={(which) =>
            which === 'new' ? 'Há um teste novo por guardar.' : 'Há alterações por guardar num teste.'
          }
          onContinue={(which) => void goOn(which)}
          onGivenUp={() => setEdited(null)}
        />
      )}
      {editable && (
        <div className={styles['tools']}>
          <Button icon={<IconPlus />} onClick={() => setEdited('new')}>
            Novo Teste Padronizado
          </Button>
          <span className={styles['toolsEnd']}>
            <Button variant="quiet" icon={<IconTrash />} href="/teacher/questions?view=deleted">
              Eliminados
            </Button>
          </span>
        </div>
      )}
      <FilterForm>
        <FilterSearch filters={filters} placeholder="Tema ou descrição" />
        <FilterSelect filters={filters} name="discipline" label="Disciplina" all="todas" options={DISCIPLINES} />
        <FilterSelect filters={filters} name="class" label="Ano escolar" options={TEST_CLASSES} />
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
                  <li key={test.id}>
                    <Test
                      test={test}
                      editable={editable}
                      onQuestions={() => onQuestions(test)}
                      onEdit={() => setEdited(test)}
                      onDelete={() => setDeleted(test)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </PagedList>
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
      {editable && (
        <Confirm
          title="Apagar este teste?"
          action="Apagar teste"
          open={deleted !== null}
          onClose={() => setDeleted(null)}
          onConfirm={async () => {
            if (!deleted) return;
            await callTeaching('DELETE /api/teacher/tests/:id', { params: { id: String(deleted.id) } });
            await refreshBank();
            succeeded('Teste apagado com sucesso');
          }}
        >
          <p>
            <b>
              {deleted?.discipline} - {deleted?.theme}
            </b>{' '}
            e as suas questões ficam 30 dias em Eliminados. Só se pode apagar um teste que nenhum aluno fez.
          </p>
        </Confirm>
      )}
    </>
  );
}

interface TestProps {
  test: TeacherTest;
  editable: boolean;
  onQuestions: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Test({ test, editable, onQuestions, onEdit, onDelete }: TestProps) {
  const params = { id: String(test.id) };
  const [busy, setBusy] = useState(false);
  /** A second tap while the first is under way does nothing: it would undo the one, and make two of the other. */
  const once = (run: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    void run().finally(() => setBusy(false));
  };
  const toggle = async () => {
    try {
      await callTeaching('PATCH /api/teacher/tests/:id/toggle-active', { params });
      await refreshBank();
      succeeded('Status do teste alterado com sucesso');
    } catch (error) {
      failed('Erro ao alterar status do teste', 'Não foi possível alterar o status do teste', error);
    }
  };
  const duplicate = async () => {
    try {
      const copy = await callTeaching('POST /api/teacher/tests/:id/duplicate', { params });
      await refreshBank();
      succeeded(`Teste duplicado com sucesso: ${copy.theme}`);
    } catch (error) {
      failed('Erro ao duplicar teste', 'Não foi possível duplicar o teste', error);
    }
  };
  const name = (
    <span className="sr">
      {' '}
      {test.discipline}: {test.theme}, prova {test.form}
    </span>
  );
  return (
    <article className={cx(styles['card'], !test.active && styles['inactive'])}>
      <div className={styles['head']}>
        <div>
          <p className={styles['kind']}>
            {test.discipline} · {test.schoolClass} · Prova {test.form}
          </p>
          <h2>{test.theme}</h2>
        </div>
        {test.active ? (
          <Badge tone="ok" icon={<IconCheck size={16} />}>
            Ativo
          </Badge>
        ) : (
          <Badge tone="off" icon={<IconMinus size={16} />}>
            Inativo
          </Badge>
        )}
      </div>
      {test.description && <p className={styles['about']}>{test.description}</p>}
      <ul className={styles['facts']}>
        <li>
          <Stars value={starsFor(test.difficultyLevel)} label={test.difficultyLevel} />
        </li>
        <li>{test.evaluationType}</li>
        <li>{plural(test.questionCount, 'questão', 'questões')}</li>
        <li>{test.duration} minutos</li>
        {!test.shuffle && <li>sem baralhar</li>}
      </ul>
      <div className={cx(styles['buttons'], styles['first'])}>
        <Button variant="secondary" size="s" icon={<IconList size={18} />} onClick={onQuestions}>
          Questões{name}
        </Button>
        {editable && (
          <Button variant="quiet" size="s" icon={<IconPencil size={18} />} onClick={onEdit}>
            Editar{name}
          </Button>
        )}
        <button
          type="button"
          className={styles['icon']}
          title={test.active ? 'Desactivar' : 'Activar'}
          aria-label={`${test.active ? 'Desactivar' : 'Activar'} ${test.discipline}: ${test.theme}`}
          aria-disabled={busy}
          onClick={() => once(toggle)}
        >
          <IconPower />
        </button>
      </div>
      {editable && (
        <div className={styles['buttons']}>
          <Button variant="quiet" size="s" icon={<IconEye size={18} />} href={`/teacher/tests/${test.id}/preview`}>
            Pré-visualizar{name}
          </Button>
          <button
            type="button"
            className={styles['icon']}
            title="Duplicar"
            aria-label={`Duplicar ${test.discipline}: ${test.theme}`}
            aria-disabled={busy}
            onClick={() => once(duplicate)}
          >
            <IconCopy />
          </button>
          <button
            type="button"
            className={styles['icon']}
            title="Apagar"
            aria-label={`Apagar ${test.discipline}: ${test.theme}`}
            onClick={onDelete}
          >
            <IconTrash />
          </button>
        </div>
      )}
    </article>
  );
}
