import { useState } from 'react';
import { helpful } from '../../../web/parts/lazily.tsx';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconBook, IconLock, icon } from '../../../web/ui/base/Icon.tsx';
import { ChoiceSign, ChoiceTile } from '../../../web/ui/forms/ChoiceTile.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import { canRecord, NO_MICROPHONE, type NoMicrophone, openMicrophone } from '../recording/recorder.web.ts';
import styles from './Reading.module.css';
import type { Look, Reader } from './reading-device.web.ts';
import type { Form } from './step.web.ts';

// The page works without them, and they are not needed at once.
const ForChild = helpful(() => import('./offered/ForChild.tsx'));
const ForGrownUp = helpful(() => import('./offered/ForGrownUp.tsx'));
const LookChoice = helpful(() => import('./offered/LookChoice.tsx'));
const WaitingSecond = helpful(() => import('./offered/WaitingSecond.tsx'));

const IconMicrophone = /* @__PURE__ */ icon(
  'M12 19v3M19 10v2a7 7 0 0 1-14 0v-2M12 2a3 3 0 0 1 3 3v7a3 3 0 0 1-6 0V5a3 3 0 0 1 3-3z',
);
interface BeforeProps {
  reader: Reader;
  form: Form;
  /** Said above: a recording that broke off, silence. */
  problem?: string | undefined;
  isChildMode: boolean;
  setLook: (look: Look) => void;
  onRecord: (stream: MediaStream) => void;
  onLive: () => void;
}

/** What the grown-up needs to know before the child reads, in three pictures, and how it will be marked. */
export function Before({
  reader: { child, look, earTrained },
  form,
  problem,
  isChildMode,
  setLook,
  onRecord,
  onLive,
}: BeforeProps) {
  const [mode, setMode] = useState<'recorded' | 'live'>(() => (canRecord() ? 'recorded' : 'live'));
  const [missing, setMissing] = useState<NoMicrophone | undefined>(canRecord() ? undefined : 'cannot');
  const [busy, setBusy] = useState(false);
  const listen = () => {
    setBusy(true);
    openMicrophone()
      .then(onRecord, (why: NoMicrophone) => {
        setMissing(why);
        setMode('live');
      })
      .finally(() => setBusy(false));
  };
  const isText = form.kind === 'first' || form.kind === 'class';
  const what = form.kind === 'letters' ? 'dizer as letras' : form.kind === 'words' ? 'ler palavras' : 'ler em voz alta';
  return (
    <>
      <div className={styles['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail={`${form.title} · ${form.items.length} ${form.kind === 'letters' ? 'letras' : 'palavras'}`}
        />
      </div>
      <h1>
        {isChildMode ? 'Vais' : `${child.subject} vai`} {what}
      </h1>
      {problem && <p className={styles['problem']}>{problem}</p>}
      {!isChildMode && !earTrained && (
        <p className={styles['problem']}>
          <b>Esta é para experimentar.</b> Sem treinar o ouvido, a leitura não conta para o mapa.{' '}
          <a href={`/reading/${child.id}/ear`}>Treinar o ouvido</a>
        </p>
      )}
      {isChildMode ? (
        <ForChild kind={form.kind} />
      ) : (
        <div className={styles['rules']}>
          <ForGrownUp />
        </div>
      )}
      {!isChildMode && <WaitingSecond childId={child.id} />}
      {!isChildMode && (
        <fieldset className={styles['tiles']}>
          <legend>
            <b>Como vai marcar?</b>
          </legend>
          <ChoiceTile
            type="radio"
            name="mode"
            sign={
              <ChoiceSign>
                <IconMicrophone size={22} />
              </ChoiceSign>
            }
            title="Gravar e marcar depois"
            text="Pode ouvir outra vez, com calma."
            checked={mode === 'recorded'}
            disabled={missing === 'cannot'}
            onChange={() => setMode('recorded')}
          />
          <ChoiceTile
            type="radio"
            name="mode"
            sign={
              <ChoiceSign>
                <IconBook size={22} />
              </ChoiceSign>
            }
            title="Em papel, marcar já"
            text="Uma folha impressa. Diz só a velocidade."
            checked={mode === 'live'}
            onChange={() => setMode('live')}
          />
        </fieldset>
      )}
      {missing && (
        <p className={styles['problem']} role="alert">
          {NO_MICROPHONE[missing]}
        </p>
      )}
      {mode === 'recorded' || isChildMode ? (
        <>
          <p className={styles['note']}>
            <IconLock size={18} /> <b>A voz não sai deste telemóvel.</b> Serve para marcar as palavras e depois
            apaga-se.
          </p>
          {isText && (
            <div className={styles['lookPlace']}>
              <LookChoice look={look} onChange={setLook} />
            </div>
          )}
          <Button
            size="l"
            full
            className={styles['go']}
            icon={<IconMicrophone />}
            busy={busy}
            busyText="À espera…"
            onClick={listen}
          >
            Ligar o microfone
          </Button>
          <p className={styles['note']}>
            {isChildMode ? 'Se o telemóvel perguntar, toca em «Permitir».' : 'O telemóvel vai pedir-lhe autorização.'}
          </p>
        </>
      ) : (
        <div className={styles['actions']}>
          <Button size="l" full variant="secondary" icon={<IconBook />} href={sheetOf(form)} target="_blank">
            Abrir a folha
          </Button>
          <Button size="l" full onClick={onLive}>
            Começar
          </Button>
        </div>
      )}
    </>
  );
}

/** Address of the printed sheet of a form. */
const sheetOf = ({ id, version }: Form) => `/api/reading/forms/${encodeURIComponent(id)}/sheet?version=${version}`;
