import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { brand } from '../../delivery/browser/boot.ts';
import { packServesUntil, readPacks } from '../../domains/knowing/practice/packs-here.web.ts';
import type { PracticePack } from '../../domains/knowing/practice/practice.contract.ts';
import type { KeptPack } from '../../domains/knowing/practice/practice-device.web.ts';
import { userFailure } from '../../domains/people/accounts/session.tsx';
import type { SealedSitting } from '../../domains/sitting/attempts/sealed-sitting.contract.ts';
import { ALL } from '../../domains/sitting/catalogue/catalogue.rules.ts';
import { ElsewhereCard, HereCard, hereCards } from '../../domains/sitting/catalogue/HereCard.tsx';
import { readPreparedHere, servesUntil } from '../../domains/sitting/catalogue/prepared-here.web.ts';
import { TestSheet } from '../../domains/sitting/catalogue/TestSheet.tsx';
import RunningTests from '../../domains/sitting/sitting/RunningTest.tsx';
import { offline } from '../../web/call/call.ts';
import { goTo, usePage, usePathname, useSearch } from '../../web/call/navigation.ts';
import { readPerson } from '../../web/device/device-store.ts';
import type { KeptPrepared } from '../../web/device/device-tables.ts';
import { isKeptHere } from '../../web/device/kept-here.ts';
import { Failed } from '../../web/parts/Failed.tsx';
import { hereWords } from '../../web/parts/here-words.ts';
import { helpful } from '../../web/parts/lazily.tsx';
import { OtherChild } from '../../web/parts/OtherChild.tsx';
import { plural } from '../../web/parts/text.ts';
import { Button } from '../../web/ui/base/Button.tsx';
import { IconClock, IconPhone, IconRetry } from '../../web/ui/base/Icon.tsx';
import { Page } from '../../web/ui/base/Layout.tsx';
import { Combobox } from '../../web/ui/forms/Combobox.tsx';
import { IconList } from '../../web/ui/icons/ParentIcon.tsx';
import { ChildCover } from '../../web/ui/paper/Cover.tsx';
import { FioResult } from '../../web/ui/paper/Fio.tsx';
import { Frame } from '../Frame.tsx';
import { DisciplineTabs } from '../home/DisciplineTabs.tsx';
import list from '../home/TestList.module.css';
import { useReloadWhenBack } from '../reload-when-back.ts';
import { Copies } from './Copies.tsx';
import styles from './OnThisDevice.module.css';
import { OtherThemes } from './OtherThemes.tsx';

const HandOver = helpful(() => import('../../domains/people/child-mode/HandOver.tsx'));

const reload = () => location.reload();

/** What a child can do on this device without network. */
interface Here {
  child: PracticePack['child'] | SealedSitting['child'];
  tests: KeptPrepared<SealedSitting>[];
  pack?: KeptPack;
}

/** Returns the parent who used this device last; null if it is unknown. */
const readPersonHere = async () => ((await isKeptHere('caderneta')) ? readPerson() : null);

async function readHere(): Promise<Here[]> {
  const person = await readPersonHere();
  const [tests, packs] = await Promise.all([readPreparedHere(null), readPacks(person?.id)]);
  const all = new Map<number, Here>();
  const of = (child: Here['child']) => {
    const here = all.get(child.id) ?? { child, tests: [] };
    all.set(child.id, here);
    return here;
  };
  for (const kept of tests) of(kept.sealed.child).tests.push(kept);
  for (const pack of packs) if (pack.cards.length > 0) of(pack.child).pack = pack;
  return [...all.values()].sort((one, other) => one.child.id - other.child.id);
}

/**
 * Lists what can be done or read on this device, in the frame of the parent who used it last. It is shown when the server cannot be asked
 * who is signed in.
 */
export default function OnThisDevice(frame: Omit<ComponentProps<typeof Frame>, 'fullName' | 'children'>) {
  const [here, setHere] = useState<Here[]>();
  const [fullName, setFullName] = useState('');
  const [userId, setUserId] = useState<number>();
  /** The child to whom the phone is about to be handed. */
  const [receiver, setReceiver] = useState<Here['child']>();
  const { filters, show } = useFilters();
  const asked = here?.find(({ child }) => String(child.id) === filters.childId);
  const themes = here?.flatMap(({ tests }) => tests.map(({ sealed }) => sealed.test.theme)) ?? [];
  useReloadWhenBack();
  useEffect(() => {
    readHere().then(setHere, () => setHere([]));
    readPersonHere().then(
      (person) => {
        setFullName(person?.firstName ?? '');
        setUserId(person?.id);
      },
      () => {},
    );
  }, []);
  usePage('Sem internet', brand.productName);
  return (
    <Frame {...frame} fullName={fullName}>
      <Page className={styles['all']}>
        {/* With nothing on this device, the text below says the same. */}
        <h1 className={here?.length ? undefined : 'sr'}>Sem internet</h1>
        <RunningTests userId={null} />
        {themes.length > 1 && <Filters themes={[...new Set(themes)].sort()} filters={filters} show={show} />}
        {(asked ? [asked] : here)?.map((one) => (
          <OfChild key={one.child.id} {...one} filters={filters} onHandOver={() => setReceiver(one.child)}>
            {asked && (
              <OtherChild
                others={here?.filter((other) => other !== one).map(({ child }) => asPerson(child)) ?? []}
                all="/tests"
                one={({ id }) => `/tests?childId=${id}`}
              />
            )}
          </OfChild>
        ))}
        {receiver && (
          <HandOver
            child={asPerson(receiver)}
            others={here?.filter(({ child }) => child.id !== receiver.id).map(({ child }) => asPerson(child)) ?? []}
            userId={userId}
            onClose={() => setReceiver(undefined)}
          />
        )}
        {here?.length === 0 && <Failed error={userFailure() ?? offline()} onRetry={reload} onlyByHand />}
        {here && here.length > 0 && (
          <ul className={hereCards}>
            <ElsewhereCard>
              <p className="muted">As respostas ficam guardadas e seguem quando a internet voltar.</p>
              <Button variant="secondary" full icon={<IconRetry />} onClick={reload}>
                Tentar de novo
              </Button>
            </ElsewhereCard>
          </ul>
        )}
        <Copies />
      </Page>
    </Frame>
  );
}

const asPerson = ({ firstName, ...child }: Here['child']) => ({ ...child, fullName: firstName, gender: null });

interface OfDevice {
  discipline: string;
  theme: string;
  /** The only child shown; null for all. */
  childId: string | null;
}

/** Returns the filters in the address, and a function that changes some of them: the phone keeps tests of several disciplines and children. */
function useFilters() {
  const path = usePathname();
  const search = new URLSearchParams(useSearch());
  const filters: OfDevice = {
    discipline: search.get('discipline') ?? ALL,
    theme: search.get('theme') ?? ALL,
    childId: search.get('childId'),
  };
  const addressOf = (next: Partial<OfDevice>) => {
    const kept = Object.entries({ ...filters, ...next }).filter(([, value]) => value !== null && value !== ALL);
    return `${path}?${new URLSearchParams(kept as [string, string][])}`;
  };
  return { filters, show: addressOf };
}

interface FiltersProps {
  themes: readonly string[];
  filters: OfDevice;
  /** Returns the address with other filters. */
  show: (next: Partial<OfDevice>) => string;
}

/** Renders the disciplines, and the search among the themes, of what this device keeps. */
function Filters({ themes, filters, show }: FiltersProps) {
  return (
    <div className={list['list']}>
      <DisciplineTabs chosen={filters.discipline} address={(discipline) => show({ discipline, theme: ALL })} />
      <div className={list['filters']}>
        <Combobox
          label="Tema"
          name="theme"
          value={filters.theme}
          options={[
            { value: ALL, label: 'Todos os temas' },
            ...themes.map((theme) => ({ value: theme, label: theme })),
          ]}
          onChange={(theme) => goTo(show({ discipline: ALL, theme }), { replace: true })}
        />
      </div>
    </div>
  );
}

interface OfChildProps extends Here {
  filters: OfDevice;
  onHandOver: () => void;
  /** Shown on the cover too. */
  children: ReactNode;
}

function OfChild({ child, tests, pack, filters, onHandOver, children }: OfChildProps) {
  const now = Date.now();
  const title = `Testes para ${child.firstName}`;
  const isWanted = ({ sealed: { test } }: KeptPrepared<SealedSitting>) =>
    [ALL, test.discipline].includes(filters.discipline) && [ALL, test.theme].includes(filters.theme);
  const cards = tests.filter(isWanted).map(({ sealed, ...kept }) => ({
    ...kept,
    ...sealed,
    serves: servesUntil(sealed, now + kept.clockOffset),
  }));
  const ready = cards.filter(({ serves }) => !serves.over).length;
  return (
    <section aria-label={title}>
      <ChildCover cover={child.cover} name={child.firstName} title={title} detail={child.schoolClass} heading="h2">
        {children}
      </ChildCover>
      <h3 className={styles['count']}>
        {ready > 0 ? plural(ready, 'teste pronto', 'testes prontos') : 'Nenhum teste pronto'}{' '}
        <span className="muted">{hereWords()}</span>
      </h3>
      <ul className={hereCards}>
        {cards.map(({ attemptId, test, testId, serves: { text, soon, over } }) => (
          <HereCard
            key={attemptId}
            sign={<TestSheet look={over ? 'todo' : 'next'} letter={test.form} />}
            kind={test.discipline}
            title={test.theme}
            icon={<IconClock size={18} />}
            fact={text}
            soon={soon}
            over={over}
          >
            {!over && (
              <Button full href={`/tests/${testId}?childId=${child.id}`}>
                Começar o teste {test.form}
                <span className="sr">
                  {' '}
                  {test.discipline}: {test.theme}, {child.firstName}
                </span>
              </Button>
            )}
          </HereCard>
        ))}
        {pack && (
          <HereCard
            sign={<FioResult results={new Array<boolean>(6).fill(true)} scale={1} />}
            kind="Treino da semana"
            title="Caderno de erros"
            icon={<IconList size={18} />}
            fact={`${plural(pack.cards.length, 'pergunta', 'perguntas')} para treinar até ${packServesUntil(pack)}`}
          >
            <Button variant="secondary" full href={`/practice/${child.id}`}>
              Treinar
            </Button>
          </HereCard>
        )}
      </ul>
      <OtherThemes
        childId={child.id}
        ready={tests.map(({ sealed: { testId, test } }) => ({ testId, theme: test.theme }))}
        shown={filters}
      />
      <Button variant="quiet" icon={<IconPhone size={20} />} onClick={onHandOver}>
        Entregar o telemóvel<span className="sr"> a {child.firstName}</span>
      </Button>
    </section>
  );
}
