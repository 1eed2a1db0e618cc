import { useState } from 'react';
import { QUESTION_FORMATS, WRITTEN_FORMATS, type WrittenFormat } from '../../../shared/question-formats.ts';
import { LARGEST_FILE_BYTES, LARGEST_FILE_MB, MOST_ROWS } from '../../../shared/question-limits.ts';
import { grouped } from '../../../shared/text.ts';
import { saidOf } from '../../../web/call/call.ts';
import { fileCaller, saveFile, uploader } from '../../../web/call/files.ts';
import { uuid } from '../../../web/device/uuid.ts';
import { plural } from '../../../web/parts/text.ts';
import { IconDownload } from '../../../web/ui/ActionIcon.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Checkbox } from '../../../web/ui/Field.tsx';
import { useOnline } from '../../../web/ui/OfflineStrip.tsx';
import { IconUpload } from '../../../web/ui/StaffIcon.tsx';
import { toast } from '../../../web/ui/Toast.tsx';
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
  WRITTEN_FORMATS.map((format) => QUESTION_FORMATS[format].accepted),
);

interface ImportDialogProps {
  testId: number;
  onChanged: () => void;
  onClose: () => void;
}

/** Holds the options of an import, and the functions that check the file and store it. */
function useImport({ testId, onChanged, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File | null>(null);
  const [skipHeader, setSkipHeader] = useState(true);
  const [overwrite, setOverwrite] = useState(false);
  const [leaveOut, setLeaveOut] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  /** The request that is running, and the token with which its progress is read. */
  const [busy, setBusy] = useState<{ token: string; stores: boolean } | null>(null);
  const [problem, setProblem] = useState('');

  const send = async (options: { stores: boolean; overwrite?: boolean; skipHeader?: boolean }, chosen = file) => {
    if (!chosen) return;
    const token = uuid();
    setBusy({ token, stores: options.stores });
    setProblem('');
    try {
      const made = await upload('POST /api/teacher/tests/:id/import', {
        params: { id: String(testId) },
        file: chosen,
        body: {
          dryRun: options.stores ? 'false' : 'true',
          skipHeader: (options.skipHeader ?? skipHeader) ? 'true' : 'false',
          overwriteDuplicates: (options.overwrite ?? overwrite) ? 'true' : 'false',
          leaveOutWrong: leaveOut ? 'true' : 'false',
          token,
        },
      });
      if (options.stores) {
        onChanged();
        toast({ kind: 'success', title: 'Sucesso', text: storedText(made.counts) });
        onClose();
        return;
      }
      setReport(made);
    } catch (error) {
      if (!options.stores) setReport(null);
      setProblem(saidOf(error, 'Não foi possível ler o ficheiro. Escolha-o de novo.'));
    }
    setBusy(null);
  };

  const choose = (chosen: File | undefined) => {
    setReport(null);
    setProblem('');
    setLeaveOut(false);
    const isTooLarge = chosen !== undefined && chosen.size > LARGEST_FILE_BYTES;
    setFile(chosen && !isTooLarge ? chosen : null);
    if (isTooLarge) setProblem(`O ficheiro tem mais de ${LARGEST_FILE_MB} MB.`);
    else if (chosen) void send({ stores: false }, chosen);
  };

  return {
    file,
    choose,
    skipHeader,
    setSkipHeader: (value: boolean) => {
      setSkipHeader(value);
      void send({ stores: false, skipHeader: value });
    },
    overwrite,
    setOverwrite: (value: boolean) => {
      setOverwrite(value);
      void send({ stores: false, overwrite: value });
    },
    leaveOut,
    setLeaveOut,
    report,
    busy,
    problem,
    setProblem,
    store: () => void send({ stores: true }),
  };
}

/**
 * Renders the dialog 'Importar'. The file is first checked row by row without storing anything. Then either all of it is stored or nothing.
 */
export default function ImportDialog(props: ImportDialogProps) {
  const { report, busy, leaveOut, ...held } = useImport(props);
  const online = useOnline();
  const counts = report?.counts;
  const useful = counts ? counts.created + counts.replaced : 0;
  const ready = useful > 0 && (counts?.wrong === 0 || leaveOut);
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
            disabled={!ready || busy !== null || !online}
            busy={busy?.stores === true}
            busyText="A importar…"
          >
            {useful > 0 ? `Importar ${plural(useful, 'questão', 'questões')}` : 'Importar'}
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        <FileField file={held.file} busy={busy !== null} online={online} onChoose={held.choose} />
        <Checkbox
          label="A primeira linha tem os nomes das colunas"
          name="skipHeader"
          hint="Só conta em .csv e .xlsx."
          checked={held.skipHeader}
          disabled={busy !== null}
          onChange={({ target }) => held.setSkipHeader(target.checked)}
        />
        <Checkbox
          label="Substituir as questões que já existem"
          name="overwriteDuplicates"
          hint="Conta como a mesma a que tem o mesmo enunciado. Uma questão que venha sem imagem fica com a que tinha."
          checked={held.overwrite}
          disabled={busy !== null}
          onChange={({ target }) => held.setOverwrite(target.checked)}
        />
        {busy && <ImportProgress token={busy.token} stores={busy.stores} />}
        <p role="alert" className={held.problem ? styles['problem'] : undefined}>
          {held.problem}
        </p>
        {report && <ImportVerdict report={report} />}
        {report && report.counts.wrong > 0 && useful > 0 && (
          <Checkbox
            label={leaveOutText(report)}
            name="leaveOutWrong"
            hint="Sem isto, o ficheiro só entra quando estiver todo certo."
            checked={leaveOut}
            onChange={({ target }) => held.setLeaveOut(target.checked)}
          />
        )}
        <Templates onProblem={held.setProblem} />
        <ImportBatches testId={props.testId} onChanged={props.onChanged} />
      </div>
    </Dialog>
  );
}

interface FileFieldProps {
  file: File | null;
  busy: boolean;
  online: boolean;
  onChoose: (file: File | undefined) => void;
}

function FileField({ file, busy, online, onChoose }: FileFieldProps) {
  return (
    <div className={styles['file']}>
      <label htmlFor="import-file">Ficheiro</label>
      {/* The label of the browser's own button is in the browser's language, so the button is hidden behind this one. */}
      <span className={styles['pick']} aria-hidden="true">
        <IconUpload size={18} /> {file ? file.name : 'Escolher ficheiro'}
      </span>
      <input
        id="import-file"
        type="file"
        accept={ACCEPTED}
        disabled={busy || !online}
        aria-describedby="import-file-hint"
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // Without this, choosing the same file again after correcting it would not fire an event.
          event.target.value = '';
          onChoose(chosen);
        }}
      />
      <p id="import-file-hint" className="meta muted">
        {online
          ? `${FORMATS}. Até ${LARGEST_FILE_MB} MB e ${grouped(MOST_ROWS)} linhas. Primeiro só se vê; nada é guardado.`
          : 'Sem ligação à internet: importe quando houver rede.'}
      </p>
    </div>
  );
}

/** Offers template files, one in each format that the app can export. */
function Templates({ onProblem }: { onProblem: (text: string) => void }) {
  const template = async (format: WrittenFormat) => {
    try {
      saveFile(await fetchFile('GET /api/teacher/templates/:format', { params: { format } }), `modelo.${format}`);
    } catch (error) {
      onProblem(saidOf(error, 'Não foi possível descarregar o modelo.'));
    }
  };
  return (
    <fieldset className={styles['templates']}>
      <legend>Modelos para preencher</legend>
      {WRITTEN_FORMATS.map((format) => (
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

function leaveOutText({ counts: { wrong }, numbering }: ImportReport): string {
  const [one, many] = numbering === 'question' ? ['questão', 'questões'] : ['linha', 'linhas'];
  return `Deixar de fora ${wrong === 1 ? `a ${one}` : `as ${wrong} ${many}`} com problemas`;
}

function storedText({ created, replaced }: ImportReport['counts']): string {
  const parts = [
    ...(created > 0 ? [`${plural(created, 'questão nova', 'questões novas')}`] : []),
    ...(replaced > 0 ? [`${plural(replaced, 'substituída', 'substituídas')}`] : []),
  ];
  return `Importação feita: ${parts.join(', ')}.`;
}
