import { type ReactNode, useState } from 'react';
import type { Gender } from '../../../shared/words.ts';
import { isYoung } from '../../../shared/young.ts';
import { queries } from '../../../web/call/api.ts';
import { CallError } from '../../../web/call/call.ts';
import { knowsPin } from '../../../web/device/sealed/sealed-copies.ts';
import { firstName, ofWhom } from '../../../web/parts/text.ts';
import { WithoutVoice } from '../../../web/parts/WithoutVoice.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook, IconLock, IconPhone } from '../../../web/ui/base/Icon.tsx';
import { ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Initial, NameLabel } from '../../../web/ui/paper/Cover.tsx';
import { knownUser } from '../accounts/session.tsx';
import type { ChildWithStats } from '../children/family.contract.ts';
import styles from './ChildMode.module.css';
import { callChildMode, canHandOverHere, handOver, handOverHere } from './child-mode-calls.web.ts';
import { NewPin } from './NewPin.tsx';

interface Person {
  id: number;
  fullName: string;
  schoolClass: string;
  cover: number;
  gender: Gender | null;
}

export interface HandOverProps {
  child: Person;
  /** Siblings who may also use the telephone; absent if a test is started for one child. */
  others?: readonly Person[];
  /** The test that begins in child mode: its URL and short name. */
  test?: { href: string; words?: string | undefined };
  /** Further choices shown before a test. */
  children?: ReactNode;
  /** The parent, if the page could not ask the server who is signed in. */
  userId?: number | undefined;
  onClose: () => void;
}

/**
 * Renders the dialog that starts child mode. It explains what remains accessible and asks for a PIN the first time. A test can also be
 * started without child mode.
 */
export default function HandOver({ child, others = [], test, children, userId, onClose }: HandOverProps) {
  const [also, setAlso] = useState<readonly number[]>([]);
  const together = [child, ...others.filter(({ id }) => also.includes(id))];
  const { busy, problem, creates, here, go, goHere, askForPin } = useHandOver(together, test?.href, userId);
  const name = firstName(child.fullName);
  const isFirst = test !== undefined && hasNoResult();

  if (creates)
    return (
      <Dialog open sheet size="s" title="Crie o seu PIN" onClose={onClose}>
        <NewPin onDone={go} />
        <p className={styles.said} role="alert">
          {problem}
        </p>
      </Dialog>
    );
  return (
    <Dialog
      open
      sheet
      size="s"
      title="Entregar o telemóvel"
      onClose={onClose}
      busy={busy}
      footer={
        <Ways
          test={test}
          isFirst={isFirst}
          busy={busy}
          onHere={here ? () => void goHere() : undefined}
          onHand={() => void askForPin()}
        />
      }
    >
      <div className={styles.form}>
        <NameLabel name={name} cover={child.cover} detail={test?.words ?? child.schoolClass} />
        {problem && (
          <p className={here ? undefined : styles.said} role="alert">
            {problem}
          </p>
        )}
        {others.length > 0 && <Others people={others} chosen={also} onChoose={setAlso} />}
        {isFirst ? (
          <p>No primeiro teste não precisa de PIN: fique por perto. Depois do resultado, pode criar um.</p>
        ) : (
          <Terms whose={also.length > 0 ? 'destas crianças' : ofWhom(name, child.gender)} />
        )}
        {together.some(({ schoolClass }) => isYoung(schoolClass)) && <WithoutVoice />}
        {children}
      </div>
    </Dialog>
  );
}

/** Returns whether the family has no result yet. Its first test needs no PIN, which is asked for after the first result. */
function hasNoResult(): boolean {
  const family = queries.getQueryData<ChildWithStats[]>(['/api/children']);
  return family?.every(({ stats }) => stats.testsCompleted === 0) ?? false;
}

interface WaysProps {
  test: HandOverProps['test'];
  isFirst: boolean;
  busy: boolean;
  /** Locks the phone to what is on it; set only without network. */
  onHere: (() => void) | undefined;
  onHand: () => void;
}

/** Renders the ways to begin, the usual one large: to hand the phone over, but for a family's first test to begin without. */
function Ways({ test, isFirst, busy, onHere, onHand }: WaysProps) {
  const hand = onHere ? (
    <Button size="l" full busy={busy} onClick={onHere}>
      Entregar sem internet
    </Button>
  ) : (
    <Button
      variant={isFirst ? 'secondary' : 'primary'}
      size={isFirst ? 'm' : 'l'}
      full
      busy={busy}
      {...(isFirst ? {} : { 'data-autofocus': '' })}
      onClick={onHand}
    >
      {test ? 'Entregar e começar' : 'Entregar'}
    </Button>
  );
  if (!test) return hand;
  const alone = (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      size={isFirst ? 'l' : 'm'}
      full
      href={test.href}
      {...(isFirst ? { 'data-autofocus': '' } : {})}
    >
      Começar sem entregar
    </Button>
  );
  return isFirst ? (
    <>
      {alone}
      {hand}
    </>
  ) : (
    <>
      {hand}
      {alone}
    </>
  );
}

/** What the dialog says before the phone is handed over without network, by whether the device knows the PIN. */
const WITHOUT_NETWORK = {
  pin: 'Sem internet. Fica só o que já está neste telemóvel. Para sair, use o seu PIN.',
  noPin: 'Sem internet. Fica só o que já está neste telemóvel. Para sair, vai precisar de internet.',
} as const;

/**
 * Hands the telephone over: `go` at once; `askForPin` only if there is a PIN, otherwise `creates` becomes true. Without network `here` becomes
 * true if the phone can be locked to what is on it, which `goHere` does.
 */
function useHandOver(people: readonly Person[], href: string | undefined, userId = knownUser()?.id) {
  const [creates, setCreates] = useState(false);
  const [here, setHere] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const failed = async (error: unknown) => {
    const refusal = error instanceof CallError ? error : undefined;
    const canBeHere = refusal?.status === 0 && userId !== undefined && (await canHandOverHere());
    setHere(canBeHere);
    if (canBeHere) setProblem((await knowsPin()) ? WITHOUT_NETWORK.pin : WITHOUT_NETWORK.noPin);
    else if (refusal?.status === 0) setProblem('Para entregar, é preciso internet uma vez.');
    else setProblem(refusal?.said ?? 'Algo correu mal. Tente de novo.');
    setBusy(false);
  };
  const go = async () => {
    setBusy(true);
    setProblem('');
    await handOver(
      people.map(({ id }) => id),
      href,
    ).catch(failed);
  };
  const goHere = async () => {
    setBusy(true);
    const children = people.map(({ fullName, id, schoolClass, cover }) => ({
      id,
      schoolClass,
      cover,
      firstName: firstName(fullName),
    }));
    if (userId !== undefined) await handOverHere(userId, children).catch(failed);
    else setBusy(false);
  };
  /** The PIN is requested only now and not when the dialog opens, because a test started without child mode needs none. */
  const askForPin = async () => {
    setBusy(true);
    setProblem('');
    const mode = await callChildMode('GET /api/child-mode').catch(failed);
    if (mode?.hasPin) return go();
    if (mode) {
      setCreates(true);
      setBusy(false);
    }
  };
  return { busy, problem, creates, here, go, goHere, askForPin };
}

interface OthersProps {
  people: readonly Person[];
  chosen: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

/** Lists the siblings who may use the telephone as well, with check boxes. */
function Others({ people, chosen, onChoose }: OthersProps) {
  return (
    <fieldset className={styles.form}>
      <legend>Quem mais vai usar?</legend>
      {people.map(({ id, fullName, schoolClass, cover }) => (
        <ChoiceTile
          key={id}
          type="checkbox"
          name="also"
          sign={<Initial name={fullName} cover={cover} />}
          title={firstName(fullName)}
          text={schoolClass}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}

/** Explains what stays accessible in child mode, what does not, and how child mode ends. */
function Terms({ whose }: { whose: string }) {
  return (
    <ul className={styles.terms}>
      <li>
        <IconBook />
        <p>
          <b>Fica só o que é {whose}</b>
          <span>Testes e treino. Leitura, contas e escrita, se já as abriu neste telemóvel.</span>
        </p>
      </li>
      <li>
        <IconLock />
        <p>
          <b>O resto fecha</b>
          <span>Resultados, outras crianças, planos e definições.</span>
        </p>
      </li>
      <li>
        <IconPhone />
        <p>
          <b>No fim, devolve-lhe o telemóvel</b>
          <span>O resultado só aparece depois do seu PIN.</span>
        </p>
      </li>
    </ul>
  );
}
