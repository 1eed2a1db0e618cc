import type { ReactNode } from 'react';
import { brand } from '../../../delivery/browser/boot.ts';
import { LOGO_LINE } from '../../../shared/logo.ts';
import { Logo } from '../../../web/ui/base/Logo.tsx';
import { Cover } from '../../../web/ui/paper/Cover.tsx';
import styles from './Auth.module.css';

/** Renders the cover beside the sign-in and registration forms. `children` stand at its lower edge. */
export default function AuthCover({ children }: { children?: ReactNode }) {
  return (
    <Cover as="header" className={styles['cover']}>
      <Logo productName={brand.productName} href="/" onCover />
      <div className={styles['words']}>
        <p className={styles['line']}>Saiba o que o seu filho já sabe.</p>
        <p>Testes feitos por professores, resultado na hora e cada erro explicado.</p>
      </div>
      {children}
      <svg className={styles['emboss']} width="390" height="272" viewBox="-3 -3 66 46" aria-hidden="true">
        <g transform="rotate(-90) translate(-40 0)">
          <path className={styles['fio']} d={LOGO_LINE} />
          <path className={styles['dots']} d="M10 10h.01M30 10h.01M10 30h.01M30 30h.01M10 50h.01M30 50h.01" />
        </g>
      </svg>
    </Cover>
  );
}
