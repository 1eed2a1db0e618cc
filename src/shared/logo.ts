// Paths of the logo, in a box of 34: a spine at the left, and a small fio moved by (10.2, 4.6) and scaled by 0.412. The same drawing is in
// src/web/public/favicon.svg.

export const LOGO_SPINE = 'M8 0H6V34H8A8 8 0 0 1 0 26V8A8 8 0 0 1 8 0Z';
/** The path of mirrorCurve(2, 3) as a literal, so that a page with only a logo need not load the geometry. */
export const LOGO_LINE =
  'M33.2 23.2Q40 30 33.2 36.8L16.8 53.2Q10 60 5 55Q0 50 6.8 43.2L33.2 16.8Q40 10 35 5Q30 0 23.2 6.8L6.8 23.2Q0 30 6.8 36.8L23.2 53.2Q30 60 35 55Q40 50 33.2 43.2L6.8 16.8Q0 10 5 5Q10 0 16.8 6.8Z';
export const LOGO_DOTS = 'M10 10h.01M30 10h.01M10 30h.01M30 30h.01M10 50h.01M30 50h.01';
