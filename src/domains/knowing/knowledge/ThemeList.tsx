import { useState } from 'react';
import { flushSync } from 'react-dom';
import { relativeTime } from '../../../shared/dates.ts';
import type { ThemeState } from '../../../shared/sona.ts';
import { unbroken } from '../../../shared/unbroken.ts';
import { useNow } from '../../../web/device/now.ts';
import { plural } from '../../../web/parts/text.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { IconChevronDown } from '../../../web/ui/base/Icon.tsx';
import { Card } from '../../../web/ui/lists/Card.tsx';
import { SonaSign } from '../../../web/ui/paper/Sona.tsx';
import { actionAddress } from './addresses.rules.ts';
import styles from './Knowledge.module.css';
import type { KnowledgeMap } from './knowledge.contract.ts';
import { STATE_MEANINGS, STATE_WORDS } from './map-words.rules.ts';

type Theme = KnowledgeMap['disciplines'][number]['themes'][number];

/** The state that the list shows; all states when none is selected. */
export interface StateFilter {
  state: ThemeState | null;
  toggle: (state: ThemeState) => void;
  clear: () => void;
}

export function useStateFilter(): StateFilter {
  const [state, setState] = useState<ThemeState | null>(null);
  return {
    state,
    toggle: (chosen) => setState((before) => (before === chosen ? null : chosen)),
    // Rendered synchronously, so that a theme that was filtered out exists and can be opened.
    clear: () => flushSync(() => setState(null)),
  };
}

const idOf = (index: number) => `tema-${index + 1}`;

/** Opens a theme of the list and moves the focus there. */
export function openTheme(index: number): void {
  const details = document.getElementById(idOf(index));
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.scrollIntoView({ block: 'center' });
  details.querySelector('summary')?.focus({ preventScroll: true });
}

interface ThemeListProps {
  themes: readonly Theme[];
  childId: number;
  /** Code of the theme to work on next; it is open from the start. */
  next: string | undefined;
  state: ThemeState | null;
  onAll: () => void;
}

/** Renders the content of the drawing as a list. */
export function ThemeList({ themes, childId, next, state, onAll }: ThemeListProps) {
  const shown = themes.filter((theme) => state === null || theme.state === state);
  return (
    <Card title={themes.length === 1 ? 'O tema' : `Os ${themes.length} temas`}>
      <p className="muted" role="status">
        {state === null
          ? 'Pela ordem em que se aprendem. Toque num tema para ver os objectivos.'
          : `A mostrar ${plural(shown.length, 'tema', 'temas')}: ${STATE_WORDS[state]}.`}
      </p>
      {state !== null && (
        <Button variant="quiet" onClick={onAll}>
          Mostrar todos
        </Button>
      )}
      <ol className={styles['list']}>
        {themes.map(
          (theme, index) =>
            (state === null || theme.state === state) && (
              <li key={theme.code}>
                <ThemeRow
                  theme={theme}
                  index={index}
                  childId={childId}
                  open={next !== undefined && theme.code === next}
                />
              </li>
            ),
        )}
      </ol>
    </Card>
  );
}

interface ThemeRowProps {
  theme: Theme;
  index: number;
  childId: number;
  open?: boolean;
}

function ThemeRow({
  theme: { code, name, state, answers, right, lastAnswer, testId, objectives },
  index,
  childId,
  open,
}: ThemeRowProps) {
  const now = useNow();
  return (
    <details id={idOf(index)} open={open}>
      <summary className={styles['row']}>
        <span className={styles['number']}>{index + 1}</span>
        <SonaSign state={state} />
        <span className={styles['name']}>
          <b>{unbroken(name ?? '')}</b>
          <span>
            {STATE_WORDS[state]}
            {answers > 0 && ` · acertou ${right} de ${answers}`}
          </span>
        </span>
        <IconChevronDown />
      </summary>
      <div className={styles['inside']}>
        <p>{STATE_MEANINGS[state]}</p>
        <ul className={styles['objectives']}>
          {objectives.map((objective) => (
            <li key={objective.code}>
              <span>{objective.text}</span>
              <b>{objective.answers > 0 ? `${objective.right} de ${objective.answers}` : '–'}</b>
            </li>
          ))}
        </ul>
        {lastAnswer !== null && (
          <p className={styles['small']}>
            Última resposta: {relativeTime(lastAnswer, now)}. Perguntas repetidas não contam.
          </p>
        )}
        <a className={styles['do']} href={actionAddress(childId, { testId }, code)}>
          {testId === null ? 'Treinar este tema' : 'Fazer um teste deste tema'}
        </a>
      </div>
    </details>
  );
}
