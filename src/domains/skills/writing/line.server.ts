import type { Database } from '../../../server/db/db.ts';
import { writingContent } from '../../../server/skills-content.ts';
import { dateInLuanda } from '../../../shared/calendar.ts';
import { latestOf, presentText, tellDictation } from './presented.server.ts';
import { placeOf } from './ruler.rules.ts';
import { findDictations, findTexts } from './writing.store.ts';
import { dictationLine, dictationNext, textLine } from './writing-words.rules.ts';

/**
 * Returns a sentence about how a child writes, from its latest dictation or text, and what to do next; null if there is none.
 *
 * @param childId of the caller, which the frame or `readLine` has checked.
 */
export async function writeLine(db: Database, childId: number) {
  const at = latestOf(await findDictations(db, childId), await findTexts(db, childId));
  if (!at) return null;
  if ('dictation' in at) {
    const { summary, day } = tellDictation(at.dictation);
    return {
      sentence: dictationLine(summary),
      date: day,
      provisional: false,
      next: dictationNext(summary.kinds),
    };
  }
  const { practise } = presentText(at.text, writingContent().signs);
  return {
    sentence: textLine(placeOf(at.text.comparisons)),
    date: dateInLuanda(at.text.startedAt),
    provisional: false,
    next: practise
      ? { title: practise.practise, time: '5 minutos' }
      : { title: 'Escrever outro texto', time: '25 minutos, em papel' },
  };
}
