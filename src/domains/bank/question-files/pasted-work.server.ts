import { parentPort, workerData } from 'node:worker_threads';
import { giveWay, PACE } from '../../../server/jobs/giving-way.ts';
import { emphasisNotes, lostInPasted } from '../question-formats/kinds.rules.ts';
import { htmlToText } from '../question-formats/markup.rules.ts';
import { paperNotes } from '../test-bank/paper.server.ts';
import { withoutUnseen } from '../test-bank/question.rules.ts';
import { printedText } from './exports.rules.ts';

/** Pasted HTML in the bank's notation, and notes on what it could not keep. */
export interface Pasted {
  text: string;
  notes: string[];
}

/** Converts pasted HTML by the reader that imports use. Called directly for a short text, and in a thread for a long one. */
export function convertPasted(html: string): Pasted {
  const read = htmlToText(html);
  const text = withoutUnseen([read.passage, read.text].filter(Boolean).join('\n\n'));
  const notes = [
    ...(read.lost.length > 0 ? [lostInPasted(read.lost)] : []),
    ...read.dropped,
    ...emphasisNotes(read),
    ...paperNotes([printedText(text)]),
  ];
  return { text, notes };
}

const given = workerData as { pasted?: string } | null;
if (given?.pasted !== undefined) {
  giveWay(PACE.AWAITED);
  parentPort?.postMessage(convertPasted(given.pasted));
}
