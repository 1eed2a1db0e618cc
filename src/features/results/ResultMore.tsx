import { plural, shortName } from '../../web/text.ts';
import { Accordion } from '../../web/ui/Accordion.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Card } from '../../web/ui/Card.tsx';
import { CompareBar } from '../../web/ui/CompareBar.tsx';
import { IconCheck, IconRetry } from '../../web/ui/Icon.tsx';
import { ScoreBadge, ScoreBar } from '../../web/ui/ScoreBar.tsx';
import { BeyondPlan } from './BeyondPlan.tsx';
import {
  distanceToMark,
  firstMark,
  GROUP_NAMES,
  marginSentence,
  onBar,
  placeSentence,
  sourceSentence,
} from './comparison-sentences.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import { percentageOf } from './results.rules.ts';

type Graded = NonNullable<AttemptResult['result']>;

interface ResultMoreProps {
  /** The first name alone, and as it stands in a sentence. */
  name: string;
  child: string;
  childId: number;
  result: Graded;
}

/** What stands below a score: beside others, what it shows, and what to practise next. */
export default function ResultMore({ name, child, childId, result }: ResultMoreProps) {
  return (
    <>
      <Comparison name={name} child={child} result={result} />
      <Points child={child} childId={childId} result={result} />
      {result.skills.length > 0 && (
        <Card title="Por competência" className={styles['skills']}>
          <ul>
            {result.skills.map(({ skillCategory, correct, total }) => {
              const share = percentageOf(correct, total);
              return (
                <li key={skillCategory}>
                  <span>{skillCategory}</span>
                  <ScoreBadge value={share}>{`${correct} de ${total}`}</ScoreBadge>
                  <ScoreBar value={share} className={styles['whole']} />
                </li>
              );
            })}
          </ul>
        </Card>
      )}
    </>
  );
}

/** The bar has room for school and country; a province stands in the words below it and in the table. */
function Comparison({ name, child, result: { percentage, comparison } }: Omit<ResultMoreProps, 'childId'>) {
  const { allowed, marks } = comparison;
  const first = firstMark(marks);
  const place = placeSentence(marks);
  return (
    <Card title="Comparação" className={styles['compare']}>
      {first && <p className={styles['distance']}>{distanceToMark(first, percentage)}</p>}
      <CompareBar name={shortName(name)} value={percentage} marks={onBar(marks)} />
      {place && <p className={styles['place']}>{place}</p>}
      <p className="meta">{sourceSentence(marks)}</p>
      <Accordion title="Ver em tabela" quiet>
        <table className={styles['table']}>
          <tbody>
            <tr>
              <th scope="row">{name}</th>
              <td className="num">{percentage}%</td>
            </tr>
            {marks.map(({ group, value, real, children }) => (
              <tr key={group}>
                <th scope="row">
                  {GROUP_NAMES[group]} ({real ? children : 'valor de referência'})
                </th>
                <td className="num">{value}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Accordion>
      {!allowed && (
        <p className={styles['plan']}>
          <BeyondPlan what="comparison" child={child} />
        </p>
      )}
    </Card>
  );
}

/** Strengths and gaps where enough was asked, how sure all this is, and the test that follows. */
function Points({ child, childId, result: { total, margin, strengths, gaps, next } }: Omit<ResultMoreProps, 'name'>) {
  return (
    <Card title="Forças e lacunas" className={styles['points']}>
      <ul>
        {strengths.map((point) => (
          <Point key={point.kind + point.name} point={point} />
        ))}
        {gaps.map((point) => (
          <Point key={point.kind + point.name} point={point} low />
        ))}
      </ul>
      <p className="meta">{marginSentence(total, margin)}</p>
      {next.test ? (
        <div className={styles['step']}>
          <span className="meta">A praticar a seguir</span>
          <b>
            {next.test.discipline} · {next.test.theme}
          </b>
          <span className="meta">
            ~15min · {plural(next.test.questionCount, 'questão', 'questões')} · cerca de {next.test.kilobytes} KB
          </span>
          <Button full href={`/tests/${next.test.id}?childId=${childId}`}>
            Começar
          </Button>
        </div>
      ) : (
        !next.allowed && (
          <p className={styles['plan']}>
            <BeyondPlan what="suggestion" child={child} />
          </p>
        )
      )}
    </Card>
  );
}

function Point({ point: { kind, name, correct, total }, low }: { point: Graded['gaps'][number]; low?: boolean }) {
  return (
    <li className={low ? styles['gap'] : undefined}>
      {low ? <IconRetry /> : <IconCheck />}
      <div>
        <span className="meta">
          {low ? 'Lacuna' : 'Força'} · {kind === 'theme' ? 'tema' : 'competência'}
        </span>
        <b>{name}</b>
        <span className="meta">
          {correct} de {plural(total, 'questão certa', 'questões certas')}
        </span>
      </div>
    </li>
  );
}
