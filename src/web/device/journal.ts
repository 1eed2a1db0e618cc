/** The fields that identify a choice and its child; the others are stored as they are given. */
interface Choice {
  childId: number;
  attemptId: number;
  questionId: number;
}

/** A row of what waits, which a page has noted without loading the code of the database. */
interface Row {
  id: string;
  childId: number | undefined;
}

// IndexedDB writes are asynchronous, so a reload or crash could lose a choice that is already displayed. Local storage
// is written synchronously; a choice stays there until the database has stored it, or, where the database cannot be written, until the
// server has it.
const PREFIX = 'escolha:';
const ROWS = 'espera:';

/**
 * Local storage key that is set while practice waits to be sent; kept-here.ts reads it on pages that do not load this code. An earlier version
 * set it to `1`, and stored reviews elsewhere: until they have been moved (old-reviews.ts), it stays.
 */
const PRACTICE = 'treino-por-enviar';

export function markPractice(waits: boolean): void {
  try {
    const mark = localStorage.getItem(PRACTICE);
    if (waits && mark === null) localStorage.setItem(PRACTICE, '2');
    if (!waits && mark === '2') localStorage.removeItem(PRACTICE);
  } catch {
    // Storage is blocked: nothing is kept for later pages either.
  }
}

/** Records that nothing is left of what an earlier version stored elsewhere. */
export function markTakenOver(): void {
  try {
    localStorage.setItem(PRACTICE, '2');
  } catch {
    // Storage is blocked: nothing is kept for later pages either.
  }
}

/** Stores a choice synchronously. The returned function removes it, unless a newer choice replaced it. */
export const journalChoice = (choice: Choice): (() => void) =>
  note(`${PREFIX}${choice.attemptId}:${choice.questionId}`, choice);

/** Stores a row of what waits synchronously. The returned function removes it. */
export const journalRow = (row: Row): (() => void) => note(ROWS + row.id, row);

function note(name: string, what: object): () => void {
  const text = JSON.stringify(what);
  try {
    localStorage.setItem(name, text);
  } catch {
    return () => {};
  }
  return () => dropJournaled(name, text);
}

/** Removes an entry of the journal, unless a newer one has replaced it. */
export function dropJournaled(name: string, text: string): void {
  if (localStorage.getItem(name) === text) localStorage.removeItem(name);
}

/** Removes the journaled choices of an attempt (`12`), or of one of its questions (`12:3`), because the server has them. */
export const forgetChoices = (of: string | number): void => forget(`${PREFIX}${of}:`);

/** Removes a journaled row, because the server has it. */
export const forgetNoted = (id: string): void => forget(`${ROWS}${id}:`);

function forget(beginning: string): void {
  try {
    for (const name of Object.keys(localStorage)) if (`${name}:`.startsWith(beginning)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden: nothing was journaled either.
  }
}

/** Returns the entries of the journal, as they are stored. */
export function journaledTexts(): { name: string; text: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX) || name.startsWith(ROWS))
      .map((name) => ({ name, text: localStorage.getItem(name) ?? '' }));
  } catch {
    // Storage is forbidden, as in some private windows: nothing was journaled either.
    return [];
  }
}

/** Stores an entry of the journal again, unless there is a newer one. @returns whether it did. @throws DOMException if it does not fit. */
export function putBackJournaled(name: string, text: string): boolean {
  if (localStorage.getItem(name) !== null) return false;
  localStorage.setItem(name, text);
  return true;
}

/** Returns what earlier pages journaled and the database has not stored, each with the function that removes it from the journal. */
function journaled<N>(): { noted: N; forget: () => void }[] {
  return journaledTexts().flatMap(({ name, text }) => {
    const forget = () => dropJournaled(name, text);
    try {
      return [{ noted: JSON.parse(text) as N, forget }];
    } catch {
      forget();
      return [];
    }
  });
}

/**
 * Returns a function that stores what earlier pages only had time to journal. Later calls do nothing.
 *
 * @param isOpen whether the child has the phone; if not, it stays in the journal.
 * @param isDurable whether what was stored survives closing the page; if not, it stays in the journal.
 */
export function recoveryOfJournal<N>(
  store: (noted: N) => Promise<void>,
  isOpen: (noted: N) => boolean,
  isDurable: () => boolean,
): () => Promise<void> {
  let recovered: Promise<void> | undefined;
  return () => {
    recovered ??= (async () => {
      for (const { noted, forget } of journaled<N>())
        try {
          if (!isOpen(noted)) continue;
          await store(noted);
          if (isDurable()) forget();
        } catch {
          // It stays in the journal, and does not keep the others from being sent. The next call tries again.
          recovered = undefined;
        }
    })();
    return recovered;
  };
}
