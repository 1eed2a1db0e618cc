import { type FormEvent, useState } from 'react';
import { themeAndForm } from '../../../shared/questions/test-names.ts';
import { classInWords } from '../../../shared/text.ts';
import { reader } from '../../../web/call/api.ts';
import { type CallError, caller, messageOf } from '../../../web/call/call.ts';
import { plural } from '../../../web/parts/text.ts';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { toast } from '../../../web/ui/base/Toast.tsx';
import { ActionDialog } from '../../../web/ui/forms/ActionDialog.tsx';
import { RadioGroup, TextArea, TextField } from '../../../web/ui/forms/Field.tsx';
import { refreshBank } from '../../bank/authoring/teaching.web.ts';
import type { RegradeCounts, regradeContract } from '../../sitting/regrades/regrade.contract.ts';
import styles from './Statistics.module.css';
import type { TestStatistics } from './statistics.contract.ts';

const useRead = reader<typeof regradeContract>();
const call = caller<typeof regradeContract>();

interface RegradeDialogProps {
  testId: number;
  question: TestStatistics['questions'][number];
  onClose: () => void;
}

/** Corrects a key, in the bank and in existing answers: the right alternative, the reason, and the effect. */
export default function RegradeDialog({ testId, question, onClose }: RegradeDialogProps) {
  const suspected = question.flags.find(({ kind }) => kind === 'key-doubtful')?.letter;
  const [key, setKey] = useState(suspected ?? question.correctAnswer);
  const [accept, setAccept] = useState('');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const params = { id: String(testId), questionId: String(question.id) };
  const preview = useRead('GET /api/teacher/tests/:id/questions/:questionId/regrade', {
    params,
    query: { correctAnswer: key, ...(accept.trim() ? { accept } : {}) },
  });
  const { busy, regrade } = useRegrade(params, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim().length < 3) return setProblem('Diga porque se corrige a chave.');
    void regrade({ correctAnswer: key, reason, ...(accept.trim() ? { accept } : {}) });
  };
  return (
    <ActionDialog
      open
      busy={busy}
      onClose={onClose}
      title={`Mudar a resposta certa da questão ${question.position}`}
      action="Corrigir chave e notas"
      busyText="A corrigir…"
      form="regrade"
      disabled={!preview.data}
    >
      <form id="regrade" className={styles['form']} noValidate onSubmit={submit}>
        <RadioGroup
          legend="Qual é a resposta certa?"
          name="correctAnswer"
          value={key}
          options={question.choices
            .filter(({ letter }) => letter.length === 1)
            .map(({ letter, text }) => ({
              value: letter,
              label: text,
              ...(letter === question.correctAnswer ? { hint: 'É a chave de agora.' } : {}),
            }))}
          onChange={setKey}
        />
        {question.written && (
          <TextField
            label="Aceitar também"
            optional
            name="accept"
            hint="Um número ou uma palavra que também está certa."
            value={accept}
            onChange={(event) => setAccept(event.target.value)}
          />
        )}
        <TextArea
          label="Porque se corrige?"
          name="reason"
          rows={2}
          maxLength={500}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.target.value);
            setProblem('');
          }}
        />
        <Effect counts={preview.data} error={preview.error} />
      </form>
    </ActionDialog>
  );
}

/** Returns a function that corrects the key and the marks, tells the teacher how many changed, and then calls `onDone`. */
function useRegrade(params: { id: string; questionId: string }, onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const regrade = async (body: { correctAnswer: string; accept?: string; reason: string }) => {
    setBusy(true);
    try {
      const done = await call('POST /api/teacher/tests/:id/questions/:questionId/regrade', { params, body });
      toast({
        kind: 'success',
        title: 'Sucesso',
        text: ['Chave corrigida.', changesInWords(done), copiesInWords(done)].filter(Boolean).join(' '),
      });
      await refreshBank();
      onDone();
    } catch (error) {
      toast({
        kind: 'error',
        title: 'Erro ao corrigir a chave',
        text: `Nada foi alterado: ${messageOf(error)}`,
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, regrade };
}

/** Renders how many marks the chosen key would change, once that is counted. */
function Effect({ counts, error }: { counts: RegradeCounts | undefined; error: CallError | null }) {
  return (
    <div aria-live="polite">
      {counts ? (
        <>
          <p>{changesInWords(counts)}</p>
          <Copies {...counts} />
        </>
      ) : error ? (
        <p>Não foi possível contar as notas que mudam: {error.said}</p>
      ) : (
        <Spinner />
      )}
      <p className="meta">Cada família cuja nota muda é avisada com a nota de antes e a de agora.</p>
    </div>
  );
}

function changesInWords({ attempts, up, down, otherAlternatives }: RegradeCounts): string {
  const others =
    otherAlternatives > 0
      ? ` ${plural(otherAlternatives, 'tentativa tinha', 'tentativas tinham')} outras alternativas e não ${otherAlternatives === 1 ? 'muda' : 'mudam'}.`
      : '';
  if (attempts === 0) return `Nenhuma tentativa muda.${others}`;
  return `${plural(attempts, 'tentativa', 'tentativas')} com outra chave: ${plural(up, 'nota sobe', 'notas sobem')}, ${plural(down, 'nota desce', 'notas descem')}.${others}`;
}

/** Maximum number of tests that are named. */
const NAMED = 4;

type OfCopies = Pick<RegradeCounts, 'copies'>;

/** Returns the names of the tests in which the same question has another key; beyond `NAMED` tests, the last name counts the others. */
function namesOfCopies({ copies = [] }: OfCopies): string[] {
  const names = copies.slice(0, NAMED).map((copy) => `${themeAndForm(copy)}, ${classInWords(copy.schoolClass)}`);
  return copies.length > NAMED ? [...names, `e mais ${copies.length - NAMED}`] : names;
}

const COPIES = 'A mesma questão tem outra resposta certa em:';
const AND_THERE = 'Corrija-a também lá.';

/** Lists where else the same question has another key. */
export function Copies(counts: OfCopies) {
  const names = namesOfCopies(counts);
  if (names.length === 0) return null;
  return (
    <>
      <p>{COPIES}</p>
      <ul className={styles['copies']}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>{AND_THERE}</p>
    </>
  );
}

/** Returns the same as one line of text; empty if there are no copies. */
export function copiesInWords(counts: OfCopies): string {
  const names = namesOfCopies(counts);
  return names.length === 0 ? '' : `${COPIES} ${names.join('; ')}. ${AND_THERE}`;
}
