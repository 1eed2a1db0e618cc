import { expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';
import { aPayingFamily, prepare } from './prepared.ts';

test('without network the tests that a phone keeps are found by discipline and theme, and one child leads to the other', async ({
  page,
}) => {
  const { childId } = await aPayingFamily(page);
  const added = await page.request.post('/api/children', {
    data: { fullName: 'Kiala Domingos', schoolClass: '3º Ano' },
  });
  const { id: siblingId } = (await added.json()) as { id: number };
  await prepare(page, childId, 3);
  await prepare(page, siblingId, 1);
  // The copy of the child's page names the themes of its class.
  await page.goto(`/children/${childId}`);
  await isReadyOffline(page);
  await page.reload();
  const isCopied = () =>
    page.evaluate(async (path) => Boolean(await (await caches.open('own')).match(path)), `/children/${childId}`);
  await expect.poll(isCopied).toBe(true);
  await cutNetwork(page);
  await page.goto(`/tests?childId=${childId}`);
  const kept = page
    .getByRole('region', { name: 'Testes para Maria' })
    .getByRole('listitem')
    .filter({ hasText: 'Começar o teste' });
  await expect(kept).toHaveCount(3);
  const tests = page.getByRole('region', { name: 'Testes para Maria' });
  const heading = tests.getByRole('heading', { name: /^Os outros \d+ temas precisam de internet$/ });
  const countOf = async () => Number(/\d+/.exec(await heading.innerText())?.[0]);
  const all = await countOf();
  const others = tests.getByRole('listitem').filter({ hasText: 'precisa de internet' });
  await expect(others).toHaveCount(3);
  await tests.getByRole('button', { name: /^Mostrar mais/ }).click();
  await expect(others).toHaveCount(all);
  await isAccessible(page);
  const [discipline = ''] = await kept.first().getByRole('paragraph').first().allInnerTexts();
  const theme = await kept.first().getByRole('heading').innerText();
  const same = await kept.filter({ hasText: discipline }).count();
  await page.getByRole('navigation', { name: 'Disciplina' }).getByRole('link', { name: discipline }).click();
  await expect(kept).toHaveCount(same);
  await expect.poll(countOf).toBeLessThan(all);
  await expect(others.first()).toHaveText(/(?<!· )precisa de internet$/);
  await page.getByRole('link', { name: 'Todas' }).click();
  await expect(kept).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Tema' }).fill(theme);
  await page.getByRole('combobox', { name: 'Tema' }).press('Enter');
  await expect(kept).toContainText([theme]);
  await page.getByRole('link', { name: /^Mudar/ }).click();
  await expect(page.getByRole('region', { name: 'Testes para Kiala' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Testes para Maria' })).toHaveCount(0);
});
