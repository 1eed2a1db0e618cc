// In whose hands this phone is: the parent's, or in child mode those of some children. The server's session decides; `child-mode.ts` keeps
// what it says on the device, for starts without network and for other tabs. This file imports nothing: it is loaded before the app too.

/** Local storage key of the ids of the children who have the phone, as `mode-mark.ts` stores them; absent if the parent has it. */
export const MARK = 'modo-crianca';
/** Local storage key of these children as the child's home shows them (`handed-to.ts`). */
export const WHOM = 'modo-crianca-filhos';

/** Returns the ids of the children who have the phone, or null if the parent has it. */
export function childrenWithPhone(): readonly number[] | null {
  let mark: string | null;
  try {
    mark = localStorage.getItem(MARK);
  } catch {
    return ofThisPage();
  }
  try {
    const ids = JSON.parse(mark ?? 'null') as number[] | number | null;
    // Earlier versions kept only that child mode is on.
    return typeof ids === 'number'
      ? (JSON.parse(localStorage.getItem(WHOM) ?? '{}') as { children: { id: number }[] }).children.map(({ id }) => id)
      : ids;
  } catch {
    return [];
  }
}

/** Storage is blocked: returns what the server said when it sent this page. */
function ofThisPage(): readonly number[] | null {
  const boot = typeof document === 'undefined' ? null : document.getElementById('boot')?.textContent;
  return (JSON.parse(boot || '{}') as { user?: { onlyChildren?: number[] } | null }).user?.onlyChildren ?? null;
}

/** Returns whether what this phone keeps of a child may be read and written now. It is the only place where that is decided. */
export const isWithPhone = (childId: number): boolean => childrenWithPhone()?.includes(childId) ?? true;
