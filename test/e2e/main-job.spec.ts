import type { Request } from '@playwright/test';
import {
  aFamily,
  announced,
  aTestFor,
  choose,
  complete,
  expect,
  finishUntil,
  isAccessible,
  isChosen,
  isHydrated,
  register,
  test,
} from './fixtures.ts';

/** Milliseconds for reading a question: answers given faster are no evidence, and their result is not compared. */
const READING_MS = 3_200;

// The first journey takes half of the file's time, most of it reading.
test.describe.configure({ mode: 'parallel' });

test('a new parent registers and adds a child, the child takes a test, the parent sees every mistake explained', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await isAccessible(page);
  await register(page, 'Teresa Domingos');
  await announced(page, 'Registro realizado com sucesso');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Teresa');
  await isAccessible(page);

  await page.goto('/children?action=add');
  await expect(page).toHaveURL(/\/children$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome completo').fill('Maria Domingos');
  await dialog.getByLabel('Classe').selectOption('4º Ano');
  await isAccessible(page);
  await dialog.getByRole('button', { name: /Adicionar|Guardar/ }).click();
  await announced(page, 'Filho adicionado com sucesso!');

  await page.goto('/tests');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Maria');
  await page.getByRole('link', { name: 'Português' }).click();
  await expect(page).toHaveURL(/discipline=Portugu/);
  await page.getByRole('link', { name: 'Matemática' }).click();
  await expect(page).not.toHaveURL(/discipline=Portugu/);
  await isAccessible(page);
  await page
    .getByRole('link', { name: /Começar/ })
    .first()
    .click();
  const handing = page.getByRole('dialog', { name: 'Entregar o telemóvel' });
  await expect(handing).toBeVisible();
  await isAccessible(page);
  await handing.getByRole('link', { name: 'Começar sem entregar' }).click();

  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await isAccessible(page);
  for (let question = 1; question <= 10; question += 1) {
    await expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
    await page.waitForTimeout(READING_MS);
    if (question !== 3) await choose(page, 'ABCD'[question % 4] as string);
    await page.getByRole('button', { name: question === 10 ? 'Finalizar' : 'Próxima' }).click();
  }
  const confirm = page.getByRole('dialog');
  await expect(confirm).toContainText('Você não respondeu 1 questão. Deseja continuar e finalizar o teste?');
  await confirm.getByRole('button', { name: 'Voltar à pergunta 3' }).click();
  await expect(page.getByText('Questão 3 de 10')).toBeVisible();
  await choose(page, 'B');
  for (let question = 3; question < 10; question += 1) await page.getByRole('button', { name: 'Próxima' }).click();
  await finishUntil(page, page.getByText('Terminaste, Maria!'));

  // The child's screen does not show the score.
  expect(await page.locator('main').innerText()).not.toMatch(/\d+\s*%/);
  // Back does not show the parent's pages to the child.
  await page.goBack();
  await expect(page.getByText('Terminaste, Maria!')).toBeVisible();
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await expect(page.getByText(/acertou \d+ de 10/).first()).toBeVisible();
  await page.getByText('Ver mais').click();
  await expect(
    page
      .getByText(/valores? de comparação/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await isAccessible(page);

  await page.getByRole('link', { name: 'Rever respostas' }).click();
  await expect(page).toHaveURL(/\/tests\/\d+\/review\?attemptId=\d+/);
  await expect(page.getByText(/Explicação/).first()).toBeVisible();
  await isAccessible(page);

  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Testes recentes' }).click();
  await expect(page.getByText('Ver detalhes').first()).toBeVisible();
});

test('a wrong password, two different ones, and a taken name are reported at their fields', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Nome de usuário').fill('encarregado');
  await page.getByLabel('Senha', { exact: true }).fill('errada-errada');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByText('Falha no login')).toBeVisible();
  await page.goto('/auth?tab=register');
  await page.getByLabel('Nome de usuário').fill('encarregado');
  await page.getByLabel('Nome completo').fill('Outra Pessoa');
  await page.getByLabel('E-mail').fill('outra@familia.example');
  await page.getByLabel('Senha', { exact: true }).fill('segredo-1');
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-2');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('As senhas não coincidem').first()).toBeVisible();
  await page.getByLabel('Confirmar senha', { exact: true }).fill('segredo-1');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('Falha no registro')).toBeVisible();
  await expect(page.getByText(/já existe/).first()).toBeVisible();
});

test('after signing in a user gets the page that was requested', async ({ page }) => {
  await page.goto('/children');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: 'Entrar' }).first().click();
  await page.getByLabel('Nome de usuário').fill('encarregado');
  await page.getByLabel('Senha', { exact: true }).fill('caderneta');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page).toHaveURL(/\/children$/);
});

test('a test can be taken with the keyboard alone', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/tests/${await aTestFor(page, childId)}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await page.locator('input[type=radio]').first().focus();
  await page.keyboard.press('ArrowDown');
  await isChosen(page, 'B');
  await page.keyboard.press('Enter');
  for (let question = 2; question <= 10; question += 1) {
    await expect(page.getByText(`Questão ${question} de 10`)).toBeVisible();
    // Three quick answers in a row would bring the pause.
    if (question % 2 === 0) await page.waitForTimeout(READING_MS);
    // The heading has the focus after each move; the options come next.
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await isChosen(page, 'B');
    if (question < 10) await page.keyboard.press('Enter');
  }
  const over = page.getByText('Terminaste, Maria!');
  await expect(async () => {
    if (!(await over.isVisible())) await page.keyboard.press('Enter');
    await expect(over).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/acertou \d+ de 10/).first()).toBeVisible();
});

test('a theme of the list is opened, begun and left with the keyboard alone', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.goto(`/tests?childId=${childId}`);
  await isHydrated(page);
  const rows = page.getByRole('main').locator('ol > li > details');
  await expect(rows.first()).toHaveAttribute('open', '');
  await rows.nth(1).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(rows.nth(1)).toHaveAttribute('open', '');
  const begin = rows.nth(1).getByRole('link', { name: /^Começar/ });
  await page.keyboard.press('Tab');
  await expect(begin).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Entregar o telemóvel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(begin).toBeFocused();
});

test('keyboard focus is never lost: screens, dialogs and deleted rows pass it on', async ({ page }) => {
  const { childId } = await aFamily(page);
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.goto('/dashboard');
  // Before the code has loaded, a link loads its page from the server.
  await page.waitForLoadState('networkidle');
  const press = async (name: string | RegExp, role: 'link' | 'button' = 'button') => {
    const control = page.getByRole(role, { name }).first();
    await control.focus();
    await control.press('Enter');
  };
  // While the code of a screen loads, the heading of the previous screen is still in the page, hidden.
  await press('Testes', 'link');
  await expect(page.getByRole('heading', { level: 1, name: 'Testes para Maria' })).toBeFocused();
  await page.goto('/settings');
  await page.waitForLoadState('networkidle');
  await press('Mudar a senha');
  await expect(page.getByLabel('Senha actual', { exact: true })).toBeFocused();
  await page.goto('/children');
  await press(/^Editar/);
  await expect(page.getByRole('dialog').getByLabel('Nome completo')).toBeFocused();
  await press('Arquivar');
  await expect(page.getByText('Nenhum filho cadastrado')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Filhos' })).toBeFocused();
  await press('Ver crianças arquivadas');
  await press(/^Tirar do arquivo/);
  await expect(page.getByText('Nenhuma criança arquivada.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Crianças arquivadas' })).toBeFocused();

  const testId = await aTestFor(page, childId);
  const started = await page.request.post('/api/attempts', { data: { childId, testId, order: 'own' } });
  const { id, questions } = (await started.json()) as { id: number; questions: [{ id: number }] };
  await page.request.post('/api/answers', {
    data: { attemptId: id, questionId: questions[0].id, selectedAnswer: 'A' },
  });
  await complete(page, id);
  await page.goto(`/results/${id}`);
  await press('Partilhar');
  await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible();
  await press('Criar ligação');
  await expect(page.getByLabel('Ligação do resultado')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Partilhar resultado' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Partilhar' })).toBeFocused();
  await page.goto('/subscription');
  await press('Escolher Família', 'button');
  await expect(page.getByRole('heading', { name: 'Pagar o plano Família' })).toBeFocused();
  await press('Cancelar');
  await expect(page.getByRole('button', { name: 'Escolher Família', exact: true })).toBeFocused();
});

test('a second test of the month on the free plan shows the plans, not an error', async ({ page }) => {
  const { childId } = await aFamily(page);
  const tests = (await (
    await page.request.get(`/api/tests?childId=${childId}&class=4º Ano&discipline=Português`)
  ).json()) as { id: number }[];
  const [first, second] = tests as [{ id: number }, { id: number }];
  const started = (await (
    await page.request.post('/api/attempts', { data: { childId, testId: first.id, order: 'own' } })
  ).json()) as { id: number; questions: { id: number }[] };
  await page.request.post('/api/answers', {
    data: { attemptId: started.id, questionId: started.questions[0]?.id, selectedAnswer: 'A' },
  });
  await complete(page, started.id);
  await page.goto(`/tests/${second.id}?childId=${childId}`);
  await expect(page.getByText(/O teste grátis de Português deste mês já foi feito/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver planos' })).toBeVisible();
  await expect(page.getByText('Não foi possível iniciar o teste')).toHaveCount(0);
  await isAccessible(page);
});

test('missing ids show the message of the specification', async ({ page }) => {
  await aFamily(page);
  await page.goto('/tests/1');
  await expect(page.getByText('Informações sobre o teste ou aluno estão incompletas.').first()).toBeVisible();
});

test('the page of a test starts the attempt before any script has loaded, and the app uses that reply', async ({
  page,
  baseURL,
}) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  const starts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/attempts') starts.push(request);
  });
  const asked = page.waitForRequest(/\/api\/attempts$/);
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`/tests/${testId}?childId=${childId}`);
  await expect(page.getByText('Questão 1 de 10')).toBeVisible();
  await choose(page, 'A');
  await expect(page.getByText('Guardado', { exact: true }).first()).toBeVisible();
  expect(starts.length).toBe(1);
  const headers = await (starts[0] as Request).allHeaders();
  // The Origin header is sent, because the server requires it; the Referer header is not.
  expect(headers['origin']).toBe(new URL(baseURL ?? '').origin);
  expect(headers['referer']).toBeUndefined();
  await page.reload();
  await isChosen(page, 'A');
});
