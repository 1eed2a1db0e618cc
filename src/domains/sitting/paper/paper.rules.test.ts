import { expect, test } from 'vitest';
import { isByHand, photoProblem, sheetProblem, unreadScan } from './paper.rules.ts';

const SHEET = {
  attemptId: 7,
  child: { id: 1, firstName: 'Maria', cover: 2 },
  test: { id: 3, discipline: 'Matemática', theme: 'Fracções', form: 'B', schoolClass: '4º Ano' },
  expiresAt: '2026-12-01T00:00:00.000Z',
};

test('a sheet typed by hand has all rows, none of them read, and no pictures', () => {
  const rows = [4, 3].map((alternatives, index) => ({ questionId: 10 + index, number: 1 + index, alternatives }));
  const typed = unreadScan({ ...SHEET, pdf: '/api/paper/7/sheet', rows });
  expect(typed).toEqual({
    ...SHEET,
    readings: rows.map((row) => ({ ...row, letter: null, sure: false, doubt: null, crop: '' })),
  });
  expect(isByHand(typed)).toBe(true);
  const [first, ...others] = typed.readings;
  expect(isByHand({ readings: [{ ...first!, crop: 'data:image/webp;base64,AA' }, ...others] })).toBe(false);
});

test('the problem with a photograph or a sheet is named, and what helps', () => {
  const failure = (status: number, code = '', fields: Record<string, string> = {}) => ({
    ...{ status, code, fields },
    said: 'O serviço está ocupado.',
  });
  expect(photoProblem(failure(0), true, 1)).toMatchObject({ title: 'Sem internet', waiting: true });
  expect(photoProblem(failure(0), true, 3)).toMatchObject({
    title: 'Sem internet: 3 fotografias guardadas',
    waiting: true,
  });
  // On a full phone nothing may be said to be kept.
  const lost = photoProblem(failure(0), true, 0);
  expect([lost.waiting, lost.advice]).toEqual([undefined, expect.stringMatching(/^Não há espaço para guardar/)]);
  expect(photoProblem(failure(503), true, 0).waiting).toBe(false);
  expect(photoProblem(failure(503), true, 1)).toMatchObject({ advice: 'O serviço está ocupado.', waiting: true });
  expect(photoProblem(failure(422, 'corner'), false, 1).title).toBe('Falta um canto da folha');
  const used = failure(409, 'sheet-used', { result: '/results/7' });
  for (const problem of [photoProblem(used, false, 1), sheetProblem(used)])
    expect(problem).toMatchObject({ title: 'Esta folha já foi usada', result: '/results/7' });
  expect(sheetProblem(failure(404)).title).toBe('Não encontrámos esta folha');
  // Without a photograph there is nothing that waits on the phone.
  expect(sheetProblem(failure(0)).waiting).toBeUndefined();
});
