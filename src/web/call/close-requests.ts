import { entriesOfDialogs } from './navigation.ts';

// Android's Back asks an open dialog to close, as Esc does, since Chrome 126. For all other browsers each open dialog adds an entry to the
// history, with the address of its page; Back removes the entry, and the dialog is asked to close here. Imported for this effect, once.

/** Milliseconds to wait for the browser to go back. Some ignore the request, and the user must not be blocked then. */
const STEP_MS = 400;

/** The open dialogs, the front one last. */
const open: HTMLDialogElement[] = [];
/** The step back that is under way. It would undo a navigation, which therefore waits for it. */
let step: Promise<void> | undefined;

/** Returns how many dialogs the current entry of the history belongs to. */
const entries = () => (history.state as { dialogs?: number } | null)?.dialogs ?? 0;

/** Gives the history as many entries as there are open dialogs. */
function adjust(): void {
  if (step) void step.then(() => setTimeout(adjust));
  else if (entries() > open.length) void stepBack(-open.length);
  // The state that other code has stored in the entry is copied, because both entries belong to the same screen.
  else while (entries() < open.length) history.pushState({ ...history.state, dialogs: entries() + 1 }, '');
}

/** Goes back to the entry of the page itself, or to the one that lies `below` entries lower. */
async function stepBack(below: number): Promise<void> {
  while (step) await step;
  const by = entries() + below;
  if (!by) return;
  step = new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true });
    setTimeout(resolve, STEP_MS);
    history.go(-by);
  });
  await step;
  step = undefined;
}

entriesOfDialogs.stepBack = stepBack;
const dialogs = HTMLDialogElement.prototype;
const { showModal, close } = dialogs;
dialogs.showModal = function (this: HTMLDialogElement) {
  showModal.call(this);
  open.push(this);
  adjust();
};
dialogs.close = function (this: HTMLDialogElement, value?: string) {
  close.call(this, value);
  const place = open.lastIndexOf(this);
  if (place < 0) return;
  open.splice(place, 1);
  // Deferred, because the same action may open another dialog or page right after this.
  setTimeout(adjust);
};
addEventListener('popstate', () => {
  if (step) return;
  if (entries() < open.length) open[open.length - 1]?.dispatchEvent(new Event('cancel', { cancelable: true }));
  // A dialog that is sending stays open, and gets its entry again; an entry whose dialog has closed is skipped.
  setTimeout(adjust);
});
adjust();
