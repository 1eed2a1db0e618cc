import { type ComponentProps, type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { relativeTime } from '../../../shared/dates.ts';
import type { Gender } from '../../../shared/words.ts';
import { useNow } from '../../../web/device/now.ts';
import { helpful, lazily } from '../../../web/parts/lazily.tsx';
import { firstName, inSentence, withArticle } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { Badge } from '../../../web/ui/lists/Badge.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { NameLabel } from '../../../web/ui/paper/Cover.tsx';
import { FioResult } from '../../../web/ui/paper/Fio.tsx';
import { Sheet, SheetBlock } from '../../../web/ui/paper/Sheet.tsx';
import type { SendOnProps } from '../family-files/SavePdf.tsx';
import { NextStepButton } from './NextStepButton.tsx';
import { nextStepAfter } from './next-step.rules.ts';
import styles from './Result.module.css';
import type { AttemptResult } from './results.contract.ts';
import {
  dotsLabel,
  dotsLegend,
  dotsOf,
  effortSentence,
  meaningOf,
  OUTCOME_WORDS,
  type Outcome,
  outcomesOf,
  PENCIL,
  timeText,
} from './sentences.rules.ts';
import { MarkNotes, Numbers, Remarks, Verdict } from './Verdict.tsx';

// Only where the device has a voice.
const ReadAloud = helpful(async () => ({ default: (await import('../../../web/parts/ReadAloud.tsx')).ReadAloud }));
// The details below the score, loaded while the parent reads it.
const ResultMore = lazily(() => import('./ResultMore.tsx'));
// Only for an account without a verified e-mail.
const AccountOffer = helpful(() => import('../../people/recovery/AccountOffer.tsx'));
// Only on a wide screen, beside the result.
const WrongQuestion = lazily(() => import('./WrongQuestion.tsx').catch(() => ({ default: () => null })));
// Only for an account without a PIN.
const PinOffer = helpful(() => import('../../people/child-mode/PinOffer.tsx'));
const OfflineResult = lazy(() => import('./OfflineResult.tsx'));

export interface ResultMapProps {
  childId: number;
  attemptId: number;
}

/** What features after this one draw. */
export interface LaterParts {
  /** The buttons that send the result on. */
  sendOn: ComponentType<SendOnProps>;
  /** What the result moved on the child's map. */
  resultMap: ComponentType<ResultMapProps>;
}

interface GradedProps extends LaterParts {
  found: AttemptResult;
  result: NonNullable<AttemptResult['result']>;
  gender: Gender | null | undefined;
  covered: boolean | undefined;
}

/** Renders a result with a mark: the verdict on its sheet, what to do next, and what else there is to read. */
export function Graded({ found, result, gender, covered, sendOn: SendOn, resultMap: ResultMap }: GradedProps) {
  const { attempt, child, test, answers } = found;
  const name = firstName(child.fullName);
  const who = withArticle(name, gender);
  const outcomes = outcomesOf(test.questions, answers);
  const pencil = result.effort?.level === 'low';
  const review = `/tests/${test.id}/review?attemptId=${attempt.id}`;
  const step = nextStepAfter(outcomes, {
    percentage: result.percentage,
    suggested: result.next.test !== null,
    minutes: result.next.test?.minutes ?? attempt.timeLimit / 60,
    lowEffort: pencil,
  });
  const stepProps = { review, next: result.next.test, child: { ...child, gender: gender ?? null } };
  const more = { name, child: inSentence(name, gender), result };
  const isWide = useIsWide();
  // Last, because they come after the page and must not move what is shown.
  const offers = (
    <div className={styles['offers']}>
      <PinOffer />
      <AccountOffer />
    </div>
  );
  const heard = [
    `${who} acertou ${result.value} de ${result.total}.`,
    ...(result.effort?.level === 'low'
      ? [PENCIL, effortSentence(inSentence(name, gender), result.effort)]
      : [meaningOf(result.percentage)]),
    step.sentence,
  ];
  return (
    <Page className={styles['result']}>
      <Sheet as="section" className={styles['sheet']} label={<Name {...found} />}>
        <Verdict who={who} child={inSentence(name, gender)} result={result} />
        {attempt.offline && <OfflineBadges timeConfirmed={attempt.timeConfirmed} />}
        <div className={styles['act']}>
          <p>{step.sentence}</p>
          <NextStepButton {...stepProps} what={step.main} size="l" />
        </div>
        <MarkNotes attempt={attempt} result={result} />
        <ReadAloud inline pieces={heard.map((text) => ({ text, language: 'pt' }))} />
        <Dots outcomes={outcomes} label={dotsLabel(outcomes, result.value)} review={review} />
        <Numbers attempt={attempt} result={result} outcomes={outcomes} />
        <Remarks attempt={attempt} result={result} child={inSentence(name, gender)} />
      </Sheet>
      <div className={styles['beside']}>
        {attempt.offline && (
          <Suspense fallback={null}>
            <OfflineResult {...attempt} />
          </Suspense>
        )}
        <Card>
          <div className={styles['next']}>
            {result.value < result.total && (
              <Button full variant="secondary" href={`/practice/${child.id}?attempt=${attempt.id}`}>
                Treinar 5 minutos
              </Button>
            )}
            <NextStepButton {...stepProps} what={step.second} variant="secondary" />
          </div>
          <Suspense fallback={<Skeleton lines={2} />}>
            <SendOn attemptId={attempt.id} child={child} covered={covered} gender={gender} />
          </Suspense>
        </Card>
        {isWide && (
          <Suspense fallback={<Skeleton lines={6} />}>
            {outcomes.includes('wrong') && <WrongQuestion found={found} outcomes={outcomes} gender={gender} />}
            <ResultMore {...more} part="beside" />
          </Suspense>
        )}
        {isWide && offers}
      </div>
      <div className={styles['below']}>
        {!pencil && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <ResultMap childId={child.id} attemptId={attempt.id} />
          </Suspense>
        )}
        {isWide && (
          <Suspense fallback={null}>
            <ResultMore {...more} part="below" />
          </Suspense>
        )}
      </div>
      {!isWide && <More {...more} />}
      {!isWide && offers}
    </Page>
  );
}

/** Whose result of which test this is. */
function Name({ attempt, time, child, test }: AttemptResult) {
  const now = useNow();
  const name = firstName(child.fullName);
  return (
    <NameLabel
      cover={child.cover}
      name={name}
      title={`${name}, ${child.schoolClass}`}
      detail={`${test.discipline}: ${test.theme} · ${relativeTime(attempt.attemptDate, now)}${time > 1 ? ` · ${timeText(time)}` : ''}`}
    />
  );
}

/** Renders a dot for each question, linked to its review, and says what the dots mean. */
function Dots({ outcomes, label, review }: { outcomes: readonly Outcome[]; label: string; review: string }) {
  return (
    <>
      <SheetBlock lines={4}>
        <FioResult
          results={dotsOf(outcomes)}
          neither={(index) => OUTCOME_WORDS[outcomes[index] as Outcome]}
          label={label}
          hrefFor={(index) => `${review}&q=${index + 1}`}
        />
      </SheetBlock>
      <p className={styles['legend']}>{dotsLegend(outcomes)}</p>
    </>
  );
}

/** Returns whether there is room for two columns, which only the browser knows. A phone has no room for a wrong question, and loads none. */
function useIsWide(): boolean {
  const [isWide, setIsWide] = useState(false);
  useEffect(() => setIsWide(matchMedia('(min-width: 1040px)').matches), []);
  return isWide;
}

/** Renders how a test without network was taken. */
function OfflineBadges({ timeConfirmed }: Pick<AttemptResult['attempt'], 'timeConfirmed'>) {
  return (
    <p>
      <Badge tone="off">feito sem internet</Badge>{' '}
      {timeConfirmed === false && <Badge tone="flag">tempo não confirmado</Badge>}
    </p>
  );
}

function More(props: ComponentProps<typeof ResultMore>) {
  return (
    <details className={styles['more']}>
      <summary>
        Ver mais
        <IconChevronDown />
      </summary>
      <div>
        <Suspense fallback={<Skeleton lines={6} />}>
          <ResultMore {...props} />
        </Suspense>
      </div>
    </details>
  );
}
