import { z } from 'zod';
import type { Contract } from '../../../shared/endpoint.ts';
import { EXEMPT } from '../../../shared/step-up.ts';
import { image } from './tests.contract.ts';

/** Maximum bytes of an uploaded picture; a stored one has at most 60 KB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Identifies a picture by its content. */
export const imageId = z.string().regex(/^[0-9a-f]{32}$/, 'Esta imagem não existe. Envie-a de novo.');

export const imagesContract = {
  'GET /api/images/:id': {
    summary: 'Return the picture of a question',
    authz: { allow: ['parent', 'teacher', 'admin'], owner: null, childMode: 'open', stepUp: EXEMPT.reads },
    params: z.object({ id: imageId }),
    output: z.null(),
    file: ['image/webp'],
  },
  'POST /api/teacher/images': {
    summary: 'Upload a picture (PNG, JPEG or WebP); it is re-encoded at a smaller size and without metadata',
    authz: { allow: ['teacher'], owner: null, stepUp: EXEMPT.bank },
    upload: { maxBytes: MAX_BYTES },
    heavy: true,
    output: image.omit({ alt: true }).extend({ id: imageId, bytes: z.int() }),
    status: 201,
    longest: 20,
  },
} as const satisfies Contract;
