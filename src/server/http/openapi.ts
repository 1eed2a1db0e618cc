import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../../shared/endpoint.ts';
import { FORM_TYPES } from './files.ts';

type Json = Record<string, unknown>;

const refusalSchema: Json = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'Uma frase em português, para uma pessoa.' },
    code: { type: 'string', description: 'Uma palavra estável, para um programa.' },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Que campos, e porquê.' },
  },
};

const REFUSALS: Record<number, string> = {
  400: 'Dados por corrigir',
  401: 'Sem sessão',
  402: 'O plano não inclui',
  403: 'A função não permite',
  404: 'Não existe ou não é seu',
  409: 'Não combina com o estado presente',
  413: 'Demasiado grande',
  415: 'Tipo errado',
  429: 'Demasiadas vezes',
  503: 'Ocupado ou a arrancar',
};

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
  }) as Json;
  return schema;
}

/**
 * Returns the OpenAPI 3.1 document of all bound endpoints, derived from the schemas that validate the calls. `x-authz` of an operation
 * lists its roles and the resource whose ownership is checked.
 */
export function openApiDocument(endpoints: ReadonlyMap<EndpointKey, Endpoint>, title: string): Json {
  const paths: Record<string, Json> = {};
  for (const [key, endpoint] of endpoints) {
    const [method, url] = key.split(' ') as [string, string];
    const path = url.replace(/:(\w+)/g, '{$1}');
    const success = endpoint.status ?? 200;
    const operation: Json = {
      operationId: `${method.toLowerCase()}${url.replace(/[^a-zA-Z0-9]+(.)?/g, (_, letter?: string) => (letter ?? '').toUpperCase())}`,
      summary: endpoint.summary,
      tags: [url.split('/')[2] ?? 'api'],
      'x-authz': endpoint.authz,
      parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
      ...(endpoint.body || endpoint.upload
        ? {
            requestBody: {
              required: true,
              content: Object.fromEntries(
                bodyTypesOf(endpoint).map((type) => [type, { schema: bodySchemaOf(endpoint) }]),
              ),
            },
          }
        : {}),
      responses: {
        [success]:
          success === 204
            ? { description: 'Feito' }
            : {
                description: 'Feito',
                content: endpoint.file
                  ? Object.fromEntries(endpoint.file.map((type) => [type, {}]))
                  : { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
              },
        ...Object.fromEntries(
          Object.entries(REFUSALS).map(([status, description]) => [
            status,
            { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
          ]),
        ),
      },
      ...(endpoint.authz.allow.includes('anonymous') ? { security: [] } : {}),
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      description: 'Chamadas da plataforma. Datas em ISO 8601 (UTC); dinheiro em kwanzas inteiros.',
    },
    paths,
    components: {
      schemas: { Refusal: refusalSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
    },
    security: [{ session: [] }],
  };
}

function bodyTypesOf({ upload, form }: Endpoint): readonly string[] {
  if (upload) return ['multipart/form-data'];
  return form ? FORM_TYPES : ['application/json'];
}

function bodySchemaOf({ body, upload }: Endpoint): Json {
  const schema: Json = body ? schemaOf(body, 'input') : { type: 'object' };
  if (!upload) return schema;
  const { properties, required } = schema as { properties?: Json; required?: string[] };
  const { part = 'file' } = upload;
  return {
    ...schema,
    properties: { ...properties, [part]: { type: 'string', contentMediaType: 'application/octet-stream' } },
    required: [...(required ?? []), part],
  };
}

function parametersOf(type: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!type) return [];
  const schema = schemaOf(type, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }));
}
