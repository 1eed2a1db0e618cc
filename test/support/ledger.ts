/** A row of `answers`. */
export interface KeptAnswer {
  attemptId: number;
  questionId: number;
  letter: string;
  sequence: number | null;
}

interface Sent {
  attemptId: number;
  questionId: number;
  selectedAnswer: string;
  sequence: number;
}

const keyOf = (attemptId: number, questionId: number) => `${attemptId}/${questionId}`;

/**
 * Everything that phones sent and what was acknowledged to them, by attempt and question. It is compared with the database at the end of a
 * run: most attempts are over by then, so that what was lost in the middle is not hidden by a later answer to the same question.
 */
export class Ledger {
  #sent = new Map<string, Map<number, string>>();
  #acknowledged = new Map<string, number>();

  /** Notes an answer before it is sent. */
  sending({ attemptId, questionId, selectedAnswer, sequence }: Sent): void {
    const key = keyOf(attemptId, questionId);
    const letters = this.#sent.get(key) ?? new Map<number, string>();
    this.#sent.set(key, letters.set(sequence, selectedAnswer));
  }

  /** Notes that an answer was acknowledged. */
  acknowledged({ attemptId, questionId, sequence }: Sent): void {
    const key = keyOf(attemptId, questionId);
    this.#acknowledged.set(key, Math.max(sequence, this.#acknowledged.get(key) ?? 0));
  }

  /** Number of questions with an acknowledged answer. */
  get size(): number {
    return this.#acknowledged.size;
  }

  get attempts(): number[] {
    return [...new Set([...this.#sent.keys()].map((key) => Number(key.split('/')[0])))];
  }

  /**
   * Compares the ledger with all rows of its attempts.
   *
   * @returns one line for each fault: an acknowledged answer that is missing or older, a row kept twice, and a row that no phone sent.
   */
  faults(rows: readonly KeptAnswer[]): string[] {
    const kept = new Map<string, KeptAnswer>();
    const found: string[] = [];
    for (const row of rows) {
      const key = keyOf(row.attemptId, row.questionId);
      if (kept.has(key)) found.push(`${key} is there twice`);
      kept.set(key, row);
      if (row.sequence === null || this.#sent.get(key)?.get(row.sequence) !== row.letter)
        found.push(`${key} holds ${row.letter} with ${row.sequence}, which no phone sent`);
    }
    for (const [key, sequence] of this.#acknowledged) {
      const row = kept.get(key);
      if (!row) found.push(`${key} is lost`);
      else if ((row.sequence ?? 0) < sequence) found.push(`${key} went back from ${sequence} to ${row.sequence}`);
    }
    return found;
  }
}
