import { GOAL } from '../../../shared/goal.ts';
import { firstName, inSentence, plural } from '../../../web/parts/text.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { CompareBar } from '../../../web/ui/lists/CompareBar.tsx';
import { ScoreBadge, ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { Sona } from '../../../web/ui/paper/Sona.tsx';
import { BeyondPlan } from '../family-files/BeyondPlan.tsx';
import { besideMarks, onBar, sourceSentence } from '../norms/comparison-sentences.rules.ts';
import { skillInWords } from '../results/skill-words.rules.ts';
import styles from './Report.module.css';
import type { ChildReport as Report, YearOfTrimesters } from './report.contract.ts';
import { schoolYearInWords } from './report.rules.ts';
import {
  disciplinesSentence,
  figuresSentence,
  skillsSentence,
  themesSentence,
  trimestersSentence,
} from './report-sentences.rules.ts';
import { ThemeGrid } from './ThemeGrid.tsx';

/** Renders the lower parts of a child's report: disciplines, trimesters, skill categories, themes. */
export default function ReportMore({ report }: { report: Report }) {
  const { child, skills, themes, trimesters } = report;
  return (
    <>
      <Disciplines report={report} />
      <div className={styles['column']}>
        <Card title="Por trimestre">
          <p className={styles['sentence']}>{trimestersSentence(trimesters.schoolYear, trimesters.all)}</p>
          {trimesters.disciplines.length > 0 && <Trimesters year={trimesters} months={report.months} />}
          {report.earlier.map((year) => (
            <Accordion key={year.schoolYear} quiet title={`Ano lectivo ${schoolYearInWords(year.schoolYear)}`}>
              <p className={styles['sentence']}>{trimestersSentence(year.schoolYear, year.all)}</p>
              <Trimesters year={year} months={report.months} />
            </Accordion>
          ))}
        </Card>
        {skills.length > 0 && (
          <Card title="Como responde">
            <p className={styles['sentence']}>{skillsSentence(skills)}</p>
            <ul className={styles['skills']}>
              {skills.map(({ skillCategory, correct, total, share }) => (
                <li key={skillCategory}>
                  <span>
                    {skillInWords(skillCategory)}{' '}
                    <span className="meta nowrap">{plural(total, 'pergunta', 'perguntas')}</span>
                  </span>
                  <ScoreBadge value={share}>{`${correct} de ${total}`}</ScoreBadge>
                  <ScoreBar value={share} className={styles['whole']} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Card title="O que já sabe" className={styles['themes']} aside={<a href={`/children/${child.id}`}>Ver o mapa</a>}>
        <p className={styles['sentence']}>{report.knowledge.sentence}</p>
        <ul className={styles['maps']}>
          {report.knowledge.disciplines.map(({ discipline, known, total, states }) => (
            <li key={discipline}>
              <Sona states={states} cell={states.length > 16 ? 12 : 18} />
              <b>{discipline}</b>
              <span>{states.every((state) => state === 'no-data') ? 'sem dados' : `sabe ${known} de ${total}`}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Por tema" className={styles['themes']}>
        <p className={styles['sentence']}>{themesSentence(themes)}</p>
        <ThemeGrid groups={themes} childId={child.id} />
      </Card>
    </>
  );
}

const NUMERALS = ['I', 'II', 'III'] as const;

interface TrimestersProps {
  year: YearOfTrimesters;
  /** The months of the three trimesters, in order. */
  months: readonly string[];
}

function Trimesters({ year: { disciplines, all }, months }: TrimestersProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with enlarged text it scrolls sideways, also by the keyboard
    <section className={styles['sideways']} tabIndex={0} aria-label="Médias por trimestre">
      <table className={cx(styles['trimesters'], 'num')}>
        <caption className="sr">Média por disciplina e trimestre</caption>
        <thead>
          <tr>
            <th scope="col">Disciplina</th>
            {NUMERALS.map((numeral, index) => (
              <th scope="col" key={numeral}>
                {numeral}
                <span>{months[index]}</span>
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
              <td key={NUMERALS[index]}>{tests}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function Means({ of }: { of: Report['trimesters']['all'] }) {
  return of.map(({ mean }, index) => {
    const key = NUMERALS[index];
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

/** Bars beside the averages of other children, or beside reference values, which are labelled as such. */
function Disciplines({ report: { child, disciplines, figures, compared } }: { report: Report }) {
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
            <p className="meta">{figuresSentence(figures.find((one) => one.discipline === discipline))}</p>
            {anyReal && <p className="meta">{sourceSentence(marks)}</p>}
          </li>
        ))}
      </ul>
      {!anyReal && <p className="meta">Escola e nacional: valor de comparação.</p>}
      {!compared && (
        <p className={styles['plan']}>
          <BeyondPlan what="comparison" child={inSentence(firstName(child.fullName), child.gender)} />
        </p>
      )}
    </Card>
  );
}
