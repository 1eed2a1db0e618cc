import { type ReactNode, useEffect, useRef } from 'react';
import type { CallError } from '../call/call.ts';
import { inChildMode } from '../call/child-mode.ts';
import { ErrorState } from '../ui/base/ErrorState.tsx';

interface FailedProps {
  error: CallError;
  onRetry: () => unknown;
  /** Whether the read is being retried. */
  busy?: boolean | undefined;
  /** The caller retries by itself when the network is back. */
  onlyByHand?: boolean;
  children?: ReactNode;
}

/** Explains a failed read: what happened, what is safe, and what to do. */
export function Failed({ error, onRetry, busy, onlyByHand = false, children }: FailedProps) {
  const away = error.status === 0;
  const retry = useRef(onRetry);
  retry.current = onRetry;
  // Retries without a click once the network is back.
  useEffect(() => {
    if (!away || onlyByHand) return;
    const again = () => void retry.current();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [away, onlyByHand]);
  return (
    <ErrorState
      title={away ? 'Está sem internet.' : 'Não foi possível carregar.'}
      text={away ? 'Ligue os dados ou o Wi-Fi e tente de novo. O que já fez continua guardado.' : error.said}
      // Helps the support, and a child cannot use it.
      {...(away || inChildMode() ? {} : { detail: `${error.status}: ${error.code}` })}
      busy={busy}
      onRetry={() => void onRetry()}
    >
      {children}
    </ErrorState>
  );
}
