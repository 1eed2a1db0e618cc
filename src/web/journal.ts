/** A choice as the screen hands it over, with all that is needed to keep it later. */
interface Noted {
  attemptId: number;
  questionId: number;
}

// IndexedDB answers a moment after it was asked. A page that is reloaded, or a browser that is killed, in that moment
// would take along a choice that the child has already seen as chosen. Local storage is written before a tap returns:
// a choice stands here until the database has it.
const PREFIX = 'escolha:';
const nameOf = ({ attemptId, questionId }: Noted) => `${PREFIX}${attemptId}:${questionId}`;

/** Notes a choice at once. The function that comes back forgets it, unless a newer choice has taken its place. */
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
