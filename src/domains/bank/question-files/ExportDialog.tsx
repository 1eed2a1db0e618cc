import { useState } from 'react';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  QUESTION_FORMATS,
  type QuestionFormat,
} from '../../../shared/questions/question-formats.ts';
import { messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile } from '../../../web/call/files.ts';
import { useAction } from '../../../web/call/use-action.ts';
import { plural } from '../../../web/parts/text.ts';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { Checkbox, RadioGroup, SelectField } from '../../../web/ui/forms/Field.tsx';
import type { DataToolsProps } from '../question-lists/TeacherQuestions.tsx';
import type { exportsContract } from './exports.contract.ts';
import styles from './Files.module.css';

const fetchFile = fileCaller<typeof exportsContract>();

type Scope = 'all' | 'filtered' | 'selected';

interface Choice {
  format: ExportFormat;
  scope: Scope;
  /** Whether the first line has the names of the columns. */
  headers: boolean;
  /** Whether the file describes the test too. */
  metadata: boolean;
}

/** Renders the dialog 'Exportar', in which a teacher chooses the format, the questions and the additional columns of the file. */
export default function ExportDialog({
  testId,
  total,
  shown,
  filter,
  selected,
  pictured,
  onClose,
}: DataToolsProps & { onClose: () => void }) {
  const [choice, setChoice] = useState<Choice>({
    format: 'json',
    scope: selected.length > 0 ? 'selected' : 'filtered',
    headers: true,
    metadata: true,
  });
  const { format, scope, headers, metadata } = choice;
  const choose = (more: Partial<Choice>) => setChoice((before) => ({ ...before, ...more }));
  const chosen: QuestionFormat = QUESTION_FORMATS[format];
  const picturedCount = { all: pictured.total, filtered: pictured.shown, selected: pictured.selected }[scope];
  const isTable = format === 'csv' || format === 'excel';
  const { busy, refused, run } = useAction(
    async () => {
      const query = { ...queryOf(choice), ...scopeQuery(scope, { filter, selected }) };
      const file = await fetchFile('GET /api/teacher/tests/:id/export', { params: { id: String(testId) }, query });
      saveFile(file, `questoes.${format}`);
      onClose();
    },
    (error) => messageOf(error, 'Não foi possível exportar. Tente de novo.'),
  );
  return (
    <ActionDialog
      open
      onClose={onClose}
      busy={busy}
      title="Exportar"
      action="Exportar"
      busyText="A preparar…"
      onAction={run}
    >
      <div className={styles['form']}>
        <SelectField
          label="Formato"
          name="format"
          id="export-format"
          options={EXPORT_FORMATS.map((value) => ({ value, label: QUESTION_FORMATS[value].label }))}
          value={format}
          hint={chosen.hint}
          onChange={(event) => choose({ format: event.target.value as ExportFormat })}
        />
        <ScopeField
          scope={scope}
          onScope={(scope) => choose({ scope })}
          counts={{ all: total, filtered: shown, selected: selected.length }}
        />
        {picturedCount > 0 && <PictureNote format={format} count={picturedCount} />}
        {isTable && (
          <Checkbox
            label="Nomes das colunas na primeira linha"
            name="headers"
            checked={headers}
            onChange={(event) => choose({ headers: event.target.checked })}
          />
        )}
        <Checkbox
          label="Dados do teste (disciplina, tema, ano, dificuldade)"
          name="metadata"
          checked={metadata}
          onChange={(event) => choose({ metadata: event.target.checked })}
        />
        <p role="alert" className={refused ? styles['problem'] : undefined}>
          {refused}
        </p>
        <p className="sr" role="status">
          {busy ? `A preparar ${plural(total, 'questão', 'questões')}` : ''}
        </p>
      </div>
    </ActionDialog>
  );
}

/** Returns the part of the query that says what the file is like. */
function queryOf({ format, headers, metadata }: Choice) {
  const flagOf = (value: boolean) => (value ? 'true' : 'false');
  return { format, headers: flagOf(headers), metadata: flagOf(metadata) } as const;
}

/** Returns the part of the query that says which questions the file contains. */
function scopeQuery(scope: Scope, { filter, selected }: Pick<DataToolsProps, 'filter' | 'selected'>) {
  if (scope === 'filtered') return { scope, ...filter };
  if (scope === 'selected') return { scope, ids: selected.join(',') };
  return { scope };
}

interface ScopeFieldProps {
  scope: Scope;
  onScope: (scope: Scope) => void;
  /** Number of questions in each scope. */
  counts: Readonly<Record<Scope, number>>;
}

function ScopeField({ scope, onScope, counts }: ScopeFieldProps) {
  return (
    <RadioGroup
      legend="Questões"
      name="export-scope"
      value={scope}
      onChange={(value) => onScope(value as Scope)}
      options={[
        { value: 'all', label: `Todas (${counts.all})` },
        { value: 'filtered', label: `As que o filtro mostra (${counts.filtered})`, disabled: counts.filtered === 0 },
        {
          value: 'selected',
          label: `As marcadas (${counts.selected})`,
          disabled: counts.selected === 0,
          ...(counts.selected === 0 ? { hint: 'Marque questões na tabela.' } : {}),
        },
      ]}
    />
  );
}

/** Renders what the chosen format does with the drawings and pictures of `count` questions. */
function PictureNote({ format, count }: { format: ExportFormat; count: number }) {
  return (
    <p role="status" className={!QUESTION_FORMATS[format].pictures ? styles['caution'] : 'meta muted'}>
      {pictureText(format, count)}
    </p>
  );
}

/** Returns the sentence that tells the teacher, before the export, how the chosen format stores drawings and pictures. */
function pictureText(format: ExportFormat, count: number): string {
  const what = plural(count, 'questão tem desenho ou imagem', 'questões têm desenho ou imagem');
  if (!QUESTION_FORMATS[format].pictures)
    return `${what}, que este formato não leva. Para não os perder, escolha JSON, Excel, Moodle XML ou QTI.`;
  if (format === 'excel') return `${what}: o ficheiro é um .zip com o livro do Excel e a pasta das imagens.`;
  return `${what}, que ${count === 1 ? 'vai' : 'vão'} no ficheiro.`;
}
