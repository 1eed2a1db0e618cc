import { type ComponentType, type ReactNode, Suspense } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { minutesFor, USUAL_DURATION } from '../../../shared/durations.ts';
import { type Loaded, reader } from '../../../web/call/api.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { useNow } from '../../../web/device/now.ts';
import { ChildNotFound } from '../../../web/parts/ChildNotFound.tsx';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { helpful, lazily } from '../../../web/parts/lazily.tsx';
import { OtherChild } from '../../../web/parts/OtherChild.tsx';
import { firstName, ofWhom } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildBook } from '../../../web/ui/paper/ChildBook.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import type { ChildWithStats } from '../../people/children/family.contract.ts';
import { nowSentence, nowSource } from '../progress/child-now.rules.ts';
import styles from './Report.module.css';
import type { ChildReport as Report, reportContract } from './report.contract.ts';
import { paperSentence, pencilSentence, rehearsalsSentence } from './report-sentences.rules.ts';
import { Trend } from './Trend.tsx';

const ChildErrors = helpful(() => import('../child-errors/ChildErrors.tsx'));
const useRead = reader<typeof reportContract>();

// The parts below the first screen, loaded while the parent reads the top.
const ReportMore = lazily(() => import('./ReportMore.tsx'));
const SendOn = lazily(() => import('./SendOn.tsx'));

interface ChildReportProps {
  /** The id as it is in the address. */
  id: string;
  family: Loaded<ChildWithStats[]>;
  /** How the child reads, calculates and writes. */
  skillLines: ComponentType<{ childId: number }>;
}

/** Renders a child's progress over time. Each part begins with a sentence. */
export default function ChildReport({ id, family, skillLines: SkillLines }: ChildReportProps) {
  const valid = /^[1-9]\d{0,9}$/.test(id);
  const found = useRead('GET /api/children/:id/report', { params: { id } }, { enabled: valid });
  const name = found.data && firstName(found.data.child.fullName);
  usePage(name ? `Relatório: ${name}` : 'Relatório', brand.productName);
  const others = family.data?.filter((child) => child.active && String(child.id) !== id) ?? [];

  if (!valid || found.error?.status === 404)
    return <ChildNotFound heading={<h1 className={styles['heading']}>Relatório não encontrado</h1>} />;
  if (found.error && !found.data) {
    return (
      <Page width="form">
        <h1 className={styles['heading']}>Relatório</h1>
        <Failed error={found.error} onRetry={found.refetch} busy={found.isFetching}>
          <a href="/tests/history">Ver todos os resultados</a>
        </Failed>
      </Page>
    );
  }
  if (!found.data || !name) {
    return (
      <Page>
        <h1 className="sr">Relatório</h1>
        <Skeleton lines={14} />
      </Page>
    );
  }
  const { child, trend } = found.data;
  const skills = (
    <section className={styles['verbs']}>
      <h2>Lê, conta, escreve</h2>
      <SkillLines childId={child.id} />
      <ChildErrors childId={child.id} />
    </section>
  );
  const known = family.data?.find((one) => one.id === child.id);
  const cover = {
    cover: child.cover,
    name: child.fullName,
    title: `Relatório ${ofWhom(name, child.gender)}`,
    detail: child.schoolClass,
  };
  const otherChild = <OtherChild others={others} all="/reports" one={(other) => `/children/${other.id}/reports`} />;
  return (
    <Page className={styles['report']}>
      <div className={styles['whose']}>
        <BackLink href={`/children/${child.id}`}>{name}</BackLink>
        {trend.length === 0 ? (
          <ChildCover {...cover} heading="h1">
            {otherChild}
          </ChildCover>
        ) : (
          <ChildBook {...cover} controls={otherChild}>
            <Now report={found.data} name={name} covered={known?.covered} />
          </ChildBook>
        )}
      </div>
      {trend.length === 0 ? (
        <NoTests
          childId={child.id}
          besides={[
            found.data.pencil > 0 && pencilSentence(found.data.pencil),
            found.data.rehearsals?.mean != null && rehearsalsSentence(found.data.rehearsals),
          ]}
          minutes={minutesFor(USUAL_DURATION, known?.extendedTime ?? null)}
          skills={skills}
        />
      ) : (
        <>
          {skills}
          <Suspense fallback={<Skeleton lines={10} />}>
            <ReportMore report={found.data} />
          </Suspense>
        </>
      )}
    </Page>
  );
}

interface NowProps {
  report: Report;
  name: string;
  /** Whether the plan covers the child; undefined for an archived one. */
  covered: boolean | undefined;
}

/** Renders how the child is doing in one sentence, with the tests that it is about. */
function Now({ report, name, covered }: NowProps) {
  const { child, trend, now } = report;
  const today = useNow();
  const sentence = nowSentence({ name, gender: child.gender }, now);
  return (
    <Sheet as="section" className={styles['sheet']}>
      <h1>{sentence}</h1>
      <p className="muted">{nowSource(now, today)}</p>
      <Trend report={report} sentence={sentence} />
      {paperSentence(trend) && <p className="muted">{paperSentence(trend)}</p>}
      {report.pencil > 0 && <p className="muted">{pencilSentence(report.pencil)}</p>}
      {report.rehearsals?.mean != null && <p className="muted">{rehearsalsSentence(report.rehearsals)}</p>}
      <Suspense fallback={<Skeleton lines={2} />}>
        <SendOn child={child} covered={covered} gender={child.gender} />
      </Suspense>
    </Sheet>
  );
}

interface NoTestsProps {
  childId: number;
  minutes: number;
  /** Sentences about what was done but does not count here. */
  besides: readonly (string | false)[];
  skills: ReactNode;
}

function NoTests({ childId, minutes, besides, skills }: NoTestsProps) {
  return (
    <div className={styles['none']}>
      <Empty title="Ainda sem testes" text={`Faça o primeiro. São 10 perguntas, cerca de ${minutes} minutos.`}>
        <Button size="l" href={`/tests?childId=${childId}`}>
          Fazer um teste
        </Button>
      </Empty>
      {besides.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
      {skills}
    </div>
  );
}
