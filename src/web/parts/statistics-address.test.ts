import { expect, test } from 'vitest';
import { statisticsAddress } from './statistics-address.ts';

test('each panel has its own address for the same statistics', () => {
  expect(statisticsAddress('teacher', 7)).toBe('/teacher/questions?testId=7&view=statistics');
  expect(statisticsAddress('admin', undefined, { discipline: 'Inglês', class: '' })).toBe(
    '/admin?tab=tests&view=statistics&discipline=Ingl%C3%AAs',
  );
});
