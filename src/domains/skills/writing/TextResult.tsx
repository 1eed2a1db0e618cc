import type { ReactNode } from 'react';
import type { WritingSign } from '../../../shared/skills/writing-content.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconCheck, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { ChildCover } from '../../../web/ui/paper/Cover.tsx';
import shared from '../reading/Reading.module.css';
import { LEVELS } from './kappa.rules.ts';
import type { Placed } from './ruler.rules.ts';
import styles from './Writing.module.css';
import type { ChildWritings } from './writing.contract.ts';
import { textSentence } from './writing-words.rules.ts';

interface TextResultProps {
  child: ChildWritings['child'];
  /** The id that this device gave the text. */
  textId: string;
  title: string;
  placed: Placed;
  /** Why the anchor of this level stands there; undefined at level 0. */
  reason: string | undefined;
  signs: readonly (WritingSign & { isSeen: boolean })[];
  back: ReactNode;
}

/** The level with its doubt, one thing to practise, and the six signs. */
export function TextResult({ child, textId, title, placed, reason, signs, back }: TextResultProps) {
  const practise = signs.find(({ isSeen }) => !isSeen);
  return (
    <>
      {back}
      <div className={shared['cover']}>
        <ChildCover
          cover={child.cover}
          name={child.firstName}
          title={`${child.firstName}, ${child.schoolClass}`}
          detail={title}
        />
      </div>
      <h1>{textSentence(placed)}</h1>
      <LevelRuler placed={placed} />
      {reason && (
        <p>
          Um texto deste nível: <span className={shared['note']}>{reason}</span>
        </p>
      )}
      <section className={shared['card']}>
        <h2>O que fazer agora</h2>
        <p>{practise ? practise.practise : 'Não falta nenhum dos seis sinais. Peça outro texto dentro de um mês.'}</p>
        {practise && <p className={shared['note']}>5 minutos</p>}
        <div className={shared['actions']}>
          <Button size="l" full href={`/children/${child.id}/writing`}>
            Todos os ditados e textos
          </Button>
          <Button variant="secondary" full href={`/writing/${child.id}/opinion?text=${textId}`}>
            Pedir uma segunda opinião
          </Button>
          <Button variant="quiet" onClick={() => print()}>
            Imprimir
          </Button>
        </div>
      </section>
      <section className={shared['card']}>
        <h2>Os seis sinais</h2>
        <ul className={styles['signs']}>
          {signs.map(({ id, text, isSeen }) => (
            <li key={id}>
              <span className={isSeen ? styles['seen'] : styles['notYet']}>
                {isSeen ? <IconCheck size={20} /> : <IconRetry size={20} />}
              </span>
              <span>{text}</span>
              <small>{isSeen ? 'sim' : 'ainda não'}</small>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Levels 0–5 on a ruler: the level full, those that are probable too lightly. */
function LevelRuler({ placed: { level, maybe } }: { placed: Placed }) {
  return (
    <div
      className={styles['ruler']}
      role="img"
      aria-label={`Nível ${level} de 0 a 5${maybe.length > 0 ? `, talvez ${maybe.join(' ou ')}` : ''}`}
    >
      <div className={styles['levels']}>
        {LEVELS.map((one) => (
          <span
            key={one}
            className={cx(one === level && styles['level'], maybe.some((each) => each === one) && styles['maybe'])}
          >
            {one}
          </span>
        ))}
      </div>
      <div className={styles['ends']}>
        <span>só palavras</span>
        <span>prende quem lê</span>
      </div>
    </div>
  );
}
