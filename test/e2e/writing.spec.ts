import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline } from './network.ts';

test('a mother dictates from one phone, marks the sheet and sees what to practise', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Testes, leitura/ }).click();
  await page.getByRole('link', { name: /Escreve: ainda não sabemos/ }).click();
  await page.getByRole('link', { name: 'Fazer um ditado ou um texto' }).click();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Fazer um ditado' }).click();
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await isAccessible(page);
  await page.getByRole('button', { name: 'Começar o ditado' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No sábado, a avó Teca' })).toBeVisible();
  await isAccessible(page);
  for (let group = 1; group <= 12; group++) await page.getByRole('button', { name: 'Seguinte' }).click();
  await expect(page.getByRole('heading', { name: 'Leia tudo outra vez, sem parar' })).toBeVisible();
  await page.getByRole('button', { name: 'Já tenho a folha: marcar' }).click();

  // A reload in the middle goes on with marking.
  const second = page.locator('[data-item="1"]');
  await second.click();
  await expect(second).toHaveAccessibleName('sábado, errada, palavra 2 de 45');
  await page.getByRole('button', { name: 'acento', exact: true }).click();
  await isAccessible(page);
  await page.locator('[data-item="0"]').click();
  await page.getByRole('button', { name: 'maiúscula', exact: true }).click();
  await expect(page.getByText('44 de 45')).toBeVisible();
  await page.locator('[data-item="9"]').click();
  await page.locator('[data-item="9"]').click();
  await expect(page.locator('[data-item="9"]')).toHaveAccessibleName(/^[^,]+, palavra 10 de 45$/);
  await page.reload();
  await expect(page.getByText('44 de 45')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('escreveu bem 44 das 45 palavras.');
  await expect(page.getByText('Maiúsculas e pontos: 1 por acertar.')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Treinar acento' }).click();
  await expect(page.getByText('avó e avô')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Já treinámos' }).click();
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/writings`)).json()).dictations.length)
    .toBe(1);
  await page.getByRole('link', { name: 'Todos os ditados e textos' }).click();
  await expect(page.getByText('Tipos de erro: acento (1)')).toBeVisible();
  await isAccessible(page);
});

test('without network a text is placed on the ruler, and sent once when the network is back', async ({
  page,
  context,
}) => {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  await isReadyOffline(page);
  await cutNetwork(page);
  await page.reload();
  await page.getByRole('button', { name: 'Escrever um texto' }).click();
  await page.getByRole('radio', { name: /^Sem luz/ }).check({ force: true });
  await expect(page.getByRole('link', { name: 'Imprimir os textos de comparação' })).toHaveAttribute(
    'href',
    /^\/api\/writing\/rulers\/r4-contar\/sheet\?version=\d+$/,
  );
  await page.getByRole('button', { name: 'Começar o texto' }).click();
  await expect(page.getByText('Naquela noite, a luz faltou e…')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: /^Já tenho a folha/ }).click();
  // The anchor in the middle, then one below and one above; no level is shown.
  await expect(page.getByRole('img', { name: /^Um dia o telemovel da minha tia/ })).toBeVisible();
  await expect(page.getByText(/nível/i)).toHaveCount(0);
  await isAccessible(page);
  await page.getByRole('button', { name: 'parecido' }).click();
  await page.getByRole('button', { name: 'mais conseguido' }).click();
  await page.getByRole('button', { name: 'menos conseguido' }).click();
  await expect(page.getByRole('button', { name: 'Ver resultado' })).toBeDisabled();
  for (const sign of await page.getByRole('group').all())
    await sign.getByRole('radio', { name: 'Sim' }).check({ force: true });
  await page
    .getByRole('group', { name: 'Tem maiúsculas e pontos' })
    .getByRole('radio', { name: 'Ainda não' })
    .check({ force: true });
  await isAccessible(page);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('O texto está no nível 3, talvez 2 ou 4.');
  await isAccessible(page);
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/writings`)).json()).texts.length)
    .toBe(1);
});
