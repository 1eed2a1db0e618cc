import { expect, test } from 'vitest';
import { addressWith, filtersOf, usualClass } from './catalogue.rules.ts';

test.each([
  ['4º Ano', '4º Ano'],
  ['6º Ano', '6º Ano'],
  ['7º Ano', 'todas'],
  ['12º Ano', 'todas'],
])('the catalogue of a child in the %s starts at %s', (schoolClass, first) => {
  expect(usualClass(schoolClass)).toBe(first);
});

test('filters go into the address and come back', () => {
  for (const filters of [
    { discipline: 'Matemática', class: 'todas', theme: 'Frações' },
    { discipline: 'todas', class: '4º Ano', theme: 'todas' },
    { discipline: 'todas', class: '2º Ano', theme: 'todas' },
  ]) {
    const address = addressWith(7, '4º Ano', filters);
    expect(filtersOf(new URL(address, 'http://x').searchParams, '4º Ano')).toEqual(filters);
  }
});

test('an address says only what is not usual', () => {
  expect(addressWith(7, '4º Ano', { discipline: 'todas', class: '4º Ano', theme: 'todas' })).toBe('/tests?childId=7');
});
