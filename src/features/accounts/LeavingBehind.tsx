import { createRoot } from 'react-dom/client';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';

export interface LeftBehind {
  /** Themes of tests that were done here and have not been sent. */
  unsent: readonly string[];
  /** Themes of prepared tests that were begun here and not finished. */
  begun: readonly string[];
}

/** Asks somebody who is signing out about tests that are only on this device. @returns whether they leave all the same. */
export function asksAboutTests(left: LeftBehind): Promise<boolean> {
  return new Promise((resolve) => {
    // Beside the app, not in it: it belongs to no screen.
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const answer = (leaves: boolean) => {
      root.unmount();
      place.remove();
      resolve(leaves);
    };
    root.render(
      <Dialog
        open
        size="s"
        title="Há testes que só estão neste telemóvel"
        onClose={() => answer(false)}
        footer={
          <>
            <Button onClick={() => answer(false)}>Ficar</Button>
            <Button variant="secondary" onClick={() => answer(true)}>
              Sair mesmo assim
            </Button>
          </>
        }
      >
        {left.unsent.length > 0 && (
          <p>Por enviar: {left.unsent.join(', ')}. Só segue quando voltar a entrar neste telemóvel.</p>
        )}
        {left.begun.length > 0 && <p>A meio: {left.begun.join(', ')}. Se sair, as respostas perdem-se.</p>}
      </Dialog>,
    );
  });
}
