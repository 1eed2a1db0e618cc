import { cx } from './cx.ts';
import styles from './Logo.module.css';

/** The path of mirrorCurve(2, 3) as a literal, so that a page with only a logo need not load the geometry. */
export const LOGO_LINE =
  'M33.2 23.2Q40 30 33.2 36.8L16.8 53.2Q10 60 5 55Q0 50 6.8 43.2L33.2 16.8Q40 10 35 5Q30 0 23.2 6.8L6.8 23.2Q0 30 6.8 36.8L23.2 53.2Q30 60 35 55Q40 50 33.2 43.2L6.8 16.8Q0 10 5 5Q10 0 16.8 6.8Z';

export interface LogoProps {
  productName: string;
  /** If absent, the logo is not a link. */
  href?: string | undefined;
  /** Inverted colours, for use on a cover. */
  onCover?: boolean | undefined;
  className?: string | undefined;
}

/** Renders the logo: a booklet with a brass spine and a small fio, and the product's name beside it. */
export function Logo({ productName, href, onCover, className }: LogoProps) {
  const look = cx(styles.logo, onCover && styles.onCover, className);
  const inside = (
    <>
      <svg className={styles.mark} width="32" height="32" viewBox="0 0 34 34" aria-hidden="true">
        <rect width="34" height="34" rx="8" className={styles.cloth} />
        <path d="M8 0H6V34H8A8 8 0 0 1 0 26V8A8 8 0 0 1 8 0Z" className={styles.spine} />
        <g transform="translate(10.2 4.6) scale(.412)">
          <path className={styles.line} d={LOGO_LINE} />
          <path className={styles.dots} d="M10 10h.01M30 10h.01M10 30h.01M30 30h.01M10 50h.01M30 50h.01" />
        </g>
      </svg>
      <span>{productName}</span>
    </>
  );
  return href === undefined ? (
    <span className={look}>{inside}</span>
  ) : (
    <a className={look} href={href}>
      {inside}
    </a>
  );
}
