import { relativeTime } from '../../../shared/dates.ts';
import { firstName } from '../../../web/parts/text.ts';
import { IconClock, IconInfo } from '../../../web/ui/base/Icon.tsx';
import { type Column, DataTable } from '../../../web/ui/lists/DataTable.tsx';
import { ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { timeText } from '../results/sentences.rules.ts';
import styles from './History.module.css';
import type { RecentTest } from './history.contract.ts';

/** Attempts as rows, with the specification's columns; on a phone each row is a card that begins with the discipline. */
export function AttemptTable({ caption, rows, now }: { caption: string; rows: readonly RecentTest[]; now: Date }) {
  return (
    <div className={styles['attempts']}>
      <DataTable caption={caption} columns={columnsAt(now)} rows={rows} rowKey={(row) => row.attempt.id} />
    </div>
  );
}

const columnsAt = (now: Date): Column<RecentTest>[] => [
  {
    key: 'child',
    header: 'Filho',
    card: 'sub',
    cell: ({ child, test, time }) => (
      <>
        {firstName(child.fullName)}
        <span className={styles['onPhone']}> · {test.theme}</span>
        {time > 1 && ` · ${timeText(time)}`}
      </>
    ),
  },
  { key: 'discipline', header: 'Disciplina', card: 'title', cell: ({ test }) => test.discipline },
  { key: 'theme', header: 'Tema', card: 'hide', cell: ({ test }) => test.theme },
  { key: 'score', header: 'Pontuação', card: 'wide', cell: (row) => <Score row={row} /> },
  {
    key: 'date',
    header: 'Data',
    card: 'corner',
    cell: ({ attempt }) => (
      <>
        <time dateTime={attempt.attemptDate}>{relativeTime(attempt.attemptDate, now)}</time>
        {attempt.onPaper && ' · em papel'}
      </>
    ),
  },
  { key: 'do', header: 'Acções', card: 'wide', cell: (row) => <Action row={row} /> },
];

function Score({ row: { attempt, score, lowEffort } }: { row: RecentTest }) {
  if (score && lowEffort) {
    return (
      <span className={styles['waiting']}>
        <IconInfo size={16} />
        {score.percentage}%, a lápis: não conta para a média
      </span>
    );
  }
  if (score)
    return (
      <>
        <ScoreBar value={score.percentage} withNumber className={styles['inRow']} />
        {attempt.offline && (
          <span className={styles['waiting']}>
            {attempt.timeConfirmed === false ? 'feito sem internet · tempo não confirmado' : 'feito sem internet'}
          </span>
        )}
      </>
    );
  return (
    <span className={styles['waiting']}>
      <IconClock size={16} />
      {attempt.interrupted ? 'ficou a meio' : (WAITING[attempt.state] ?? 'sem resultado')}
    </span>
  );
}

const WAITING: Partial<Record<RecentTest['attempt']['state'], string>> = {
  open: 'por terminar',
  provisional: 'à espera das respostas do telemóvel',
};

function Action({ row: { attempt, child, test } }: { row: RecentTest }) {
  const what = `, ${test.discipline} de ${firstName(child.fullName)}`;
  return attempt.state === 'open' ? (
    <a className={styles['action']} href={`/tests/${test.id}?childId=${child.id}`}>
      Continuar<span className="sr">{what}</span>
    </a>
  ) : (
    <a className={styles['action']} href={`/results/${attempt.id}`}>
      Ver detalhes<span className="sr">{what}</span>
    </a>
  );
}
