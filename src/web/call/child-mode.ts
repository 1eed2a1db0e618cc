import { type BootUser, boot } from '../../delivery/browser/boot.ts';
import { keptAt } from '../../delivery/browser/kept.ts';
import { childrenWithPhone, MARK, WHOM } from '../device/hands.ts';
import { setRoomMaker } from '../device/room.ts';
import { setOpener } from '../device/sealed/opener.ts';
import { BY_DEVICE } from './mode.ts';
import { copyMark, isHandedOver, isOpenedHere, readMark, readSince, setOpenedHere, storeMark } from './mode-mark.ts';
import { narrow } from './narrow.ts';

// Whether the phone is with children. The server's session decides; the page contains its state, and the device keeps it for offline
// starts, for other tabs, for the data on the device (hands.ts), and for the time until the server knows of a hand-over that was made
// without network.

/** Returns whether this page is for children. */
export const inChildMode = (): boolean =>
  boot.user && !keptAt() ? boot.user.inChildMode === true : isHandedOver() && !isOpenedHere();

interface HowKnown {
  /** The phone was handed over here, and the server does not know it yet. */
  byDevice?: boolean;
  /** `modeSince` of the server, if its reply is the reason: what was asked for before is out of date. */
  since?: number | undefined;
}

/**
 * Records on the device that child mode began for these children, or ended (null). When it begins, what is not for them is locked up.
 */
export async function keepChildMode(
  children: readonly number[] | null,
  { byDevice = false, since }: HowKnown = {},
): Promise<void> {
  const wasHandedOver = isHandedOver();
  const isSame =
    JSON.stringify(children) === JSON.stringify(childrenWithPhone()) && byDevice === (readMark() === BY_DEVICE);
  if (isSame && (since === undefined || since <= readSince())) return;
  if (children === null) dropWhom();
  if (!isSame) setOpenedHere(false);
  // Everything that a parent's page has brought so far is out of date from now on.
  const now = wasHandedOver ? readSince() : Math.max(boot.user?.modeSince ?? 0, readSince()) + 1;
  await storeMark(children, byDevice, since ?? now);
  if (children !== null) await (await import('../device/sealed/lock-up.ts')).lockUp(!wasHandedOver);
}

function dropWhom(): void {
  try {
    localStorage.removeItem(WHOM);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}

type Signed = Pick<BootUser, 'inChildMode' | 'onlyChildren' | 'modeSince'>;

/** Returns the children to whom the session of a user was handed over, or null. */
const childrenOf = (user: Signed): readonly number[] | null => (user.inChildMode ? (user.onlyChildren ?? []) : null);

/** Records what a reply of the server says about the session. */
export const followUser = (user: Signed): Promise<void> => keepChildMode(childrenOf(user), { since: user.modeSince });

/** Returns whether this page was asked for before the phone changed hands. */
const isLate = ({ modeSince = Number.POSITIVE_INFINITY }: BootUser): boolean => modeSince < readSince();

/**
 * Keeps this page in sync with the session: the page's own data, other tabs, and pages restored by the Back button.
 *
 * @returns whether the page may be shown. A page of the parent's that was asked for before the phone was handed over, or a copy of one, may
 *   not; the child's home is opened instead.
 */
export function followChildMode(): boolean {
  setOpener(async (closed) => (await import('../device/sealed/closed-rows.ts')).openRows(closed));
  setRoomMaker(async () => (await import('../device/aging/erase-sounds.ts')).eraseSounds());
  const { user } = boot;
  const isCopy = keptAt() !== undefined;
  const isOfParent = user !== undefined && user !== null && !user.inChildMode;
  // Where storage is blocked, there is no copy either.
  if (readSince() > 0) void copyMark().catch(() => {});
  const isBarred = isHandedOver() && isOfParent && (isCopy ? !isOpenedHere() : isLate(user));
  // Copies that the parent has opened in another tab are not for this one, and a page may have been closed before all was locked up.
  if (isHandedOver() && !isOpenedHere())
    void import('../device/sealed/lock-up.ts').then(
      (it) => it.lockUp(false),
      () => {},
    );
  if (user && !isCopy && !isLate(user)) void followUser(user);
  if (isBarred) void openChildHome();
  const atStart = inChildMode();
  const renew = () => {
    if ((isHandedOver() && !isOpenedHere()) !== atStart) location.reload();
  };
  addEventListener('storage', ({ key }) => key === MARK && renew());
  addEventListener('pageshow', ({ persisted }) => persisted && renew());
  addEventListener('online', () => void tellServer());
  return !isBarred;
}

/** Tells the server about a hand-over that it does not know of. */
async function tellServer(): Promise<void> {
  if (readMark() !== BY_DEVICE) return;
  // Without network, or if the server refuses, the phone stays locked to what is on it.
  await narrow().catch(() => {});
}

/**
 * Opens the child's home instead of a page of the parent's. If the server's session is the parent's although the phone was handed over, the
 * session is handed over first.
 */
async function openChildHome(): Promise<void> {
  await keepChildMode(childrenWithPhone(), { byDevice: true });
  await tellServer();
  location.replace('/child');
}
