import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { FioProgress } from '../../../web/ui/paper/Fio.tsx';
import { confirmationText } from './sitting.rules.ts';
import styles from './TakeTest.module.css';

export type SittingDialog = 'overview' | 'finish' | 'leave' | null;

export interface SittingDialogsProps {
  open: SittingDialog;
  onClose: () => void;
  answered: readonly boolean[];
  current: number;
  /** Index of the first question without an answer; null if all have one. */
  firstOpen: number | null;
  onJump: (index: number) => void;
  onFinish: () => void;
  onLeave: () => void;
  onAskLeave: () => void;
}

/** The three dialogs of a sitting: which question to go to, whether to finish with unanswered questions, whether to leave. */
export function SittingDialogs(props: SittingDialogsProps) {
  return (
    <>
      <Overview {...props} />
      <Finish {...props} />
      <Leave {...props} />
    </>
  );
}

const countMissing = (answered: readonly boolean[]) => answered.filter((done) => !done).length;

function Overview({ open, onClose, answered, current, onJump, onAskLeave }: SittingDialogsProps) {
  const missing = countMissing(answered);
  return (
    <Dialog
      open={open === 'overview'}
      onClose={onClose}
      title="Questões"
      size="s"
      sheet
      lightDismiss
      footer={
        <Button variant="quiet" size="l" onClick={onAskLeave}>
          Sair do teste
        </Button>
      }
    >
      <p className="muted">
        {missing === 0
          ? 'Já respondeste a todas.'
          : missing === 1
            ? 'Falta responder a 1 pergunta.'
            : `Falta responder a ${missing} perguntas.`}
      </p>
      <ol className={styles.numbers}>
        {answered.map((done, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place in the test
          <li key={index}>
            <button
              type="button"
              className={cx(styles.number, done && styles.done, index === current && styles.here)}
              aria-label={`Questão ${index + 1}, ${done ? 'respondida' : 'por responder'}`}
              aria-current={index === current ? 'step' : undefined}
              {...(index === current ? { 'data-autofocus': '' } : {})}
              onClick={() => onJump(index)}
            >
              {index + 1}
              {done && <IconCheck size={16} className={styles.tick} />}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

function Finish({ open, onClose, answered, current, firstOpen, onJump, onFinish }: SittingDialogsProps) {
  return (
    <Dialog
      open={open === 'finish'}
      onClose={onClose}
      title="Finalizar o teste"
      size="s"
      footer={
        <>
          <Button size="l" onClick={() => (firstOpen === null ? onClose() : onJump(firstOpen))}>
            Voltar à pergunta {(firstOpen ?? current) + 1}
          </Button>
          <Button size="l" variant="secondary" onClick={onFinish}>
            Finalizar
          </Button>
        </>
      }
    >
      <FioProgress states={answered.map((done) => (done ? 'done' : 'skipped'))} />
      <p className={styles.ask}>{confirmationText(countMissing(answered))}</p>
    </Dialog>
  );
}

function Leave({ open, onClose, onLeave }: SittingDialogsProps) {
  return (
    <Dialog
      open={open === 'leave'}
      onClose={onClose}
      title="Queres sair do teste?"
      size="s"
      footer={
        <>
          <Button size="l" onClick={onClose}>
            Continuar o teste
          </Button>
          <Button size="l" variant="secondary" onClick={onLeave}>
            Sair
          </Button>
        </>
      }
    >
      <p className={styles.ask}>As tuas respostas ficam guardadas. O tempo continua a contar.</p>
    </Dialog>
  );
}
