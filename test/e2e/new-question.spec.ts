import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';

// The form of a question stays where it is while it is opened, filled in and checked.

/** Returns where the dialog and its head are, and how far the page and the dialog itself are scrolled: the head must always be in view. */
const place = (page: Page) =>
  page.getByRole('dialog').evaluate((dialog) => ({
    top: dialog.getBoundingClientRect().top,
    height: dialog.getBoundingClientRect().height,
    head: (dialog.querySelector('header') as HTMLElement).getBoundingClientRect().top,
    scrolled: dialog.scrollTop,
    page: scrollY,
  }));

const topOf = async (page: Page, label: string) =>
  (await page.getByRole('dialog').getByLabel(label, { exact: true }).boundingBox())?.y;

for (const [width, height] of [
  [360, 640],
  [1280, 800],
  [1280, 1600],
] as const)
  test(`a new question does not jump when it is opened, typed and checked (${width} × ${height})`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, 'professor');
    const theme = `Saltos ${crypto.randomUUID()}`;
    const made = await page.request.post('/api/teacher/tests', {
      data: { theme, discipline: 'Matemática', schoolClass: '4º Ano', description: 'x' },
    });
    const { id } = (await made.json()) as { id: number };
    await page.goto(`/teacher/questions?testId=${id}`);
    const add = page.getByRole('button', { name: 'Nova Questão' });
    await expect(page.getByText('Nenhuma Questão Cadastrada')).toBeVisible();
    await add.scrollIntoViewIfNeeded();
    const before = { button: await add.boundingBox(), page: await page.evaluate(() => scrollY) };
    await add.click();
    const dialog = page.getByRole('dialog', { name: 'Nova Questão' });
    await expect(dialog.getByLabel('Enunciado')).toBeFocused();
    await dialog.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
    expect({ button: await add.boundingBox(), page: await page.evaluate(() => scrollY) }).toEqual(before);
    const opened = await place(page);

    const statement = await topOf(page, 'Enunciado');
    await dialog.getByLabel('Enunciado').pressSequentially('Que parte é $\\frac{1}{2}$ de 8?');
    await expect(dialog.locator('mfrac')).toHaveCount(1);
    expect(await topOf(page, 'Enunciado')).toBe(statement);
    await dialog.getByLabel('Alternativas').focus();
    const lines = await topOf(page, 'Alternativas');
    await dialog.getByLabel('Alternativas').pressSequentially('2\n4\n8\n16\n32\n64');
    await expect(dialog.getByRole('region', { name: 'Pré-visualização' }).getByRole('listitem')).toHaveCount(6);
    expect(await topOf(page, 'Alternativas')).toBe(lines);
    expect(await place(page)).toEqual(opened);

    // One problem: its field has the focus and is in view.
    await dialog.getByRole('button', { name: 'Criar Questão' }).click();
    await expect(dialog.getByLabel('Resposta certa')).toBeFocused();
    await expect(dialog.getByText('A resposta correta é obrigatória')).toBeInViewport({ ratio: 1 });
    expect(await place(page)).toEqual(opened);

    // Several problems are listed at the top.
    await dialog.getByLabel('Enunciado').fill('');
    await dialog.getByRole('button', { name: 'Criar Questão' }).click();
    const problems = dialog.getByRole('alert', { name: 'Corrija estes campos' });
    await expect(problems).toBeFocused();
    await expect(problems.getByRole('link').first()).toBeInViewport();
    await problems.getByRole('link').last().click();
    expect(await place(page)).toEqual(opened);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  });
