import { createRoot } from 'react-dom/client';
import { hereWords } from '../../../web/parts/here-words.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';

export interface LeftBehind {
  /** Themes of completed tests that have not been sent. */
  unsent: readonly string[];
  /** Themes of prepared tests that were begun on this device and not finished. */
  begun: readonly string[];
}

/** Warns on sign-out about tests stored only on this device. @returns whether to sign out anyway. */
export function asksAboutTests(left: LeftBehind): Promise<boolean> {
  return new Promise((resolve) => {
    // Rendered outside the app, because it belongs to no screen.
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
        title={`Há testes que só estão ${hereWords()}`}
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
          <p>
            Por enviar: {left.unsent.join(', ')}. Enviamos quando voltar a entrar {hereWords()}.
          </p>
        )}
        {left.begun.length > 0 && <p>A meio: {left.begun.join(', ')}. Se sair, as respostas perdem-se.</p>}
      </Dialog>,
    );
  });
}
