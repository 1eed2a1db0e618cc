import { useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { reader } from '../../../web/call/api.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { failed, succeeded } from '../../../web/call/outcome.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import panel from '../../../web/parts/panel.module.css';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronLeft } from '../../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { IconPlus } from '../../../web/ui/icons/ParentIcon.tsx';
import { SectionHead } from '../../../web/ui/lists/Card.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { callTeaching, refreshBank } from '../../bank/authoring/teaching.web.ts';
import type { formsContract, ThemeForms } from './forms.contract.ts';
import styles from './Statistics.module.css';

const useRead = reader<typeof formsContract>();
type Form = ThemeForms['forms'][number];
type Measured = ThemeForms['blueprint'][number];

const KINDS = { objective: 'Objectivo', category: 'Categoria', difficulty: 'Grau' } as const;

/** 'Provas do tema' of the test in the address: compares its forms, and starts another one from a form's blueprint. */
export default function Forms() {
  const testId = new URLSearchParams(useSearch()).get('testId') ?? '';
  const found = useRead('GET /api/teacher/tests/:id/forms', { params: { id: testId } });
  return (
    <>
      <div className={styles['top']}>
        <h2>
          Provas do tema
          {found.data && `: ${found.data.discipline} - ${found.data.theme}, ${found.data.schoolClass}`}
        </h2>
        <Button variant="quiet" icon={<IconChevronLeft />} href={`/teacher/questions?testId=${testId}`}>
          Questões do teste
        </Button>
      </div>
      {found.data ? (
        <Shown {...found.data} testId={Number(testId)} />
      ) : found.error?.status === 404 ? (
        <Empty title="Este teste não existe." text="Escolha outro em Testes Padronizados." />
      ) : found.error ? (
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
      ) : (
        <Skeleton lines={10} />
      )}
    </>
  );
}

const nameOf = ({ form, active }: Form) => `Prova ${form}${active ? '' : ' (inactiva)'}`;

const MARK_COLUMNS: Column<Form>[] = [
  { key: 'form', header: 'Prova', card: 'title', cell: nameOf },
  { key: 'questions', header: 'Questões', align: 'end', cell: ({ questionCount }) => questionCount },
  { key: 'attempts', header: 'Tentativas válidas', align: 'end', cell: ({ attempts }) => attempts },
  { key: 'mean', header: 'Média', align: 'end', cell: ({ mean }) => (mean === null ? '–' : `${mean}%`) },
  { key: 'spread', header: 'Desvio-padrão', align: 'end', cell: ({ spread }) => spread ?? '–' },
  {
    key: 'open',
    header: 'Abrir',
    card: 'wide',
    cell: (form) => (
      <span className={panel['acts']}>
        <Button variant="quiet" size="s" href={`/teacher/questions?testId=${form.id}`}>
          Questões<span className="sr"> da prova {form.form}</span>
        </Button>
      </span>
    ),
  },
];

/** Whether the active forms differ by more than one question. */
function isUneven({ counts }: Measured, forms: readonly Form[]): boolean {
  const active = counts.filter((_, place) => forms[place]?.active);
  return active.length > 1 && Math.max(...active) - Math.min(...active) > 1;
}

/** Renders how many questions of each form measure what: narrow columns of numbers, a table on a phone too. */
function Blueprint({ forms, blueprint }: Pick<ThemeForms, 'forms' | 'blueprint'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles['scroll']} tabIndex={0} aria-label="O que cada prova mede">
      <table className={styles['choices']}>
        <caption className="sr">Questões de cada prova por objectivo, categoria e grau</caption>
        <thead>
          <tr>
            <th scope="col">O que mede</th>
            {forms.map((form) => (
              <th key={form.id} scope="col">
                {nameOf(form)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {blueprint.map((row) => (
            <tr key={`${row.kind} ${row.name}`} className={isUneven(row, forms) ? styles['uneven'] : undefined}>
              <th scope="row">
                {KINDS[row.kind]} {row.name}
                {row.text && `: ${row.text}`}
              </th>
              {forms.map((form, place) => (
                <td key={form.id} className="num">
                  {row.counts[place] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Renders the button that starts another form with the blueprint of an existing one. */
function NewForm({ from }: { from: Form }) {
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const made = await callTeaching('POST /api/teacher/tests/:id/forms', { params: { id: String(from.id) } });
      await refreshBank();
      succeeded(`Prova ${made.form} criada. Acrescente-lhe as questões e active-a depois.`);
      goTo(`/teacher/questions?testId=${made.id}`);
    } catch (error) {
      failed('Erro ao criar prova', 'Não foi possível criar a prova', error);
      setBusy(false);
    }
  };
  return (
    <p className={styles['say']}>
      <Button icon={<IconPlus />} onClick={() => void begin()} busy={busy}>
        Nova prova a partir da {from.form}
      </Button>
    </p>
  );
}

/** Renders the marks of a theme's forms, and how many questions of each measure what. */
function Shown({ forms, blueprint, testId }: ThemeForms & { testId: number }) {
  const asked = forms.find(({ id }) => id === testId);
  return (
    <>
      <section>
        <SectionHead title="Notas" />
        <DataTable
          caption="Notas das provas do tema"
          columns={MARK_COLUMNS}
          rows={forms}
          rowKey={({ id }) => id}
          dense
        />
        <p className={styles['say']}>A média e o desvio-padrão aparecem com 10 tentativas válidas.</p>
      </section>
      <section>
        <SectionHead title="O que cada prova mede" />
        {blueprint.length === 0 ? (
          <p className="muted">
            {forms.some(({ questionCount }) => questionCount > 0)
              ? 'As questões destas provas não têm ainda objectivo, categoria nem dificuldade.'
              : 'Nenhuma destas provas tem ainda questões.'}
          </p>
        ) : (
          <Blueprint forms={forms} blueprint={blueprint} />
        )}
        <p className={styles['say']}>
          Provas paralelas têm os mesmos números, mais um ou menos um. As linhas assinaladas diferem mais. O grau vai de
          1 (quase toda a turma acerta) a 5 (poucos acertam).
        </p>
        {asked && <NewForm from={asked} />}
      </section>
    </>
  );
}
