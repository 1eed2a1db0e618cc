/** A document that `prerender.tsx` renders and `src/delivery/build/build-web.ts` writes. The server fills in the names and the year at {{}}. */
export interface Rendered {
  file: string;
  /** The content of <head>, apart from styles and the script that sets the theme. */
  head: string;
  body: string;
  /** Whether the document belongs to the app, whose scripts hydrate it; the others stay plain documents. */
  app: boolean;
  screen?: string;
}
