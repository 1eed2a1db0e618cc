import { type ReactNode, useState } from 'react';
import { inChildMode } from '../../../web/call/child-mode.ts';
import { PORTUGUESE, useVoices } from '../../../web/device/voices.ts';
import { ReadAloud } from '../../../web/parts/ReadAloud.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import shared from '../reading/Reading.module.css';
import styles from './Writing.module.css';

// What the child sees while it writes: no text of a dictation, no clock, no mark.

interface ListeningProps {
  back?: ReactNode;
  /** The words of each group, as they are heard. */
  groups: readonly string[];
  /** Where the child types; absent if it writes on paper. */
  children?: ReactNode;
  onDone: () => void;
}

/** The phone dictates group after group; the child goes on when it has written one. */
export function Listening({ back, groups, children, onDone }: ListeningProps) {
  const [at, setAt] = useState(0);
  const isOver = at >= groups.length;
  // Reached when a parent began a dictation and this phone has no Portuguese voice.
  const canSpeak = useVoices(PORTUGUESE);
  if (!canSpeak)
    return (
      <>
        {back}
        <h1>Este ditado faz-se com um adulto</h1>
        <p>Entrega o telemóvel a quem to deu.</p>
      </>
    );
  return (
    <>
      {back}
      <h1>Ouve e escreve</h1>
      {!isOver && (
        <>
          {!children && <p>Escreve na tua folha.</p>}
          <div className={styles['pair']}>
            <ReadAloud
              key={at}
              inline
              byItself
              label="Ouvir outra vez"
              pieces={[{ text: groups[at] as string, language: 'pt' }]}
            />
            <Button size="l" iconEnd={<IconChevronRight />} onClick={() => setAt(at + 1)}>
              Já escrevi
            </Button>
          </div>
        </>
      )}
      {children}
      {isOver && (
        <>
          <p className={shared['note']}>Lê o que escreveste. Podes emendar.</p>
          <Button size="l" full onClick={onDone}>
            Já acabei
          </Button>
        </>
      )}
    </>
  );
}

interface WritingThanksProps {
  firstName: string;
  isOnPaper: boolean;
  /** Whether the phone has stored what waits for the parent. */
  isKept: boolean;
  /** Shows the result to the parent; absent if there is none yet. */
  onSee?: () => void;
}

/** What the child sees at the end. In child mode a sheet waits for the parent, who marks it. */
export function WritingThanks({ firstName, isOnPaper, isKept, onSee }: WritingThanksProps) {
  return (
    <div className={shared['thanks']}>
      <h1>Obrigado, {firstName}!</h1>
      <p>{isOnPaper ? 'Entrega a folha e o telemóvel.' : 'Entrega o telemóvel.'}</p>
      {!isKept && isOnPaper && inChildMode() && (
        <p className={shared['problem']}>
          Falta espaço no telemóvel: ele não vai lembrar-se desta folha. Diz isso a um adulto.
        </p>
      )}
      {inChildMode() ? (
        <Button size="l" href="/child">
          Início
        </Button>
      ) : (
        onSee && (
          <Button size="l" onClick={onSee}>
            Já tenho o telemóvel: ver
          </Button>
        )
      )}
    </div>
  );
}

interface ChildTextProps {
  back: ReactNode;
  task: string;
  beginning: string | null | undefined;
  onDone: () => void;
}

/** The task of a text, which can be heard, while the child writes on paper. */
export function ChildText({ back, task, beginning, onDone }: ChildTextProps) {
  const pieces = [task, ...(beginning ? [beginning] : [])].map((text) => ({ text, language: 'pt' as const }));
  return (
    <>
      {back}
      <section className={styles['dictating']}>
        <h1>{task}</h1>
        {beginning && <p>{beginning}…</p>}
      </section>
      <ReadAloud inline pieces={pieces} />
      <p>Escreve numa folha, com calma.</p>
      <Button size="l" full onClick={onDone}>
        Já acabei
      </Button>
    </>
  );
}
