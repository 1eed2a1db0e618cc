// On the landing page, unless the phone is with a child, shows that this device holds a running test or unsent answers, with a link to it
// through the sign-in page. Reads the database of web/device/device-tables.ts without creating it or keeping it open.
import { MINUTE_MS } from '../../shared/time.ts';
import { HELD_ID } from './ids.ts';

interface Held {
  state: string;
  /** Milliseconds by which the server's clock is ahead. */
  clockOffset: number;
  sitting: { testId: number; childId: number; child: { firstName: string }; deadline: string };
}

function isWithChild(): boolean {
  try {
    return Boolean(localStorage.getItem('modo-crianca'));
  } catch {
    return true;
  }
}

const place = document.getElementById(HELD_ID);
if (place && window.indexedDB && !isWithChild()) {
  const request = window.indexedDB.open('caderneta');
  request.onupgradeneeded = () => (request.transaction as IDBTransaction).abort();
  request.onsuccess = () => read(request.result, place);
}

function read(database: IDBDatabase, place: HTMLElement): void {
  // A phone that the app of this version has not opened yet has two stores of what waits.
  const waiting = database.objectStoreNames.contains('waiting') ? ['waiting'] : ['answers', 'finishings'];
  let transaction: IDBTransaction;
  try {
    transaction = database.transaction(['sittings', ...waiting]);
  } catch {
    database.close();
    return;
  }
  const sittings = transaction.objectStore('sittings').getAll() as IDBRequest<Held[]>;
  const counts = waiting.map((store) => transaction.objectStore(store).count());
  transaction.oncomplete = () => {
    database.close();
    const running = sittings.result
      .map((held) => ({ ...held, left: Date.parse(held.sitting.deadline) - held.clockOffset - Date.now() }))
      .filter(({ state, left }) => state === 'open' && left > 0)
      .sort((a, b) => a.left - b.left)[0];
    if (!running && !counts.some(({ result }) => result)) return;
    if (running) offer(place, running.sitting, Math.ceil(running.left / MINUTE_MS));
    place.hidden = false;
  };
}

function offer(place: HTMLElement, { testId, childId, child }: Held['sitting'], minutes: number): void {
  const [words, enter] = place.children as unknown as [HTMLElement, HTMLElement];
  words.textContent = `${child.firstName} tem um teste a meio: ${minutes > 1 ? `faltam ${minutes} min` : 'falta 1 min'}.`;
  enter.textContent = 'Entrar e continuar';
  enter.onclick = () => {
    try {
      sessionStorage.setItem('next', `/tests/${testId}?childId=${childId}`);
    } catch {
      // Storage is blocked: the link leads to the sign-in page, and from there home.
    }
  };
}
