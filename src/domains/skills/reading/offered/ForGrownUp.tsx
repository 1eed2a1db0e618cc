import { ReadAloud } from '../../../../web/parts/ReadAloud.tsx';
import styles from '../Reading.module.css';

const RULES = ['Só ouça', 'Não ajude', 'Parou? Conte três e diga a palavra'];

/** How to listen, in three pictures. */
export default function ForGrownUp() {
  return (
    <>
      <ul className={styles['pictures']}>
        <li>
          <Picture d="M4 22q6-16 12 0t12 0M44 8a11 11 0 0 1 11 11c0 6-4 7-5 11s-3 8-8 6M48 19a4 4 0 0 0-8 0" />
          {RULES[0]}
        </li>
        <li>
          <Picture d="M12 8h36v22H26l-8 7v-7h-6zM20 16h20M20 22h14M8 40 54 4" />
          {RULES[1]}
        </li>
        <li>
          <Picture d="M8 10h1v12M18 12q4-4 6 0t-6 10h7M34 11h6l-4 5q6 0 4 5t-7 2M10 34h4M22 34h4M34 34h4M48 26h8v10h-4l-3 4v-4h-1z" />
          {RULES[2]}
        </li>
      </ul>
      <ReadAloud inline pieces={RULES.map((text) => ({ text, language: 'pt' as const }))} />
      <p className={styles['note']}>Pode explicar na língua da família.</p>
    </>
  );
}

function Picture({ d }: { d: string }) {
  return (
    <svg
      viewBox="0 0 62 44"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    >
      <path d={d} />
    </svg>
  );
}
