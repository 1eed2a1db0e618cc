// What is wrong with the bank, as it is found; said at the end.

export interface Problem {
  severity: 'erro' | 'aviso';
  file: string;
  test?: string;
  question?: string;
  message: string;
}

export const problems: Problem[] = [];

export function problem(
  severity: Problem['severity'],
  file: string,
  message: string,
  test?: string,
  question?: string,
): void {
  problems.push({ severity, file, message, ...(test ? { test } : {}), ...(question ? { question } : {}) });
}

export const percent = (share: number) => `${Math.round(share * 100)} %`;
export const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
