import { expect, test } from 'vitest';
import { z } from 'zod';
import { optionalLine, optionalText } from './fields.ts';

test.each([optionalLine, optionalText])(
  'an optional text that is left out is null, unless it may stay undefined',
  (field) => {
    const form = z.object({ cleared: field(40), kept: field(40).optional() });
    expect(form.parse({})).toEqual({ cleared: null });
    expect(form.parse({ cleared: '', kept: ' ' })).toEqual({ cleared: null, kept: null });
    expect(form.parse({ cleared: ' Luanda', kept: null })).toEqual({ cleared: 'Luanda', kept: null });
  },
);
