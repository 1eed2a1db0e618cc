import type { ZodType, z } from 'zod';

/** Who is asking. `anonymous` means that signing in is not required. */
export type Role = 'anonymous' | 'parent' | 'teacher' | 'admin';

/** The kind of thing whose owner alone may reach it. Anyone else is told that it does not exist. */
export type Owned = 'child' | 'attempt' | 'notification' | 'payment' | 'session' | 'user' | null;

/** One call over the wire, written once: the server validates and serialises with it, the document and the client are made from it. */
export interface Endpoint {
  readonly summary: string;
  readonly authz: {
    readonly allow: readonly Role[];
    readonly owner: Owned;
    /** What a role that may not is told, where the specification has words for it. */
    readonly refusals?: Partial<Record<Role, string>>;
  };
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly output: ZodType;
  /** Status of success; 200 unless said. */
  readonly status?: 200 | 201 | 204;
  /** Media types of the file that is answered in place of JSON; `output` is then `z.null()` and the handler gives a `FileReply`. */
  readonly file?: readonly string[];
  /** The call takes one file in the part `file` of multipart/form-data; the other parts are the `body`, all of them text. */
  readonly upload?: { readonly maxBytes: number };
  /** The body is a form (application/x-www-form-urlencoded), as mail programs and pages without scripts send it. */
  readonly form?: true;
  /** The handler also gets the body as it came, byte by byte, to check a signature on it. */
  readonly raw?: true;
  /** Seconds after which the caller is told to come back; 5 unless said. */
  readonly longest?: number;
}

/** A file as an answer. */
export interface FileReply {
  readonly bytes: Uint8Array;
  /** One of the endpoint's media types. */
  readonly type: string;
  /** The name under which it is kept; without one it is shown, not kept. */
  readonly name?: string;
}

/** A file that a caller sent. Its name and type are what they say, not what it is. */
export interface Uploaded {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly type: string;
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
  Part<'body', Sent<E['body']>> &
  (E extends { upload: object } ? { file: Blob } : unknown);

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
  readonly file: E extends { upload: object } ? Uploaded : undefined;
  readonly rawBody: E extends { raw: true } ? Uint8Array : undefined;
}

/** What a handler gives back; fields that the contract does not name are stripped before they leave. */
export type Reply<E extends Endpoint> = E extends { file: readonly string[] } ? FileReply : z.input<E['output']>;

/** What a caller receives. */
export type Answered<E extends Endpoint> = E extends { file: readonly string[] }
  ? { blob: Blob; name: string | undefined }
  : z.output<E['output']>;

/** Body of every refusal: a sentence for a person, a stable word for a program, and the fields concerned. */
export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string>;
}
