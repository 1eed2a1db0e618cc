import { type ComponentType, useId, useState } from 'react';
import type { knowledgeContract } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import {
  addressOfAction,
  type NextAction,
  nextAction,
  overAction,
} from '../../domains/knowing/knowledge/next-action.rules.ts';
import { isAverage, NOTHING_YET, nowWords } from '../../domains/knowing/progress/child-now.rules.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import { StartTest } from '../../domains/sitting/catalogue/StartTest.tsx';
import type { Begun } from '../../domains/sitting/sitting/begun.rules.ts';
import { unbroken } from '../../shared/unbroken.ts';
import { reader } from '../../web/call/api.ts';
import { cx } from '../../web/ui/base/cx.ts';
import { IconChevronDown } from '../../web/ui/base/Icon.tsx';
import { ScoreBar } from '../../web/ui/lists/ScoreBar.tsx';
import { Cover, coverClass, Initial } from '../../web/ui/paper/Cover.tsx';
import { Sona } from '../../web/ui/paper/Sona.tsx';
import styles from './Dashboard.module.css';
import { figuresInWords } from './figures.rules.ts';

const useRead = reader<typeof knowledgeContract>();

interface ChildStripProps {
  child: ChildWithStats;
  /** What the child has begun. */
  begun: readonly Begun[];
  skillLines: ComponentType<{ childId: number }>;
}

/**
 * Renders a child on the dashboard: how it is doing, what it knows, and what comes next. The whole strip leads to the child's page. On a
 * phone the counts and how the child reads, calculates and writes are folded.
 */
export function ChildStrip({ child, begun, skillLines: SkillLines }: ChildStripProps) {
  const { now = NOTHING_YET } = child.stats;
  const [unfolded, unfold] = useState(false);
  const folded = useId();
  const fold = cx(!unfolded && styles['folded']);
  const average = isAverage(now) ? now.percentage : null;
  return (
    <article className={cx(styles['strip'], coverClass(child.cover))}>
      <Cover cover={child.cover} className={styles['spine']}>
        <Initial name={child.fullName} light />
      </Cover>
      <div className={styles['box']}>
        <div className={styles['who']}>
          <h2>
            <a href={`/children/${child.id}`}>{child.fullName}</a>
          </h2>
          <p>
            {child.schoolClass} · {child.school ?? 'Escola não especificada'}
          </p>
        </div>
        <div className={styles['doing']}>
          <p className={styles['say']}>{nowWords(now)}</p>
          {/* Of one or two tests the sentence says all that there is. */}
          {(average !== null || now.tests.length === 0) && <ScoreBar value={average} />}
          <div id={`${folded}f`} className={fold}>
            <p className={styles['figures']}>{figuresInWords(child.stats)}</p>
          </div>
        </div>
        <Known child={child} begun={begun} />
        <a className={styles['reports']} href={`/children/${child.id}/reports`}>
          Ver relatórios
          <span className="sr"> de {child.fullName}</span>
        </a>
        <button
          type="button"
          className={styles['unfold']}
          aria-expanded={unfolded}
          aria-controls={`${folded}f ${folded}s`}
          onClick={() => unfold(!unfolded)}
        >
          <span>
            Testes, leitura, contas, escrita<span className="sr"> de {child.fullName}</span>
          </span>
          <IconChevronDown size={20} />
        </button>
        <div id={`${folded}s`} className={cx(styles['skills'], fold)}>
          <SkillLines childId={child.id} />
        </div>
      </div>
    </article>
  );
}

/** Renders the link to what comes next. A test begins from here: the phone is handed over first. */
function Next({ action, child }: { action: NextAction; child: ChildWithStats }) {
  const href = addressOfAction(child.id, action);
  const words = (
    <span>
      {overAction(action, child.stats.now?.direction ?? null)}: <b>{unbroken(action.title)}</b>
    </span>
  );
  if (action.kind !== 'test') return <a href={href}>{words}</a>;
  return (
    <StartTest href={href} child={child} test={{ words: action.title }} variant="quiet" size="s">
      {words}
    </StartTest>
  );
}

/** Renders the small map of the next theme's discipline, and that theme. Without network and copy only the empty drawing is shown. */
function Known({ child, begun }: Pick<ChildStripProps, 'child' | 'begun'>) {
  const { data } = useRead('GET /api/children/:id/knowledge', {
    params: { id: String(child.id) },
    query: { brief: '1' },
  });
  const states = data?.disciplines[0]?.themes.map(({ state }) => state);
  const action = nextAction(begun, data);
  const drawn = states ?? Array.from({ length: 11 }, () => 'no-data' as const);
  return (
    <>
      <Sona states={drawn} cell={drawn.length > 16 ? 10 : 14} className={styles['small']} />
      <div className={styles['next']}>{action && <Next action={action} child={child} />}</div>
    </>
  );
}
