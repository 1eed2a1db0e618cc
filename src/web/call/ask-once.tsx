import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Creates a function that asks the user something in a dialog over the current page. Concurrent callers share one dialog and its answer.
 */
export function askOnce() {
  let asking: Promise<boolean> | undefined;
  return (dialog: (onDone: (answer: boolean) => void) => ReactNode): Promise<boolean> => {
    // Mounted outside the app, because it belongs to no screen.
    asking ??= new Promise<boolean>((resolve) => {
      const place = document.body.appendChild(document.createElement('div'));
      const root = createRoot(place);
      root.render(
        dialog((answer) => {
          asking = undefined;
          root.unmount();
          place.remove();
          resolve(answer);
        }),
      );
    });
    return asking;
  };
}
