import { useState } from 'react';
import { QUESTION_FORMATS } from '../../../shared/questions/question-formats.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import styles from './Files.module.css';
import { ImportedQuestion } from './ImportedQuestion.tsx';
import type { ImportReport } from './imports.contract.ts';

type Row = ImportReport['rows'][number];

const VERDICTS = {
  created: { tone: 'ok', word: 'Nova' },
  replaced: { tone: 'info', word: 'Substitui' },
  duplicate: { tone: 'off', word: 'Já existe' },
  wrong: { tone: 'low', word: 'Fica de fora' },
} as const;
const nameOf = (read: ImportReport['format']) =>
  Object.values(QUESTION_FORMATS).find(({ readAs }) => readAs === read)?.name;
/** Number of rows that each press of the button adds to the list. */
const STEP = 20;
/** Whether the test keeps a question as it is although the file has another version of it. */
const isPassedOver = ({ verdict, differences }: Row) => verdict === 'duplicate' && differences.length > 0;
/** Rows with problems come first, then those whose changes are not stored, then those with notes: what the teacher must look at. */
const rank = (row: Row) => (row.verdict === 'wrong' ? 0 : isPassedOver(row) ? 1 : row.notes.length > 0 ? 2 : 3);

/** Shows row by row what an import would do: each question as the child will see it, and what of it is left out. */
export function ImportVerdict({ report, fileName }: { report: ImportReport; fileName: string | null }) {
  const [drawn, setDrawn] = useState(STEP);
  const { counts } = report;
  const rows = [...report.rows].sort((a, b) => rank(a) - rank(b));
  const numbered = report.numbering === 'question' ? 'N.º' : 'Linha';
  const title = `${nameOf(report.format)}, ${plural(counts.rows, 'questão lida', 'questões lidas')}`;
  return (
    <section className={styles['verdict']} aria-label={fileName ?? title}>
      <h3>{fileName === null ? title : `${fileName}: ${title}`}</h3>
      <p className="sr" role="status">
        Ficheiro lido: {plural(counts.created, 'questão nova', 'questões novas')}, {counts.wrong} com problemas.
      </p>
      <Counts counts={counts} pictures={report.pictures} passedOver={report.rows.filter(isPassedOver).length} />
      <ol className={styles['rows']} aria-label="Questões do ficheiro">
        {rows.slice(0, drawn).map((row) => (
          <VerdictRow key={row.row} row={row} numbered={numbered} />
        ))}
      </ol>
      {drawn < rows.length && (
        <Button variant="quiet" size="s" onClick={() => setDrawn(drawn + 5 * STEP)}>
          Mostrar mais ({rows.length - drawn})
        </Button>
      )}
    </section>
  );
}

/** Lists how many rows have which verdict, and how many have a drawing or picture. */
function Counts({ counts, pictures, passedOver }: Pick<ImportReport, 'counts' | 'pictures'> & { passedOver: number }) {
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
      {passedOver > 0 && (
        <li className={styles['bad']}>
          <b>{passedOver}</b> {passedOver === 1 ? 'dessas é diferente' : 'dessas são diferentes'} no ficheiro: para
          ficar com o que está no ficheiro, escolha «Substituir as questões que já existem»
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
    <li>
      <div className={styles['head']}>
        <b className="num">
          {numbered} {row.row}
        </b>
        <Badge tone={tone}>
          {word}
          {row.verdict === 'replaced' && ` #${row.questionId}`}
        </Badge>
      </div>
      {row.differences.length > 0 && (
        <>
          <p className={isPassedOver(row) ? styles['bad'] : undefined}>
            {isPassedOver(row) ? 'O teste fica como está, e o ficheiro diz outra coisa:' : 'Muda no teste:'}
          </p>
          <ul className={styles['notes']} aria-label="Diferenças">
            {row.differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
        </>
      )}
      {row.problems.map((problem) => (
        <p key={problem} className={styles['bad']}>
          {problem}
        </p>
      ))}
      {row.question ? (
        <ImportedQuestion question={row.question} />
      ) : (
        <p>{row.label || <span className="muted">(sem enunciado)</span>}</p>
      )}
      {row.notes.length > 0 && (
        <ul className={styles['notes']} aria-label="A saber">
          {row.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
