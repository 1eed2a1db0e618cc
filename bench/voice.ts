import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, findChromium } from '../test/support/chromium.ts';
import { endOf, microphoneOf, soundFileOf, VOICE_HERTZ, type Voice } from '../test/support/voice.ts';
import { cookieOf, makeTakers, startProgram, type Taker } from './families.ts';
import { atMost, type Options, pause, type Section, table } from './report.ts';

/** Twelve recordings: silence before, pauses within, and noise of −46 to −10 dB beside the voice. */
const VOICES: readonly Voice[] = [
  { silence: 1.5, words: 12 },
  { silence: 4, words: 8, pause: 1.5 },
  { silence: 1.5, words: 12, noise: -30 },
  { silence: 3, words: 20, noise: -30, pause: 2 },
  { silence: 8, words: 6, noise: -30 },
  { silence: 2, words: 10, noise: -25 },
  { silence: 1.5, words: 16, noise: -25, pause: 3 },
  { silence: 2, words: 12, noise: -20 },
  { silence: 5, words: 8, noise: -20, pause: 1.5 },
  { silence: 2.5, words: 20, noise: -20 },
  { silence: 3, words: 12, noise: -10 },
  { silence: 6, words: 10, noise: -10, pause: 2 },
];
/** Largest difference in seconds between the program's begin or end and the true one, up to a noise of `CALM` dB. */
const EXACT = 0.3;
const CALM = -20;

/** A recording as the program kept it, and what a filter for the voice's tone finds in its sound; in seconds since the sound begins. */
interface Heard {
  from: number;
  until: number;
  trueFrom: number;
  trueUntil: number;
}

/** Runs in the page: opens the sound of the reading that it keeps, and looks for the voice in it. @returns Heard. */
const LOOK = `(async () => {
  const promised = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await promised(indexedDB.open('caderneta'));
  const [{ sound, work }] = await promised(database.transaction('readings').objectStore('readings').getAll());
  database.close();
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sound.iv }, sound.key, sound.bytes);
  const decoded = await new AudioContext().decodeAudioData(bytes);
  const wave = decoded.getChannelData(0);
  // Power of the voice's tone in each 25 ms.
  const size = Math.round(decoded.sampleRate / 40);
  const powers = Array.from({ length: Math.floor(wave.length / size) }, (_, window) => {
    let real = 0;
    let imaginary = 0;
    for (let index = 0; index < size; index++) {
      const angle = (2 * Math.PI * ${VOICE_HERTZ} * index) / decoded.sampleRate;
      real += wave[window * size + index] * Math.cos(angle);
      imaginary += wave[window * size + index] * Math.sin(angle);
    }
    return real * real + imaginary * imaginary;
  });
  // Half way, in decibels, between the room before the voice and the voice: the browser makes later words quieter than the first.
  const share = (some, place) => some.toSorted((one, other) => one - other)[Math.floor(some.length * place)];
  const between = Math.sqrt(share(powers.slice(0, 20), 0.5) * share(powers, 0.9));
  const isVoice = (power) => power > between;
  return {
    from: work.from,
    until: work.from + work.seconds,
    trueFrom: powers.findIndex(isVoice) / 40,
    trueUntil: (powers.findLastIndex(isVoice) + 1) / 40,
  };
})()`;

/** Records one voice through the browser's microphone as a family does. @returns null if the program did not hear it begin. */
async function listenTo(browser: Browser, url: string, taker: Taker, voice: Voice): Promise<Heard | null> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 360, height: 640 },
    permissions: ['microphone'],
  });
  await context.addCookies([{ name: 'sid', value: cookieOf(taker).slice(4), url }]);
  const page = await context.newPage();
  await page.goto(`/reading/${taker.childId}`);
  await page.getByRole('button', { name: 'Ligar o microfone' }).click();
  await page.getByRole('button', { name: /^(Começou|Parou)$/ }).waitFor();
  await pause((endOf(voice) + 3) * 1_000);
  const stop = page.getByRole('button', { name: 'Parou' });
  if (!(await stop.isVisible())) return null;
  await stop.click();
  await page.getByRole('heading', { name: /^Obrigad/ }).waitFor();
  // The sound is stored after the screen has changed.
  await pause(1_000);
  const heard = await page.evaluate<Heard>(LOOK);
  await context.close();
  return heard;
}

const told = (difference: number | null) => difference?.toFixed(2) ?? 'not heard';

/** Measures how exactly the program finds the begin and end of a voice that comes through a browser's microphone. */
export async function measureVoice({ say }: Options): Promise<Section> {
  const program = await startProgram();
  try {
    const takers = await makeTakers(program.db, VOICES.length);
    const found: { noise: number; begin: number | null; end: number | null }[] = [];
    let [worst, falseStarts] = [0, 0];
    for (const voice of VOICES) {
      const browser = await chromium.launch({
        executablePath: await findChromium(),
        args: [...CHROMIUM_ARGUMENTS, ...microphoneOf(soundFileOf(voice))],
      });
      const heard = await listenTo(browser, program.url, takers.pop() as Taker, voice);
      await browser.close();
      const { noise = -46 } = voice;
      const begin = heard && heard.from - heard.trueFrom;
      const end = heard && heard.until - heard.trueUntil;
      if (noise <= CALM) worst = Math.max(worst, Math.abs(begin ?? Infinity), Math.abs(end ?? Infinity));
      if (begin !== null && begin < -EXACT) falseStarts += 1;
      found.push({ noise, begin, end });
      say(`${noise} dB | ${told(begin)} | ${told(end)}`);
    }
    const rows = [...Map.groupBy(found, ({ noise }) => noise)].map(([noise, all]) => [
      `${noise} dB`,
      all.length,
      all.map(({ begin }) => told(begin)).join(', '),
      all.map(({ end }) => told(end)).join(', '),
    ]);
    return {
      title: 'A voice through the microphone',
      lines: [
        'Twelve made-up recordings through the fake microphone of a browser, beside the begin and end of a tone in the recorded sound.',
        '',
        ...table([['noise', 'recordings', 'begin, s late', 'end, s late'], ...rows]),
      ],
      targets: [
        atMost('begin and end of a voice, noise up to −20 dB, largest difference', worst, EXACT, 's', 2),
        atMost('false starts of twelve recordings', falseStarts, 0, 'recordings'),
      ],
    };
  } finally {
    await program.close();
  }
}
