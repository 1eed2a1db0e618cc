import { aFamily, answerSomehow, expect, inDatabase, isAccessible, test } from './fixtures.ts';
import { cutNetwork } from './network.ts';

type Page = import('@playwright/test').Page;

test.use({ viewport: { width: 360, height: 640 } });

const MATHS = encodeURIComponent('Matemática');
const turnOf = (page: Page) => page.locator('#where');

/** Answers the question on the screen with its first alternative and waits for the next. */
async function answerFirst(page: Page, turn: number): Promise<void> {
  await expect(turnOf(page)).toContainText(`Pergunta ${turn} `);
  await answerSomehow(page);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(turnOf(page)).toContainText(`Pergunta ${turn + 1} `);
}

/** Answers «Ainda não aprendi» until the end. */
async function sayUnknownToTheEnd(page: Page, from: number): Promise<void> {
  const over = page.getByRole('heading', { name: /^Terminaste/ });
  for (let turn = from; turn <= 25; turn += 1) {
    await expect(over.or(page.getByText(`Pergunta ${turn} `))).toBeVisible();
    if (await over.isVisible()) break;
    await page.getByRole('button', { name: 'Ainda não aprendi' }).click();
  }
  await expect(over).toBeVisible();
}

test('the result of a diagnostic is shown at its end, though the page was read before there was one', async ({
  page,
}) => {
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await page.goto(`/children/${childId}/diagnostic?discipline=${MATHS}`);
  await page.getByRole('link', { name: 'Começar' }).click();
  await sayUnknownToTheEnd(page, 1);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/A Maria|Precisamos|Este resultado/);
});

test('a diagnostic continues after a reload, waits without network, ends with a level and cannot be repeated yet', async ({
  page,
  context,
}) => {
  test.slow();
  const { childId } = await aFamily(page, { gender: 'feminino' });
  await page.goto(`/children/${childId}/diagnostic?discipline=${MATHS}`);
  await expect(page.getByRole('heading', { name: 'Ponto de partida' })).toBeVisible();
  await isAccessible(page);
  await page.getByRole('link', { name: 'Começar' }).click();
  await answerFirst(page, 1);
  await answerFirst(page, 2);
  const asked = await page.locator('fieldset h1').textContent();
  await isAccessible(page);

  await page.reload();
  await expect(turnOf(page)).toContainText('Pergunta 3 ');
  await expect(page.locator('fieldset h1')).toHaveText(asked as string);

  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByText('Escolhe uma resposta, ou toca em «Ainda não aprendi».')).toBeVisible();
  // Whatever the question has, also a picture, both ways on are seen.
  for (const name of ['Ainda não aprendi', 'Próxima'])
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 });

  await cutNetwork(page);
  await page.getByRole('button', { name: 'Ainda não aprendi' }).click();
  await expect(page.getByText('Sem internet. A pergunta espera por ti.')).toBeVisible();
  await context.setOffline(false);
  await expect(turnOf(page)).toContainText('Pergunta 4 ');

  await sayUnknownToTheEnd(page, 4);
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/A Maria|Precisamos|Este resultado/);
  await isAccessible(page);

  // The answers are made to look slow enough: then it was the free plan's only one.
  await inDatabase((db) => db.count(`update diagnostics set effort = 'full' where child_id = $1`, [childId]));
  await page.goto(`/diagnostic?childId=${childId}&discipline=${MATHS}`);
  await expect(page.getByText(/ponto de partida por criança, e o de Matemática já foi feito/)).toBeVisible();

  // The free plan includes one discipline.
  await page.goto(`/children/${childId}/diagnostic?discipline=${encodeURIComponent('Português')}`);
  await expect(page.getByText(/^O plano Essencial dá um ponto de partida por criança/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver planos' })).toBeVisible();
});

test('on a slow network an answer is sent once, and one whose reply was lost is not counted twice', async ({
  page,
}) => {
  const { childId } = await aFamily(page);
  await page.goto(`/diagnostic?childId=${childId}&discipline=${MATHS}`);
  await expect(turnOf(page)).toContainText('Pergunta 1 ');
  const answers = '**/api/diagnostics/*/answers';
  let sent = 0;
  let release = () => {};
  await page.route(answers, async (route) => {
    sent += 1;
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue();
  });
  await answerSomehow(page);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await expect(page.getByText('A guardar…')).toBeVisible();
  await expect.poll(() => sent).toBe(1);
  await expect(page.getByRole('button', { name: 'Próxima' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Ainda não aprendi' })).toBeDisabled();
  await expect(turnOf(page)).toContainText('Pergunta 1 ');
  release();
  await expect(turnOf(page)).toContainText('Pergunta 2 ');
  expect(sent).toBe(1);

  await page.unroute(answers);
  await page.route(
    answers,
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Ainda não aprendi' }).click();
  await expect(page.getByText('Sem internet. A pergunta espera por ti.')).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(turnOf(page)).toContainText('Pergunta 3 ');
  const [kept] = await inDatabase((db) =>
    db.rows<{ answered: number }>(
      `select count(*)::int as answered from diagnostic_questions q join diagnostics d on d.id = q.diagnostic_id
       where d.child_id = $1 and q.answered_at is not null`,
      [childId],
    ),
  );
  expect(kept?.answered).toBe(2);
});

test('an unfinished diagnostic can be restarted', async ({ page }) => {
  const { childId } = await aFamily(page);
  const address = `/diagnostic?childId=${childId}&discipline=${MATHS}`;
  await page.goto(address);
  await answerFirst(page, 1);
  await page.goto(`/children/${childId}/diagnostic?discipline=${MATHS}`);
  await expect(page.getByRole('link', { name: 'Continuar' })).toBeVisible();
  await inDatabase((db) =>
    db.count(
      `update diagnostics set started_at = started_at - interval '1 hour', deadline_at = deadline_at - interval '1 hour' where child_id = $1`,
      [childId],
    ),
  );
  await page.goto(address);
  await expect(turnOf(page)).toContainText('Pergunta 1 ');
});

test('without network the diagnostic says so before it begins', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/children/${childId}/diagnostic?discipline=${MATHS}`);
  await expect(page.getByRole('link', { name: 'Começar' })).toBeVisible();
  await cutNetwork(page);
  await expect(page.getByText('Precisa de internet. Ligue os dados ou o Wi-Fi e volte aqui.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Começar' })).toBeDisabled();
});
