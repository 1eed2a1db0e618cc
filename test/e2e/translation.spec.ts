import type { Page } from '@playwright/test';
import { aFamily, answerSomehow, aTestFor, choose, expect, finishUntil, inDatabase, test } from './fixtures.ts';

// A browser's translation replaces each text node by font elements, which React does not know. It must neither mix up two questions nor
// break a screen, whether or not it respects that the app asks not to be translated.

/** Marks a text that has been translated. */
const MARK = '\u2063';
/** `wrapped` counts the translated texts of the page. */
type Translated = { wrapped?: number };

/** Translates the page as it changes, like Chrome does. @param respects whether it leaves out what is marked as not to be translated. */
async function translate(page: Page, { respects }: { respects: boolean }): Promise<void> {
  await page.addInitScript(
    ([mark, respects]) => {
      const page = window as Translated;
      page.wrapped = 0;
      const isLeftOut = (parent: Element) =>
        parent.closest('font, script, style, noscript, title, svg, math, textarea') !== null ||
        (respects && parent.closest('[translate=no], .notranslate') !== null);
      const wrap = (text: Text) => {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent || isLeftOut(parent)) return;
        const outer = document.createElement('font');
        outer.style.verticalAlign = 'inherit';
        const inner = outer.appendChild(document.createElement('font'));
        inner.textContent = mark + text.data;
        text.replaceWith(outer);
        page.wrapped = (page.wrapped ?? 0) + 1;
      };
      const wrapAll = (root: Node) => {
        if (root instanceof Text) return wrap(root);
        const found: Text[] = [];
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) found.push(walker.currentNode as Text);
        for (const text of found) wrap(text);
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) wrapAll(node);
      }).observe(document, { childList: true, characterData: true, subtree: true });
    },
    [MARK, respects] as const,
  );
}

const wrapped = (page: Page) => page.evaluate(() => (window as Translated).wrapped);
/** Letters and digits only: what the screen makes of signs and spaces does not matter here. */
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Waits until the screen says which question this is. */
const isAt = (page: Page, where: string) =>
  expect.poll(async () => (await page.locator('#where').textContent())?.replaceAll(MARK, '')).toContain(where);

interface Asked {
  id: number;
  statement: string;
  alternatives: string;
}

/** Checks that the screen shows this question with its options, and no text of another. */
async function shows(page: Page, place: number, { statement, alternatives }: Asked): Promise<void> {
  await isAt(page, `Questão ${place} de 10`);
  await expect.poll(async () => bare((await page.locator('fieldset h1').textContent()) ?? '')).toBe(bare(statement));
  const options = JSON.parse(alternatives) as string[];
  const shown = await page.locator('fieldset label').allTextContents();
  expect(shown.map(bare)).toEqual(options.map(bare));
}

const lastChoices = (attemptId: number) =>
  inDatabase((db) =>
    db.rows<{ questionId: number; letter: string }>(
      'select question_id as "questionId", selected_answer as letter from answers where attempt_id = $1',
      [attemptId],
    ),
  );

test('a translated test shows each question with its own options, and grades what was tapped', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId, 'História');
  await page.request.post('/api/child-mode', { data: { childId } });
  await translate(page, { respects: false });
  const started = page.waitForResponse((reply) => reply.url().endsWith('/api/attempts') && reply.ok());
  await page.goto(`/tests/${testId}?childId=${childId}`);
  const { id, questions } = (await (await started).json()) as { id: number; questions: Asked[] };
  const letters = 'ABCDABCDAB'.split('');
  for (const [index, question] of questions.entries()) {
    await shows(page, index + 1, question);
    await choose(page, letters[index] as string);
    if (index === 3) {
      // Back and forth, and by the overview.
      await page.getByRole('button', { name: 'Anterior' }).click();
      await shows(page, 3, questions[2] as Asked);
      await page.locator('#where').click();
      await page.getByRole('button', { name: 'Questão 4, respondida' }).click();
      await shows(page, 4, question);
    }
    await expect(page.getByRole('button', { name: index === 9 ? 'Finalizar' : 'Próxima' })).toBeVisible();
    if (index < 9) await page.getByRole('button', { name: 'Próxima' }).click();
  }
  await finishUntil(page, page.getByRole('heading', { name: 'Terminaste' }));
  expect(await wrapped(page)).toBeGreaterThan(50);
  const kept = await lastChoices(id);
  expect(questions.map((question) => kept.find(({ questionId }) => questionId === question.id)?.letter)).toEqual(
    letters,
  );
  await page.getByRole('button', { name: 'Ver resultado' }).click();
  await page
    .getByRole('button', { name: 'Usar a senha da conta' })
    .or(page.getByLabel('Escreva a senha da conta'))
    .first()
    .waitFor();
});

test('a translated diagnostic and translated practice show each question as it was asked', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId, 'História');
  const attempt = await (await page.request.post('/api/attempts', { data: { childId, testId } })).json();
  for (const { id } of attempt.questions as Asked[])
    await page.request.post('/api/answers', {
      data: { attemptId: attempt.id, questionId: id, selectedAnswer: 'A', responseTime: 20 },
    });
  await page.request.put(`/api/attempts/${attempt.id}`, { data: { completed: true } });
  await page.request.get(`/api/attempts/${attempt.id}`);
  await page.request.post('/api/child-mode', { data: { childId } });
  await translate(page, { respects: false });

  let asked: Asked | undefined;
  page.on('response', async (reply) => {
    if (!/\/api\/diagnostics(\/\d+\/answers)?$/.test(reply.url()) || !reply.ok()) return;
    // The body of the last reply is gone once the next page is opened.
    const body = (await reply.json().catch(() => ({}))) as { question?: Asked };
    asked = body.question ?? asked;
  });
  await page.goto(`/diagnostic?childId=${childId}&discipline=${encodeURIComponent('Português')}`);
  for (let turn = 1; turn <= 4; turn += 1) {
    await isAt(page, `Pergunta ${turn} `);
    // The screen may show a question before this process has read the reply that holds it.
    await expect(async () => {
      expect(bare((await page.locator('fieldset h1').textContent()) ?? '')).toBe(bare(asked?.statement ?? 'none'));
    }).toPass({ timeout: 30_000 });
    await answerSomehow(page);
    await page.getByRole('button', { name: 'Próxima' }).click();
  }

  const { cards } = (await (await page.request.get(`/api/children/${childId}/practice`)).json()) as {
    cards: { question: Asked }[];
  };
  const statements = cards.map(({ question }) => bare(question.statement));
  await page.goto(`/practice/${childId}`);
  for (let place = 1; place <= 3; place += 1) {
    await isAt(page, `Pergunta ${place} de `);
    expect(statements).toContain(bare((await page.locator('main h1').textContent()) ?? ''));
    await page.locator('main .tile').first().click();
    await page.getByRole('button', { name: 'Responder' }).click();
    await expect(page.getByText(/(certa|é esta)$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Continuar' }).click();
  }
  await page.goto(`/child?quem=${childId}&ver=testes`);
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a translator that respects the page leaves every screen of a child alone', async ({ page }) => {
  const { childId } = await aFamily(page);
  const testId = await aTestFor(page, childId);
  await page.request.post('/api/child-mode', { data: { childId } });
  await translate(page, { respects: true });
  for (const address of [
    '/child',
    `/child?quem=${childId}&ver=testes`,
    `/tests/${testId}?childId=${childId}`,
    `/practice/${childId}`,
    `/diagnostic?childId=${childId}&discipline=${encodeURIComponent('Matemática')}`,
  ]) {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeVisible();
    await expect.poll(() => wrapped(page), { message: address }).toBe(0);
  }
});
