import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { cutNetwork, isReadyOffline, stored } from './network.ts';

/** Returns the dictations and texts under way as the phone has stored them. */
const keptWork = async (page: Page) =>
  (
    await stored<{ work: { typed?: string | null; marks?: unknown[]; at?: number } }>(page, 'caderneta', 'readings')
  ).map(({ work }) => work);

test('a mother dictates from one phone, marks the sheet and sees what to practise', async ({ page }) => {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto('/dashboard');
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
  const reread = page.getByRole('heading', { name: 'Leia tudo outra vez, sem parar' });
  await expect(reread).toBeVisible();
  // So does a reload at the end of dictating.
  await expect.poll(async () => (await keptWork(page)).map(({ at }) => at)).toEqual([12]);
  await page.reload();
  await expect(reread).toBeVisible();
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
  await expect.poll(async () => (await keptWork(page)).map(({ marks }) => marks?.length)).toEqual([2]);
  await page.reload();
  await expect(page.getByText('44 de 45')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('escreveu bem 44 das 45 palavras.');
  await expect(page.getByText('Maiúsculas e pontos: 1 por acertar.')).toBeVisible();
  await isAccessible(page);
  await page.getByRole('button', { name: 'Treinar: acento' }).click();
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
  // The service worker sees the files of this visit, whenever it became active in the first one.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('O texto está no nível 3 de 5, talvez 2 ou 4.');
  await isAccessible(page);
  await context.setOffline(false);
  await expect
    .poll(async () => (await (await page.request.get(`/api/children/${childId}/writings`)).json()).texts.length)
    .toBe(1);
});

/** Gives the page a Portuguese voice without sound. */
function pretendVoice(): void {
  const voice = { lang: 'pt-PT', name: 'Voz', default: true, localService: true, voiceURI: 'voz' };
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  Object.defineProperty(window, 'speechSynthesis', {
    value: {
      getVoices: () => [voice],
      speak(said: { text: string; onend?: () => void }) {
        spoken.push(said.text);
        setTimeout(() => said.onend?.());
      },
      cancel() {},
      addEventListener() {},
      removeEventListener() {},
    },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', {
    value: class {
      text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  });
}
/** Returns what the voice has said since the page was opened. */
const spokenOn = (page: Page) => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);

const PIN = '8374';
/** Opens writing as the parent, hands the phone over, and opens it as the child. */
async function handOver(page: Page, childId: number): Promise<void> {
  await page.request.put('/api/account/pin', { data: { pin: PIN, password: 'segredo-1' } });
  await page.goto(`/writing/${childId}`);
  await expect(page.getByRole('button', { name: 'Escrever um texto' })).toBeVisible();
  expect((await page.request.post('/api/child-mode', { data: { childId } })).status()).toBe(204);
  await page.goto('/child');
  await page.getByRole('link', { name: 'Escrever' }).click();
  await expect(page.getByRole('heading', { name: 'O que vais escrever?' })).toBeVisible();
}
/** Gives the phone back to the parent, who opens writing. */
async function takeBack(page: Page, childId: number): Promise<void> {
  expect((await page.request.delete('/api/child-mode', { data: { pin: PIN } })).ok()).toBe(true);
  await page.goto(`/writing/${childId}`);
}
async function isEnded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Obrigado, Maria!' })).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await isAccessible(page);
  await page.getByRole('link', { name: 'Início' }).click();
  await expect(page).toHaveURL(/\/child$/);
}

test('a child that has the phone hears a dictation and writes on paper; the parent marks afterwards', async ({
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.addInitScript(pretendVoice);
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await handOver(page, childId);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Fazer um ditado' }).click();
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await page.getByRole('button', { name: 'Começar o ditado' }).click();
  await expect(page.getByRole('heading', { name: 'Ouve e escreve' })).toBeVisible();
  await expect.poll(() => spokenOn(page)).toEqual(['No sábado, a avó Teca']);
  await page.getByRole('button', { name: 'Ouvir outra vez' }).click();
  await expect.poll(() => spokenOn(page)).toEqual(['No sábado, a avó Teca', 'No sábado, a avó Teca']);
  // The child hears the text and does not see it.
  await expect(page.getByText(/avó/)).toHaveCount(0);
  await isAccessible(page);
  for (let group = 1; group <= 12; group++) await page.getByRole('button', { name: 'Já escrevi' }).click();
  await page.getByRole('button', { name: 'Já acabei' }).click();
  await expect(page.getByText('Entrega a folha e o telemóvel.')).toBeVisible();
  await isEnded(page);
  await takeBack(page, childId);
  await page.locator('[data-item="1"]').click();
  await expect(page.getByText('44 de 45')).toBeVisible();
});

test('a child that has the phone types a dictation, and only the parent sees how it went', async ({ page }) => {
  test.slow();
  await page.addInitScript(pretendVoice);
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await handOver(page, childId);
  await page.getByRole('button', { name: 'Fazer um ditado' }).click();
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await page.getByRole('radio', { name: /^No telemóvel/ }).check({ force: true });
  await isAccessible(page);
  await page.getByRole('button', { name: 'Começar o ditado' }).click();
  await page.getByLabel('O teu texto').fill('No sabado, a avó Teca');
  await expect.poll(async () => (await keptWork(page)).map(({ typed }) => typed)).toEqual(['No sabado, a avó Teca']);
  // A reload in the middle goes on with what was typed.
  await page.reload();
  await expect(page.getByLabel('O teu texto')).toHaveValue('No sabado, a avó Teca');
  for (let group = 1; group <= 12; group++) await page.getByRole('button', { name: 'Já escrevi' }).click();
  await page.getByRole('button', { name: 'Já acabei' }).click();
  await isEnded(page);
  expect((await page.request.get(`/api/children/${childId}/writings`)).status()).toBe(403);
  await takeBack(page, childId);
  const written = async () => (await page.request.get(`/api/children/${childId}/writings`)).json();
  await expect.poll(async () => (await written()).dictations.length).toBe(1);
  await page.goto(`/children/${childId}/writing`);
  await expect(page.getByText(/acento \(1\)/)).toBeVisible();
});

test('a child that has the phone writes a text; the parent compares it afterwards', async ({ page }) => {
  test.slow();
  await page.addInitScript(pretendVoice);
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await handOver(page, childId);
  await page.getByRole('button', { name: 'Escrever um texto' }).click();
  await page.getByRole('radio', { name: /^Sem luz/ }).check({ force: true });
  await expect(page.getByRole('link', { name: /Imprimir/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Começar o texto' }).click();
  await expect(page.getByText('Naquela noite, a luz faltou e…')).toBeVisible();
  await page.getByRole('button', { name: 'Ouvir' }).click();
  await expect.poll(() => spokenOn(page)).toHaveLength(2);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Já acabei' }).click();
  await isEnded(page);
  await takeBack(page, childId);
  await expect(page.getByRole('button', { name: 'parecido' })).toBeVisible();
});

test('the phone dictates for a mother, group after group', async ({ page }) => {
  test.slow();
  await page.addInitScript(pretendVoice);
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto(`/writing/${childId}`);
  await page.getByRole('button', { name: 'Fazer um ditado' }).click();
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await page.getByRole('button', { name: 'Começar o ditado' }).click();
  const byPhone = page.getByRole('button', { name: 'Pôr o telemóvel a ditar' });
  await expect(byPhone).toBeVisible();
  const first = await page.getByRole('heading', { level: 1 }).innerText();
  await byPhone.click();
  await expect.poll(() => spokenOn(page)).toEqual([first]);
  // After twelve seconds by itself, or when she goes on.
  await expect(page.getByText('Grupo 2 de 12')).toBeVisible({ timeout: 30_000 });
  // What is shown is what was said last, whichever group it is by now.
  await expect
    .poll(async () => (await spokenOn(page)).at(-1) === (await page.getByRole('heading', { level: 1 }).innerText()))
    .toBe(true);
  const spoken = await spokenOn(page);
  expect(spoken.slice(0, 1)).toEqual([first]);
  expect(new Set(spoken).size).toBe(spoken.length);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Ditar eu' }).click();
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeEnabled();
});
