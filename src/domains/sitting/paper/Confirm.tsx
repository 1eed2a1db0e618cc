import { type MouseEvent, useState } from 'react';
import { refresh, refreshAfterTest } from '../../../web/call/api.ts';
import { CallError, caller } from '../../../web/call/call.ts';
import { goTo } from '../../../web/call/navigation.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import styles from './Paper.module.css';
import type { paperContract, Reading, Scan } from './paper.contract.ts';
import { DOUBTS, isByHand, sheetProblem } from './paper.rules.ts';

const call = caller<typeof paperContract>();

/** A row's letter as the parent decided it: `undefined` while undecided, null for no answer. */
type Decided = Reading['letter'] | undefined;

/**
 * Shows each letter beside its picture: doubtful ones first, the others with a button to change them. Without a photograph, the parent
 * types all letters. Nothing is graded before it is confirmed.
 */
export default function Confirm({ scan, onConfirmed, onAgain }: Omit<SendProps, 'letters'>) {
  const { readings } = scan;
  const isTyped = isByHand(scan);
  const [letters, setLetters] = useState<Record<number, Decided>>(() =>
    Object.fromEntries(readings.map(({ questionId, letter, sure }) => [questionId, sure ? letter : undefined])),
  );
  const [changing, setChanging] = useState<number>();
  const doubts = readings.filter(({ sure }) => !sure);
  const rest = readings.filter(({ sure }) => sure);
  // The row stays open: the arrow keys choose a letter at every step.
  const choose = (questionId: number, letter: Decided) => setLetters((before) => ({ ...before, [questionId]: letter }));
  return (
    <>
      <Sheet as="section">
        <h1>
          {isTyped
            ? 'Escreva as letras da folha'
            : `Lemos ${rest.length} de ${plural(readings.length, 'resposta', 'respostas')}`}
        </h1>
        <p>{isTyped ? 'Veja a folha e escolha, em cada linha, a letra pintada.' : toDecide(doubts.length)}</p>
      </Sheet>
      {doubts.length > 0 && (
        <Card className={styles['card']}>
          {!isTyped && <h2>Para decidir</h2>}
          {doubts.map((row) => (
            <Row key={row.questionId} row={row} letter={letters[row.questionId]} onChoose={choose} />
          ))}
        </Card>
      )}
      {rest.length > 0 && (
        <SureRows
          rows={rest}
          title={doubts.length === 0 ? 'As letras lidas' : rest.length === 1 ? 'A outra' : `As outras ${rest.length}`}
          letters={letters}
          changing={changing}
          onChange={setChanging}
          onChoose={choose}
        />
      )}
      <Send scan={scan} letters={letters} onConfirmed={onConfirmed} onAgain={onAgain} />
    </>
  );
}

interface SureRowsProps {
  rows: readonly Reading[];
  title: string;
  letters: Record<number, Decided>;
  /** Number of the row that is being changed. */
  changing: number | undefined;
  onChange: (questionId: number) => void;
  onChoose: (questionId: number, letter: Decided) => void;
}

/** The rows that were read with certainty, each with a button to change it. */
function SureRows({ rows, title, letters, changing, onChange, onChoose }: SureRowsProps) {
  return (
    <Card className={styles['card']}>
      <h2>{title}</h2>
      <p className={styles['small']}>A letra lida, ao lado da fotografia.</p>
      <ol className={styles['read']}>
        {rows.map((row) =>
          changing === row.questionId ? (
            <li key={row.questionId} className={styles['open']} ref={focusChosen}>
              <Row row={row} letter={letters[row.questionId]} onChoose={onChoose} />
            </li>
          ) : (
            <li key={row.questionId}>
              <span className={styles['number']}>{row.number}</span>
              <img src={row.crop} alt="" />
              <b>
                {letters[row.questionId] ?? '–'}
                <span className="sr">{letters[row.questionId] ? '' : 'Sem resposta'}</span>
              </b>
              <button
                type="button"
                className={styles['change']}
                aria-label={`Mudar a linha ${row.number}`}
                onClick={() => onChange(row.questionId)}
              >
                Mudar
              </button>
            </li>
          ),
        )}
      </ol>
    </Card>
  );
}

/** Focuses the letter of a row that has just opened in place of its button. */
const focusChosen = (row: HTMLLIElement | null) =>
  row?.querySelector<HTMLElement>(':checked')?.focus({ preventScroll: true });

interface SendProps {
  scan: Scan;
  letters: Record<number, Decided>;
  /** Called once the server has the letters: the photograph is not needed any more. */
  onConfirmed: () => Promise<void>;
  onAgain: () => void;
}

/** The button that confirms all letters, once each is decided. */
function Send({ scan, letters, onConfirmed, onAgain }: SendProps) {
  const { readings } = scan;
  const { busy, error, confirm } = useConfirming(scan, letters, onConfirmed);
  const open = readings.filter(({ questionId }) => letters[questionId] === undefined);
  const empty = open.length === 0 && readings.every(({ questionId }) => letters[questionId] === null);
  return (
    <Card className={styles['card']}>
      {error && <Unconfirmed error={error} />}
      <Button
        size="l"
        full
        busy={busy}
        busyText="A guardar…"
        disabled={open.length > 0 || empty}
        onClick={() => void confirm()}
      >
        Confirmar respostas
      </Button>
      <p className={styles['small']} aria-live="polite">
        {open.length > 0 && `Falta decidir ${linesOf(open)}. `}
        {empty && 'Escolha pelo menos uma letra. '}
        Depois de confirmar, a folha fica usada{!isByHand(scan) && ' e a fotografia é apagada'}.
      </p>
      <Button full variant="quiet" onClick={onAgain}>
        {isByHand(scan) ? 'Fotografar a folha' : 'Fotografar outra vez'}
      </Button>
    </Card>
  );
}

/** Why the letters were not accepted. A sheet that another phone confirmed first has its result already. */
function Unconfirmed({ error }: { error: CallError }) {
  const { title, result } = sheetProblem(error);
  if (!result)
    return (
      <p role="alert" className="refused">
        {error.said} Nada se perdeu: pode confirmar outra vez.
      </p>
    );
  return (
    <>
      <p role="alert" className="refused">
        {title}, noutro telemóvel ou com outras letras. Estas não contam.
      </p>
      <Button full href={result}>
        Ver o resultado
      </Button>
    </>
  );
}

/** Sends the decided letters and goes to the result. */
function useConfirming(
  { attemptId, readings }: Scan,
  letters: Record<number, Decided>,
  onConfirmed: () => Promise<void>,
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError>();
  const done = async () => {
    await onConfirmed();
    await Promise.all([refreshAfterTest(), refresh('/api/attempts')]);
    goTo(`/results/${attemptId}`);
  };
  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call('PUT /api/paper/:attemptId', {
        params: { attemptId: String(attemptId) },
        body: {
          answers: readings.map(({ questionId }) => ({ questionId, selectedAnswer: letters[questionId] ?? null })),
        },
      });
      await done();
    } catch (caught) {
      setError(caught instanceof CallError ? caught : new CallError(500, '', ''));
      setBusy(false);
    }
  };
  return { busy, error, confirm };
}

function toDecide(doubts: number): string {
  if (doubts === 0) return 'Confira cada letra ao lado da fotografia.';
  const where = doubts === 1 ? 'Numa linha' : `Em ${doubts} linhas`;
  return `${where} temos dúvida. Veja a folha e diga qual vale.`;
}

function linesOf(rows: readonly Reading[]): string {
  const numbers = rows.map(({ number }) => number);
  if (numbers.length === 1) return `a linha ${numbers[0]}`;
  return `as linhas ${numbers.slice(0, -1).join(', ')} e ${numbers[numbers.length - 1]}`;
}

const QUESTIONS = {
  double: 'Qual delas vale?',
  faint: 'Era para contar?',
  crossed: 'Qual é a resposta que vale?',
  hidden: 'Que letra está na folha?',
  blank: 'Ficou sem resposta?',
} as const;

/** What the parent is asked about a row. Where a letter is likely, it is proposed. */
function questionOf({ doubt, letter }: Reading): string {
  if (!doubt) return 'Que letra está na folha?';
  return letter ? `Parece que vale a ${letter}. Confira.` : QUESTIONS[doubt];
}

interface RowProps {
  row: Reading;
  letter: Decided;
  onChoose: (questionId: number, letter: Decided) => void;
}

/** A row to decide: the reason for the doubt, its picture, and the letters. */
function Row({ row, letter, onChoose }: RowProps) {
  const name = `row-${row.questionId}`;
  return (
    <fieldset className={styles['row']}>
      <legend>
        <span className={styles['number']}>{row.number}</span>
        <span>
          <b>{row.doubt ? DOUBTS[row.doubt] : `Linha ${row.number}`}</b>
          <span>{questionOf(row)}</span>
        </span>
      </legend>
      {row.crop && <img src={row.crop} alt={`Linha ${row.number} na fotografia`} />}
      {row.doubt && row.letter && letter === undefined && (
        <Button
          full
          onClick={({ currentTarget }: MouseEvent) => {
            onChoose(row.questionId, row.letter);
            // The button goes away.
            const letter = currentTarget.closest('fieldset')?.querySelector<HTMLElement>(`[value="${row.letter}"]`);
            letter?.focus({ preventScroll: true });
          }}
        >
          Sim, vale a {row.letter}
        </Button>
      )}
      <div className={styles['letters']}>
        {['A', 'B', 'C', 'D', 'E', 'F'].slice(0, row.alternatives).map((one) => (
          <label key={one}>
            <input
              type="radio"
              name={name}
              value={one}
              checked={letter === one}
              onChange={() => onChoose(row.questionId, one as Reading['letter'])}
            />
            <span>{one}</span>
          </label>
        ))}
        <label className={styles['none']}>
          <input type="radio" name={name} checked={letter === null} onChange={() => onChoose(row.questionId, null)} />
          <span>Nenhuma</span>
        </label>
      </div>
    </fieldset>
  );
}
