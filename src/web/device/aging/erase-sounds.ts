import { moveRows } from '../sealed/move-rows.ts';

/**
 * Erases all recordings because storage is full; the marks stay. What is closed stays whole: its marks cannot be taken out of it.
 *
 * @returns whether there were any.
 */
export const eraseSounds = (): Promise<boolean> =>
  moveRows(async (tables) => {
    let any = false;
    for (const { sound, ...reading } of await tables.all('readings'))
      if (sound) {
        await tables.put('readings', reading);
        any = true;
      }
    return any;
  });
