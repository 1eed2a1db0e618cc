import { expect, test } from 'vitest';
import {
  EXPORT_FORMATS,
  IMPORT_FORMATS,
  isExported,
  isImported,
  QUESTION_FORMATS,
  TWO_WAY_FORMATS,
} from './question-formats.ts';

test('a format may be only imported, or only exported', () => {
  const { gift, pdf } = QUESTION_FORMATS;
  const importOnly = { ...gift, fileEnding: null };
  expect([importOnly, pdf, gift].map((format) => [isImported(format), isExported(format)])).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
});

test('what is both imported and exported can make a template', () => {
  expect(TWO_WAY_FORMATS).toEqual(IMPORT_FORMATS.filter((format) => (EXPORT_FORMATS as string[]).includes(format)));
  expect(IMPORT_FORMATS).not.toContain('pdf');
});
