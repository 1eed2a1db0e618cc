import { useState } from 'react';
import {
  IMPORT_FORMATS,
  QUESTION_FORMATS,
  TWO_WAY_FORMATS,
  type TwoWayFormat,
} from '../../../shared/questions/question-formats.ts';
import { LARGEST_FILE_BYTES, LARGEST_FILE_MB, MAX_ROWS } from '../../../shared/questions/question-limits.ts';
import { grouped } from '../../../shared/text.ts';
import { messageOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile, uploader } from '../../../web/call/files.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { useOnline } from '../../../web/ui/base/OfflineStrip.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Checkbox } from '../../../web/ui/forms/Field.tsx';
import { IconDownload } from '../../../web/ui/icons/ActionIcon.tsx';
import { IconUpload } from '../../../web/ui/icons/StaffIcon.tsx';
import type { exportsContract } from './exports.contract.ts';
import styles from './Files.module.css';
import { ImportBatches } from './ImportBatches.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportVerdict } from './ImportVerdict.tsx';
import type { ImportReport, importsContract } from './imports.contract.ts';

const upload = uploader<typeof importsContract>();
const fetchFile = fileCaller<typeof exportsContract>();

/** File name extensions in the syntax of the attribute `accept`. */
const ACCEPTED = [...new Set(Object.values(QUESTION_FORMATS).flatMap(({ endings }) => endings))]
  .map((ending) => `.${ending}`)
  .join();
const FORMATS = new Intl.ListFormat('pt', { type: 'disjunction' }).format(
  IMPORT_FORMATS.map((format) => QUESTION_FORMATS[format].accepted),
);

interface ImportDialogProps {
  testId: number;
  onChanged: () => void;
  onClose: () => void;
}

/** Maximum number of files chosen at once. */
const MAX_FILES = 20;

/** A chosen file, with what an import of it would do or why it cannot be read. */
interface Chosen {
  file: File;
  report: ImportReport | null;
  problem: string;
}

const usefulIn = (report: ImportReport | null): number => (report ? report.counts.created + report.counts.replaced : 0);
const sumOf = (chosen: readonly Chosen[], count: (report: ImportReport) => number): number =>
  chosen.reduce((sum, { report }) => sum + (report ? count(report) : 0), 0);

interface Options {
  overwrite: boolean;
  skipHeader: boolean;
}

/** Holds the chosen files and the options of an import, and the functions that check the files and store them. */
function useImport({ testId, onChanged, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [options, setOptions] = useState<Options>({ overwrite: false, skipHeader: true });
  /** The request that is running, and the token with which its progress is read. */
  const [busy, setBusy] = useState<{ token: string; stores: boolean } | null>(null);
  const [problem, setProblem] = useState('');

  /** @param seen the preview that is being stored; null for a preview. */
  const send = async (file: File, seen: ImportReport | null, { overwrite, skipHeader }: Options) => {
    const stores = seen !== null;
    const token = uuid();
    setBusy({ token, stores });
    await heldFile(file);
    return upload('POST /api/teacher/tests/:id/import', {
      params: { id: String(testId) },
      file,
      body: {
        dryRun: stores ? 'false' : 'true',
        skipHeader: skipHeader ? 'true' : 'false',
        overwriteDuplicates: overwrite ? 'true' : 'false',
        leaveOutWrong: 'true',
        ...(seen ? { state: seen.state } : {}),
        token,
      },
    });
  };

  const check = async (files: readonly File[], using: Options) => {
    const read: Chosen[] = files.map((file) => ({ file, report: null, problem: '' }));
    setChosen(read);
    setProblem('');
    for (const [index, file] of files.entries()) {
      try {
        if (file.size > LARGEST_FILE_BYTES) throw new FileFault(TOO_LARGE);
        read[index] = { file, report: await send(file, null, using), problem: '' };
      } catch (error) {
        read[index] = {
          file,
          report: null,
          problem: faultOf(error, 'Não foi possível ler o ficheiro. Escolha-o de novo.'),
        };
      }
      setChosen([...read]);
    }
    setBusy(null);
  };

  /** Stores the files one after the other. What was stored leaves the list, so that it is not stored again after a failure. */
  const store = async () => {
    const stored: ImportReport['counts'][] = [];
    let rest = chosen;
    setProblem('');
    for (const { file, report } of chosen) {
      if (!report || usefulIn(report) === 0) continue;
      try {
        stored.push((await send(file, report, options)).counts);
        rest = rest.filter((one) => one.file !== file);
      } catch (error) {
        const said = faultOf(error, 'Não foi possível importar o ficheiro. Tente de novo.');
        rest = rest.map((one) => (one.file === file ? { ...one, problem: said } : one));
      }
    }
    setBusy(null);
    if (stored.length > 0) {
      onChanged();
      toast({ kind: 'success', title: 'Sucesso', text: storedText(stored) });
    }
    if (rest.some(({ problem: said, report }) => said !== '' && usefulIn(report) > 0)) setChosen(rest);
    else onClose();
  };

  return {
    chosen,
    choose: (files: readonly File[]) => {
      if (files.length > MAX_FILES) setProblem(`Escolha no máximo ${MAX_FILES} ficheiros de cada vez.`);
      else if (files.length > 0) void check(files, options);
    },
    options,
    setOptions: (changed: Partial<Options>) => {
      const using = { ...options, ...changed };
      setOptions(using);
      const files = chosen.map(({ file }) => file);
      if (files.some(({ size }) => size <= LARGEST_FILE_BYTES)) void check(files, using);
    },
    busy,
    problem,
    setProblem,
    store: () => void store(),
  };
}

/** A file that is not sent, with the sentence that says why. */
class FileFault extends Error {}
export const faultOf = (error: unknown, otherwise: string): string =>
  error instanceof FileFault ? error.message : messageOf(error, otherwise);

/**
 * Checks that the chosen file can still be read. If it was saved again since it was chosen, the browser fails to upload it with the same
 * error as without a connection.
 *
 * @throws FileFault if the file cannot be read.
 */
export async function heldFile(file: File): Promise<void> {
  const first = file.slice(0, 1);
  await first.arrayBuffer().catch(() => {
    throw new FileFault('O ficheiro mudou: escolha-o de novo.');
  });
}
const TOO_LARGE = `O ficheiro tem mais de ${LARGEST_FILE_MB} MB.`;

/** Renders the dialog 'Importar'. The files are first shown question by question without storing anything. */
export default function ImportDialog(props: ImportDialogProps) {
  const { chosen, busy, options, ...held } = useImport(props);
  const online = useOnline();
  const useful = sumOf(chosen, usefulIn);
  const wrong = sumOf(chosen, ({ counts }) => counts.wrong);
  return (
    <Dialog
      open
      size="l"
      onClose={props.onClose}
      busy={busy?.stores === true}
      title="Importar"
      footer={
        <>
          <Button variant="secondary" onClick={props.onClose} disabled={busy?.stores === true}>
            Cancelar
          </Button>
          <Button
            icon={<IconUpload />}
            onClick={held.store}
            disabled={useful === 0 || busy !== null || !online}
            busy={busy?.stores === true}
            busyText="A importar…"
          >
            {importText(useful, wrong)}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <FileField chosen={chosen} busy={busy !== null} online={online} onChoose={held.choose} />
        <Checkbox
          label="A primeira linha tem os nomes das colunas"
          name="skipHeader"
          hint="Só conta em .csv e .xlsx."
          checked={options.skipHeader}
          disabled={busy !== null}
          onChange={({ target }) => held.setOptions({ skipHeader: target.checked })}
        />
        <Checkbox
          label="Substituir as questões que já existem"
          name="overwriteDuplicates"
          hint="Conta como a mesma a que tem o mesmo enunciado e pelo menos metade das alternativas. O que o ficheiro não traz, como a imagem ou a explicação, fica como estava."
          checked={options.overwrite}
          disabled={busy !== null}
          onChange={({ target }) => held.setOptions({ overwrite: target.checked })}
        />
        {busy && <ImportProgress key={busy.token} token={busy.token} stores={busy.stores} />}
        <p role="alert" className={held.problem ? styles['problem'] : undefined}>
          {held.problem}
        </p>
        {chosen.map(({ file, report, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes its order
          <div key={index} className={styles['one']}>
            {problem && (
              <p role="alert" className={styles['problem']}>
                {chosen.length > 1 && <b>{file.name}: </b>}
                {problem}
              </p>
            )}
            {report && <ImportVerdict report={report} fileName={chosen.length > 1 ? file.name : null} />}
          </div>
        ))}
        <Templates onProblem={held.setProblem} />
        <ImportBatches testId={props.testId} onChanged={props.onChanged} />
      </div>
    </Dialog>
  );
}

interface FileFieldProps {
  chosen: readonly Chosen[];
  busy: boolean;
  online: boolean;
  onChoose: (files: readonly File[]) => void;
}

function FileField({ chosen, busy, online, onChoose }: FileFieldProps) {
  const [first] = chosen;
  return (
    <div className={styles['file']}>
      <label htmlFor="import-file">Ficheiro</label>
      {/* The label of the browser's own button is in the browser's language, so the button is hidden behind this one. */}
      <span className={styles['pick']} aria-hidden="true">
        <IconUpload size={18} />{' '}
        {!first
          ? 'Escolher um ou vários ficheiros'
          : chosen.length === 1
            ? first.file.name
            : `${chosen.length} ficheiros`}
      </span>
      <input
        id="import-file"
        type="file"
        multiple
        accept={ACCEPTED}
        disabled={busy || !online}
        aria-describedby="import-file-hint"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Without this, choosing the same file again after correcting it would not fire an event.
          event.target.value = '';
          onChoose(files);
        }}
      />
      <p id="import-file-hint" className="meta muted">
        {online
          ? `${FORMATS}; também as tabelas do Kahoot, Quizizz, Blackboard e D2L. Até ${LARGEST_FILE_MB} MB e ${grouped(MAX_ROWS)} linhas. Primeiro só se vê; nada é guardado.`
          : 'Está sem internet: importe quando houver.'}
      </p>
      {online && <a href="/teacher/bring">Trazer testes de outro programa: como se faz</a>}
    </div>
  );
}

/** Offers template files, one in each format that the app can export. */
function Templates({ onProblem }: { onProblem: (text: string) => void }) {
  const template = async (format: TwoWayFormat) => {
    try {
      saveFile(await fetchFile('GET /api/teacher/templates/:format', { params: { format } }), `modelo.${format}`);
    } catch (error) {
      onProblem(messageOf(error, 'Não foi possível descarregar o modelo.'));
    }
  };
  return (
    <fieldset className={styles['templates']}>
      <legend>Modelos para preencher</legend>
      {TWO_WAY_FORMATS.map((format) => (
        <Button
          key={format}
          variant="quiet"
          size="s"
          icon={<IconDownload size={18} />}
          onClick={() => void template(format)}
        >
          {QUESTION_FORMATS[format].name}
        </Button>
      ))}
    </fieldset>
  );
}

/** Returns what the button does: "Importar 18 questões", or "Importar as 18, deixar 2 de fora". */
function importText(useful: number, wrong: number): string {
  if (useful === 0) return 'Importar';
  if (wrong === 0) return `Importar ${plural(useful, 'questão', 'questões')}`;
  return `Importar ${useful === 1 ? '1' : `as ${useful}`}, deixar ${wrong} de fora`;
}

/** Returns what an import has done; another person may have stored the same questions meanwhile. */
export function storedText(counts: readonly Pick<ImportReport['counts'], 'created' | 'replaced'>[]): string {
  const created = counts.reduce((sum, one) => sum + one.created, 0);
  const replaced = counts.reduce((sum, one) => sum + one.replaced, 0);
  if (created + replaced === 0) return 'Não havia nada para guardar: o teste já tem estas questões.';
  const parts = [
    ...(created > 0 ? [`${plural(created, 'questão nova', 'questões novas')}`] : []),
    ...(replaced > 0 ? [`${plural(replaced, 'substituída', 'substituídas')}`] : []),
  ];
  return `Importação feita: ${parts.join(', ')}.`;
}
