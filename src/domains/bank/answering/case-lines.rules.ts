/**
 * One form in each line: what is typed, `→`, and the one spelling that is stored, `A | B` if it is asked back, or `✗` if it is no number.
 * Characters that cannot be seen are written as `\u…`.
 */
export const lines = (text: string): readonly (readonly [typed: string, verdict: string])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [typed = '', verdict = ''] = line.split('→');
      const seen = typed
        .slice(0, -1)
        .replace(/\\u([0-9a-f]{4})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      return [seen, verdict.trim()] as const;
    });
