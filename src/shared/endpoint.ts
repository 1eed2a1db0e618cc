import type { ZodType, z } from 'zod';

/** Who is asking. `anonymous` means that signing in is not required. */
export type Role = 'anonymous' | 'parent' | 'teacher' | 'admin';

/** The kind of thing whose owner alone may reach it. Anyone else is told that it does not exist. */
export type Owned = 'child' | 'attempt' | 'notification' | 'payment' | 'user' | null;

/** One call over the wire, written once: the server validates and serialises with it, the document and the client are made from it. */
export interface Endpoint {
  readonly summary: string;
  readonly authz: { readonly allow: readonly Role[]; readonly owner: Owned };
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly output: ZodType;
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;

/** The endpoints of one feature, keyed as they are called: `'PUT /api/attempts/:id'`. */
export type Contract = Readonly<Record<EndpointKey, Endpoint>>;

type Sent<T> = T extends ZodType ? z.input<T> : undefined;
type Parsed<T> = T extends ZodType ? z.output<T> : undefined;

/** What a caller sends, part by part. Parts that the endpoint does not have are left out. */
export type Request<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  Part<'query', Sent<E['query']>> &
  Part<'body', Sent<E['body']>>;

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [name in Name]?: undefined }
  : Partial<T> extends T
    ? { [name in Name]?: T | undefined }
    : { [name in Name]: T };

/** What a handler is given: the request after validation. */
export interface Parts<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
}

/** What a handler gives back; fields that the contract does not name are stripped before they leave. */
export type Reply<E extends Endpoint> = z.input<E['output']>;

/** What a caller receives. */
export type Answered<E extends Endpoint> = z.output<E['output']>;

/** Body of every refusal: a sentence for a person, a stable word for a program, and the fields concerned. */
export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string>;
}
