import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { bareWord } from '../../../shared/skills/text-words.ts';
import { cx } from '../../../web/ui/base/cx.ts';
import { IconClose, IconRetry } from '../../../web/ui/base/Icon.tsx';
import { type Grid, itemLabel, setLast, type Tapped, tap } from './grid.rules.ts';
import styles from './MarkGrid.module.css';

interface MarkGridProps {
  /** What the grid is about, for screen readers. */
  label: string;
  /** Items as printed. */
  items: readonly string[];
  /** Running text with paragraphs, or rows of letters, words or sums. */
  layout: { kind: 'text'; paragraphs: readonly number[] } | { kind: 'letters' | 'words' | 'sums' };
  grid: Grid;
  /** What a tap does: mark an item, or set the last one. */
  tool: 'mark' | 'last';
  /** Items that a second listener heard differently. */
  differing?: readonly number[] | undefined;
  /** Called with the state after a tap; `refused` is the sentence with which it was refused. Without it nothing can be tapped. */
  onTap?: ((tapped: Tapped) => void) | undefined;
}

const COLUMNS = { text: 3, letters: 5, words: 3, sums: 2 } as const;
const NOUNS = { text: 'palavra', letters: 'letra', words: 'palavra', sums: 'conta' } as const;

/**
 * Shows items on which a person taps what was said wrong. Arrows move between items, space marks, Enter does what a tap does. A tap between two
 * words of a line goes to the nearer one.
 */
export function MarkGrid({ label, items, layout, grid, tool, differing = [], onTap }: MarkGridProps) {
  const [focus, setFocus] = useState(0);
  const [refused, setRefused] = useState<number>();
  const apply = (index: number, tapped: Tapped) => {
    setRefused(tapped.refused === undefined ? undefined : index);
    onTap?.(tapped);
  };
  const act = (index: number, what: 'mark' | 'last') => apply(index, (what === 'mark' ? tap : setLast)(grid, index));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const columns = COLUMNS[layout.kind];
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: layout.kind === 'text' ? -1 : -columns,
      ArrowDown: layout.kind === 'text' ? 1 : columns,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      const to = Math.min(items.length - 1, Math.max(0, focus + step));
      setFocus(to);
      event.currentTarget.querySelector<HTMLElement>(`[data-item="${to}"]`)?.focus();
    } else if (event.key === ' ') act(focus, 'mark');
    else if (event.key === 'Enter') act(focus, tool);
    else return;
    event.preventDefault();
  };
  const item = (index: number) => {
    const mark = grid.marks.get(index);
    const isLast = grid.lastItem === index;
    const word = items[index] as string;
    return (
      <button
        key={index}
        type="button"
        data-item={index}
        tabIndex={index === focus ? 0 : -1}
        className={cx(
          styles['word'],
          mark === 'wrong' && styles['wrong'],
          mark === 'selfCorrected' && styles['self'],
          isLast && styles['last'],
          grid.lastItem !== null && index > grid.lastItem && styles['after'],
          differing.includes(index) && styles['differs'],
          refused === index && styles['refused'],
        )}
        aria-label={itemLabel(layout.kind === 'sums' ? word : bareWord(word) || word, index, items.length, {
          mark,
          isLast,
          noun: NOUNS[layout.kind],
        })}
        onFocus={() => setFocus(index)}
        onClick={() => act(index, tool)}
      >
        {mark && (
          <span className={styles['sign']}>{mark === 'wrong' ? <IconClose size={15} /> : <IconRetry size={14} />}</span>
        )}
        <span>{word}</span>
      </button>
    );
  };
  const all = Array.from(items.keys());
  return (
    <section
      className={cx(layout.kind === 'text' ? styles['text'] : styles['rows'], styles[layout.kind])}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {layout.kind === 'text' ? (
        layout.paragraphs.map((start, at) => (
          <p
            key={start}
            onClick={(event) => {
              if (event.target === event.currentTarget)
                nearest(event.currentTarget, event.clientX, event.clientY)?.click();
            }}
            onKeyDown={() => {}}
          >
            {all.slice(start, layout.paragraphs[at + 1] ?? items.length).flatMap((index) => [item(index), ' '])}
          </p>
        ))
      ) : (
        <ul style={{ '--columns': COLUMNS[layout.kind] } as CSSProperties}>
          {all.map((index) => (
            <li key={index}>{item(index)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Returns the word of a paragraph whose middle is nearest to a point, on the line of the point. */
function nearest(paragraph: HTMLElement, x: number, y: number): HTMLElement | undefined {
  let best: { word: HTMLElement; distance: number } | undefined;
  for (const word of paragraph.querySelectorAll<HTMLElement>('[data-item]')) {
    const { left, right, top, bottom } = word.getBoundingClientRect();
    if (y < top || y > bottom) continue;
    const distance = Math.max(left - x, x - right);
    if (!best || distance < best.distance) best = { word, distance };
  }
  return best?.word;
}
