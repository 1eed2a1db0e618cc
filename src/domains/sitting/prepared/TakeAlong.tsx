import { type ComponentType, Suspense, useCallback, useEffect, useState } from 'react';
import { useSearch } from 'wouter/use-browser-location';
import { brand } from '../../../delivery/browser/boot.ts';
import type { ShownChild } from '../../../shared/child.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { type Loaded, reader, refresh } from '../../../web/call/api.ts';
import { caller } from '../../../web/call/call.ts';
import { usePage } from '../../../web/call/navigation.ts';
import { failed } from '../../../web/call/outcome.ts';
import type { KeptPrepared } from '../../../web/device/device-tables.ts';
import { Empty } from '../../../web/parts/Empty.tsx';
import { Failed } from '../../../web/parts/Failed.tsx';
import { firstName, plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Page } from '../../../web/ui/base/Layout.tsx';
import { Skeleton } from '../../../web/ui/base/Skeleton.tsx';
import { BackLink } from '../../../web/ui/lists/Card.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { Sheet, SheetBlock } from '../../../web/ui/paper/Sheet.tsx';
import { bringWriting } from '../../bank/answering/writing.tsx';
import { planOf } from '../../money/plans/plans.rules.ts';
import type { User } from '../../people/accounts/accounts.contract.ts';
import type { SealedSitting } from '../attempts/sealed-sitting.contract.ts';
import type { CatalogueTest, catalogueContract } from '../catalogue/catalogue.contract.ts';
import { type BegunHere, readBegunHere, readPreparedHere } from '../catalogue/prepared-here.web.ts';
import { TestSheet } from '../catalogue/TestSheet.tsx';
import { ChooseTests } from './ChooseTests.tsx';
import type { preparedContract } from './prepared.contract.ts';
import { MAX_PREPARED, PREPARED_DAYS } from './prepared.rules.ts';
import { type PlaceOfTest, ReadyTests } from './ReadyTests.tsx';
import styles from './TakeAlong.module.css';

const useRead = reader<typeof preparedContract & typeof catalogueContract>();
const call = caller<typeof preparedContract>();

/** The cards of the week, selected to be prepared. */
export interface ChosenPractice {
  kilobytes: number;
  /** Stores them on this device. */
  bring: () => Promise<unknown>;
}

/** Props of the part that offers practice for this phone. */
export interface TakePracticeProps {
  childId: number;
  chosen: ChosenPractice | undefined;
  disabled: boolean;
  onChoose: (chosen: ChosenPractice | undefined) => void;
}

interface TakeAlongProps {
  user: User;
  family: Loaded<readonly (ShownChild & { active: boolean; covered: boolean })[]>;
  /** Offers the cards of the week; provided by a later feature. */
  takePractice: ComponentType<TakePracticeProps>;
  /** Offers the texts to read aloud; provided by a later feature. */
  takeReading: ComponentType<{ childId: number; schoolClass: string }>;
}

/** Tests and practice prepared on this phone: which, their size, until when they are valid, and returning them. */
export default function TakeAlong({ user, family, ...parts }: TakeAlongProps) {
  usePage('Levar sem internet', brand.productName);
  const search = new URLSearchParams(useSearch());
  const active = family.data?.filter((child) => child.active);
  const child =
    active?.find(({ id }) => String(id) === search.get('childId')) ?? (active?.length === 1 ? active[0] : undefined);
  return (
    <Page>
      <div className={styles['back']}>
        <BackLink href={child ? `/tests?childId=${child.id}` : '/tests'}>Testes</BackLink>
      </div>
      {child ? (
        <ForChild key={child.id} child={child} user={user} {...parts} />
      ) : family.data ? (
        <>
          <h1>Levar sem internet</h1>
          <Empty title="Escolha primeiro a criança." text="Cada criança leva os seus testes.">
            <Button href="/tests">Escolher</Button>
          </Empty>
        </>
      ) : family.error ? (
        <Failed error={family.error} onRetry={family.refetch} busy={family.isFetching} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

/** The number of selected tests that have been prepared. */
interface Progress {
  done: number;
  of: number;
}

function ForChild({
  child,
  user,
  takePractice: TakePractice,
  takeReading: TakeReading,
}: Omit<TakeAlongProps, 'family'> & { child: ShownChild & { covered: boolean } }) {
  const childId = String(child.id);
  const listed = useRead('GET /api/prepared', { query: { childId } });
  const offered = useRead('GET /api/tests', { query: { childId, class: 'usual', only: 'next' } });
  const [here, look] = useHere(user.id, child.id);
  // The phone's clock may be wrong; what is kept here knows by how much.
  const clockOffset = [...here.ready, ...here.begun][0]?.clockOffset ?? 0;
  const lookAgain = () => Promise.all([look(), refresh('/api/prepared', '/api/tests')]);

  const prepared = listed.data ?? [];
  const toChoose = offered.data?.filter(({ forChild }) => forChild?.allowed && !forChild.open && !forChild.prepared);
  const { chosen, setChosen, practice, setPractice, progress, prepare } = usePreparing(
    user,
    child.id,
    toChoose ?? [],
    lookAgain,
  );
  const picked = toChoose?.filter(({ id }) => chosen.has(id)) ?? [];
  const isBusy = progress !== undefined;
  const giveBack = async (attemptId: number) => {
    await giveBackTest(attemptId);
    await lookAgain();
  };

  const error = listed.error ?? offered.error;
  // A list that was read before stays on the screen when it cannot be read again.
  if (error && !(listed.data && offered.data))
    return (
      <>
        <h1>Levar sem internet</h1>
        <Failed
          error={error}
          busy={listed.isFetching || offered.isFetching}
          onRetry={() => Promise.all([listed.refetch(), offered.refetch()])}
        />
      </>
    );
  return (
    <>
      <Cover child={child} />
      <div className={styles['parts']}>
        <OnThisPhone here={here.ready.length + here.begun.length} taken={prepared.length} chosen={picked.length} />
        <ChooseTests
          tests={toChoose}
          schoolClass={child.schoolClass}
          chosen={chosen}
          places={MAX_PREPARED - prepared.length}
          isFree={planOf(user).id === 'free'}
          isBusy={isBusy}
          onChoose={setChosen}
        />
        <Suspense fallback={null}>
          <TakePractice childId={child.id} chosen={practice} disabled={isBusy} onChoose={setPractice} />
        </Suspense>
        <Suspense fallback={null}>
          <TakeReading childId={child.id} schoolClass={child.schoolClass} />
        </Suspense>
        {prepared.length > 0 && (
          <ReadyTests
            prepared={prepared}
            placeOf={(attemptId) => placeOf(attemptId, here)}
            now={Date.now() + clockOffset}
            onBring={(testId) => prepare([testId], false)}
            onGiveBack={giveBack}
          />
        )}
      </div>
      {(picked.length > 0 || practice || progress) && (
        <Sum
          now={Date.now() + clockOffset}
          kilobytes={picked.reduce((sum, test) => sum + test.kilobytesPrepared, practice?.kilobytes ?? 0)}
          progress={progress}
          onPrepare={() => void prepare(picked.map(({ id }) => id))}
        />
      )}
    </>
  );
}

/** Returns what is chosen for this phone, and bringing it here. `offered` are the tests that may be chosen. */
function usePreparing(
  user: User,
  childId: number,
  offered: readonly CatalogueTest[],
  lookAgain: () => Promise<unknown>,
) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [practice, setPractice] = useState<ChosenPractice>();
  const [progress, setProgress] = useState<Progress>();
  const prepare = async (testIds: readonly number[], withPractice = true) => {
    const { left, error } = await bringEach(user, childId, testIds, setProgress);
    if (left.length > 0) {
      const missing = offered.filter(({ id }) => left.includes(id)).map(({ theme }) => theme);
      const ready = testIds.length - left.length;
      failed(
        'Erro',
        `${ready} de ${testIds.length} prontos. ${missing.length > 1 ? 'Faltam' : 'Falta'} ${missing.join(', ') || 'um teste'}`,
        error,
      );
    }
    setChosen((before) => new Set([...before].filter((id) => !testIds.includes(id) || left.includes(id))));
    if (withPractice)
      await practice?.bring().then(
        () => setPractice(undefined),
        (fault: unknown) => failed('Erro', 'O treino da semana não chegou', fault),
      );
    setProgress(undefined);
    await lookAgain();
  };
  return { chosen, setChosen, practice, setPractice, progress, prepare };
}

function Cover({ child }: { child: ShownChild & { covered: boolean } }) {
  const name = firstName(child.fullName);
  return (
    <ChildCover
      cover={child.cover}
      name={name}
      title="Levar sem internet"
      detail={`${name} · ${child.schoolClass}`}
      heading="h1"
    />
  );
}

/** The prepared tests of a child on this device. */
interface Here {
  /** Those that have not begun. */
  ready: KeptPrepared<SealedSitting>[];
  /** Those that have begun. */
  begun: BegunHere[];
}

/** Returns where a test is that is prepared for the child. */
function placeOf(attemptId: number, { ready, begun }: Here): PlaceOfTest {
  const isThis = (one: { attemptId: number }) => one.attemptId === attemptId;
  if (ready.some(isThis)) return 'here';
  const started = begun.find(isThis);
  return started ? (started.isDone ? 'done' : 'begun') : 'elsewhere';
}

/** Returns the tests of this child that are on this device, and a way to look again. */
function useHere(userId: number, childId: number) {
  const [here, setHere] = useState<Here>({ ready: [], begun: [] });
  const look = useCallback(async () => {
    const [ready, begun] = await Promise.all([readPreparedHere(userId), readBegunHere(userId, childId)]);
    setHere({ ready: ready.filter(({ sealed }) => sealed.childId === childId), begun });
  }, [userId, childId]);
  useEffect(() => void look().catch(() => {}), [look]);
  return [here, look] as const;
}

/**
 * Prepares tests one by one, so that those that have arrived are kept if the connection breaks. Returns the remaining ones and the error.
 */
async function bringEach(
  user: User,
  childId: number,
  testIds: readonly number[],
  onProgress: (progress: Progress) => void,
): Promise<{ left: readonly number[]; error?: unknown }> {
  onProgress({ done: 0, of: testIds.length });
  for (const [done, testId] of testIds.entries()) {
    try {
      onProgress({ done, of: testIds.length });
      const { bringHere } = await import('./bring.web.ts');
      // Kept by the service worker, like all files that a page has loaded.
      await bringWriting(await bringHere(user, childId, testId));
    } catch (error) {
      return { left: testIds.slice(done), error };
    }
  }
  return { left: [] };
}

async function giveBackTest(attemptId: number): Promise<void> {
  try {
    await call('DELETE /api/prepared/:attemptId', { params: { attemptId: String(attemptId) } });
    const { dropPrepared } = await import('../../../web/device/prepared-store.ts');
    await dropPrepared(attemptId);
  } catch (error) {
    failed('Erro', 'Não foi possível retirar o teste', error);
  }
}

interface SumProps {
  /** The time by the server's clock. */
  now: number;
  kilobytes: number;
  progress: Progress | undefined;
  onPrepare: () => void;
}

/** Renders the size of the selected tests, or how many of them have been prepared. */
function Sum({ now, kilobytes, progress, onPrepare }: SumProps) {
  return (
    <div className={styles['sum']}>
      <div>
        <p role="status">
          {progress ? (
            <b>
              {progress.of === 0
                ? 'A preparar o treino…'
                : `A preparar ${Math.min(progress.done + 1, progress.of)} de ${progress.of}…`}
            </b>
          ) : (
            <>
              <b className="num">{kilobytes} KB agora</b>
              <span>Vale até {dayAndMonth(new Date(now + PREPARED_DAYS * DAY_MS))}</span>
            </>
          )}
        </p>
        <Button size="l" busy={progress !== undefined} onClick={onPrepare}>
          Preparar
        </Button>
      </div>
    </div>
  );
}

interface OnThisPhoneProps {
  /** Tests on this phone. */
  here: number;
  /** Tests prepared for the child, on any phone. */
  taken: number;
  chosen: number;
}

function OnThisPhone({ here, taken, chosen }: OnThisPhoneProps) {
  return (
    <Sheet as="section">
      <h2 className={styles['here']}>{countHere(here)}</h2>
      <p className="muted">
        Até {MAX_PREPARED} testes. Cada um vale {PREPARED_DAYS} dias; as respostas têm de chegar nesse prazo.
      </p>
      <SheetBlock lines={2}>
        <Places taken={taken} chosen={chosen} />
      </SheetBlock>
    </Sheet>
  );
}

function countHere(count: number): string {
  if (count === 0) return 'Ainda não há testes neste telemóvel';
  return `Já há ${count} ${count === 1 ? 'teste' : 'testes'} neste telemóvel`;
}

/** Renders the five places as sheets: used, selected now, free. */
function Places({ taken, chosen }: { taken: number; chosen: number }) {
  const label = `${taken} de ${MAX_PREPARED} testes já ${taken === 1 ? 'preparado' : 'preparados'}, ${plural(chosen, 'escolhido', 'escolhidos')} agora`;
  return (
    <div className={styles['places']} role="img" aria-label={label}>
      {Array.from({ length: MAX_PREPARED }, (_, place) => {
        const look = place < taken ? 'done' : place < taken + chosen ? 'next' : 'todo';
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
        return <TestSheet key={place} look={look} letter={look === 'next' ? '+' : undefined} />;
      })}
    </div>
  );
}
