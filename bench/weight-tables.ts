// The measured sizes and times as tables and targets.
import { median } from './cpu.ts';
import type { Taker } from './families.ts';
import { add, type Bytes } from './phone.ts';
import { atMost, kb, type Section, seconds, table, worstOf } from './report.ts';

/** The measured addresses, as seen by a family with one finished attempt. */
export interface Address {
  name: string;
  /** `testId` is a test that was not taken; `taken` is the test of the attempt. */
  path: (taker: Taker, attemptId: number, testId: number, taken: number) => string;
  signedIn: boolean;
  /** Whether the phone is in child mode. */
  handedOver?: boolean;
  /** Cold and warm figures of the peer's comparable page, if it has one. */
  peer: string;
}
export interface Weighed {
  address: Address;
  cold: Bytes;
  warm: Bytes;
}

export interface Times {
  /** A page of one word on the same line. */
  empty: number;
  landing: [cold: number, warm: number];
  /** Time until the first option, in four cases: cold, the open test again, another test by its address, a tap in the catalogue. */
  option: [cold: number, again: number, address: number, tap: number];
  testLcp: number;
}

export interface Test {
  start: Bytes;
  answers: Bytes;
  finish: Bytes;
  /** Bytes of the questions as the catalogue returns them. */
  presented: number;
}

export interface Repeat {
  /** A signed-in phone with empty caches, from the catalogue to the first result. */
  first: Bytes;
  worker: Bytes;
  repeat: Test;
  /** The repeated test over TLS and HTTP/2; undefined where it was not measured. */
  proxied: Bytes | undefined;
}

/** Pages that arrive with their content (areas/pages.ts). */
const DRAWN = [
  'dashboard',
  'children',
  'catalogue',
  'result',
  'review',
  'report',
  'map',
  'mistakes',
  'practice',
  'child’s home',
];

export function sectionOf(
  weighed: readonly Weighed[],
  { first, worker, repeat, proxied }: Repeat,
  times: readonly Times[],
  pages: readonly Map<string, [number, number]>[],
  browser: string,
): Section {
  const middle = (pick: (one: Times) => number) => median(times.map(pick));
  const lcpOf = (name: string, index: 0 | 1) => median(pages.map((one) => one.get(name)?.[index] ?? Number.NaN));
  const lcp = (name: string, index: 0 | 1): string => {
    if (name === 'landing') return seconds(middle((one) => one.landing[index]));
    if (name === 'test') return index === 0 ? seconds(middle((one) => one.testLcp)) : '';
    return seconds(lcpOf(name, index));
  };
  const rows: (string | number)[][] = [
    ['page', 'cold: requests/KB', '+ sent', 'warm: requests/KB', 'LCP cold, s', 'LCP warm, s', 'Moodle: cold · warm'],
  ];
  for (const { address, cold, warm } of weighed) {
    rows.push([
      address.name,
      `${cold.requests}/${kb(cold.received)}`,
      kb(cold.sent),
      `${warm.requests}/${kb(warm.received)}`,
      lcp(address.name, 0),
      lcp(address.name, 1),
      address.peer,
    ]);
  }
  const perAnswer = { received: repeat.answers.received / 10, sent: repeat.answers.sent / 10 };
  rows.push(['service worker, once', `${worker.requests}/${kb(worker.received)}`, kb(worker.sent), '', '', '', '']);

  const empty = middle((one) => one.empty);
  const besideEmpty = (index: 0 | 1) => DRAWN.map((name) => [name, lcpOf(name, index) / empty] as const);
  const whole = add(repeat.start, repeat.answers, repeat.finish);
  const both = whole.received + whole.sent;
  const option = [0, 1, 2, 3].map((index) => middle((one) => one.option[index as 0]));
  const [cold = 0, again = 0, address = 0, tap = 0] = option;
  const landing = middle((one) => one.landing[0]);
  const coldOf = (name: string) =>
    (weighed.find(({ address }) => address.name === name)?.cold.received ?? Number.NaN) / 1000;
  return {
    title: 'Weight',
    lines: [
      `Chromium ${browser} on a screen of 360 × 640, over HTTP/1.1 with brotli. Bytes on the line, headers included, 1 KB = 1,000 bytes; cold is an empty phone (signed in where the page needs it), warm the same page again.`,
      '',
      ...table(rows),
      `At 400 kbit/s, 400 ms and CPU ÷ 4, without DNS and TLS; medians of ${times.length} (other pages: of ${pages.length}). A page of one word takes ${seconds(empty)} s there. The line is slowed outside the browser, for the service worker too, which has fetched what it keeps when a page is warm.`,
      '',
      ...table([
        ['until the first option can be tapped', 's', 'Moodle, s'],
        ['cold, by the test’s address', seconds(cold), '7.78'],
        ['warm, the open test again', seconds(again), '0.75'],
        ['warm, another test by its address: page, then start', seconds(address), ''],
        ['warm, tapping “Começar” in the catalogue', seconds(tap), '1.19 (save + next)'],
      ]),
      'A repeat test in all, from the tap in the catalogue to the result on the screen:',
      '',
      ...table([
        ['', 'requests', 'received, KB', 'sent, KB', 'both, KB'],
        ...(
          [
            [`start (its questions ${kb(repeat.presented)})`, repeat.start],
            ['ten answers', repeat.answers],
            ['finish and result', repeat.finish],
            ['in all', whole],
            ...(proxied ? ([['in all, over TLS and HTTP/2', proxied]] as const) : []),
            ['first visit: dashboard, catalogue, test, result', first],
          ] as const
        ).map(([name, one]) => [name, one.requests || '', kb(one.received), kb(one.sent), kb(one.received + one.sent)]),
        ['Moodle, warm', '', 'about 200', '', ''],
      ]),
      `What the catalogue promises: ${repeat.start.received + repeat.start.sent - repeat.presented} bytes to start beside the questions, ${Math.round(perAnswer.received + perAnswer.sent)} an answer, ${repeat.finish.received + repeat.finish.sent} to finish.`,
      '',
    ],
    targets: [
      atMost('landing, LCP cold, beside an empty page', landing / empty, 2.5, '×', 2),
      worstOf('pages with content, LCP cold, beside an empty page', besideEmpty(0), 3, '×', 2),
      worstOf('pages with content, LCP warm, beside an empty page', besideEmpty(1), 2, '×', 2),
      atMost('first option, cold, beside an empty page', cold / empty, 4, '×', 2),
      worstOf(
        'first option, warm, beside an empty page',
        [
          ['the open test again', again / empty],
          ['a new test, tapped in the catalogue', tap / empty],
        ],
        2,
        '×',
        2,
      ),
      atMost('child’s home, cold, received', coldOf('child’s home'), 90, 'KB', 1),
      atMost('practice, cold, received', coldOf('practice'), 100, 'KB', 1),
      atMost('a repeat test in all, received', whole.received / 1000, 25, 'KB', 1),
      atMost('a repeat test in all, received and sent', both / 1000, 20, 'KB', 1),
      ...(proxied
        ? [
            atMost(
              'a repeat test in all, received and sent, over TLS and HTTP/2',
              (proxied.received + proxied.sent) / 1000,
              20,
              'KB',
              1,
            ),
          ]
        : []),
    ],
  };
}
