import { dateInLuanda } from '../../../shared/calendar.ts';
import { dayAndMonth } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/days.ts';
import { isWithPhone } from '../../../web/device/hands.ts';
import { isKeptHere } from '../../../web/device/kept-here.ts';
import { type KeptPack, open, renewed } from './practice-device.web.ts';
import { PACK_DAYS } from './session.rules.ts';

/**
 * Returns the packs on this device, without those of another parent. It does not create the database if there is none.
 *
 * @param userId the parent who used the device last; undefined if that is unknown.
 */
export async function readPacks(userId: number | undefined): Promise<KeptPack[]> {
  if (!(await isKeptHere('caderneta-treino'))) return [];
  const packs = (await (await open())?.getAll('packs')) as KeptPack[] | undefined;
  return (packs ?? [])
    .filter((pack) => isWithPhone(pack.childId) && (userId === undefined || pack.userId === userId))
    .map(renewed);
}

/** Returns the last day for which a pack has cards, as "29 de Novembro". */
export const packServesUntil = ({ now }: KeptPack): string =>
  dayAndMonth(addDays(dateInLuanda(new Date(now)), PACK_DAYS - 1));
