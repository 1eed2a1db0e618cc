import { uuid } from '../../../web/device/uuid.ts';
import type { ReadingMarks } from '../../../web/device/waiting.rules.ts';
import { type Grid, gridOf, type Marked, marked, TIMED_SECONDS } from '../grid/grid.rules.ts';
import type { Recorded } from '../recording/recorder.web.ts';
import { reasonsOf, type StoredReading, type Told, tell } from './child-readings.rules.ts';
import { type FormBody, type FormKind, stepOf } from './forms.rules.ts';
import { reachedOf } from './ladder.rules.ts';
import type { ReadingPack } from './reading.contract.ts';
import type { Reader, Work } from './reading-device.web.ts';
import { chooseForm } from './reading-device.web.ts';

/** What one step reads, from the pack. */
export interface Form {
  id: string;
  version: number;
  kind: FormKind;
  title: string;
  items: readonly string[];
  paragraphs: readonly number[];
  questions: readonly { id: string; text: string; model: string; place: number }[];
}

/** Returns the form to read next of a kind; undefined if the pack has none. */
export function formOf(pack: ReadingPack, kind: FormKind, reader: Reader): Form | undefined {
  if (kind === 'letters' || kind === 'words') {
    const list = pack[kind];
    const title = kind === 'letters' ? 'Letras' : 'Palavras';
    return list ? { ...list, kind, title, paragraphs: [0], questions: [] } : undefined;
  }
  if (kind === 'listening') {
    const story = chooseForm(pack.listening, reader);
    return (
      story &&
      asForm(
        story,
        kind,
        story.questions.map((question) => ({ ...question, place: 0 })),
      )
    );
  }
  const text = chooseForm(
    pack.forms.filter((form) => form.kind === kind),
    reader,
  );
  return text && asForm(text, kind, text.questions);
}

/** Returns a form of the pack by its id and version, for a step that was left unfinished. */
export function formNamed(pack: ReadingPack, { kind, formId, version }: Work): Form | undefined {
  const isIt = ({ id, version: other }: { id: string; version: number }) => id === formId && other === version;
  if (kind === 'letters' || kind === 'words') {
    const list = pack[kind];
    if (!list || !isIt(list)) return undefined;
    return { ...list, kind, title: kind === 'letters' ? 'Letras' : 'Palavras', paragraphs: [0], questions: [] };
  }
  if (kind === 'listening') {
    const story = pack.listening.find(isIt);
    return (
      story &&
      asForm(
        story,
        kind,
        story.questions.map((question) => ({ ...question, place: 0 })),
      )
    );
  }
  const text = pack.forms.find(isIt);
  return text && asForm(text, kind, text.questions);
}

const asForm = (
  { id, version, title, words, paragraphs }: ReadingPack['listening'][number],
  kind: FormKind,
  questions: Form['questions'],
): Form => ({ id, version, kind, title, items: words, paragraphs, questions });

export const aWork = (form: Form, mode: Work['mode']): Work => ({
  kind: form.kind,
  formId: form.id,
  version: form.version,
  mode,
  startedAt: new Date().toISOString(),
  seconds: TIMED_SECONDS,
  from: 0,
  lastItem: null,
  wrong: [],
  selfCorrected: [],
  outcomes: {},
  brokenOff: false,
});

/** Returns the item that was probably reached after a minute of a longer reading: reading speed is taken as constant. */
export const proposedLast = (items: number, seconds: number): number | null =>
  seconds > TIMED_SECONDS ? Math.min(items - 2, Math.max(0, Math.round((items * TIMED_SECONDS) / seconds) - 1)) : null;

export const gridOfWork = (items: number, work: Work): Grid => gridOf(items, work);
export const withGrid = (work: Work, grid: Grid): Work => ({
  ...work,
  lastItem: grid.lastItem,
  wrong: marked(grid, 'wrong'),
  selfCorrected: marked(grid, 'selfCorrected'),
});

/** Returns the marks as they are sent. Without a last item everything was read. */
export function markedOf(form: Form, work: Work): Marked {
  if (form.kind === 'listening')
    return { seconds: work.seconds, finished: false, lastItem: null, wrong: [], selfCorrected: [] };
  const finished = work.lastItem === null || work.lastItem === form.items.length - 1;
  return {
    seconds: work.seconds,
    finished,
    lastItem: finished ? null : work.lastItem,
    wrong: work.wrong,
    selfCorrected: work.selfCorrected,
  };
}

/** Returns the recording as a second listener gets it: without the marks of the first. */
export const unmarked = (form: Form, work: Work): Work => ({
  ...work,
  lastItem: proposedLast(form.items.length, work.seconds),
  wrong: [],
  selfCorrected: [],
});

/** Returns a work with the marks of a second listener. */
export const withSecond = (work: Work, { lastItem, wrong, selfCorrected }: Work): Work => ({
  ...work,
  second: { clientId: uuid(), lastItem, wrong, selfCorrected },
});

/** Returns the bodies of `POST /api/readings`: of the first listener, and of the second if there is one. */
export function bodiesOf(childId: number, form: Form, work: Work, id: string): ReadingMarks[] {
  const first = bodyOf(childId, form, work, id);
  if (!work.second) return [first];
  const { clientId, ...marks } = work.second;
  return [
    first,
    { ...first, ...markedOf(form, { ...work, ...marks }), clientId, answers: [], listener: 2, recordedBy: id },
  ];
}

function bodyOf(childId: number, form: Form, work: Work, id: string): ReadingMarks {
  return {
    clientId: id,
    childId,
    step: stepOf(form.kind),
    formId: form.id,
    version: form.version,
    mode: work.mode,
    startedAt: work.startedAt,
    ...markedOf(form, work),
    answers: Object.entries(work.outcomes).map(([questionId, outcome]) => ({ questionId, outcome })),
    listener: 1,
  };
}

/** Returns the result as this device computes it, by the same rules as the server. @param earlier what was read before it here. */
export function toldOf(form: Form, work: Work, reader: Reader, earlier: readonly StoredReading[]): Told {
  const sent = markedOf(form, work);
  const reading: StoredReading = {
    ...sent,
    id: 0,
    clientId: '',
    formId: form.id,
    formVersion: form.version,
    kind: form.kind,
    schoolClass: form.kind === 'class' ? reader.readingClass : null,
    items: form.items.length,
    body: { title: form.title, words: form.items, questions: form.questions } as unknown as FormBody,
    mode: work.mode,
    startedAt: new Date(work.startedAt),
    wrong: [...sent.wrong],
    selfCorrected: [...sent.selfCorrected],
    answers: Object.entries(work.outcomes).map(([questionId, outcome]) => ({ questionId, outcome })),
    listener: 1,
    recordedBy: null,
    reasons: [],
  };
  reading.reasons = reasonsOf(reading, reader.earTrained);
  const other = work.second && markedOf(form, { ...work, ...work.second });
  const second = other && { ...reading, ...other, wrong: [...other.wrong], selfCorrected: [...other.selfCorrected] };
  return tell(reading, second, earlier);
}

/** Where a step is. */
export type Stage =
  | { at: 'before'; problem?: string }
  | { at: 'reading'; stream: MediaStream }
  | { at: 'live' }
  | { at: 'marking' }
  | { at: 'second' }
  | { at: 'story' }
  | { at: 'questions' }
  | { at: 'result'; told: Told }
  | { at: 'thanks'; isKept: boolean };

/** A step under way, and what can happen to it. */
export interface StepState {
  stage: Stage;
  work: Work;
  setWork: (work: Work) => void;
  sound: Blob | undefined;
  go: (stage: Stage) => void;
  /** Changes the marks and stores them on the device. */
  keep: (work: Work) => void;
  recorded: (heard: Recorded) => Promise<void>;
  /** Whether the marks of the first listener are sent, and only the second one marks. */
  isOnlySecond: boolean;
  /** Sends the result and erases the recording. */
  finish: (work: Work) => void;
  afterMarks: (work: Work) => void;
  begin: () => void;
  again: () => void;
}

/** The questions whose place the child reached. */
export function questionsOf(form: Form, work: Work): Form['questions'] {
  if (form.kind === 'listening') return form.questions;
  const reached = reachedOf(form.items.length, markedOf(form, work), TIMED_SECONDS);
  return form.questions.filter(({ place }) => place < reached);
}
