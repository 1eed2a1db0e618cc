import type { ShownChild } from '../../shared/child.ts';
import { Dialog } from '../ui/forms/Dialog.tsx';
import { Initial } from '../ui/paper/Cover.tsx';
import styles from './ChooseOther.module.css';

/** A child as the choice shows it; what a device holds knows its class only as text. */
export type Sibling = Omit<ShownChild, 'schoolClass'> & { schoolClass: string };

interface ChooseOtherProps {
  others: readonly Sibling[];
  /** URL of the same page for another child. */
  one: (child: Sibling) => string;
  onClose: () => void;
}

/** Asks whose page is shown instead; the page stays the same. */
export default function ChooseOther({ others, one, onClose }: ChooseOtherProps) {
  return (
    <Dialog open sheet lightDismiss size="s" title="Mudar de criança" onClose={onClose}>
      <ul className={styles['others']}>
        {others.map((child) => (
          <li key={child.id}>
            <a href={one(child)} onClick={onClose}>
              <Initial name={child.fullName} cover={child.cover} size="s" />
              <span>
                <b>{child.fullName}</b>
                <span className="meta">{child.schoolClass}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
