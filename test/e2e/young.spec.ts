import { expect, register, test } from './fixtures.ts';
import { seeAll } from './seen-questions.ts';

// Tests the screens of a child of six or seven: a small phone shows the whole question without scrolling.

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
      const shown = await seeAll(page, child, first.id, questions, voice);
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

/** Letters of a statement, and of an option, that fit beside a picture: three lines, and one. */
const SHORT_ENOUGH = { statement: 60, option: 20 };

test.describe('a question with a picture of the 3rd class and above', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

  test('is seen whole with all its options, unless its texts are long', async ({ page }) => {
    test.setTimeout(900_000);
    await register(page, 'Teresa Domingos');
    const child = await (
      await page.request.post('/api/children', { data: { fullName: 'Ana Domingos', schoolClass: '4º Ano' } })
    ).json();
    const tests: { id: number }[] = [];
    for (const discipline of ['Matemática', 'Ciências'])
      tests.push(
        ...(await (
          await page.request.get(`/api/tests?class=4º Ano&discipline=${discipline}&childId=${child.id}`)
        ).json()),
      );
    const pictured: Pictured[] = [];
    for (const { id } of tests) {
      const { questions } = (await (await page.request.get(`/api/tests/${id}`)).json()) as { questions: Pictured[] };
      pictured.push(...questions.filter(({ figure, image, asks }) => (figure || image) && !asks));
    }
    const texts = ({ alternatives }: Pictured) => (JSON.parse(alternatives) as string[]).map((text) => text.slice(3));
    const fitting = pictured.filter(
      (question) =>
        question.statement.length <= SHORT_ENOUGH.statement &&
        texts(question).every(({ length }) => length <= SHORT_ENOUGH.option),
    );
    expect(fitting.length).toBeGreaterThan(20);
    const [first] = tests as [{ id: number }];
    const seen = await seeAll(page, child, first.id, fitting);
    const hidden = seen.filter((one) => one.hidden > 0);
    const share = `${seen.length - hidden.length} of ${seen.length} seen whole, of ${pictured.length} with a picture`;
    test.info().annotations.push({ type: 'measured', description: share });
    expect(hidden).toEqual([]);
    expect(seen.filter(({ picture }) => picture > 0.29)).toEqual([]);
    expect(seen.filter(({ lowest }) => lowest < 56)).toEqual([]);
  });
});

interface Pictured {
  id: number;
  statement: string;
  alternatives: string;
  figure?: object | null;
  image?: object | null;
  asks?: object;
}

/** Simulates a device that reads Portuguese aloud, without sound. */
function pretendVoice(): void {
  const voice = { lang: 'pt-PT', name: 'Voz', default: true, localService: true, voiceURI: 'voz' };
  Object.defineProperty(window, 'speechSynthesis', {
    value: { getVoices: () => [voice], speak() {}, cancel() {}, addEventListener() {}, removeEventListener() {} },
  });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: class {} });
}
