import { type ReactNode, useEffect, useRef } from 'react';
import { mirrorCurve } from '../../../shared/fio.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconCheck } from '../../../web/ui/base/Icon.tsx';
import { CoverBar } from '../../../web/ui/paper/Cover.tsx';
import { Sheet } from '../../../web/ui/paper/Sheet.tsx';
import styles from './Practice.module.css';
import type { PracticePack } from './practice.contract.ts';
import { DRAWING_DOTS } from './session.rules.ts';

interface PracticeEndProps {
  child: PracticePack['child'];
  /** Number of dots before this session. */
  before: number;
  /** Number of cards practised in this session. Each adds a dot, whether right or wrong. */
  cards: number;
  home: string;
  /** Number of cards that are due too; the child may go on with them. */
  more: number;
  onMore: () => void;
  /** What follows the cards of the day. */
  after: ReactNode;
}

/** The end of a session: the drawing grows by the number of cards practised. It shows effort, not a mark. */
export default function PracticeEnd({ child, before, cards, home, more, onMore, after }: PracticeEndProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const all = before + cards;
  // A drawing completed by the last card is shown whole; with more cards, the first dots of the next one are shown.
  const dots = all === 0 ? 0 : ((all - 1) % DRAWING_DOTS) + 1;
  const missing = DRAWING_DOTS - dots;
  const closed = missing === 0 || Math.floor(all / DRAWING_DOTS) > Math.floor(before / DRAWING_DOTS);
  return (
    <div className={styles['screen']}>
      <CoverBar cover={child.cover} name={child.firstName} />
      <main className={styles['end']}>
        <h1 ref={heading} tabIndex={-1}>
          {closed ? 'Fechaste um desenho!' : 'O teu fio cresceu!'}
        </h1>
        <p>Treinaste {plural(cards, 'pergunta', 'perguntas')} agora.</p>
        <Sheet as="section" className={styles['drawn']}>
          <GrowingThread dots={dots} fresh={Math.min(cards, dots)} />
          <p className={styles['grown']}>
            <b>Mais {plural(cards, 'ponto', 'pontos')}.</b>{' '}
            {missing > 0 && `${missing === 1 ? 'Falta' : 'Faltam'} ${missing} para fechar o desenho.`}
          </p>
        </Sheet>
        <Button size="l" full className={styles['child']} icon={<IconCheck size={24} />} href={home}>
          Acabei
        </Button>
        {more > 0 && (
          <Button variant="secondary" size="l" full className={styles['child']} onClick={onMore}>
            Treinar mais {more}
          </Button>
        )}
        {after}
      </main>
    </div>
  );
}

const COLUMNS = 8;
const CELL = 20;

/** A drawing of eight by seven dots and one line; each dot owns the part of the line in its cell. */
function GrowingThread({ dots, fresh }: { dots: number; fresh: number }) {
  const { lines, dots: points, width, height } = mirrorCurve(COLUMNS, DRAWING_DOTS / COLUMNS, CELL);
  const cell = (index: number) => ({ x: (index % COLUMNS) * CELL, y: Math.floor(index / COLUMNS) * CELL });
  const rows = Math.floor(dots / COLUMNS);
  const rest = dots % COLUMNS;
  return (
    <svg
      className={styles['thread']}
      viewBox={`-4 -4 ${width + 8} ${height + 8}`}
      role="img"
      aria-label={`${dots} de ${DRAWING_DOTS} pontos`}
    >
      <title>{`${dots} de ${DRAWING_DOTS} pontos`}</title>
      {fresh > 0 && (
        // In the margin of the sheet, beside the last row that has grown.
        <text x="-23" y={Math.ceil(dots / COLUMNS) * CELL - CELL / 2 + 3}>
          hoje
        </text>
      )}
      <clipPath id="feito">
        <rect x="-4" y="-4" width={width + 8} height={rows > 0 ? rows * CELL + 4 : 0} />
        <rect x="-4" y={rows * CELL} width={rest > 0 ? rest * CELL + 4 : 0} height={CELL} />
      </clipPath>
      {points.map(
        ([x, y], index) =>
          index >= dots - fresh &&
          index < dots && (
            <rect key={`${x} ${y}`} className={styles['today']} {...cell(index)} width={CELL} height={CELL} />
          ),
      )}
      {lines.map((line) => (
        <path key={line} className={styles['guide']} d={line} />
      ))}
      {lines.map((line) => (
        <path key={line} className={styles['line']} d={line} clipPath="url(#feito)" />
      ))}
      {points.map(([x, y], index) => (
        <circle
          key={`${x} ${y}`}
          className={index < dots ? styles['dot'] : styles['grain']}
          cx={x}
          cy={y}
          r={index < dots ? 3 : 1.6}
        />
      ))}
    </svg>
  );
}
