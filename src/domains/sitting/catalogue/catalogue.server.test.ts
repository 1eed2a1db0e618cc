import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aChildMidTest, aParent, aTest } from '../../../../test/support/builders.ts';
import type { CatalogueTest } from './catalogue.contract.ts';

const app = await testApp();

test.each([
  ['4º Ano', ['4º Ano']],
  ['8º Ano', ['4º Ano', '6º Ano']],
])('without filters a child in the %s is offered tests of %s', async (schoolClass, classes) => {
  const [fourth, sixth] = [
    await aTest(app.db, { schoolClass: '4º Ano' }),
    await aTest(app.db, { schoolClass: '6º Ano' }),
  ];
  const parent = await aParent(app);
  const child = await aChild(parent, { schoolClass });
  const next: CatalogueTest[] = (await parent.get(`/api/tests?childId=${child.id}&class=usual&only=next`)).body;
  const found = next.filter(({ id }) => id === fourth.id || id === sixth.id);
  expect(found.map((one) => one.schoolClass)).toEqual(classes);
});

test('a locked test says in the words of its refusal who used the free test', async () => {
  const parent = await aParent(app, { plan: 'free' });
  const [first, second] = [await aTest(app.db), await aTest(app.db)];
  const took = await aChild(parent);
  const sitting = await aChildMidTest(app, parent, { childId: took.id });
  await sitting.answer(0, 'A');
  const ofCatalogue = async (childId: number): Promise<CatalogueTest['forChild']> =>
    (await parent.get(`/api/tests?childId=${childId}`)).body.find(({ id }: CatalogueTest) => id === first.id).forChild;
  const refusal = async (childId: number) =>
    (await parent.post('/api/attempts', { childId, testId: second.id })).body.message as string;
  const own = (await ofCatalogue(took.id))?.whyNot;
  expect(own).toBe('O teste grátis de Matemática deste mês já foi feito.');
  expect(await refusal(took.id)).toContain(own);

  // The child that took it is archived, and another one takes its place.
  expect((await parent.post(`/api/children/${took.id}/archive`, {})).status).toBe(200);
  const other = await aChild(parent);
  const family = (await ofCatalogue(other.id))?.whyNot;
  expect(family).toMatch(/^Os testes grátis de Matemática deste mês já foram usados/);
  expect(await refusal(other.id)).toContain(family);
});
