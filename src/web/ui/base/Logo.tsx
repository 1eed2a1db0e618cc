import { LOGO_DOTS, LOGO_LINE, LOGO_SPINE } from '../../../shared/logo.ts';
import { cx } from './cx.ts';
import styles from './Logo.module.css';

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
        <path d={LOGO_SPINE} className={styles.spine} />
        <g transform="translate(10.2 4.6) scale(.412)">
          <path className={styles.line} d={LOGO_LINE} />
          <path className={styles.dots} d={LOGO_DOTS} />
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
