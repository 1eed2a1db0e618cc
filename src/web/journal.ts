/** A choice as the screen hands it over, with all that is needed to keep it later. */
interface Noted {
  attemptId: number;
  questionId: number;
}

// IndexedDB writes are asynchronous, so a reload or crash could lose a choice that is already displayed. Local storage
// is written synchronously; a choice stays there until the database has stored it.
const PREFIX = 'escolha:';
const nameOf = ({ attemptId, questionId }: Noted) => `${PREFIX}${attemptId}:${questionId}`;

/** Stores a choice synchronously. The returned function removes it, unless a newer choice replaced it. */
export function noteChoice(choice: Noted): () => void {
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

/** Choices that an earlier page noted and could not keep, each with the function that forgets it. */
function unkeptChoices<Choice>(): { choice: Choice; forget: () => void }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(PREFIX))
      .flatMap((name) => {
        const text = localStorage.getItem(name) ?? '';
        const forget = () => {
          if (localStorage.getItem(name) === text) localStorage.removeItem(name);
        };
        try {
          return [{ choice: JSON.parse(text) as Choice, forget }];
        } catch {
          forget();
          return [];
        }
      });
  } catch {
    // Forbidden, as in some private windows: then nothing was noted either.
    return [];
  }
}

/** A function that keeps, once, what earlier pages only had time to note. */
export function keeperOfNoted<Choice>(keep: (choice: Choice) => Promise<unknown>): () => Promise<void> {
  let rescued: Promise<void> | undefined;
  return () => {
    rescued ??= (async () => {
      for (const { choice, forget } of unkeptChoices<Choice>()) {
        await keep(choice);
        forget();
      }
    })();
    return rescued;
  };
}
