import { wholePercent } from '../../../shared/percent.ts';
import { plural, shortName } from '../../../web/parts/text.ts';
import { IconCheck, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { Accordion } from '../../../web/ui/lists/Accordion.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { CompareBar } from '../../../web/ui/lists/CompareBar.tsx';
import { ScoreBadge, ScoreBar } from '../../../web/ui/lists/ScoreBar.tsx';
import { BeyondPlan } from '../family-files/BeyondPlan.tsx';
import {
  besideMarks,
  GROUP_NAMES,
  marginSentence,
  onBar,
  placeSentence,
  sourceSentence,
} from '../norms/comparison-sentences.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import { PENCIL_MORE } from './sentences.rules.ts';
import { skillInWords } from './skill-words.rules.ts';
import WithChild from './WithChild.tsx';

type Graded = NonNullable<AttemptResult['result']>;

interface ResultMoreProps {
  /** The first name, and its form inside a sentence. */
  name: string;
  child: string;
  result: Graded;
  /** Where there is room for two columns, what stands in one of them; otherwise everything. */
  part?: 'beside' | 'below';
}

/** Renders the details of a score: how to read it with the child, comparisons, strengths and gaps, and skill categories. */
export default function ResultMore({ name, child, result, part }: ResultMoreProps) {
  const isPencil = result.effort?.level === 'low';
  return (
    <>
      {part !== 'below' && (
        <>
          <WithChild name={name} right={result.value} total={result.total} />
          {isPencil ? (
            <p className="muted">{PENCIL_MORE}</p>
          ) : (
            <>
              <Comparison name={name} child={child} result={result} />
              <Points child={child} result={result} />
            </>
          )}
        </>
      )}
      {part !== 'beside' && !isPencil && result.skills.length > 0 && <Skills {...result} />}
    </>
  );
}

/** Renders how many questions of each skill category are right. */
function Skills({ skills }: Graded) {
  return (
    <Card title="Como responde" className={styles['skills']}>
      <ul>
        {skills.map(({ skillCategory, correct, total }) => {
          const share = wholePercent(correct, total);
          return (
            <li key={skillCategory}>
              <span>{skillInWords(skillCategory)}</span>
              <ScoreBadge value={share}>{`${correct} de ${total}`}</ScoreBadge>
              <ScoreBar value={share} className={styles['whole']} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/**
 * Renders the child's mark beside the averages of other children. The bar shows those of the school and of the country; the one of the
 * province is in the sentence below the bar and in the table.
 */
function Comparison({ name, child, result: { percentage, comparison } }: Omit<ResultMoreProps, 'part'>) {
  const { allowed, marks } = comparison;
  const place = placeSentence(marks);
  return (
    <Card title="Comparação" className={styles['compare']}>
      <p className={styles['distance']}>{besideMarks(percentage, marks)}</p>
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
                  {GROUP_NAMES[group]} ({real ? children : 'valor de comparação'})
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

/** Strengths and gaps with enough questions, and how certain the result is. */
function Points({ child, result: { total, margin, strengths, gaps, next } }: Omit<ResultMoreProps, 'name' | 'part'>) {
  return (
    <Card title="O que já faz bem e o que falta praticar" className={styles['points']}>
      <ul>
        {strengths.map((point) => (
          <Point key={point.kind + point.name} point={point} />
        ))}
        {gaps.map((point) => (
          <Point key={point.kind + point.name} point={point} low />
        ))}
      </ul>
      <p className="meta">{marginSentence(total, margin)}</p>
      {!next.allowed && (
        <p className={styles['plan']}>
          <BeyondPlan what="suggestion" child={child} />
        </p>
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
          {low ? 'Falta praticar' : 'Já faz bem'} · {kind === 'theme' ? 'tema' : 'como responde'}
        </span>
        <b>{kind === 'theme' ? name : skillInWords(name)}</b>
        <span className="meta">
          {correct} de {plural(total, 'pergunta certa', 'perguntas certas')}
        </span>
      </div>
    </li>
  );
}
