import { printable } from './typeface.ts';

/** A name for the file's own description, where some readers look for commands: letters, digits and plain signs only. */
export const nameOnly = (text: string) =>
  printable(text)
    .replace(/[/\\()<>[\]{}%#\n]+/g, ' ')
    .slice(0, 200);

/** The structure for screen readers: the document's parts by kind, and what is decoration. */
export function createTags(doc: PDFKit.PDFDocument) {
  const root = doc.struct('Document');
  doc.addStructure(root);
  let inside = false;

  /** Draws as one tagged part; within another part it only draws. */
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
