// Path data of lucide icons (https://lucide.dev, ISC licence); circles and rectangles are rewritten as paths.
import { cx } from './cx.ts';
import styles from './Icon.module.css';

export interface IconProps {
  /** In CSS pixels: 20 beside text, 24 alone. */
  size?: number;
  className?: string | undefined;
}

/** Creates an icon component from path data. Icons are decorative: the text beside them, or the control's aria-label, has the meaning. */
export function icon(d: string) {
  return function Icon({ size = 20, className }: IconProps) {
    return (
      <svg className={cx(styles.icon, className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
        <path d={d} />
      </svg>
    );
  };
}

// Each icon is a separate export marked as pure, so that a page contains only the icons that it uses.
export const IconAlert = /* @__PURE__ */ icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 8v4M12 16h.01');
export const IconBook = /* @__PURE__ */ icon(
  'M12 5v16M20 19a2 2 0 0 0 2-2V5a2 2 0 0 0-2-2h-4a5 5 0 0 0-4 2 5 5 0 0 0-4-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4a5 5 0 0 1 4 2 5 5 0 0 1 4-2z',
);
export const IconCheck = /* @__PURE__ */ icon('M20 6 9 17l-5-5');
export const IconChevronDown = /* @__PURE__ */ icon('m6 9 6 6 6-6');
export const IconChevronLeft = /* @__PURE__ */ icon('m15 18-6-6 6-6');
export const IconChevronRight = /* @__PURE__ */ icon('m9 18 6-6-6-6');
export const IconOperations = /* @__PURE__ */ icon('M4 7h6M7 4v6M14 7h6M5 15l4 4M9 15l-4 4M14 16h6M14 19h6');
export const IconClock = /* @__PURE__ */ icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 6v6l4 2');
export const IconClose = /* @__PURE__ */ icon('M18 6 6 18M6 6l12 12');
export const IconHome = /* @__PURE__ */ icon(
  'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
);
export const IconInfo = /* @__PURE__ */ icon('M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 16v-4M12 8h.01');
export const IconLock = /* @__PURE__ */ icon(
  'M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2zM7 11V7a5 5 0 0 1 10 0v4',
);
export const IconOffline = /* @__PURE__ */ icon(
  'M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.76M2 2l20 20',
);
export const IconPhone = /* @__PURE__ */ icon(
  'M7 2h10a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM12 18h.01',
);
export const IconRetry = /* @__PURE__ */ icon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5');
export const IconSpeak = /* @__PURE__ */ icon(
  'M11 4.7a.7.7 0 0 0-1.2-.5L6.4 7.6A1.4 1.4 0 0 1 5.4 8H3a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2.4a1.4 1.4 0 0 1 1 .4l3.4 3.4a.7.7 0 0 0 1.2-.5zM16 9a5 5 0 0 1 0 6M19.36 18.36a9 9 0 0 0 0-12.73',
);
