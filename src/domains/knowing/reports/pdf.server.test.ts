import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Answer, testApp } from '../../../../test/support/app.ts';
import {
  aChild,
  aChildMidTest,
  aConfirmedTeacher,
  ageAttempt,
  aParent,
  type Parent,
} from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import { DAY_MS } from '../../../shared/time.ts';

const app = await testApp();

/** Returns a call whose reply is a binary file. */
async function fetchPdf(parent: Parent, path: string): Promise<Answer & { bytes: Buffer }> {
  const response = await app.frame.server.inject({ url: path, headers: { cookie: parent.cookie as string } });
  const body = response.statusCode === 200 ? undefined : response.json();
  return { status: response.statusCode, body, text: '', headers: response.headers, bytes: response.rawPayload };
}

async function aFinishedTest(parent: Parent, child: Record<string, unknown> = {}, right = 3) {
  const { id: childId } = await aChild(parent, child);
  const sitting = await aChildMidTest(app, parent, { childId, theme: 'Fracções e Decimais' });
  for (let index = 0; index < 4; index += 1)
    await sitting.answer(index, index < right ? (sitting.test.questions[index]?.correctAnswer as string) : 'E');
  for (let index = right; index < 4; index += 1)
    await sitting.answer(index, sitting.test.questions[index]?.correctAnswer === 'A' ? 'B' : 'A');
  expect((await sitting.complete()).status).toBe(200);
  return { ...sitting, childId };
}

const premium = () => aParent(app, { plan: 'family' });

test('the PDF of a result has the text of the screen, then the wrong questions with explanations; one has room on the page', async () => {
  const parent = await premium();
  const done = await aFinishedTest(parent, { fullName: 'Conceição João', gender: 'feminino' });
  const answer = await fetchPdf(parent, `/api/attempts/${done.id}/pdf`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.bytes.length).toBeLessThan(60_000);
  const { pages, metadata } = await pdfText(answer.bytes);
  expect(pages).toHaveLength(1);
  for (const words of [
    'A Conceição acertou\n3 de 4',
    'Acima da meta de 70%.',
    'Conceição João',
    'Matemática: Fracções e Decimais',
    'Como responde',
    'Comparação',
    'Vejam juntos a pergunta errada. Leva uns minutos.',
    'Página 1 de 1',
  ])
    expect(pages[0]?.replaceAll('\u00a0', ' ')).toContain(words);
  const [, missed = ''] = pages[0]?.replace(/\s+/g, ' ').split('Para rever juntos') ?? [];
  expect(missed).toContain('4. Quanto são 3 laranjas mais uma?');
  expect(missed).toContain('Resposta da Conceição: duas');
  expect(missed).toContain('Certa: quatro');
  expect(missed).toContain('porque sim.');
  expect(missed).not.toContain('1. Quanto são 0');
  expect(pages[0]).not.toContain('…');
  expect(metadata['Title']).toMatch(/^Resultado de Matemática, \d+ de \S+ de \d+$/);
});

test('the PDF of a result without mistakes is one page, and that of a repeated test says which repetition it is', async () => {
  const parent = await premium();
  const first = await aFinishedTest(parent, {}, 4);
  const again = await parent.post('/api/attempts', { childId: first.childId, testId: first.test.id });
  for (const { id, correctAnswer } of first.test.questions)
    await parent.post('/api/answers', {
      attemptId: again.body.id,
      questionId: id,
      selectedAnswer: id === first.test.questions[0]?.id ? undefined : correctAnswer,
    });
  await parent.put(`/api/attempts/${again.body.id}`, { completed: true });
  const pagesOf = async (id: number) =>
    (await pdfText((await fetchPdf(parent, `/api/attempts/${id}/pdf`)).bytes)).pages;
  const [one, two] = [await pagesOf(first.id), await pagesOf(again.body.id)];
  expect(one).toHaveLength(1);
  expect(one[0]).not.toContain('vez');
  expect(two[0]).toContain('2.ª vez');
  expect(two.join('\n')).toContain('Ficou sem resposta.');
  // The repetition is not in the child's figure.
  const report = await fetchPdf(parent, `/api/children/${first.childId}/report/pdf`);
  expect((await pdfText(report.bytes)).pages[0]?.replace(/\s+/g, ' ')).toContain('Maria fez 1 teste e acertou 4 de 4');
});

test.each([
  [true, 'Feito sem internet. Conta no relatório e no mapa da criança. Não entra nas médias das outras famílias.'],
  [false, 'Feito sem internet, tempo não confirmado: não conta para a média nem para o mapa.'],
])('the PDF of a result taken offline says so, and shows no doubtful time (%s)', async (sure, words) => {
  const parent = await premium();
  const done = await aFinishedTest(parent);
  await app.db.count(
    `update attempts set offline = true, time_confirmed = $2, sitting_hash = 'x', valid = false,
       prepared_at = attempt_date, prepared_until = attempt_date + interval '7 days' where id = $1`,
    [done.id, sure],
  );
  const { bytes } = await fetchPdf(parent, `/api/attempts/${done.id}/pdf`);
  const [page = ''] = (await pdfText(bytes)).pages;
  expect(page.replaceAll(/\s+/g, ' ')).toContain(words);
  expect(/–\s+Tempo/.test(page)).toBe(!sure);
});

test('the PDF of a result with a corrected key shows the old and the new mark', async () => {
  const parent = await premium();
  const done = await aFinishedTest(parent);
  const teacher = await aConfirmedTeacher(app);
  const question = done.test.questions[0] as { id: number; correctAnswer: string };
  await teacher.post(`/api/teacher/tests/${done.test.id}/questions/${question.id}/regrade`, {
    correctAnswer: question.correctAnswer === 'D' ? 'C' : 'D',
    reason: 'A chave estava trocada.',
  });
  const { pages } = await pdfText((await fetchPdf(parent, `/api/attempts/${done.id}/pdf`)).bytes);
  expect(pages).toHaveLength(2);
  const text = pages[0]?.replace(/\s+/g, ' ');
  expect(text).toContain('acertou 2 de 4');
  expect(text).toMatch(
    /Uma pergunta tinha a resposta certa mal marcada\. Corrigimos a .+: o resultado passou de 75% para 50%\./,
  );
});

test('the PDF of a report is one page, with and without tests', async () => {
  const parent = await premium();
  const none = await aChild(parent, { fullName: 'João Sem Testes' });
  const empty = await fetchPdf(parent, `/api/children/${none.id}/report/pdf`);
  expect((await pdfText(empty.bytes)).pages[0]).toContain('Ainda sem testes');
  const slow = await aChild(parent, { fullName: 'Ana Sem Testes', extendedTime: 30 });
  const longer = await fetchPdf(parent, `/api/children/${slow.id}/report/pdf`);
  expect((await pdfText(longer.bytes)).pages[0]).toContain('cerca de 30 minutos');
  const done = await aFinishedTest(parent, { fullName: 'Weza Domingos' });
  const answer = await fetchPdf(parent, `/api/children/${done.childId}/report/pdf`);
  const { pages } = await pdfText(answer.bytes);
  expect(pages).toHaveLength(1);
  for (const words of [
    'Weza fez 1 teste e acertou 3 de 4',
    'Por disciplina',
    'Por trimestre',
    'Por tema',
    'Fracções e Decimais',
  ])
    expect(pages[0]).toContain(words);
  // The months of the trimesters, as on the screen.
  const { months } = (await parent.get(`/api/children/${done.childId}/report`)).body;
  expect(months).toHaveLength(3);
  for (const words of months) expect(pages[0]).toContain(words);
  expect(answer.bytes.length).toBeLessThan(60_000);
});

test('T20 no file name contains a child’s name', async () => {
  const parent = await premium();
  const done = await aFinishedTest(parent, { fullName: 'Conceição João' });
  const result = await fetchPdf(parent, `/api/attempts/${done.id}/pdf`);
  const report = await fetchPdf(parent, `/api/children/${done.childId}/report/pdf`);
  expect(result.headers['content-disposition']).toMatch(
    /^attachment; filename="?resultado-matematica-fraccoes-e-decimais-\d{4}-\d\d-\d\d\.pdf"?$/,
  );
  expect(report.headers['content-disposition']).toMatch(
    /^attachment; filename="?relatorio-4o-ano-\d{4}-\d\d-\d\d\.pdf"?$/,
  );
});

test('T42 every PDF requires a plan: 402 on the free plan, after a plan has ended, and for a child that is not covered', async () => {
  const free = await aParent(app);
  const done = await aFinishedTest(free);
  const refused = await fetchPdf(free, `/api/attempts/${done.id}/pdf`);
  expect(refused).toMatchObject({ status: 402, body: { code: 'pdf' } });
  expect((await fetchPdf(free, `/api/children/${done.childId}/report/pdf`)).status).toBe(402);

  const one = await aParent(app, { plan: 'individual' });
  const first = await aFinishedTest(one);
  const second = await aFinishedTest(one, { fullName: 'Segundo Filho' });
  expect((await fetchPdf(one, `/api/attempts/${first.id}/pdf`)).status).toBe(200);
  expect((await fetchPdf(one, `/api/attempts/${second.id}/pdf`)).status).toBe(402);
  await one.post(`/api/children/${first.childId}/archive`);
  expect((await fetchPdf(one, `/api/attempts/${first.id}/pdf`)).status).toBe(402);

  const ended = await aParent(app, { plan: 'family', planEnds: new Date(Date.now() - 8 * DAY_MS) });
  const late = await aFinishedTest(ended);
  expect((await fetchPdf(ended, `/api/attempts/${late.id}/pdf`)).status).toBe(402);
});

test('there is no PDF of an open attempt, of another family’s, or of an unknown one', async () => {
  const [parent, other] = [await premium(), await premium()];
  const open = await aChildMidTest(app, parent);
  expect(await fetchPdf(parent, `/api/attempts/${open.id}/pdf`)).toMatchObject({
    status: 409,
    body: { code: 'not-completed' },
  });
  const done = await aFinishedTest(parent);
  for (const path of [
    `/api/attempts/${done.id}/pdf`,
    `/api/children/${done.childId}/report/pdf`,
    '/api/attempts/2000000000/pdf',
    '/api/children/abc/report/pdf',
  ])
    expect((await fetchPdf(other, path)).status, path).toBe(404);
});

test('a provisionally closed attempt has no PDF until it is completed', async () => {
  const parent = await premium();
  const sitting = await aChildMidTest(app, parent);
  await sitting.answer(0, 'A');
  await sitting.answer(1, 'A');
  await ageAttempt(app.db, sitting.id, 3_600);
  expect((await fetchPdf(parent, `/api/attempts/${sitting.id}/pdf`)).status).toBe(409);
  await parent.put(`/api/attempts/${sitting.id}`, { completed: true });
  expect((await fetchPdf(parent, `/api/attempts/${sitting.id}/pdf`)).status).toBe(200);
});

test('the number of PDF files an hour is limited: 429', async () => {
  const parent = await premium();
  const { id } = await aChild(parent);
  const path = `/api/children/${id}/report/pdf`;
  await app.db.count(`insert into rate_limits (key, window_start, hits) values ($1, now(), 60)`, [`pdf:${parent.id}`]);
  expect((await fetchPdf(parent, path)).status).toBe(429);
});

const HOSTILE = [
  ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> (',
  '<script>alert(1)</script> </text> {{7*7}}',
  'مريم 😀 \u202Eatsil\u202C 美 \u0007',
  'W'.repeat(120),
];

test.each(HOSTILE)(
  'T52 a name cannot inject PDF content, and characters that the font lacks are printed as boxes: %s',
  async (fullName) => {
    const parent = await premium();
    const done = await aFinishedTest(parent, { fullName, school: fullName.slice(0, 100) });
    for (const path of [`/api/attempts/${done.id}/pdf`, `/api/children/${done.childId}/report/pdf`]) {
      const { status, bytes } = await fetchPdf(parent, path);
      expect(status).toBe(200);
      const { pages } = await pdfText(bytes);
      expect(pages.length).toBeLessThanOrEqual(2);
      expect(opened(bytes)).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile|URI|GoToR|SubmitForm)\b/);
      if (/^[ -~]*$/.test(fullName) && fullName.length < 100)
        expect(pages[0]?.replace(/\s+/g, ' ')).toContain(fullName.replace(/\s+/g, ' '));
      if (fullName.includes('美')) expect(pages[0]).toContain('□');
      expect(pages[0]).not.toMatch(/[\p{Cf}\p{Cs}]/u);
      expect(pages[0]).not.toContain('\u0007');
    }
  },
);

/** Returns a PDF with its compressed parts expanded, as a checker would read it. */
function opened(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream]) => {
    try {
      return inflateSync(Buffer.from(stream as string, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return text + streams.join('\n');
}

test('the PDF of a result in pencil says why under the mark, and compares nothing', async () => {
  const parent = await premium();
  parent.completesAtOnce = true;
  const { id: childId } = await aChild(parent, { fullName: 'Conceição João', gender: 'feminino' });
  const sitting = await aChildMidTest(app, parent, { childId, keys: ['A', 'A', 'B', 'B'] });
  for (const index of [0, 1, 2]) await sitting.answer(index, 'A');
  await sitting.complete();
  const { pages } = await pdfText((await fetchPdf(parent, `/api/attempts/${sitting.id}/pdf`)).bytes);
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const words of [
    'Fica a lápis: não conta para a média. Este resultado pode não mostrar o que a Conceição sabe: respondeu a 3 perguntas',
    'Tracejado claro: depressa demais ou sem resposta.',
    '3 Depressa demais',
    'não comparamos este resultado',
    'Resposta da Conceição, depressa demais: duas',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Comparação|Como responde|da meta|Erradas|valor de comparação|Com 4 perguntas/);
});
