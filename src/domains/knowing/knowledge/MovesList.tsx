import { unbroken } from '../../../shared/unbroken.ts';
import { IconChevronRight } from '../../../web/ui/base/Icon.tsx';
import { SonaSign } from '../../../web/ui/paper/Sona.tsx';
import type { KnowledgeMap } from './knowledge.contract.ts';
import styles from './MapParts.module.css';
import { moveSentence } from './map-words.rules.ts';

interface MovesListProps {
  moves: readonly (Omit<NonNullable<KnowledgeMap['moved']>[number], 'place'> & {
    key: string | number;
    name: string;
  })[];
}

/** Themes whose state changed: both signs, and the change in words. */
export function MovesList({ moves }: MovesListProps) {
  return (
    <ul className={styles['moves']}>
      {moves.map(({ key, name, ...move }) => (
        <li key={key}>
          <span className={styles['signs']}>
            <SonaSign state={move.before} />
            <IconChevronRight size={18} />
            <SonaSign state={move.after} />
          </span>
          <span>
            <b>{unbroken(name)}</b>
            <span className="muted">{moveSentence(move)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
