import { pause } from './faults.ts';
import type { Call, History } from './history-run.ts';

/** Milliseconds between two changes of a teacher. */
const BETWEEN_MS = 300;
const QUESTIONS = 2;

let texts = 0;
/** Returns a text that no question has had yet, so that a text tells which change it is of. */
function newText(): string {
  texts += 1;
  return `Quantas canetas há em ${texts} caixas?`;
}

const fields = (statement: string) => ({
  statement,
  alternatives: ['Uma', 'Duas', 'Três', 'Quatro'],
  correctAnswer: 'A',
});

/** Creates the test that teachers change while families take it. */
export async function aTaughtTest(history: History, call: Call): Promise<{ testId: number; questions: number[] }> {
  const about = { discipline: 'Matemática', theme: `Canetas ${newText()}`, shuffle: false, schoolClass: '4º Ano' };
  const testId = (await call('POST', '/api/teacher/tests', about)).reply?.body.id as number;
  const questions: number[] = [];
  while (questions.length < QUESTIONS) {
    const text = newText();
    const { reply, at } = await call('POST', `/api/teacher/tests/${testId}/questions`, fields(text));
    if (reply?.status !== 201) throw new Error(`question: ${reply?.status} ${JSON.stringify(reply?.body)}`);
    const question = reply.body.id as number;
    history.operations.push({ kind: 'change', question, from: reply.body.revision - 1, text, ...at });
    questions.push(question);
  }
  return { testId, questions };
}

/** A teacher who reads the questions of a test and changes one of them as it was read, while others do the same. */
export class Teacher {
  #history: History;
  #call: Call;
  #testId: number;
  #turn: number;

  constructor(history: History, call: Call, testId: number, turn: number) {
    this.#history = history;
    this.#call = call;
    this.#testId = testId;
    this.#turn = turn;
  }

  async run(): Promise<void> {
    while (!this.#history.stopped) {
      await this.#change();
      await pause(BETWEEN_MS);
    }
  }

  async #change(): Promise<void> {
    const { operations } = this.#history;
    const { reply, at } = await this.#call('GET', `/api/teacher/tests/${this.#testId}/questions`);
    if (reply?.status !== 200) return;
    const listed = reply.body as { id: number; statement: string; revision: number }[];
    for (const { id, statement } of listed)
      operations.push({ kind: 'shown', question: id, text: statement, attempt: null, isNew: true, ...at });
    this.#turn += 1;
    const { id: question, revision } = listed[this.#turn % listed.length] as (typeof listed)[number];
    const text = newText();
    const changed = await this.#call('PUT', `/api/teacher/questions/${question}`, { ...fields(text), revision });
    operations.push({ kind: 'change', question, from: revision, text, ...changed.at });
  }
}
