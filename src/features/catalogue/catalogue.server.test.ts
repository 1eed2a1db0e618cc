import { expect, test } from 'vitest';
import { testApp } from '../../../test/support/app.ts';
import { aChild, aParent, aTest } from '../../../test/support/builders.ts';
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
  const read = async (only: 'any' | 'next'): Promise<CatalogueTest[]> =>
    (await parent.get(`/api/tests?childId=${child.id}&class=usual&only=${only}`)).body;
  const found = (await read('next')).filter(({ id }) => id === fourth.id || id === sixth.id);
  expect(found.map((one) => one.schoolClass)).toEqual(classes);
  expect(await read('any')).toHaveLength(1);
});
