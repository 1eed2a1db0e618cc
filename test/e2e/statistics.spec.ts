import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { refreshBankFigures } from '../../src/domains/knowing/statistics/bank-statistics.server.ts';
import { openDatabase } from '../../src/server/db/db.ts';
import { embeddedUrl } from '../../src/server/db/embedded.ts';
import { confirmWithoutCode } from '../support/builders.ts';
import { aFamily, complete, expect, inDatabase, isAccessible, signIn, signInAsStaff, test } from './fixtures.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const CHILDREN = 11;

/** Returns a test of two questions. The key of the first is A, although B is right. */
async function aWrongTest(page: Page): Promise<{ testId: number; theme: string }> {
  const theme = `Chaves ${process.pid}x${Date.now()}`;
  const made = await page.request.post('/api/teacher/tests', {
    data: { discipline: 'Geografia', theme, schoolClass: '4º Ano', shuffle: false },
  });
  const { id } = (await made.json()) as { id: number };
  for (const [statement, alternatives] of [
    // The statement is unique, because the same question in another test would count here too.
    [`Qual é a capital de Angola? (${theme})`, ['Benguela', 'Luanda', 'Huambo']],
    [`Em que província fica o Lobito? (${theme})`, ['Benguela', 'Luanda', 'Huambo']],
  ] as const) {
    const added = await page.request.post(`/api/teacher/tests/${id}/questions`, {
      data: { statement, alternatives, correctAnswer: 'A', explanation: 'Está no mapa.' },
    });
    expect(added.status()).toBe(201);
  }
  return { testId: id, theme };
}

/** Creates a family whose children all answer B and A, which the wrong key makes 50 %. @returns the attempts. */
async function aFamilyThatTakes(page: Page, testId: number): Promise<number[]> {
  const { childId } = await aFamily(page);
  const children = [childId];
  for (let more = 1; more < CHILDREN; more += 1) {
    const added = await page.request.post('/api/children', {
      data: { fullName: `Filho ${more} Domingos`, schoolClass: '4º Ano' },
    });
    children.push(((await added.json()) as { id: number }).id);
  }
  const attempts: number[] = [];
  for (const id of children) {
    const started = await page.request.post('/api/attempts', { data: { childId: id, testId, order: 'own' } });
    const sitting = (await started.json()) as { id: number; questions: { id: number }[] };
    for (const [at, letter] of ['B', 'A'].entries())
      await page.request.post('/api/answers', {
        data: { attemptId: sitting.id, questionId: sitting.questions[at]?.id, selectedAnswer: letter },
      });
    const done = await complete(page, sitting.id);
    expect(done.status()).toBe(200);
    attempts.push(sitting.id);
  }
  return attempts;
}

async function anotherPage(browser: Browser, baseURL: string | undefined, watch: (page: Page) => void): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  watch(page);
  return page;
}

test('a teacher sees that a key is wrong, previews the effect and corrects it; the family reads the old and the new mark', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  const { id: teacherId } = await signInAsStaff(page, 'teacher', { confirmed: false });
  const { testId, theme } = await aWrongTest(page);
  const family = await anotherPage(browser, baseURL, watch);
  const [attemptId] = await aFamilyThatTakes(family, testId);

  await page.goto(`/teacher/questions?testId=${testId}`);
  await page.getByText('Mais acções', { exact: true }).click();
  await page.getByRole('link', { name: 'Estatísticas' }).click();
  await expect(
    page.getByRole('heading', { name: `Estatísticas do teste: Geografia - ${theme}, 4º Ano, prova A` }),
  ).toBeVisible();
  await expect(page.getByText('Com base em 11 tentativas válidas')).toBeVisible();
  await expect(page.getByText('Para dizer quanto se pode confiar na nota faltam 19 tentativas.')).toBeVisible();
  const first = page
    .getByRole('table', { name: /^Questões, as que precisam/ })
    .getByRole('row')
    .nth(1);
  await expect(first).toContainText('Qual é a capital de Angola?');
  await expect(first).toContainText('Difícil demais');
  await expect(first).toContainText('0%');
  // The table for screen readers lists who chose what: all of them Luanda.
  await expect(page.getByRole('table', { name: 'Escolhas na questão 1' }).getByRole('row').nth(2)).toContainText('11');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await expect(first).toBeVisible();
    await isAccessible(page);
  }

  await page.getByRole('button', { name: 'Mudar a resposta certa da questão 1' }).click();
  await expect(dialog(page).getByText('Nenhuma tentativa muda.')).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Luanda' }).check();
  await expect(dialog(page).getByText('11 tentativas com outra chave: 11 notas sobem, 0 notas descem.')).toBeVisible();
  await isAccessible(page);
  await dialog(page).getByRole('button', { name: 'Corrigir chave e notas' }).click();
  await expect(dialog(page).getByText('Diga porque se corrige a chave.')).toBeVisible();
  await isAccessible(page);
  await dialog(page).getByLabel('Porque se corrige?').fill('A capital é Luanda; a chave estava trocada.');
  await dialog(page).getByRole('button', { name: 'Corrigir chave e notas' }).click();
  // Marks of families change: the password alone is not enough.
  await dialog(page).getByRole('button', { name: 'Agora não' }).click();
  await inDatabase((db) => confirmWithoutCode(db, teacherId));
  await dialog(page).getByRole('button', { name: 'Corrigir chave e notas' }).click();
  await expect(page.getByText('Chave corrigida. 11 tentativas com outra chave')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  // All had it right, but eleven do not show that it is too easy.
  await expect(first).toContainText('100%');
  await expect(first).not.toContainText('demais');
  await expect(page.getByText('Com base em 11 tentativas válidas')).toBeVisible();

  // The family gets one notification for each child, with both marks, and sees both wherever the mark is explained.
  const told = async () => {
    const reply = await family.request.get('/api/notifications?includeRead=true');
    const all = (await reply.json()) as { type: string; message: string; actionLink: string }[];
    return all.filter(({ type }) => type === 'mark_corrected');
  };
  await expect.poll(async () => (await told()).length, { timeout: 30_000 }).toBe(CHILDREN);
  for (const { message } of await told()) expect(message).toContain('Antes 50%, agora 100%.');
  await family.goto(`/results/${attemptId}`);
  const sentence = family.getByText(
    /^Uma pergunta tinha a resposta certa mal marcada\. Corrigimos a .+: o resultado passou de 50% para 100%\.$/,
  );
  await expect(sentence).toBeVisible();
  await isAccessible(family);
  await family.goto(`/tests/${testId}/review?attemptId=${attemptId}`);
  await expect(sentence).toBeVisible();
  await expect(
    family.getByRole('article', { name: 'Questão 1' }).getByText(/^Tínhamos marcado outra alternativa como certa\./),
  ).toBeVisible();
  await expect(family.getByRole('article', { name: 'Questão 2' }).getByText(/^Tínhamos marcado/)).toHaveCount(0);
  await isAccessible(family);
  await family.context().close();
});

test('the statistics of the whole bank, with what to check first, for teachers and for administrators', async ({
  page,
  browser,
  watch,
  baseURL,
}) => {
  await signIn(page, 'professor');
  const { testId, theme } = await aWrongTest(page);
  const family = await anotherPage(browser, baseURL, watch);
  await aFamilyThatTakes(family, testId);
  await family.context().close();
  const db = openDatabase(embeddedUrl(path.join(process.env['E2E_DATA'] as string, 'postgres')), { connections: 2 });
  // The job runs every few minutes.
  await refreshBankFigures(db);
  await db.close();

  await page.goto('/teacher/questions');
  for (const title of ['Questões por disciplina', 'Respostas', 'A verificar primeiro'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Ver estatísticas do banco' }).click();
  await expect(page).toHaveURL('/teacher/questions?view=statistics');
  await expect(page.getByRole('heading', { name: 'Estatísticas do banco' })).toBeVisible();
  const list = page.getByRole('table', { name: /^Questões a verificar/ });
  await page.getByLabel('Disciplina').selectOption('Geografia');
  await expect(page).toHaveURL(/discipline=Geografia/);
  await expect(list.getByRole('row').filter({ hasText: theme }).first()).toContainText('Difícil demais');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await expect(list).toBeVisible();
    await isAccessible(page);
  }
  await page.getByText('Por classe e disciplina', { exact: true }).click();
  const group = page
    .getByRole('table', { name: 'Estatísticas por classe e disciplina' })
    .getByRole('row')
    .filter({ hasText: '4º Ano, Geografia' });
  await expect(group.getByRole('link', { name: /em Geografia, 4º Ano$/ })).toBeVisible();
  await isAccessible(page);
  await expect(page.getByLabel('Disciplina')).toHaveValue('Geografia');
  await page.getByText('Dificuldade e ponto de partida', { exact: true }).click();
  const difficulties = page.getByRole('table', { name: 'Dificuldade das questões' });
  await expect(difficulties.getByRole('row').nth(1)).toContainText('estimativa do autor');
  await isAccessible(page);
  await list
    .getByRole('link', { name: new RegExp(theme) })
    .first()
    .click();
  await expect(page).toHaveURL(`/teacher/questions?testId=${testId}&view=statistics`);

  await page.context().clearCookies();
  await signIn(page, 'admin');
  await page.goto(`/admin?tab=tests&search=${encodeURIComponent(theme)}`);
  await page.getByRole('link', { name: `Estatísticas de ${theme}, prova A, 4º Ano` }).click();
  await expect(
    page.getByRole('heading', { name: `Estatísticas do teste: Geografia - ${theme}, 4º Ano, prova A` }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mudar a resposta certa/ })).toHaveCount(0);
  await isAccessible(page);
  await page.goto('/admin?tab=tests');
  await page.getByRole('link', { name: 'Estatísticas do banco' }).click();
  await expect(page.getByRole('heading', { name: 'Estatísticas do banco' })).toBeVisible();
  await isAccessible(page);
});
