import { describe, expect, test } from 'vitest';
import { joinLocation, splitLocation } from './location.rules.ts';

const table = [
  ['Viana, Luanda', { municipality: 'Viana', province: 'Luanda' }],
  ['Luanda', { municipality: '', province: 'Luanda' }],
  ['Bairro Azul, Ingombota, Luanda', { municipality: 'Bairro Azul, Ingombota', province: 'Luanda' }],
  ['Talatona', { municipality: 'Talatona', province: '' }],
] as const;

describe('a place is the same after it was edited in the form', () => {
  test.each(table)('%s', (location, place) => {
    expect(splitLocation(location)).toEqual(place);
    expect(joinLocation(place)).toBe(location);
  });
});

test('a province is recognized in any capitals', () => {
  expect(splitLocation('viana, LUANDA')).toEqual({ municipality: 'viana', province: 'Luanda' });
});

test('an empty place is null, not an empty text', () => {
  expect(splitLocation(null)).toEqual({ municipality: '', province: '' });
  expect(joinLocation({ municipality: '  ', province: '' })).toBeNull();
});
