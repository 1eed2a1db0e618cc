import { Dialog } from '../../../web/ui/forms/Dialog.tsx';
import { Initial } from '../../../web/ui/paper/Cover.tsx';
import styles from './Children.module.css';
import type { Sibling } from './children.contract.ts';

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
