// biome-ignore-all lint/a11y/noRedundantRoles: display: grid drops a table's roles in some readers
import { useState } from 'react';
import { QUESTION_FORMATS } from '../../../shared/question-formats.ts';
import { plural } from '../../../web/parts/text.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import styles from './Files.module.css';
import type { ImportReport } from './imports.contract.ts';

type Row = ImportReport['rows'][number];

const VERDICTS = {
  created: { tone: 'ok', word: 'Nova' },
  replaced: { tone: 'info', word: 'Substitui' },
  duplicate: { tone: 'off', word: 'Já existe' },
  wrong: { tone: 'low', word: 'Problema' },
} as const;
const nameOf = (read: ImportReport['format']) =>
  Object.values(QUESTION_FORMATS).find(({ readAs }) => readAs === read)?.name;
/** Number of rows that each press of the button adds to the table. */
const STEP = 50;

/** Shows row by row what an import would do; rows with problems come first. */
export function ImportVerdict({ report }: { report: ImportReport }) {
  const [drawn, setDrawn] = useState(STEP);
  const { counts } = report;
  const rows = [...report.rows].sort((a, b) => Number(b.verdict === 'wrong') - Number(a.verdict === 'wrong'));
  const numbered = report.numbering === 'question' ? 'N.º' : 'Linha';
  return (
    <section className={styles['verdict']} aria-labelledby="verdict-title">
      <h3 id="verdict-title">
        {nameOf(report.format)}, {plural(counts.rows, 'questão lida', 'questões lidas')}
      </h3>
      <p className="sr" role="status">
        Ficheiro lido: {plural(counts.created, 'questão nova', 'questões novas')}, {counts.wrong} com problemas.
      </p>
      <Counts counts={counts} pictures={report.pictures} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles['scroll']} tabIndex={0} aria-label="Linhas do ficheiro">
        <table role="table" className={styles['rows']}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {numbered}
              </th>
              <th role="columnheader" scope="col">
                Questão
              </th>
              <th role="columnheader" scope="col">
                O que acontece
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.slice(0, drawn).map((row) => (
              <VerdictRow key={row.row} row={row} numbered={numbered} />
            ))}
          </tbody>
        </table>
      </section>
      {drawn < rows.length && (
        <Button variant="quiet" size="s" onClick={() => setDrawn(drawn + 10 * STEP)}>
          Mostrar mais ({rows.length - drawn})
        </Button>
      )}
    </section>
  );
}

/** Lists how many rows have which verdict, and how many have a drawing or picture. */
function Counts({ counts, pictures }: Pick<ImportReport, 'counts' | 'pictures'>) {
  return (
    <ul className={styles['counts']}>
      <li>
        <b>{counts.created}</b> {counts.created === 1 ? 'nova' : 'novas'}
      </li>
      {counts.replaced > 0 && (
        <li>
          <b>{counts.replaced}</b> a substituir
        </li>
      )}
      {counts.duplicate > 0 && (
        <li>
          <b>{counts.duplicate}</b> que já {counts.duplicate === 1 ? 'existe e fica' : 'existem e ficam'} como{' '}
          {counts.duplicate === 1 ? 'está' : 'estão'}
        </li>
      )}
      {pictures > 0 && (
        <li>
          <b>{pictures}</b> com desenho ou imagem
        </li>
      )}
      {counts.wrong > 0 && (
        <li className={styles['bad']}>
          <b>{counts.wrong}</b> com problemas
        </li>
      )}
    </ul>
  );
}

function VerdictRow({ row, numbered }: { row: Row; numbered: string }) {
  const { tone, word } = VERDICTS[row.verdict];
  return (
    <tr role="row">
      <td role="cell" className="num" data-label={numbered}>
        {row.row}
      </td>
      <td role="cell">
        {row.label || <span className="muted">(sem enunciado)</span>}
        {row.problems.map((problem) => (
          <p key={problem} className={styles['bad']}>
            {problem}
          </p>
        ))}
        {row.notes.map((note) => (
          <p key={note} className="meta muted">
            {note}
          </p>
        ))}
      </td>
      <td role="cell">
        <Badge tone={tone}>
          {word}
          {row.verdict === 'replaced' && ` #${row.questionId}`}
        </Badge>
      </td>
    </tr>
  );
}
