/** Returns "neste telemóvel", or "neste aparelho" on a screen as wide as a computer's. Not for pages that the server draws: it has no screen. */
export const hereWords = (): string =>
  typeof matchMedia === 'function' && matchMedia('(min-width: 1000px)').matches ? 'neste aparelho' : 'neste telemóvel';
