import { type FormEvent, useRef } from 'react';
import { grouped } from '../../../shared/text.ts';
import { Button } from '../base/Button.tsx';
import { cx } from '../base/cx.ts';
import { IconChevronLeft, IconChevronRight } from '../base/Icon.tsx';
import styles from './Pages.module.css';

export interface PagesProps {
  /** What the pages contain, for screen readers: "Páginas do banco". */
  label: string;
  page: number;
  /** Number of rows on a page, and in total. */
  limit: number;
  total: number;
  /** Singular and plural of what the rows are. If given, the range of shown rows is displayed, even if there is only one page. */
  words?: readonly [one: string, many: string] | undefined;
  onPage: (page: number) => void;
}

/** With more pages than this, a page can be chosen by its number. */
const FEW = 3;

/** Returns the page for a typed number, or the nearest existing page, or undefined if the text is not a number. */
export function pageAsked(typed: string, last: number): number | undefined {
  const page = Number.parseInt(typed, 10);
  return Number.isNaN(page) ? undefined : Math.min(Math.max(page, 1), last);
}

/** Buttons for the previous and the next page of a list, and a field for any page. Shows nothing if there is only one page. */
export function Pages({ label, page, limit, total, words, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / limit));
  const nav = useRef<HTMLElement>(null);
  const isOne = last === 1 && page === 1;
  if (isOne && !words) return null;
  const go = (to: number) => {
    onPage(to);
    // Scrolls to the first row of the new page.
    nav.current?.parentElement?.scrollIntoView({ block: 'start' });
  };
  const any = last > FEW && <Jump page={page} last={last} onPage={go} />;
  const back = (
    <Button
      variant="secondary"
      size="s"
      icon={<IconChevronLeft size={18} />}
      disabled={page <= 1}
      onClick={() => go(page - 1)}
    >
      Anterior
    </Button>
  );
  const forward = (
    <Button
      variant="secondary"
      size="s"
      iconEnd={<IconChevronRight size={18} />}
      disabled={page >= last}
      onClick={() => go(page + 1)}
    >
      Próxima
    </Button>
  );
  return words ? (
    <nav ref={nav} className={cx(styles['pages'], styles['counted'])} aria-label={label}>
      <p role="status" className="num">
        {shownOf(page, limit, total, words)}
      </p>
      {any}
      {!isOne && (
        <div>
          {back}
          {forward}
        </div>
      )}
    </nav>
  ) : (
    <nav ref={nav} className={styles['pages']} aria-label={label}>
      {back}
      <span className={cx('num', any && styles['told'])} aria-live="polite">
        Página {page} de {last}
      </span>
      {forward}
      {any}
    </nav>
  );
}

/** Renders the field for the number of a page, and calls `onPage` with another page than the current one. */
function Jump({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = pageAsked(String(new FormData(event.currentTarget).get('page')), last);
    event.currentTarget.reset();
    if (wanted !== undefined && wanted !== page) onPage(wanted);
  };
  return (
    <form className={styles['jump']} onSubmit={jump}>
      <label>
        Página <input name="page" inputMode="numeric" autoComplete="off" maxLength={6} placeholder={String(page)} /> de{' '}
        {grouped(last)}
      </label>
      <Button type="submit" variant="secondary" size="s">
        Ir
      </Button>
    </form>
  );
}

/** Returns the range of shown rows, as in "26–50 de 210 contas". */
function shownOf(page: number, limit: number, total: number, [one, many]: readonly [string, string]): string {
  if (total === 0) return 'Nenhum resultado';
  const last = Math.min(page * limit, total);
  const which = total <= limit ? '' : `${grouped(Math.min((page - 1) * limit + 1, last))}–${grouped(last)} de `;
  return `${which}${grouped(total)} ${total === 1 ? one : many}`;
}
