import type { Page } from '@playwright/test';
import { aFamily, expect, isAccessible, test } from './fixtures.ts';
import { fits, isClearOfBars, isReadable, withLargeText } from './narrow.ts';
import { packOf, takeTest, writeCard } from './practice.ts';
import { recordReading, startReading, withMicrophone } from './reading.ts';

// Calculating, reading, writing and practice, step by step, on the smallest phones and with large text.

test.use(withMicrophone());
test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()));

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

/** What is looked at: called at each step of a journey. */
type Look = (step: string) => Promise<void>;

async function sumsInTheHead(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.clock.install();
  await page.goto(`/calculating/${childId}`);
  await expect(button(page, 'Passar a Maria')).toBeVisible();
  await look('before the sums');
  await button(page, 'Passar a Maria').click();
  await expect(page.getByRole('heading', { name: 'Escreve o número que vês' })).toBeVisible();
  await look('copying numbers');
  await page.clock.runFor(15_000);
  await expect(page.getByRole('heading', { name: 'Agora as contas' })).toBeVisible();
  await look('between copying and calculating');
  await button(page, 'Começar').click();
  await expect(page.getByText(/ é igual a$/)).toBeAttached();
  await look('a sum');
  for (let count = 0; count < 4; count++) {
    await page.getByRole('group', { name: 'Teclado' }).getByRole('button', { name: '0', exact: true }).click();
    await button(page, 'Seguinte').click();
  }
  await expect(page.getByRole('heading', { name: /^(Terminaste|Paraste)/ })).toBeVisible();
  await look('the end for the child');
  await page.getByRole('button', { name: /^Já tenho o telemóvel/ }).click();
  await expect(page.getByRole('heading', { name: 'O que fazer agora' })).toBeVisible();
  await look('the result');
  await page.goto(`/calculating/${childId}/training`);
  await expect(
    button(page, 'Seguinte').or(page.getByRole('heading', { name: 'Não há contas a treinar' })),
  ).toBeVisible();
  await look('training');
}

async function sumsAloud(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/calculating/${childId}`);
  await button(page, 'Em voz alta: eu marco').click();
  await look('before the sums aloud');
  await button(page, 'Começar').click();
  await page.locator('[data-item="1"]').click();
  await look('marking sums');
  await button(page, 'Fez todas').click();
  await expect(page.getByRole('heading', { name: 'Qual foi a última?' })).toBeVisible();
  await look('the last sum');
}

async function numbersAloud(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '1º Ano' });
  await page.goto(`/calculating/${childId}/numbers`);
  for (const next of ['Seguir: comparar', 'Seguir: somar', 'Seguir: continuar', 'Ver resultado']) {
    await expect(button(page, next)).toBeVisible();
    await look(`numbers before «${next}»`);
    for (const mark of await page.getByRole('button', { name: ', certa' }).all()) await mark.click();
    await button(page, next).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('the result of the numbers');
}

async function readingFromPaper(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await page.goto(`/reading/${childId}`);
  await expect(button(page, 'Ligar o microfone')).toBeVisible();
  await look('before the reading');
  await page.getByRole('radio', { name: /^Em papel/ }).check({ force: true });
  await look('before a reading from paper');
  await button(page, 'Começar').click();
  await look('marking live');
  await button(page, 'Começou').click();
  await button(page, 'Acabou de ler').click();
  await expect(button(page, 'Seguir para as perguntas')).toBeVisible();
  await look('the last word');
  await button(page, 'Seguir para as perguntas').click();
  for (let question = 1; question <= 3; question++) {
    await look(`question ${question} about the text`);
    await button(page, 'Certa').click();
  }
  await button(page, 'Ver resultado').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/leu \d+ das \d+ palavras/);
  await look('the result of the reading');
}

async function recordedReading(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '2º Ano' });
  await startReading(page, childId);
  await look('the text that the child reads');
  await recordReading(page, childId);
  await look('thanks');
  await button(page, 'Já tenho o telemóvel: marcar').or(button(page, 'Marcar o que ficou')).click();
  await expect(button(page, 'Tocar')).toBeVisible();
  await look('marking a recording');
  await page.goto(`/reading/${childId}/ear`);
  await expect(button(page, 'Ver o que escapou')).toBeVisible();
  await expect(button(page, 'Tocar')).toBeVisible();
  await look('training the ear');
  await button(page, 'Ver o que escapou').click();
  await expect(page.getByRole('heading', { name: /^Ouviu bem/ })).toBeVisible();
  await look('what escaped');
}

async function dictation(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto(`/writing/${childId}`);
  await expect(button(page, 'Fazer um ditado')).toBeVisible();
  await look('what to write');
  await button(page, 'Fazer um ditado').click();
  await page.getByRole('radio', { name: /^O pão da avó Teca/ }).check({ force: true });
  await look('which dictation');
  await button(page, 'Começar o ditado').click();
  await expect(page.getByRole('heading', { name: 'No sábado, a avó Teca' })).toBeVisible();
  await look('dictating');
  for (let group = 1; group <= 12; group++) await button(page, 'Seguinte').click();
  await expect(page.getByRole('heading', { name: 'Leia tudo outra vez, sem parar' })).toBeVisible();
  await look('the whole text');
  await button(page, 'Já tenho a folha: marcar').click();
  await look('comparing with the sheet');
  await page.locator('[data-item="1"]').click();
  await button(page, 'acento').click();
  await look('the kind of a mistake');
  await button(page, 'Ver resultado').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('escreveu bem');
  await look('the result of the dictation');
  await button(page, 'Treinar: acento').click();
  await look('training words');
}

async function aText(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page, { schoolClass: '4º Ano' });
  await page.goto(`/writing/${childId}`);
  await button(page, 'Escrever um texto').click();
  await page.getByRole('radio', { name: /^Sem luz/ }).check({ force: true });
  await look('which text');
  await button(page, 'Começar o texto').click();
  await expect(page.getByText('Naquela noite, a luz faltou e…')).toBeVisible();
  await look('while the child writes');
  await page.getByRole('button', { name: /^Já tenho a folha/ }).click();
  await look('comparing two texts');
  for (const outcome of ['parecido', 'mais conseguido', 'menos conseguido']) await button(page, outcome).click();
  await expect(page.getByRole('heading', { name: 'O que vê na folha?' })).toBeVisible();
  await look('six signs');
  for (const sign of await page.getByRole('group').all())
    await sign.getByRole('radio', { name: 'Sim' }).check({ force: true });
  await button(page, 'Ver resultado').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('O texto está no nível');
  await look('the result of the text');
}

async function practice(page: Page, look: Look): Promise<void> {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 2);
  const pack = await packOf(page, childId);
  await page.goto(`/practice/${childId}`);
  const end = page.getByRole('heading', { name: /fio cresceu|Fechaste/ });
  await expect(page.getByText(/^Pergunta \d+ de/)).toBeVisible();
  for (let card = 1; !(await end.isVisible()); card++) {
    if (card <= 2) await look(`card ${card}`);
    if (await page.locator('input[data-written]').isVisible()) await writeCard(page, pack);
    else {
      await page.locator('main .tile').first().click();
      await button(page, 'Responder').click();
    }
    await expect(button(page, 'Continuar')).toBeVisible();
    if (card <= 2) await look(`the explanation of card ${card}`);
    await button(page, 'Continuar').click();
    await expect(button(page, 'Continuar')).toHaveCount(0);
    await expect(end.or(page.getByText(/^Pergunta \d+ de/))).toBeVisible();
  }
  await look('the end of practice');
}

const JOURNEYS = {
  'sums in the head': sumsInTheHead,
  'sums aloud': sumsAloud,
  'numbers aloud': numbersAloud,
  'a reading from paper': readingFromPaper,
  'a recorded reading': recordedReading,
  'a dictation': dictation,
  'a text': aText,
  practice,
};

for (const [name, journey] of Object.entries(JOURNEYS)) {
  test(`${name}: nothing scrolls sideways on a phone of 320 px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 320, height: 640 });
    await journey(page, (step) => test.step(step, () => fits(page)));
  });

  test(`${name}: all can be read with text at 200 %`, async ({ page }) => {
    test.slow();
    await withLargeText(page);
    await journey(page, (step) =>
      test.step(step, async () => {
        await isReadable(page);
        await isClearOfBars(page);
        await isAccessible(page);
      }),
    );
  });
}
