import type { Frame } from '../../../server/http/http.ts';
import { pastedContract } from '../authoring/pasted.contract.ts';
import { emphasisNotes, lostNotes } from '../question-formats/kinds.rules.ts';
import { htmlToText } from '../question-formats/markup.rules.ts';

/** Binds the conversion of pasted HTML, by the reader that imports use. */
export function bindPasted(frame: Frame): void {
  frame.bind(pastedContract, {
    'POST /api/teacher/pasted': async ({ body }) => {
      const read = htmlToText(body.html);
      const notes = [
        ...(read.lost.length > 0 ? [`O que colou ${lostNotes(read.lost)}`] : []),
        ...read.dropped,
        ...emphasisNotes(read),
      ];
      return { text: [read.passage, read.text].filter(Boolean).join('\n\n'), notes };
    },
  });
}
