import { printable } from './typeface.ts';

/** Reduces a text to letters, digits and plain punctuation, for the file's own metadata, where some readers interpret commands. */
export const nameOnly = (text: string) =>
  printable(text)
    .replace(/[/\\()<>[\]{}%#\n]+/g, ' ')
    .slice(0, 200);

/** Creates the tag structure for screen readers: the document's parts by kind, and which parts are decoration. */
export function createTags(doc: PDFKit.PDFDocument) {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let inside = false;

  /** Draws one tagged part; inside another part it draws without a tag. */
  const part = (type: string, within: PDFKit.PDFStructureElement, draw: () => void, words?: string) => {
    if (inside) return draw();
    inside = true;
    const element = doc.struct(type, words ? { alt: nameOnly(words) } : {});
    within.add(element);
    element.add(draw);
    element.end();
    inside = false;
  };
  const decoration = (draw: () => void) => {
    if (inside) return draw();
    inside = true;
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
    inside = false;
  };

  return { root, part, decoration };
}

export type Tags = ReturnType<typeof createTags>;
