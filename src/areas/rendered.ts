/**
 * A document as `prerender.tsx` renders it and `scripts/build-web.ts` writes it. The server fills in names and the year in {{}}.
 */
export interface Rendered {
  file: string;
  /** What goes between <head> and </head>, apart from styles and the script that sets the theme. */
  head: string;
  body: string;
  /** Part of the app, hydrated by its scripts; the others stay plain documents. */
  app: boolean;
  screen?: string;
}
