import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CatalogueTest } from './catalogue.contract.ts';
import { TestCard } from './TestCard.tsx';

const CARD: CatalogueTest = {
  id: 7,
  discipline: 'Matemática',
  theme: 'Frações',
  form: 'A',
  forms: ['A', 'B', 'C'],
  schoolClass: '4º Ano',
  description: null,
  difficultyLevel: 'Básico',
  evaluationType: 'Diagnóstico',
  active: true,
  questionCount: 10,
  kilobytes: 25,
  kilobytesPrepared: 9,
  duration: 15,
  curriculumTheme: null,
  kind: 'theme',
};
const NOTHING = {
  taken: false,
  bestScore: null,
  takenAt: null,
  takenForms: [],
  themeScore: null,
  allowed: true,
  whyNot: null,
  allowedFrom: null,
  open: false,
  prepared: false,
};

/** Returns the card as a screen reader presents it: its sheets by their look, its text, and the targets of its links. */
function shown(test: Partial<CatalogueTest>, forChild: Partial<CatalogueTest['forChild']> = {}) {
  const given = { ...CARD, ...test, forChild: { ...NOTHING, ...forChild } };
  const html = renderToStaticMarkup(<TestCard extendedTime={null} test={given} childId={3} onStart={() => {}} />);
  return {
    sheets: [...html.matchAll(/<svg class="_?(done|next|todo)[^>]*>.*?<text[^>]*>(\w)<\/text>/g)].map(
      ([, look, letter]) => `${letter} ${look}`,
    ),
    words: html
      .replace(/<svg.*?<\/svg>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
    links: [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
  };
}

test('a theme not yet begun offers its first form', () => {
  const { sheets, words, links } = shown({});
  expect(sheets).toEqual(['A next', 'B todo', 'C todo']);
  expect(words).toContain('Prova A de 3 Nenhuma feita ainda');
  expect(words).toContain('Começar a prova A');
  expect(words).not.toContain('Melhor pontuação');
  expect(links).toEqual(['/tests/7?childId=3', '/paper?childId=3&amp;testId=7']);
});

test('after the first form the card offers the next one', () => {
  const { sheets, words } = shown({ form: 'B' }, { takenForms: ['A'], themeScore: 80 });
  expect(sheets).toEqual(['A done', 'B next', 'C todo']);
  expect(words).toContain('Prova B de 3 A feita, C por fazer');
  expect(words).toContain('Melhor pontuação 80%');
  expect(words).toContain('Começar a prova B');
});

test('an open form can be continued', () => {
  const { sheets, words } = shown({ form: 'B' }, { takenForms: ['A'], themeScore: 60, open: true });
  expect(sheets).toEqual(['A done', 'B next', 'C todo']);
  expect(words).toContain('Prova B a meio As respostas dadas estão guardadas');
  expect(words).toContain('Continuar a prova B');
});

test('a form that is prepared for a phone without network says so', () => {
  expect(shown({}, { prepared: true }).words).toContain('Preparado para fazer sem internet.');
  expect(shown({}).words).not.toContain('Preparado');
});

test('with all forms done the card offers to repeat the oldest one', () => {
  const { sheets, words } = shown(
    {},
    { taken: true, takenAt: '2026-10-12T10:00:00.000Z', takenForms: ['A', 'B', 'C'], themeScore: 90 },
  );
  expect(sheets).toEqual(['A done', 'B done', 'C done']);
  expect(words).toContain('3 de 3 feitas A prova A foi há mais tempo, a 12 de Outubro');
  expect(words).toContain('Repetir a prova A');
});

test('a theme with one form shows no sheets and no letter', () => {
  const { sheets, words } = shown({ forms: ['A'] });
  expect(sheets).toEqual([]);
  expect(words).not.toContain('rova');
  expect(words).toContain('Começar');
});

test('a theme locked by the plan shows its sheets, but none as the next', () => {
  const locked = {
    allowed: false,
    whyNot: 'Já fez o teste grátis de Matemática deste mês.',
    allowedFrom: '2026-12-01',
    takenForms: ['A'],
    themeScore: 50,
  };
  const { sheets, words, links } = shown({ form: 'B' }, locked);
  expect(sheets).toEqual(['A done', 'B todo', 'C todo']);
  expect(words).toContain('Já fez o teste grátis de Matemática deste mês. O próximo abre a 1 de Dezembro.');
  expect(links).toEqual(['/tests/history?childId=3&amp;discipline=Matem%C3%A1tica', '/subscription']);
});

test('the duration shown includes the child’s extended time', () => {
  const card = (duration: number, extendedTime: 30 | 60 | null) =>
    renderToStaticMarkup(
      <TestCard test={{ ...CARD, duration }} childId={3} extendedTime={extendedTime} onStart={() => {}} />,
    );
  for (const [duration, extendedTime, shown] of [
    [15, null, '~15min'],
    [15, 30, '~30min'],
    [15, 60, '~60min'],
    [90, null, '~90min'],
    [90, 30, '~105min'],
  ] as const)
    expect(card(duration, extendedTime).replaceAll('<!-- -->', '')).toContain(shown);
});
