import { expect, test } from 'vitest';
import { type Answer, testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, anObjective, aParent, type Parent } from '../../../../test/support/builders.ts';
import { pdfText } from '../../../../test/support/pdf-text.ts';
import type { ThemeState } from '../../../shared/sona.ts';
import type { KnowledgeMap } from './knowledge.contract.ts';
import { mapPdf } from './map-pdf.server.ts';

const app = await testApp();

async function fetchMap(parent: Parent, childId: number, query = ''): Promise<Answer & { bytes: Buffer }> {
  const url = `/api/children/${childId}/knowledge/pdf${query}`;
  const response = await app.frame.server.inject({ url, headers: { cookie: parent.cookie as string } });
  const body = response.statusCode === 200 ? undefined : response.json();
  return { status: response.statusCode, body, text: '', headers: response.headers, bytes: response.rawPayload };
}

const flat = (text: string | undefined) => text?.replace(/\s+/g, ' ');

test('the PDF of the map is one page with the text of the screen', async () => {
  await anObjective(app.db, { code: 'PAPEL-1', discipline: 'Matemática', schoolClass: '4º Ano' });
  await anObjective(app.db, { code: 'PAPEL-2', discipline: 'Artes', schoolClass: '4º Ano' });
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent, { fullName: 'Conceição João', gender: 'feminino', schoolClass: '4º Ano' });
  const sitting = await aChildMidTest(app, parent, { childId: child.id as number });
  await sitting.answer(0, 'A');
  await sitting.complete();
  const answer = await fetchMap(parent, child.id as number, `?discipline=${encodeURIComponent('Matemática')}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['cache-control']).toBe('private, no-store');
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="?mapa-matematica-4o-ano-\d{4}-\d\d-\d\d\.pdf"?$/,
  );
  expect(answer.bytes.length).toBeLessThan(60_000);
  const { pages, metadata } = await pdfText(answer.bytes);
  expect(pages).toHaveLength(1);
  expect(metadata['Title']).toBe('Mapa de Matemática, 4.ª classe');
  const map: KnowledgeMap = (await parent.get(`/api/children/${child.id}/knowledge`)).body;
  const shown = map.disciplines.find(({ discipline }) => discipline === 'Matemática');
  expect(shown?.themes.length).toBeGreaterThan(0);
  for (const { name } of shown?.themes ?? []) expect(flat(pages[0])).toContain(name?.slice(0, 20));
  expect(flat(pages[0])).toContain('As outras disciplinas');
  expect(flat(pages[0])).toContain('desenhos do povo Cokwe');
});

test('the PDF requires a plan, and another family’s child is not found', async () => {
  const free = await aParent(app);
  const child = await aChild(free);
  expect(await fetchMap(free, child.id as number)).toMatchObject({ status: 402, body: { code: 'pdf' } });
  const other = await aParent(app, { plan: 'family' });
  expect((await fetchMap(other, child.id as number)).status).toBe(404);
  const own = await aChild(other);
  expect((await fetchMap(other, own.id as number, '?discipline=Magia')).status).toBe(400);
  const without = `?discipline=${encodeURIComponent('Inglês')}`;
  expect((await fetchMap(other, own.id as number, without)).body.code).toBe('no-map');
  await app.db.count(`insert into rate_limits (key, window_start, hits) values ($1, now(), 60)`, [`pdf:${other.id}`]);
  expect((await fetchMap(other, own.id as number)).status).toBe(429);
});

const STATES: ThemeState[] = ['knows', 'almost', 'review', 'not-yet', 'no-data'];

test.each([1, 2, 11, 31, 60])('a map of %i themes with long names fits one page', async (total) => {
  const discipline = (name: KnowledgeMap['disciplines'][number]['discipline'], count: number) => ({
    discipline: name,
    sentence: `A Maria sabe alguns dos ${count} temas.`,
    lacking: 'Fracções',
    next: 'T0',
    known: 1,
    total: count,
    themes: Array.from({ length: count }, (_, index) => ({
      code: `T${index}`,
      name: `${index + 1}.º tema, com um nome que não acaba e ocupa mais do que uma linha inteira`,
      state: STATES[index % 5] as ThemeState,
      answers: 4,
      right: 2,
      lastAnswer: null,
      testId: null,
      objectives: [],
    })),
  });
  const shown = discipline('Matemática', total);
  const map: KnowledgeMap = {
    childId: 1,
    sentence: shown.sentence,
    schoolClass: '4º Ano',
    detailed: true,
    freeTests: null,
    disciplines: [
      shown,
      ...(['Português', 'Ciências', 'História', 'Geografia', 'Inglês'] as const).map((name) => discipline(name, total)),
    ],
    before: [],
    moved: null,
    action: {
      text: 'Treinar Fracções',
      discipline: 'Matemática',
      theme: 'T0',
      name: 'Fracções',
      testId: null,
      duration: null,
    },
  };
  const brand = { productName: 'Caderneta', companyName: 'Caderneta', supportEmail: 'apoio@caderneta.ao' };
  const child = { firstName: 'Maria', gender: 'feminino' as const };
  const { pages } = await pdfText(await mapPdf(map, shown, { brand, now: new Date('2026-04-15T10:00:00Z'), child }));
  expect(pages).toHaveLength(1);
  expect(flat(pages[0])).toContain(`${total}.º tema`);
  expect(flat(pages[0])).toContain('Página 1 de 1');
});
