/**
 * Loads sharp on first use, because libvips takes some 20 MB. It uses one thread per picture and no cache, so that answers have priority.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
