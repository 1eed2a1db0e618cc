import { useEffect, useState } from 'react';
import { longDate } from '../../../shared/dates.ts';
import { themeAndForm } from '../../../shared/questions/test-names.ts';
import { type CallError, caller, failureOf } from '../../../web/call/call.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Spinner } from '../../../web/ui/base/Spinner.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import styles from './Paper.module.css';
import type { PrintedSheet, paperContract, Scan, WaitingSheet } from './paper.contract.ts';
import { sheetProblem, unreadScan } from './paper.rules.ts';

const call = caller<typeof paperContract>();

/** The sheet whose letters are typed, as far as the address names it; 0 where it does not. */
export interface SheetWanted {
  attemptId: number;
  childId: number;
  testId: number;
}

interface ByHandProps {
  wanted: SheetWanted;
  /** A sheet printed a moment ago, which opens without the network. */
  printed: PrintedSheet | undefined;
  onOpen: (sheet: Scan) => void;
  onBack: () => void;
}

/** Finds the sheet whose letters are typed by hand. Of several waiting sheets, the parent chooses one by its name. */
export default function ByHand({ wanted, printed, onOpen, onBack }: ByHandProps) {
  const { sheets, error, open, find, list } = useWaitingSheets(wanted, printed, onOpen);
  if (error) return <Problem error={error} onRetry={find} onList={list} onBack={onBack} />;
  if (!sheets) return <Spinner />;
  return (
    <>
      <Sheet as="section">
        <h1>{sheets.length === 0 ? 'Não há folhas por entregar' : 'Que folha é?'}</h1>
        <p>
          {sheets.length === 0
            ? 'Só servem folhas que imprimiu nesta conta e que ainda valem.'
            : 'Veja o nome que a folha tem por baixo do código.'}
        </p>
      </Sheet>
      <Card className={styles['card']}>
        {sheets.map((sheet) => (
          <Button key={sheet.attemptId} full variant="secondary" onClick={() => open(sheet.attemptId)}>
            <span className={styles['sheet']}>
              <b>{sheet.name}</b>
              <span>
                {sheet.child.firstName}: {themeAndForm(sheet.test)}. Vale até {longDate(sheet.expiresAt)}.
              </span>
            </span>
          </Button>
        ))}
        <Button full variant="quiet" onClick={onBack}>
          Fotografar
        </Button>
      </Card>
    </>
  );
}

/** Opens the wanted sheet, or returns the waiting ones of which one is to be chosen. */
function useWaitingSheets(
  { attemptId, childId, testId }: SheetWanted,
  printed: PrintedSheet | undefined,
  onOpen: (sheet: Scan) => void,
) {
  const [sheets, setSheets] = useState<readonly WaitingSheet[]>();
  const [error, setError] = useState<CallError>();
  const trying = async (work: () => Promise<void>) => {
    setError(undefined);
    setSheets(undefined);
    try {
      await work();
    } catch (caught) {
      setError(failureOf(caught));
    }
  };
  const opened = async (id: number) =>
    onOpen(unreadScan(await call('GET /api/paper/:attemptId', { params: { attemptId: String(id) } })));
  const find = () =>
    trying(async () => {
      if (printed) return onOpen(unreadScan(printed));
      if (attemptId) return opened(attemptId);
      const all = await call('GET /api/paper', {});
      const named = all.filter(({ child, test }) => child.id === childId && test.id === testId);
      const [only, ...others] = named.length > 0 ? named : all;
      if (only && others.length === 0) return opened(only.attemptId);
      setSheets(all);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks once, when it opens
  useEffect(() => void find(), []);
  return {
    sheets,
    error,
    find: () => void find(),
    open: (id: number) => void trying(() => opened(id)),
    list: () => void trying(async () => setSheets(await call('GET /api/paper', {}))),
  };
}

interface ProblemProps {
  error: CallError;
  onRetry: () => void;
  /** Lists all waiting sheets. */
  onList: () => void;
  onBack: () => void;
}

function Problem({ error, onRetry, onList, onBack }: ProblemProps) {
  const { title, advice, result } = sheetProblem(error);
  const isAway = error.status === 0 || error.status >= 500;
  return (
    <>
      <Sheet as="section">
        <h1>{title}</h1>
        <p role="alert">{advice}</p>
      </Sheet>
      <Card className={styles['card']}>
        {result && (
          <Button size="l" full href={result}>
            Ver o resultado
          </Button>
        )}
        {isAway ? (
          <Button size="l" full onClick={onRetry}>
            Tentar de novo
          </Button>
        ) : (
          <Button full variant="secondary" onClick={onList}>
            Escrever as letras de outra folha
          </Button>
        )}
        <Button full variant="quiet" onClick={onBack}>
          {result ? 'Fotografar outra folha' : 'Fotografar'}
        </Button>
      </Card>
    </>
  );
}
