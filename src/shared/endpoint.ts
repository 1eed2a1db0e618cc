import type { ZodType, z } from 'zod';
import type { StepUp } from './step-up.ts';

/** Roles of a caller. `anonymous` means that signing in is not required. */
export type Role = 'anonymous' | 'parent' | 'teacher' | 'admin';

/** Kinds of resources that only their owner may access. Everyone else gets 404. */
export type Owned = 'child' | 'attempt' | 'notification' | 'payment' | 'session' | 'passkey' | 'user' | null;

/** Path of an id within a request: `'params.id'`. */
type IdPlace = `${'params' | 'query' | 'body'}.${string}`;

/** Kinds of things by whose id the server looks up the child. */
export type OfChild = 'attempt' | 'diagnostic';

/** Access in child mode: unrestricted, only for the children of the session, or only for attempts or diagnostics of those children. */
export type ChildModeRule =
  | 'open'
  | { readonly child: IdPlace }
  | { readonly attempt: IdPlace }
  | { readonly diagnostic: IdPlace };

/** Who may call an endpoint. One that teachers or administrators call when they are signed in declares what it asks of their second factor. */
type Authz = {
  readonly allow: readonly Role[];
  readonly owner: Owned;
  /** Access in child mode; when omitted, child mode gets 403 `child-mode`. */
  readonly childMode?: ChildModeRule;
  /** Message for a role that is not allowed, where the specification defines one. */
  readonly refusals?: Partial<Record<Role, string>>;
} & (
  | { readonly allow: readonly ['anonymous', ...Role[]] | readonly 'parent'[]; readonly stepUp?: undefined }
  | { readonly allow: readonly Exclude<Role, 'anonymous'>[]; readonly stepUp: StepUp }
);

/**
 * Definition of one endpoint. The server validates and serialises with it; the OpenAPI document and the client are
 * derived from it.
 */
export interface Endpoint {
  readonly summary: string;
  readonly authz: Authz;
  readonly params?: ZodType;
  readonly query?: ZodType;
  readonly body?: ZodType;
  readonly output: ZodType;
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 202 | 204;
  /**
   * Media types of a file reply that replaces JSON; `output` is then `z.null()` and the handler returns a `FileReply`.
   */
  readonly file?: readonly string[];
  /**
   * The call takes one file in a part of multipart/form-data, named `file` unless another name is given; the other parts form the `body`,
   * all of them text.
   */
  readonly upload?: { readonly maxBytes: number; readonly part?: string };
  /**
   * The body is a form (application/x-www-form-urlencoded, or multipart/form-data without files), as sent by mail clients and by pages
   * without JavaScript.
   */
  readonly form?: true;
  /** Maximum size of a JSON body in bytes; `BODY_LIMIT` of `web-server.ts` by default. */
  readonly maxBodyBytes?: number;
  /** The handler also receives the raw body, for checking a signature. */
  readonly raw?: true;
  /**
   * The call may be executed twice with the same outcome, so the server repeats it once if the database fails over to another host
   * meanwhile. `withField`: only when the body has this field, by which the server orders calls. Reads are always repeatable and do not
   * declare it.
   */
  readonly repeatable?: true | { readonly withField: string };
  /** A device keeps this call until there is a network, and a sealed copy may hold it (`POST /api/parcels`). It is safe to repeat. */
  readonly fromDevice?: true;
  /**
   * The reply may be some seconds old: the handler gets `call.db`, which is a replica if the installation has one that is up to date. Never
   * set for data that a family reads right after writing it.
   */
  readonly stale?: true;
  /** The call takes a lot of work (a photograph, a PDF file, an import): an account has one such call in hand at a time. */
  readonly heavy?: true;
  /**
   * The call takes tens of milliseconds of the thread that answers everybody, or waits for a lock of its family with a connection to the
   * database: an account has one such call in hand at a time, and others wait.
   */
  readonly costly?: true;
  /**
   * Seconds until the caller gets a 503 with `Retry-After`; `LONGEST_CALL_MS` of `web-server.ts` by default. The time starts when the
   * request arrives, or for an upload when its whole body has arrived.
   */
  readonly longest?: number;
}

/** A file reply. */
export interface FileReply {
  /** The whole file, or its parts: the next part is made only when the caller has taken the previous one. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
  /** One of the endpoint's media types. */
  readonly type: string;
  /** File name for a download; without it the file is displayed inline. */
  readonly name?: string;
}

/** An uploaded file. Its name and type are claims of the caller and are not trusted. */
export interface Uploaded {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly type: string;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type EndpointKey = `${Method} /${string}`;

/** Endpoints of one feature, keyed by method and path: `'PUT /api/attempts/:id'`. */
export type Contract = Readonly<Record<EndpointKey, Endpoint>>;

type Sent<T> = T extends ZodType ? z.input<T> : undefined;
type Parsed<T> = T extends ZodType ? z.output<T> : undefined;

/** The caller's input by request part. Parts that the endpoint does not define are omitted. */
export type Request<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  Part<'query', Sent<E['query']>> &
  Part<'body', Sent<E['body']>> &
  (E extends { upload: object } ? { file: Blob } : unknown);

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [name in Name]?: undefined }
  : Partial<T> extends T
    ? { [name in Name]?: T | undefined }
    : { [name in Name]: T };

/** The handler's input: the request after validation. */
export interface Parts<E extends Endpoint> {
  readonly params: Parsed<E['params']>;
  readonly query: Parsed<E['query']>;
  readonly body: Parsed<E['body']>;
  readonly file: E extends { upload: object } ? Uploaded : undefined;
  readonly rawBody: E extends { raw: true } ? Uint8Array : undefined;
}

/** The handler's output; fields that the contract does not name are removed during serialisation. */
export type Reply<E extends Endpoint> = E extends { file: readonly string[] } ? FileReply : z.input<E['output']>;

/** The caller's view of the output. */
export type Answered<E extends Endpoint> = E extends { file: readonly string[] }
  ? { blob: Blob; name: string | undefined }
  : z.output<E['output']>;

/** Body of every error response: a message for people, a stable code for programs and the fields concerned. */
export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string>;
}
