import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from './cx.ts';
import { IconAlert, IconCheck, IconClose, IconInfo } from './Icon.tsx';
import styles from './Toast.module.css';

export interface ToastInput {
  kind?: 'success' | 'info' | 'error';
  title: string;
  text?: ReactNode;
  /** An optional action, such as "Anular". The toast closes after it. */
  action?: { label: string; run: () => void };
}

interface Shown extends ToastInput {
  /** Distinguishes two toasts with the same text. */
  key: number;
  /** Remaining milliseconds, also valid when another page shows the toast. */
  left: number;
}

/** Milliseconds for which a toast is shown, not counting the time under a pointer or with focus inside. */
const LIFE_MS = 5000;
/** The same of one with an action, which the keyboard reaches only at the end of the page. */
const LIFE_WITH_ACTION_MS = 20_000;

let current: Shown | null = null;
let count = 0;
const listeners = new Set<() => void>();

function show(next: Shown | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, replacing the one on the screen. An error must never be shown in a toast alone. */
export function toast(input: ToastInput): void {
  show({ ...input, key: ++count, left: input.action ? LIFE_WITH_ACTION_MS : LIFE_MS });
  if (isLeaving) carry(input);
}

const dismiss = () => show(null);

/** Closes the toast on the screen, unless it is an error: it would cover the question of a test. */
export function endToast(): void {
  if (current && current.kind !== 'error') dismiss();
}

/** Session storage key of the toast for the next page. The landing page reads it too (delivery/inline/show-toast.ts). */
const LEFT = 'toast';

/** Whether another page is being loaded in place of this one. */
let isLeaving = false;
/** Whether a toast was stored for the next page: it takes precedence over the one on the screen. */
let isLeftOnPurpose = false;

/**
 * Makes the next page show this page's toast, or a toast that this page creates before it is left. Call it when another page begins to
 * load. `pagehide` would be too late: the next page may run in another process, and read the storage before that event has written it.
 */
export function carryToast(): void {
  isLeaving = true;
  // The user has returned from the next page, so this one is no longer being left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeaving = false;
  });
  if (current) carry(current);
}

function carry(said: ToastInput): void {
  if (!isLeftOnPurpose) store(said);
}

/** Stores a toast for the page that is loaded next. With `unlessLeft` an already stored one stays. */
export function leaveToast(said: ToastInput, { unlessLeft = false } = {}): void {
  if (unlessLeft && isLeftOnPurpose) return;
  isLeftOnPurpose = true;
  store(said);
}

function store({ kind, title, text }: ToastInput): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify({ kind, title, text: typeof text === 'string' ? text : undefined }));
  } catch {
    // Storage is blocked: the next page shows no toast.
  }
}

/** Shows the toast that an earlier page stored. */
export function takeToast(): void {
  isLeftOnPurpose = false;
  try {
    const { kind, title, text } = JSON.parse(sessionStorage.getItem(LEFT) ?? '') as Record<string, unknown>;
    sessionStorage.removeItem(LEFT);
    toast({
      kind: kind === 'success' || kind === 'error' ? kind : 'info',
      title: String(title),
      text: typeof text === 'string' ? text : '',
    });
  } catch {
    // No toast was stored, or storage is forbidden.
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Places that can show the toast. The first one does, so the page's own stays the last. */
const hosts: object[] = [];

/** Shows the toasts of the page. Place it once, near the end of the page. */
export function ToastHost() {
  useEffect(takeToast, []);
  return <ToastPlace isPage />;
}

/** Shows the toasts inside an open dialog, outside which nothing can be tapped, focused or announced. */
export function ToastPlace({ isPage = false }) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useSyncExternalStore(
    subscribe,
    () => (hosts[0] === host ? current : null),
    () => null,
  );
  useEffect(() => {
    if (isPage) hosts.push(host);
    else hosts.unshift(host);
    show(current);
    return () => {
      hosts.splice(hosts.indexOf(host), 1);
      show(current);
    };
  }, [isPage]);

  // Moves the toast above an open <dialog>, where the browser supports it: both are in the top layer, where the last one added is in front.
  useEffect(() => {
    if (!shown) return;
    const element = host.current;
    try {
      element?.hidePopover?.();
      element?.showPopover?.();
    } catch {
      // The host is no longer in the document.
    }
  }, [shown]);

  const box = shown && <ToastBox key={shown.key} shown={shown} />;
  const isError = shown?.kind === 'error';
  // Both regions stay in the document: a screen reader announces only changes inside a region that it already knows.
  return (
    <div ref={host} className={styles.host} popover="manual">
      <div role="status">{!isError && box}</div>
      <div role="alert">{isError && box}</div>
    </div>
  );
}

function ToastBox({ shown }: { shown: Shown }) {
  const { kind = 'info', title, text, action } = shown;
  const since = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const pause = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    shown.left -= Date.now() - since.current;
  };
  const run = () => {
    if (timer.current !== undefined) return;
    since.current = Date.now();
    timer.current = setTimeout(dismiss, shown.left);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts when the box appears and stops with it
  useEffect(() => {
    run();
    return pause;
  }, []);

  const Mark = kind === 'success' ? IconCheck : kind === 'error' ? IconAlert : IconInfo;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing happens on it; a pointer over it stops its clock
    <div
      className={cx(styles.toast, styles[kind])}
      // The toast pauses only if the pointer has moved onto it, not if it appeared under a resting pointer.
      onPointerMove={({ movementX, movementY }) => (movementX || movementY) && pause()}
      onPointerLeave={run}
      onFocus={pause}
      onBlur={run}
    >
      <Mark size={22} className={styles.mark} />
      <div>
        <b>{title}</b>
        {text && <p>{text}</p>}
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              dismiss();
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      <button type="button" className={styles.close} aria-label="Fechar" onClick={dismiss}>
        <IconClose size={18} />
      </button>
    </div>
  );
}
