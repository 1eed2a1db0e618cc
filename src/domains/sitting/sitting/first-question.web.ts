// The page of a test loads this script before the app, which is ten times as large. It shows the first question, which the server rendered
// in its reply to the start (FirstQuestion.tsx), and stores the child's choice with the app's own queue. Then it loads the app, whose
// SittingScreen shows the same question with that choice. Without a rendered question it only loads the app.

import { earlyStart, type FirstTaps, setTestKept, showFirstQuestion } from '../../../delivery/browser/early-start.ts';
import { answerQueue } from '../../../web/device/answer-queue.ts';
import { keepSitting } from '../../../web/device/device-store.ts';
import type { StartedSitting } from '../attempts/attempts.contract.ts';
import { takeWriting } from './first-written.web.ts';
import { createClock } from './server-clock.web.ts';
import { clockOffset } from './sitting.rules.ts';
import { measureWork } from './sitting-work.web.ts';

/** Milliseconds after which the app is loaded even if the start has no reply yet, because the app shows what is happening. */
const LONGEST_WAIT_MS = 4000;

interface Boot {
  user?: { id: number } | null;
  brand: { productName: string };
}

/** Loads the app's files, which the page names but does not load (delivery/serve/app-shell.ts). */
function loadApp(): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name=app]');
  const [entry, ...others] = named?.content.split(' ') ?? [];
  named?.remove();
  if (!entry) return;
  for (const file of others)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }));
  const load = () => {
    const script = Object.assign(document.createElement('script'), { type: 'module', src: entry, id: 'app' });
    // The question stays on the screen and choices are stored. The browser retries a failed script only with a new element.
    script.onerror = () => {
      script.remove();
      setTimeout(load, LONGEST_WAIT_MS);
    };
    document.head.append(script);
  };
  load();
}

async function showFirst(): Promise<void> {
  const early = earlyStart();
  const boot = JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Boot;
  const root = document.getElementById('root');
  // A phone that has the app's code shows the question just as fast with the app, so it did not request it as HTML.
  if (!early || !boot.user || !root || navigator.serviceWorker?.controller) return;
  const { response, roundTrip, receivedAt } = await early.reply;
  // A clone is read, because the app reads the reply as well.
  const { drawn, ...sitting } = (await response.clone().json()) as StartedSitting;
  const [question] = sitting.questions ?? [];
  if (!response.ok || !drawn || !question || root.hasChildNodes()) return;

  const { id: attemptId, childId, testId } = sitting;
  const userId = boot.user.id;
  const startedAt = Date.parse(sitting.startedAt);
  const offset = clockOffset(Date.parse(sitting.serverTime), receivedAt, roundTrip);
  const clock = createClock(Date.now() + offset);
  const work = measureWork(attemptId, () => clock.now() - startedAt);
  setTestKept(childId, testId);
  void keepSitting(userId, sitting, offset);
  void answerQueue.start(userId);

  const box = document.createElement('div');
  box.id = 'first-question';
  box.innerHTML = drawn;
  const styled = box.querySelector<HTMLElement>('[data-style]');
  if (styled) styled.style.cssText = styled.dataset['style'] ?? '';
  let chosen: FirstTaps['chosen'];
  let goesOn = false;
  const shownAt = performance.now();
  const choose = (letter: string) => {
    const storing = answerQueue.keep({
      userId,
      childId,
      testId,
      attemptId,
      questionId: question.id,
      selectedAnswer: letter,
      responseTime: Math.round((performance.now() - shownAt) / 1000),
      timing: work.choose(question.id),
      startedAt,
      answeredAt: clock.now(),
    });
    chosen = { letter, storing };
  };
  const keepWritten = question.asks ? takeWriting(box, question.asks.way, choose) : () => {};
  if (!question.asks)
    box.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) choose(target.value);
    });
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    goesOn = true;
  });
  document.title = `Questão 1 de ${sitting.questions.length} · ${boot.brand.productName}`;
  root.before(box);
  work.show(question.id);
  showFirstQuestion({
    attemptId,
    end() {
      keepWritten();
      work.show(question.id);
      const { activeElement } = document;
      const focused =
        activeElement instanceof HTMLInputElement && box.contains(activeElement) ? activeElement.value : undefined;
      box.remove();
      return { questionId: question.id, chosen, goesOn, focused };
    },
  });
  // Wait until the question has been painted, before the app's files use the line and the processor.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const tooLong = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
void Promise.race([showFirst().catch(() => {}), tooLong]).then(loadApp);
