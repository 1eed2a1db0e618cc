import { expect, test } from 'vitest';
import { multipart, testApp } from '../../../../test/support/app.ts';
import { aTest, aUser } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { unprintable } from '../../../server/pdf/typeface.ts';
import { symbolsShown } from '../question-formats/elements.rules.ts';
import { lowered, raised, superscript } from '../question-formats/formulas.rules.ts';
import { convertPasted } from './pasted-work.server.ts';

const app = await testApp();
const teacher = await aUser(app, 'teacher');

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const LATIN = Array.from({ length: 224 }, (_, index) => String.fromCharCode(32 + index));

test('every character that a reader writes in place of others can be printed', () => {
  const written = [
    ...ASCII.flatMap((sign) => [raised(sign), superscript(sign), lowered(sign)]),
    ...LATIN.flatMap((sign) => symbolsShown('symbol', sign) ?? []),
  ].join('');
  expect(written).toContain('₂');
  expect(unprintable(written)).toEqual([]);
});

test('powers, indices, fractions and nasal letters of a file are on the printed test; what cannot be printed is named', async () => {
  const { id } = await aTest(app.db);
  const csv =
    'Enunciado;A;B;C;Resposta\nÁgua\u200b ou H\u2082O\u00ad: 10⁻³ de ⅓?;CO₂;♀ ũ;5 ‰;A\nQual é a letra japonesa?;美;Ã;É;A\nAbre a caixa 😀?;sim;não;;A\n';
  const { payload, headers } = multipart({ dryRun: 'false' }, { name: 'x.csv', type: 'text/csv', bytes: csv });
  const { body } = await teacher.request('POST', `/api/teacher/tests/${id}/import`, payload, headers);
  expect(body.rows.map(({ notes }: { notes: string[] }) => notes)).toEqual([
    [],
    ['No teste impresso sai um quadrado vazio em vez de «美»: troque-o se for imprimir.'],
    ['No teste impresso sai um quadrado vazio em vez de «😀»: troque-o se for imprimir.'],
  ]);
  const stored = (await teacher.get(`/api/teacher/tests/${id}/questions`)).body as { statement: string }[];
  expect(stored.at(-3)?.statement).toBe('Água ou H₂O: 10⁻³ de ⅓?');
  const url = `/api/teacher/tests/${id}/export?format=pdf&scope=all`;
  const printed = await app.frame.server.inject({ url, headers: { cookie: teacher.cookie ?? '' } });
  const text = (await pdfText(printed.rawPayload)).pages.join('\n').normalize('NFKC');
  for (const part of ['H₂O: 10⁻³ de ⅓?', 'CO₂', '♀ ũ', '5 ‰']) expect(text).toContain(part.normalize('NFKC'));
  expect(text.split('□')).toHaveLength(3);
});

test('the preview of the form names what cannot be printed', async () => {
  const notesOf = async (statement: string) => (await teacher.post('/api/teacher/preview', { statement })).body.notes;
  expect(await notesOf('Quanto é H₂O?')).toEqual([]);
  expect(await notesOf('A letra 美 é?')).toEqual([
    'No teste impresso sai um quadrado vazio em vez de «美»: troque-o se for imprimir.',
  ]);
});

test('pasted text has no invisible characters, and what cannot be printed is named', () => {
  expect(convertPasted('<p>H<sub>2</sub>O\u00ad e\u200b 美</p>')).toEqual({
    text: 'H₂O e 美',
    notes: ['No teste impresso sai um quadrado vazio em vez de «美»: troque-o se for imprimir.'],
  });
});
