import type { Page } from '@playwright/test';
import { aName, announced, expect, inDatabase, isAccessible, register, signInAsStaff, test } from './fixtures.ts';

// What an administrator does for many people at once: news, and actions on chosen accounts.

const dialog = (page: Page) => page.getByRole('dialog').last();

for (const width of [1280, 360])
  test(`news is seen as its readers will, tried on oneself, and only then sent, at ${width} px`, async ({ page }) => {
    const { id } = await signInAsStaff(page, 'admin', { confirmed: true });
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/admin?tab=settings');
    const title = `Férias ${aName()}`;
    const see = page.getByRole('button', { name: 'Ver antes de enviar' });
    await see.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#news-title-error')).toBeVisible();
    await page.getByLabel('Título').fill(title);
    await page.getByLabel('Texto', { exact: true }).fill('Voltamos em Fevereiro.');
    await page.getByRole('radio', { name: 'Professores' }).check();
    await see.focus();
    await page.keyboard.press('Enter');

    // The dialog shows the words of the news and the number of its readers; its title is a question.
    await expect(dialog(page)).toContainText('Enviar esta novidade?');
    await expect(dialog(page).locator('blockquote')).toContainText('Voltamos em Fevereiro.');
    await expect(dialog(page)).toContainText(/Chega a \d[\d.]* pessoas? \(professores\)/);
    await isAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await dialog(page).getByRole('button', { name: 'Enviar só para mim' }).focus();
    await page.keyboard.press('Enter');
    await announced(page, /O e-mail vai só para .+@escola\.example/);
    const mails = () =>
      inDatabase((db) =>
        db.rows<{ userId: number }>('select user_id from mails where subject = $1', [`[Ensaio] ${title}`]),
      );
    expect(await mails()).toEqual([{ userId: id }]);

    // Cancelled, nothing is sent and the words are kept.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Título')).toHaveValue(title);
    const sent = page.getByRole('listitem').filter({ hasText: title });
    await expect(sent).toHaveCount(0);

    await see.focus();
    await page.keyboard.press('Enter');
    await dialog(page)
      .getByRole('button', { name: /^Enviar a \d[\d.]* pessoas?$/ })
      .focus();
    await page.keyboard.press('Enter');
    await announced(page, /Chega a \d[\d.]* pessoas? \(professores\) nos próximos minutos\./);
    await expect(sent).toHaveCount(1);
    await expect(page.getByLabel('Título')).toHaveValue('');
    await page.getByRole('button', { name: `Retirar ${title}` }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('button', { name: 'Retirar', exact: true }).click();
    await expect(sent).toHaveCount(0);
  });

test('without a fresh second factor nothing happens to chosen accounts, and the panel says what is missing', async ({
  page,
}) => {
  const family = `Grupo ${aName()}`;
  for (const name of ['Alda', 'Bento']) {
    await register(page, `${name} ${family}`);
    await page.context().clearCookies();
  }
  await signInAsStaff(page, 'admin', { confirmed: false });
  await page.goto(`/admin?tab=users&search=${family}`);
  const rows = page.getByRole('table', { name: 'Contas' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  for (const name of ['Alda', 'Bento'])
    await page.getByRole('checkbox', { name: `Seleccionar ${name} ${family}` }).check();
  await page.getByRole('button', { name: 'Suspender', exact: true }).click();
  await dialog(page).getByLabel('Porquê').fill('Contas de ensaio.');
  await dialog(page).getByLabel('Para confirmar').fill('2');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('Ligue a verificação em dois passos');
  await isAccessible(page);
  const suspended = await inDatabase((db) =>
    db.rows('select id from users where full_name like $1 and suspended_at is not null', [`%${family}`]),
  );
  expect(suspended).toEqual([]);
});
