import type { KnowledgeMap } from '../../domains/knowing/knowledge/knowledge.contract.ts';
import { STATE_WORDS } from '../../domains/knowing/knowledge/map-words.rules.ts';
import type { Child } from '../../domains/people/children/children.contract.ts';
import type { CatalogueTest } from '../../domains/sitting/catalogue/catalogue.contract.ts';
import { unbroken } from '../../shared/unbroken.ts';
import { Dialog } from '../../web/ui/forms/Dialog.tsx';
import ThemeInside from './ThemeInside.tsx';
import styles from './Themes.module.css';

interface ThemeSheetProps {
  theme: KnowledgeMap['disciplines'][number]['themes'][number];
  /** Its number in the discipline, from 1. */
  place: number;
  discipline: string;
  tests: readonly CatalogueTest[] | undefined;
  child: Pick<Child, 'id' | 'fullName' | 'gender' | 'schoolClass' | 'extendedTime' | 'cover'>;
  onClose: () => void;
}

/** Renders a theme that was opened from the drawing: a sheet on a phone, a panel at the side of a wide screen. */
export default function ThemeSheet({ theme, place, discipline, tests, child, onClose }: ThemeSheetProps) {
  return (
    <Dialog open sheet side lightDismiss size="s" title={unbroken(theme.name ?? '')} onClose={onClose}>
      <p className={styles['small']}>
        Tema {place} de {discipline} · {STATE_WORDS[theme.state]}
      </p>
      <ThemeInside theme={theme} tests={tests} child={child} />
    </Dialog>
  );
}
