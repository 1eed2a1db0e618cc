/** The fields that identify a choice and its child; the others are stored as they are given. */
interface Choice {
  childId: number;
  attemptId: number;
  questionId: number;
}

// IndexedDB writes are asynchronous, so a reload or crash could lose a choice that is already displayed. Local storage
// is written synchronously; a choice stays there until the database has stored it, or, where the database cannot be written, until the
// server has it.
const PREFIX = 'escolha:';
const nameOf = ({ attemptId, questionId }: Choice) => `${PREFIX}${attemptId}:${questionId}`;

/** Stores a choice synchronously. The returned function removes it, unless a newer choice replaced it. */
export function journalChoice(choice: Choice): () => void {
  const name = nameOf(choice);
  const text = JSON.stringify(choice);
  try {
    localStorage.setItem(name, text);
  } catch {
    return () => {};
  }
  return () => {
    if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  };
}

/** Removes the journaled choices of an attempt (`12`), or of one of its questions (`12:3`), because the server has them. */
export function forgetChoices(of: string | number): void {
  try {
    for (const name of Object.keys(localStorage))
      if (`${name}:`.startsWith(`${PREFIX}${of}:`)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden: nothing was journaled either.
  }
}

/**
 * Returns the choices that an earlier page journaled and that the database has not stored, each with the function that removes it from the
 * journal.
 */
function journaledChoices<C extends Choice>(): { choice: C; forget: () => void }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .flatMap((name) => {
        const text = localStorage.getItem(name) ?? '';
        const forget = () => {
          if (localStorage.getItem(name) === text) localStorage.removeItem(name);
        };
        try {
          return [{ choice: JSON.parse(text) as C, forget }];
        } catch {
          forget();
          return [];
        }
      });
  } catch {
    // Storage is forbidden, as in some private windows: nothing was journaled either.
    return [];
  }
}

/**
 * Returns a function that stores the choices which earlier pages only had time to journal. Later calls do nothing.
 *
 * @param isOpen whether the child of a choice has the phone; if not, the choice stays in the journal.
 * @param isDurable whether what was stored survives closing the page; if not, it stays in the journal.
 */
export function recoveryOfJournal<C extends Choice>(
  store: (choice: C) => Promise<unknown>,
  isOpen: (choice: C) => boolean,
  isDurable: () => boolean,
): () => Promise<void> {
  let recovered: Promise<void> | undefined;
  return () => {
    recovered ??= (async () => {
      for (const { choice, forget } of journaledChoices<C>()) {
        if (!isOpen(choice)) continue;
        await store(choice);
        if (isDurable()) forget();
      }
    })();
    return recovered;
  };
}
