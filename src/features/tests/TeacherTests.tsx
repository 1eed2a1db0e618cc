import { useState } from 'react';
import type { Answered } from '../../shared/endpoint.ts';
import { DISCIPLINES, starsFor, TEST_CLASSES } from '../../shared/words.ts';
import { Empty } from '../../web/Empty.tsx';
import { Failed } from '../../web/Failed.tsx';
import { useAddressFilters, useTyped } from '../../web/paged.ts';
import { plural } from '../../web/text.ts';
import { Badge } from '../../web/ui/Badge.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { cx } from '../../web/ui/cx.ts';
import { SelectField, TextField } from '../../web/ui/Field.tsx';
import { IconCheck, IconCopy, IconList, IconMinus, IconPencil, IconPlus, IconTrash } from '../../web/ui/Icon.tsx';
import { Pages } from '../../web/ui/Pages.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { IconEye, IconPower, IconSearch, IconShuffle } from '../../web/ui/StaffIcon.tsx';
import { Stars } from '../../web/ui/Stars.tsx';
import type { authoringContract } from './authoring.contract.ts';
import { Confirm } from './Confirm.tsx';
import { giveUpDraft, TEST_DRAFTS, Unfinished } from './draft.tsx';
import styles from './Teacher.module.css';
import { TestDialog } from './TestDialog.tsx';
import { callTeaching, failed, failureOf, refreshBank, succeeded, useTeachingPages } from './teaching.tsx';

type TeacherTest = Answered<(typeof authoringContract)['GET /api/teacher/tests/:id']>;

const ROWS = 24;

interface TeacherTestsProps {
  onQuestions: (test: { id: number }) => void;
  /** Teachers make and change tests; administrators look at them and toggle them. */
  editable?: boolean;
}

/** All tests of the bank, active or not. */
export function TeacherTests({ onQuestions, editable = false }: TeacherTestsProps) {
  const filters = useAddressFilters(location.pathname);
  const [typed, setTyped] = useTyped(filters.value('search'), (search) => filters.set({ search }));
  const page = filters.page;
  const query = {
    search: filters.value('search').trim(),
    discipline: filters.value('discipline'),
    class: filters.value('class'),
    active: filters.value('active') as 'true',
    limit: String(ROWS),
    page: String(page),
  };
  const found = useTeachingPages('GET /api/teacher/tests', { query });
  const [edited, setEdited] = useState<TeacherTest | 'new' | null>(null);
  const [deleted, setDeleted] = useState<TeacherTest | null>(null);
  const chooser = (name: 'discipline' | 'class' | 'active') => ({
    name,
    id: `filter-${name}`,
    value: filters.value(name),
    onChange: (event: { target: { value: string } }) => filters.set({ [name]: event.target.value }),
  });
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
  const isFiltered = filters.any;
  const data = found.data;

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
        </div>
      )}
      <form className={styles['filters']} aria-label="Filtros" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Procurar"
          name="search"
          id="filter-search"
          type="search"
          icon={<IconSearch />}
          placeholder="Tema ou descrição"
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
          label="Estado"
          placeholder="todos"
          options={[
            { value: 'true', label: 'Ativo' },
            { value: 'false', label: 'Inativo' },
          ]}
          {...chooser('active')}
        />
      </form>
      {data ? (
        <>
          {(data.total > 0 || isFiltered) && (
            <p role="status" className={styles['count']}>
              {plural(data.total, 'teste', 'testes')}
            </p>
          )}
          <ul className={styles['cards']} aria-busy={found.isPlaceholderData}>
            {data.rows.map((test) => (
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
          {data.total === 0 &&
            (isFiltered ? (
              <Empty title="Nenhum teste com estes filtros.">
                <Button variant="secondary" onClick={filters.clear}>
                  Limpar filtros
                </Button>
              </Empty>
            ) : (
              <Empty title="Nenhum Teste Cadastrado" text="Crie o primeiro e acrescente-lhe questões." />
            ))}
          <Pages
            label="Páginas de testes"
            page={page}
            limit={ROWS}
            total={data.total}
            onPage={(to) => filters.set({ page: to })}
          />
        </>
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Spinner />
      )}
      {editable && <TestDialog test={edited} onClose={() => setEdited(null)} onMade={onQuestions} />}
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
            e as suas questões deixam de existir. Só se pode apagar um teste que nenhum aluno fez.
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
      {test.discipline}: {test.theme}
    </span>
  );
  return (
    <article className={cx(styles['card'], !test.active && styles['inactive'])}>
      <div className={styles['head']}>
        <div>
          <p className={styles['kind']}>
            {test.discipline} · {test.schoolClass}
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
        {test.shuffle && (
          <li className={styles['withIcon']}>
            <IconShuffle size={16} /> baralhado
          </li>
        )}
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
