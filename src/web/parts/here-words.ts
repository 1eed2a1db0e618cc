/** Returns "neste telemóvel", or "neste aparelho" on a screen as wide as a computer's. For what only the device knows, never for a drawn page. */
export const hereWords = (): string =>
  typeof matchMedia === 'function' && matchMedia('(min-width: 1000px)').matches ? 'neste aparelho' : 'neste telemóvel';
