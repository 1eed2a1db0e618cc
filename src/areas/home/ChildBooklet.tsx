import { type ComponentType, lazy, Suspense, useState } from 'react';
import type { knowledgeContract } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import type { practiceContract } from '../../domains/knowing/practice/practice.contract.ts';
import type { ChildWithStats } from '../../domains/people/children/family.contract.ts';
import type { Begun } from '../../domains/sitting/sitting/begun.rules.ts';
import { reader } from '../../web/call/api.ts';
import { Failed } from '../../web/parts/Failed.tsx';
import { helpful } from '../../web/parts/lazily.tsx';
import { OtherChild } from '../../web/parts/OtherChild.tsx';
import { firstName, plural } from '../../web/parts/text.ts';
import { IconChevronRight, IconOffline, IconPhone, IconRetry } from '../../web/ui/base/Icon.tsx';
import { Skeleton } from '../../web/ui/base/Skeleton.tsx';
import { IconChart, IconZap } from '../../web/ui/icons/ParentIcon.tsx';
import { ChildBook } from '../../web/ui/paper/ChildBook.tsx';
import styles from './ChildPage.module.css';
import { MapPages, type StartButton } from './MapPages.tsx';
import { NowPage } from './NowPage.tsx';

const useRead = reader<typeof knowledgeContract & typeof practiceContract>();
const StartChildMode = lazy(() => import('../../domains/people/child-mode/HandOver.tsx'));
const ChildErrors = helpful(() => import('../../domains/knowing/child-errors/ChildErrors.tsx'));

export interface ChildBookletProps {
  child: ChildWithStats;
  /** The other active children of the family. */
  others: readonly ChildWithStats[];
  /** What this child has begun, the first to go on with first. */
  begun: readonly Begun[];
  /** How the child reads, counts and writes; passed in, because this domain must not import it; renders nothing without data. */
  skillLines: ComponentType<{ childId: number }>;
  /** On the dashboard of a family with one child: the counts of its tests in words, and the button that starts a test. */
  figures?: string;
  startTest?: StartButton;
}

/** Renders a child's booklet: how it is doing, what it knows of each theme of its class, what comes next, and where else to go. */
export function ChildBooklet({ child, others, begun, skillLines: SkillLines, figures, startTest }: ChildBookletProps) {
  const id = String(child.id);
  const onDashboard = figures !== undefined;
  const found = useRead('GET /api/children/:id/knowledge', { params: { id }, query: {} });
  return (
    <ChildBook
      as="article"
      cover={child.cover}
      name={onDashboard ? child.fullName : firstName(child.fullName)}
      heading={onDashboard ? 'h2' : undefined}
      detail={
        <>
          {child.schoolClass}
          <span className={styles['school']}> · {child.school ?? 'Escola não especificada'}</span>
        </>
      }
      controls={<OtherChild others={others} all="/dashboard" one={(other) => `/children/${other.id}`} />}
      className={styles['spread']}
    >
      <section className={styles['left']}>
        <NowPage child={child} heading={onDashboard ? 'h2' : 'h1'} />
        <SkillLines childId={child.id} />
        <ChildErrors childId={child.id} />
      </section>
      <section className={styles['right']} aria-label="O que já sabe">
        {found.data ? (
          <MapPages map={found.data} child={child} begun={begun[0]} startTest={startTest} />
        ) : found.error ? (
          <div className={styles['inset']}>
            <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching} />
          </div>
        ) : (
          <div className={styles['inset']}>
            <Skeleton lines={12} />
          </div>
        )}
      </section>
      <Ways child={child} others={others} figures={figures} />
    </ChildBook>
  );
}

/** Renders where else the parent can go with this child. */
function Ways({
  child,
  others,
  figures,
}: Pick<ChildBookletProps, 'child' | 'others'> & { figures: string | undefined }) {
  const [handing, setHanding] = useState(false);
  const { data } = useRead('GET /api/practice', {});
  const due = data?.find(({ childId }) => childId === child.id)?.due ?? 0;
  const name = firstName(child.fullName);
  return (
    <>
      <nav className={styles['ways']} aria-label={`Mais de ${name}`}>
        <ul>
          <li>
            <a href={`/children/${child.id}/mistakes`}>
              <IconRetry size={22} />
              <Words
                title="Caderno de erros"
                text={due === 0 ? '' : `Hoje há ${plural(due, 'pergunta', 'perguntas')} para treinar`}
              />
              <IconChevronRight size={18} />
            </a>
          </li>
          <li>
            <a href={`/children/${child.id}/reports`}>
              <IconChart size={22} />
              <Words
                title={figures === undefined ? 'Relatório e resultados' : 'Ver relatórios'}
                text={figures ?? plural(child.stats.testsCompleted, 'teste', 'testes')}
              />
              <IconChevronRight size={18} />
            </a>
          </li>
          <li>
            <button type="button" onClick={() => setHanding(true)}>
              <IconPhone size={22} />
              <Words title="Entregar o telemóvel" text="" />
              <IconChevronRight size={18} />
            </button>
          </li>
          <li>
            <a href={`/prepared?childId=${child.id}`}>
              <IconOffline size={22} />
              <Words title="Levar sem internet" text="" />
              <IconChevronRight size={18} />
            </a>
          </li>
          {/* On the dashboard it is offered until the first test. */}
          {(figures === undefined || child.stats.testsCompleted === 0) && (
            <li>
              <a href={`/children/${child.id}/diagnostic`}>
                <IconZap size={22} />
                <Words title="Ponto de partida" text="De que classe é o que já sabe" />
                <IconChevronRight size={18} />
              </a>
            </li>
          )}
        </ul>
      </nav>
      {handing && (
        <Suspense fallback={null}>
          <StartChildMode child={child} others={others} onClose={() => setHanding(false)} />
        </Suspense>
      )}
    </>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <span>
      <b>{title}</b>
      {text && <span>{text}</span>}
    </span>
  );
}
