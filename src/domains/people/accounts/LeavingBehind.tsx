import { createRoot } from 'react-dom/client';
import { readSittings } from '../../../web/device/device-store.ts';
import { keptPhotos } from '../../../web/device/kept-photo.ts';
import { countReadings } from '../../../web/device/reading-store.ts';
import { isGivenUp, wordsOfWaiting } from '../../../web/device/waiting.rules.ts';
import { readWaiting } from '../../../web/device/waiting-store.ts';
import { hereWords } from '../../../web/parts/here-words.ts';
import { Button } from '../../../web/ui/base/Button.tsx';
import { Dialog } from '../../../web/ui/forms/Dialog.tsx';

/** What is only on this device. */
interface LeftBehind {
  /** What waits to be sent, in words; it stays. */
  unsent: readonly string[];
  /** Themes of prepared tests that were begun on this device and not finished. */
  begun: readonly string[];
  /** Number of readings, dictations and texts that are not marked to the end. */
  unmarked: number;
  /** Number of photographs of sheets that are not confirmed. */
  photos: number;
}

/** Returns what of a user is only on this device; undefined if there is nothing. */
export async function leftBehind(userId: number): Promise<LeftBehind | undefined> {
  const waiting = (await readWaiting(userId)).filter((row) => !isGivenUp(row));
  const { tests, others } = wordsOfWaiting(waiting);
  const begun = (await readSittings())
    .filter((kept) => kept.userId === userId && kept.state === 'open' && kept.prepared)
    .map(({ sitting: { test } }) => test?.theme ?? 'um teste');
  const left = {
    unsent: [...tests, ...others],
    begun,
    unmarked: await countReadings(userId),
    photos: (await keptPhotos(userId)).length,
  };
  return left.unsent.length > 0 || begun.length > 0 || left.unmarked > 0 || left.photos > 0 ? left : undefined;
}

/** Says what stays on this device, and what is lost. */
export function WhatIsLeft({ unsent, begun, unmarked, photos }: LeftBehind) {
  return (
    <>
      {unsent.length > 0 && (
        <p>
          Por enviar: {unsent.join(', ')}. Enviamos quando voltar a entrar {hereWords()}.
        </p>
      )}
      {begun.length > 0 && <p>A meio: {begun.join(', ')}. Se sair, as respostas perdem-se.</p>}
      {unmarked > 0 && <p>Leituras, ditados ou textos por acabar de marcar: {unmarked}. Se sair, perdem-se.</p>}
      {photos > 0 && <p>Fotografias de folhas por conferir: {photos}. Se sair, são apagadas.</p>}
    </>
  );
}

/** Warns on sign-out about what is only on this device. @returns whether to sign out anyway. */
export function asksAbout(left: LeftBehind): Promise<boolean> {
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
        title={`Há coisas que só estão ${hereWords()}`}
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
        <WhatIsLeft {...left} />
      </Dialog>,
    );
  });
}
