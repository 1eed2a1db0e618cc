import type { ReactNode } from 'react';
import styles from './Viewfinder.module.css';

const LETTERS = [33, 44, 55, 66];
/** Millimetres from one row of bubbles to the next. */
const ROW = 11.5;
/** The letter marked in each of the ten rows. */
const MARKED = [2, 1, 0, 1, 3, 0, 2, 1, 0, 2];
/** Dark cells of the drawn code: its three finder patterns and some cells between them, 9 × 9. */
const CODE = [
  '111010111',
  '101001101',
  '111010111',
  '000101010',
  '110010011',
  '001101100',
  '111001010',
  '101010011',
  '111011001',
];

const square = (x: number, y: number, side: number) => `M${x} ${y}h${side}v${side}h${-side}z`;

/**
 * Shows how the photograph should be: all four black squares in the picture, with some table around. Lengths are in millimetres of the
 * sheet.
 */
export function Viewfinder(): ReactNode {
  return (
    <div className={styles['view']}>
      <svg viewBox="-22 -16 230 122" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <g transform="rotate(-2.4 90 45) skewX(-2)">
          <path className={styles['paper']} d="M-10-60h206v157H-10z" />
          <path
            d={[
              square(0, 0, 8),
              square(178, 0, 8),
              square(0, 78, 8),
              square(178, 78, 8),
              ...CODE.flatMap((line, y) =>
                [...line].map((dark, x) => (dark === '1' ? square(149 + x * 3, 23 + y * 3, 3) : '')),
              ),
              'M14 2h34v2H14zM14 9h60v1H14zM94 9h66v1H94zM150 58h26v2h-26zM28 82h130v1H28z',
            ].join('')}
          />
          {MARKED.map((marked, row) => {
            const [left, y] = [row < 5 ? 0 : 66, 23 + ROW * (row % 5)];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a drawing never change places
              <g key={row}>
                <path d={`M${left + 12} ${y - 1}h4v2h-4zM${left + 22} ${y - 1.5}h2v3h-2z`} />
                {LETTERS.map((x, letter) => (
                  <circle
                    key={x}
                    className={styles[letter === marked ? 'marked' : 'bubble']}
                    cx={left + x}
                    cy={y}
                    r="3"
                  />
                ))}
              </g>
            );
          })}
        </g>
      </svg>
      {/* The corners of a camera's frame. */}
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
