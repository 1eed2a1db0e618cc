import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * Asks something in a dialog over whatever page the person is on. However many ask at a time, the dialog is shown once and
 * all get its answer.
 */
export function askOnce() {
  let asking: Promise<boolean> | undefined;
  return (dialog: (onDone: (answer: boolean) => void) => ReactNode): Promise<boolean> => {
    // Beside the app, not in it: it belongs to no screen, and must outlive none.
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
