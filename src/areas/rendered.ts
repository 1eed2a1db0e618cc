/** A document as `prerender.tsx` renders it and `scripts/build-web.ts` takes it. Names and the year in {{}} are filled in by the server. */
export interface Rendered {
  file: string;
  /** What goes between <head> and </head>, apart from styles and the script that sets the theme. */
  head: string;
  body: string;
  /** Part of the app, taken over by its scripts; the others stay plain documents. */
  app: boolean;
  screen?: string;
}
