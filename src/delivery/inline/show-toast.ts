// Shows the message that the app stored under 'toast' before it sent the user here (after signing out), once, for five seconds. Hovering
// keeps it open.
import { TOAST_ID } from './ids.ts';

const SHOWN_MS = 5000;

function takeMessage(): { kind: string; title: string; text?: string } | undefined {
  try {
    const stored = sessionStorage.getItem('toast');
    sessionStorage.removeItem('toast');
    return stored ? JSON.parse(stored) : undefined;
  } catch {
    return undefined;
  }
}

const card = document.getElementById(TOAST_ID)?.firstChild as HTMLElement | undefined;
const message = takeMessage();
if (card && message) {
  const [title, text] = card.children as unknown as [Element, Element];
  let timer: ReturnType<typeof setTimeout>;
  const hideLater = () => {
    timer = setTimeout(() => {
      card.hidden = true;
    }, SHOWN_MS);
  };
  card.dataset['kind'] = message.kind;
  title.textContent = message.title;
  text.textContent = message.text ?? '';
  card.hidden = false;
  card.onmouseenter = () => clearTimeout(timer);
  card.onmouseleave = hideLater;
  hideLater();
}
