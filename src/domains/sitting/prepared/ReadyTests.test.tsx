import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PreparedTest } from '../attempts/sealed-sitting.contract.ts';
import { type PlaceOfTest, ReadyTests } from './ReadyTests.tsx';

const PREPARED: PreparedTest = {
  attemptId: 5,
  childId: 3,
  testId: 7,
  preparedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-27T10:00:00.000Z',
  beginBefore: '2026-11-27T09:45:00.000Z',
  kilobytes: 9,
  test: {
    id: 7,
    discipline: 'Matemática',
    theme: 'Fracções',
    form: 'A',
    schoolClass: '4º Ano',
    description: null,
    difficultyLevel: 'Básico',
    evaluationType: 'Diagnóstico',
    duration: 15,
    active: true,
    questionCount: 10,
  },
};

/** Returns what the list says of a prepared test, and what can be done with it. */
function shown(place: PlaceOfTest, now: string) {
  const html = renderToStaticMarkup(
    <ReadyTests
      prepared={[PREPARED]}
      placeOf={() => place}
      now={Date.parse(now)}
      onBring={async () => {}}
      onGiveBack={async () => {}}
    />,
  );
  const inWords = (part: string) => part.replace(/<[^>]+>/g, '').trim();
  return {
    says: [...html.matchAll(/<p[^>]*>(.*?)<\/p>/g)].map(([, part]) => inWords(part as string)).at(-1),
    acts: [...html.matchAll(/<(?:button|a)[^>]*>(.*?)<\/(?:button|a)>/g)].map(([, part]) => inWords(part as string)),
  };
}

test.each<[PlaceOfTest, string, string[]]>([
  ['here', 'Vale até 27 de Novembro', ['Retirar Fracções']],
  ['begun', 'Vale até 27 de Novembro · a meio neste telemóvel', ['Continuar Fracções']],
  ['done', 'Vale até 27 de Novembro · feito neste telemóvel, à espera de internet', []],
  ['elsewhere', 'Vale até 27 de Novembro · noutro telemóvel', ['Trazer Fracções', 'Retirar Fracções']],
])('a prepared test that is %s', (place, says, acts) => {
  expect(shown(place, '2026-11-22T10:00:00.000Z')).toEqual({ says, acts });
});

test('until when a test is valid is said by the server’s clock', () => {
  expect(shown('here', '2026-11-27T08:00:00.000Z').says).toBe('Acaba hoje');
});

test('a test that has begun is not said to be too late to begin', () => {
  expect(shown('here', '2026-11-27T09:50:00.000Z').says).toMatch(/^Acaba daqui a pouco/);
  expect(shown('begun', '2026-11-27T09:50:00.000Z').says).toBe('Acaba hoje · a meio neste telemóvel');
});
