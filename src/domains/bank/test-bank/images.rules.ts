/** Maximum bytes of a picture as stored and sent to phones. */
export const MAX_KEPT_BYTES = 60 * 1024;
/** Maximum pixels of an uploaded picture: those of a good phone's camera. Checked before decoding. */
export const MAX_PIXELS = 50_000_000;
/** Pixels of the longer side of a stored picture: sharp on a phone, legible on paper. */
const LONGEST_SIDE = 1_000;

/** Tried in order until the picture is small enough: longer side in pixels, and quality (of 100). */
export const TRIES: readonly (readonly [side: number, quality: number])[] = [
  [LONGEST_SIDE, 80],
  [LONGEST_SIDE, 65],
  [800, 65],
  [800, 45],
  [600, 50],
  [480, 40],
  [320, 30],
];

/** Returns the format of a picture by its first bytes, whatever its name, or null for any other format. */
export function kindOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  const at = (from: number, ...expected: number[]) => expected.every((byte, index) => bytes[from + index] === byte);
  if (at(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (at(0, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (at(0, 0x52, 0x49, 0x46, 0x46) && at(8, 0x57, 0x45, 0x42, 0x50)) return 'webp';
  return null;
}
