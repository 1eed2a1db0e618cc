import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Parts } from '../../shared/endpoint.ts';
import { invalid, notFound, type Refused } from './errors.ts';
import { rawBodyOf, readUpload } from './files.ts';

// The parts of a request, validated by its endpoint's contract.

export interface RawParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
}

/** Returns the schemas by which Fastify validates the input and serialises the output of an endpoint. */
export function schemaOf(endpoint: Endpoint) {
  return {
    ...(endpoint.params ? { params: endpoint.params } : {}),
    ...(endpoint.query ? { querystring: endpoint.query } : {}),
    ...(endpoint.body && !endpoint.upload ? { body: endpoint.body } : {}),
    ...(endpoint.status === 204 || endpoint.file ? {} : { response: { '2xx': endpoint.output } }),
  };
}

/** Parses the parts of a page's internal call. An invalid address is rejected as it would be over HTTP. */
export function parse(endpoint: Endpoint, raw: RawParts): Parts<Endpoint> {
  const params = endpoint.params?.safeParse(raw.params ?? {});
  const query = endpoint.query?.safeParse(raw.query ?? {});
  if (params?.error) throw notFound();
  if (query?.error) throw asRefusal(query.error);
  return {
    params: params?.data as never,
    query: query?.data as never,
    body: undefined as never,
    file: undefined as never,
    rawBody: undefined as never,
  };
}

/** Returns the validated parts of a request. An upload is read only now, after authorization. */
export async function partsOf(endpoint: Endpoint, request: FastifyRequest): Promise<Parts<Endpoint>> {
  const { params, query, body } = request as unknown as Parts<Endpoint>;
  if (!endpoint.upload)
    return { params, query, body, file: undefined, rawBody: (endpoint.raw ? rawBodyOf(request) : undefined) as never };
  const { file, fields } = await readUpload(request, endpoint.upload);
  const parsed = endpoint.body?.safeParse(fields);
  if (parsed?.error) throw asRefusal(parsed.error);
  return { params, query, body: parsed?.data as never, file: file as never, rawBody: undefined };
}

/** Maps an error of validation to a refusal: 404 for invalid path parameters; for other invalid input, one that names the fields. */
export function asRefusal(fault: unknown): Refused {
  const { validationContext, issues = [] } = fault as { validationContext?: string; issues?: z.core.$ZodIssue[] };
  if (validationContext === 'params') return notFound();
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const [first, ...others] = Object.values(fields);
  return invalid(fields, first && others.length === 0 ? first : undefined);
}
