import { dateInLuanda } from '../../../shared/calendar.ts';
import { latest } from '../../../shared/skills/latest.ts';
import { bareWord } from '../../../shared/skills/text-words.ts';
import type { WritingSign } from '../../../shared/skills/writing-content.ts';
import { firstName, withArticle } from '../../../shared/text.ts';
import { readingClassOf } from '../reading/forms.rules.ts';
import type { FamilyReader } from '../reading/reading.store.ts';
import { bandOfRight, type Dictated, type DictationSummary, dictationGrowth, isUntyped } from './dictation.rules.ts';
import { summaryOf } from './recorded.rules.ts';
import { placeOf } from './ruler.rules.ts';
import type { ChildWritings, ListedDictation, ListedText, SavedDictation, SavedText } from './writing.contract.ts';
import type { StoredDictation, StoredText } from './writing.store.ts';
import { dictationSentence, growthSentence, textSentence } from './writing-words.rules.ts';

/** A dictation with what follows from it. */
export interface ToldDictation {
  dictation: StoredDictation;
  summary: DictationSummary;
  /** `YYYY-MM-DD` in Luanda. */
  day: string;
}

export const tellDictation = (dictation: StoredDictation): ToldDictation => ({
  dictation,
  // Comparing what was typed is costly: it was done once, when the dictation arrived.
  summary: dictation.summary ?? summaryOf(dictation),
  day: dateInLuanda(dictation.startedAt),
});

/** Returns a dictation as its parent sees it. */
export function presentDictation(
  reader: Pick<FamilyReader, 'fullName' | 'gender'>,
  { dictation, summary }: ToldDictation,
): SavedDictation & { right: number } {
  const wordAt = (index: number) => bareWord(dictation.body.words[index] ?? '');
  return {
    id: dictation.id,
    words: summary.words,
    right: summary.right,
    mistakes: summary.mistakes.map(({ index, outcome, written, kinds }) => ({
      index,
      word: wordAt(index),
      written,
      isOmitted: outcome === 'omitted',
      kinds,
    })),
    kinds: summary.kinds,
    capitals: summary.capitals,
    punctuation: summary.punctuation,
    spelled1990: summary.spelled1990.map(wordAt),
    band: bandOfRight(summary.right, summary.words),
    sentence: dictationSentence({ firstName: firstName(reader.fullName), gender: reader.gender }, summary),
  };
}

/** Returns the reply in child mode: it was received; the result waits for the parent. */
export const presentReceived = ({ id, words }: StoredDictation): SavedDictation => ({
  id,
  words,
  right: null,
  mistakes: [],
  kinds: [],
  capitals: 0,
  punctuation: 0,
  spelled1990: [],
  band: null,
  sentence: 'Obrigado!',
});

/** Returns a text as its parent sees it. */
export function presentText({ id, comparisons, signs }: StoredText, all: readonly WritingSign[]): SavedText {
  const placed = placeOf(comparisons);
  const missing = all.find((sign) => signs.some((one) => one.id === sign.id && !one.isSeen));
  return {
    id,
    ...placed,
    sentence: textSentence(placed),
    practise: missing ? { id: missing.id, text: missing.text, practise: missing.practise } : null,
  };
}

const listDictation = (reader: FamilyReader, told: ToldDictation): ListedDictation => ({
  ...presentDictation(reader, told),
  clientId: told.dictation.clientId,
  formId: told.dictation.formId,
  title: told.dictation.body.title,
  schoolClass: told.dictation.schoolClass,
  mode: told.dictation.typed === null ? 'paper' : 'typed',
  startedAt: told.dictation.startedAt.toISOString(),
  day: told.day,
});

const listText = (text: StoredText, all: readonly WritingSign[]): ListedText => ({
  ...presentText(text, all),
  clientId: text.clientId,
  promptId: text.promptId,
  title: text.prompt.title,
  kind: text.prompt.kind,
  schoolClass: text.schoolClass,
  signs: text.signs.flatMap(({ id, isSeen }) => {
    const sign = all.find((one) => one.id === id);
    return sign ? [{ id, text: sign.text, isSeen }] : [];
  }),
  startedAt: text.startedAt.toISOString(),
  day: dateInLuanda(text.startedAt),
  opinion: text.opinion,
});

/** Returns a child's dictations and texts as its parent sees them, by what the plan allows. */
export function presentChildWritings(
  reader: FamilyReader,
  written: { dictations: readonly StoredDictation[]; texts: readonly StoredText[] },
  { signs, limit }: { signs: readonly WritingSign[]; limit: ChildWritings['limit'] },
): ChildWritings {
  const told = written.dictations.map(tellDictation);
  const name = firstName(reader.fullName);
  const telling = told.filter(({ dictation }) => !isUntyped(dictation));
  const growth = reader.allows.readingGrowth ? dictationGrowth(telling.map(dictatedOf)) : null;
  return {
    child: {
      id: reader.id,
      firstName: name,
      gender: reader.gender,
      subject: withArticle(name, reader.gender),
      schoolClass: reader.schoolClass,
      cover: reader.cover,
    },
    today: dateInLuanda(reader.now),
    writingClass: readingClassOf(reader.schoolClass),
    dictations: told.map((one) => listDictation(reader, one)).reverse(),
    texts: written.texts.map((one) => listText(one, signs)).reverse(),
    growth: growth && { kind: growth.kind, sentence: growthSentence(growth) },
    limit,
  };
}

const dictatedOf = ({ dictation, summary, day }: ToldDictation): Dictated => ({
  dictationId: dictation.formId,
  schoolClass: dictation.schoolClass,
  day,
  right: summary.right,
  words: summary.words,
});

/** The latest of some dictations and texts that says something of how the child writes. */
export function latestOf(
  dictations: readonly StoredDictation[],
  texts: readonly StoredText[],
): { dictation: StoredDictation } | { text: StoredText } | null {
  const dictation = latest(dictations.filter((one) => !isUntyped(one)));
  const text = latest(texts);
  if (dictation && (!text || dictation.startedAt >= text.startedAt)) return { dictation };
  return text ? { text } : null;
}
