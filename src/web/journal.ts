/** The fields that identify a choice; the others are stored as they are given. */
interface Choice {
  attemptId: number;
  questionId: number;
}

// IndexedDB writes are asynchronous, so a reload or crash could lose a choice that is already displayed. Local storage
// is written synchronously; a choice stays there until the database has stored it.
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

/**
 * Returns the choices that an earlier page journaled and that the database has not stored, each with the function that removes it from the
 * journal.
 */
function journaledChoices<C>(): { choice: C; forget: () => void }[] {
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

/** Returns a function that stores the choices which earlier pages only had time to journal. Later calls do nothing. */
export function recoveryOfJournal<C>(store: (choice: C) => Promise<unknown>): () => Promise<void> {
  let recovered: Promise<void> | undefined;
  return () => {
    recovered ??= (async () => {
      for (const { choice, forget } of journaledChoices<C>()) {
        await store(choice);
        forget();
      }
    })();
    return recovered;
  };
}
