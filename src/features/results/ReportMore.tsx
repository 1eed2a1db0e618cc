import { firstName, inSentence, plural } from '../../web/text.ts';
import { Card } from '../../web/ui/Card.tsx';
import { CompareBar } from '../../web/ui/CompareBar.tsx';
import { cx } from '../../web/ui/cx.ts';
import { IconCheck, IconRetry } from '../../web/ui/Icon.tsx';
import { GOAL, ScoreBadge, ScoreBar } from '../../web/ui/ScoreBar.tsx';
import { BeyondPlan } from './BeyondPlan.tsx';
import { besideMarks, onBar, sourceSentence } from './comparison-sentences.rules.ts';
import styles from './Report.module.css';
import type { ChildReport as Report } from './report.contract.ts';
import { disciplinesSentence, skillsSentence, themesSentence, trimestersSentence } from './report-sentences.rules.ts';
import { ThemeGrid } from './ThemeGrid.tsx';

/** The lower parts of a child's report: disciplines, trimesters, skill categories, themes. */
export default function ReportMore({ report }: { report: Report }) {
  const { child, skills, themes, trimesters } = report;
  return (
    <>
      <Disciplines report={report} />
      <div className={styles['column']}>
        <Card title="Por trimestre">
          <p className={styles['sentence']}>{trimestersSentence(trimesters.schoolYear, trimesters.all)}</p>
          {trimesters.disciplines.length > 0 && <Trimesters trimesters={trimesters} />}
        </Card>
        {skills.length > 0 && (
          <Card title="Por competência">
            <p className={styles['sentence']}>{skillsSentence(skills)}</p>
            <ul className={styles['skills']}>
              {skills.map(({ skillCategory, correct, total, share }) => (
                <li key={skillCategory}>
                  <span>
                    {skillCategory} <span className="meta nowrap">{plural(total, 'questão', 'questões')}</span>
                  </span>
                  <ScoreBadge value={share}>{`${correct} de ${total}`}</ScoreBadge>
                  <ScoreBar value={share} className={styles['whole']} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Card title="Por tema" className={styles['themes']}>
        <p className={styles['sentence']}>{themesSentence(themes)}</p>
        <ThemeGrid groups={themes} childId={child.id} />
      </Card>
    </>
  );
}

const TRIMESTERS = [
  ['I', 'Set–Dez'],
  ['II', 'Jan–Abr'],
  ['III', 'Abr–Jul'],
] as const;

function Trimesters({ trimesters: { disciplines, all } }: { trimesters: Report['trimesters'] }) {
  return (
    <table className={cx(styles['trimesters'], 'num')}>
      <caption className="sr">Média por disciplina e trimestre</caption>
      <thead>
        <tr>
          <th scope="col">Disciplina</th>
          {TRIMESTERS.map(([numeral, months]) => (
            <th scope="col" key={numeral}>
              {numeral}
              <span>{months}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {disciplines.map((row) => (
          <tr key={row.discipline}>
            <th scope="row">{row.discipline}</th>
            <Means of={row.trimesters} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Todas</th>
          <Means of={all} />
        </tr>
        <tr>
          <th scope="row">Testes</th>
          {all.map(({ tests }, index) => (
            <td key={TRIMESTERS[index]?.[0]}>{tests}</td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function Means({ of }: { of: Report['trimesters']['all'] }) {
  return of.map(({ mean }, index) => {
    const key = TRIMESTERS[index]?.[0];
    if (mean === null) {
      return (
        <td key={key} className="muted">
          <span aria-hidden="true">–</span>
          <span className="sr">sem dados</span>
        </td>
      );
    }
    const good = mean >= GOAL;
    return (
      <td key={key} className={styles[good ? 'ok' : 'low']}>
        {good ? <IconCheck size={14} /> : <IconRetry size={14} />} {mean}%
      </td>
    );
  });
}

/** Bars beside the averages of others, or beside reference values, which are named for what they are. */
function Disciplines({ report: { child, disciplines, compared } }: { report: Report }) {
  const anyReal = disciplines.some(({ marks }) => marks.some(({ real }) => real));
  return (
    <Card title="Por disciplina" className={styles['disciplines']}>
      <p className={styles['sentence']}>{disciplinesSentence(disciplines)}</p>
      <ul>
        {disciplines.map(({ discipline, tests, mean, marks }) => (
          <li key={discipline}>
            <div className={styles['head']}>
              <h3>{discipline}</h3>
              <span className="meta">{plural(tests, 'teste', 'testes')}</span>
              <ScoreBadge value={mean}>{`${mean}%`}</ScoreBadge>
            </div>
            <CompareBar name={discipline} value={mean} marks={onBar(marks)} bare />
            <p className={styles['beside']}>{besideMarks(mean, marks)}</p>
            {anyReal && <p className="meta">{sourceSentence(marks)}</p>}
          </li>
        ))}
      </ul>
      {!anyReal && <p className="meta">Escola e nacional: valor de referência.</p>}
      {!compared && (
        <p className={styles['plan']}>
          <BeyondPlan what="comparison" child={inSentence(firstName(child.fullName), child.gender)} />
        </p>
      )}
    </Card>
  );
}
