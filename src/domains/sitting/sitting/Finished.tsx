import { useEffect, useRef } from 'react';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconHome, IconLock } from '../../../web/ui/base/Icon.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { FioResult } from '../../../web/ui/paper/Fio.tsx';
import styles from './Finished.module.css';
import type { JustFinished } from './just-finished.web.ts';
import { PassPhone } from './PassPhone.tsx';
import { answeredText, refusedText } from './sitting.rules.ts';

type FinishedProps = JustFinished &
  /** Child mode is on: the result is behind the parent's PIN. */
  (
    | { handBack: { onHome: () => void; onShow: () => void }; onShow?: undefined; waiting?: undefined }
    | { onShow: () => void; waiting?: undefined; handBack?: undefined }
    /** The server has not completed the attempt yet. */
    | {
        onShow?: undefined;
        handBack?: undefined;
        waiting: { home: string; onRetry: () => void; text?: string | undefined };
      }
  );

/**
 * The first view after finishing: it tells the child that the test is done, without a score. The parent opens the result and decides how to
 * tell the child. Without a network it says when the result will arrive.
 */
export function Finished({ child, answered, timeIsUp, refused = 0, onShow, waiting, handBack }: FinishedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.finished}>
      <CoverBar cover={child.cover} name={child.firstName} />
      <main>
        <FioResult results={answered} scale={2.2} className={styles.fio} />
        <h1 ref={heading} tabIndex={-1} aria-describedby={timeIsUp ? 'time' : undefined}>
          Terminaste, {child.firstName}!
        </h1>
        {timeIsUp && (
          <p className={styles.line} id="time">
            {waiting || refused > 0 ? 'O tempo acabou.' : 'O tempo acabou. As respostas foram enviadas.'}
          </p>
        )}
        {refused > 0 && <p className={styles.line}>{refusedText(refused)}</p>}
        <p className={styles.line}>{answeredText(answered.filter(Boolean).length)}</p>
        {waiting && (
          <p className={styles.next} role="status">
            {waiting.text ?? 'Teste terminado. O resultado chega quando houver internet.'}
          </p>
        )}
        <div className={styles.pass}>
          <PassPhone name={child.firstName} cover={child.cover} to="parent" />
          <h2>Entrega o telemóvel a quem to deu</h2>
        </div>
        <div className={styles.actions}>
          {waiting ? (
            <>
              <Button size="l" full icon={<IconHome />} href={waiting.home}>
                Início
              </Button>
              <Button size="l" variant="secondary" full onClick={waiting.onRetry}>
                Tentar de novo
              </Button>
            </>
          ) : (
            <Button size="l" full icon={handBack && <IconLock />} onClick={handBack ? handBack.onShow : onShow}>
              Ver resultado
            </Button>
          )}
          {handBack && (
            <Button size="l" variant="secondary" full icon={<IconHome />} onClick={handBack.onHome}>
              Início
            </Button>
          )}
        </div>
      </main>
    </div>
  );
}
