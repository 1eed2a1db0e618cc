import { expect, register, test } from './fixtures.ts';

// Tests the screens of a child of six or seven: a small phone shows the whole question without scrolling.

/** Number of questions in one sitting, so that few pages have to be loaded. */
const AT_ONCE = 100;

interface Shown {
  statement: string;
  /** Pixels of the lowest option that are hidden below the buttons; 0 when all is visible. */
  hidden: number;
  /** Height of the picture as a share of the screen. */
  picture: number;
  /** Height of the lowest option in pixels. */
  lowest: number;
}

test.describe('a question of the 1st and 2nd class', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  for (const voice of [false, true]) {
    test(`fits the screen with its options, for the whole bank, ${voice ? 'with' : 'without'} a Portuguese voice`, async ({
      page,
    }) => {
      test.setTimeout(900_000);
      if (voice) await page.addInitScript(pretendVoice);
      await register(page, 'Teresa Domingos');
      const child = await (
        await page.request.post('/api/children', {
          data: { fullName: 'Ana Domingos', schoolClass: '1º Ano', gender: 'feminino' },
        })
      ).json();
      const tests: { id: number }[] = [];
      for (const schoolClass of ['1º Ano', '2º Ano'])
        tests.push(...(await (await page.request.get(`/api/tests?class=${schoolClass}`)).json()));
      const questions: { id: number }[] = [];
      for (const { id } of tests)
        questions.push(...(await (await page.request.get(`/api/tests/${id}`)).json()).questions);
      expect(questions.length).toBeGreaterThan(2_000);

      const [first] = tests as [{ id: number }];
      const real = await (
        await page.request.post('/api/attempts', { data: { childId: child.id, testId: first.id, order: 'own' } })
      ).json();
      const shown: Shown[] = [];
      for (let from = 0; from < questions.length; from += voice ? 5 * AT_ONCE : AT_ONCE) {
        const some = questions.slice(from, from + AT_ONCE);
        const sitting = { ...real, id: real.id + 1_000_000 + from, questions: some, answers: [] };
        await page.route('**/api/attempts', (route) => route.fulfill({ status: 201, json: sitting }));
        await page.goto(`/tests/${first.id}?childId=${child.id}`);
        await expect(page.getByText(`Questão 1 de ${some.length}`)).toBeVisible();
        // The progress line gets lower with more questions: it is set to the height for ten.
        await page.evaluate(() => {
          (document.querySelector('main > svg') as SVGElement).style.height = '26px';
        });
        shown.push(...(await page.evaluate(measureAll, some.length)));
        await page.unroute('**/api/attempts');
        await page.evaluate(() => {
          localStorage.clear();
          indexedDB.deleteDatabase('caderneta');
        });
      }
      const hidden = shown.filter((one) => one.hidden > 0);
      const share = `${shown.length - hidden.length} of ${shown.length} seen whole`;
      test.info().annotations.push({ type: 'measured', description: share });
      console.log(share, hidden.slice(0, 12));
      expect(hidden.length, share).toBeLessThanOrEqual(shown.length / 20);
      expect(shown.filter(({ picture }) => picture > 0.36)).toEqual([]);
      expect(shown.filter(({ lowest }) => lowest < 64)).toEqual([]);
    });
  }
});

/** Goes through a sitting, in the page, and measures each question. */
async function measureAll(count: number): Promise<Shown[]> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const shown: Shown[] = [];
  for (let index = 0; index < count; index += 1) {
    await frame();
    const heading = document.querySelector('fieldset h1') as HTMLElement;
    const options = [...document.querySelectorAll('fieldset label')].map((one) => one.getBoundingClientRect());
    const buttons = document.querySelector('button[type=submit]') as HTMLElement;
    const picture = document.querySelector('fieldset svg:not(label svg):not(button svg), fieldset img');
    const edge = (buttons.parentElement as HTMLElement).getBoundingClientRect().top;
    const lowest = Math.max(...options.map(({ bottom }) => bottom));
    shown.push({
      statement: heading.textContent ?? '',
      hidden: heading.getBoundingClientRect().top < 0 ? 1 : Math.max(0, Math.round(lowest - edge)),
      picture: (picture?.getBoundingClientRect().height ?? 0) / innerHeight,
      lowest: Math.min(...options.map(({ height }) => height)),
    });
    if (index < count - 1) buttons.click();
  }
  return shown;
}

/** Simulates a device that reads Portuguese aloud, without sound. */
function pretendVoice(): void {
  const voice = { lang: 'pt-PT', name: 'Voz', default: true, localService: true, voiceURI: 'voz' };
  Object.defineProperty(window, 'speechSynthesis', {
    value: { getVoices: () => [voice], speak() {}, cancel() {}, addEventListener() {}, removeEventListener() {} },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class {} });
}
