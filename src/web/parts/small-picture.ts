// Reduces a photograph on this device, so that little is sent.

/** Longer side in pixels, and JPEG quality from 0 to 1, tried in order until the picture is small enough. */
export type Tries = readonly (readonly [side: number, quality: number])[];

/**
 * Returns the picture of a file, or undefined if this browser cannot read it. It is upright without `imageOrientation: 'from-image'`, which is
 * the default; Chrome before 112 does not know that name, and would refuse every picture.
 */
export const openPicture = (file: Blob): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file).catch(() => undefined);

/**
 * Returns a picture as a JPEG of at most `maxBytes`, or as small as the last of `tries` makes it.
 *
 * @param cover draws over the picture, in a canvas of this size, before it is encoded.
 * @returns null if this browser cannot encode it.
 */
export async function smallJpeg(
  picture: ImageBitmap,
  maxBytes: number,
  tries: Tries,
  cover?: (brush: CanvasRenderingContext2D, width: number, height: number) => void,
): Promise<Blob | null> {
  let last: Blob | null = null;
  for (const [side, quality] of tries) {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const brush = canvas.getContext('2d');
    if (!brush) return null;
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(picture, 0, 0, canvas.width, canvas.height);
    cover?.(brush, canvas.width, canvas.height);
    last = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (!last || last.size <= maxBytes) return last;
  }
  return last;
}
