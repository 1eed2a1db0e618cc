import { useRef } from 'react';
import { Button } from './Button.tsx';
import { IconChevronLeft, IconChevronRight } from './Icon.tsx';
import styles from './Pages.module.css';

export interface PagesProps {
  /** What is paged, for readers: "Páginas do banco". */
  label: string;
  page: number;
  /** Rows of one page, and in all. */
  limit: number;
  total: number;
  onPage: (page: number) => void;
}

/** Back and forward through a long list. Nothing where one page is all. */
export function Pages({ label, page, limit, total, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / limit));
  const nav = useRef<HTMLElement>(null);
  if (last === 1 && page === 1) return null;
  const go = (to: number) => {
    onPage(to);
    // The next page is read from its first row.
    nav.current?.parentElement?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav ref={nav} className={styles['pages']} aria-label={label}>
      <Button
        variant="secondary"
        size="s"
        icon={<IconChevronLeft size={18} />}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      >
        Anterior
      </Button>
      <span className="num" aria-live="polite">
        Página {page} de {last}
      </span>
      <Button
        variant="secondary"
        size="s"
        iconEnd={<IconChevronRight size={18} />}
        disabled={page >= last}
        onClick={() => go(page + 1)}
      >
        Próxima
      </Button>
    </nav>
  );
}
