import type { Refusal } from '../../shared/endpoint.ts';
import { plural } from '../../shared/text.ts';

/** An error reported to the caller: HTTP status, stable code and a message in Portuguese. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }

  toBody(): Refusal {
    return { message: this.message, code: this.code, ...(this.fields ? { fields: this.fields } : {}) };
  }
}

export const invalid = (fields: Record<string, string>, message = 'Há campos por corrigir.') =>
  new Refused(400, 'invalid-input', message, { fields });
export const notSignedIn = () => new Refused(401, 'not-signed-in', 'Entre na sua conta para continuar.');
export const planRequired = (code: string, message: string) => new Refused(402, code, message);
export const forbidden = (message = 'A sua conta não tem acesso a esta área.') =>
  new Refused(403, 'forbidden', message);
/** Refuses a call in child mode for a resource that does not belong to one of the session's children. */
export const notForChildren = () =>
  new Refused(403, 'child-mode', 'O telemóvel está com a criança. Para abrir isto, saia do modo criança.');
/** Refuses a call for a resource that does not exist or belongs to someone else. Callers must not be able to tell the two cases apart. */
export const notFound = () => new Refused(404, 'not-found', 'Não encontrámos o que procura.');
export const conflict = (code: string, message: string) => new Refused(409, code, message);
export const tooMany = (retryAfter: number) =>
  new Refused(429, 'too-many', `Demasiadas tentativas. Tente de novo daqui a ${wait(retryAfter)}.`, { retryAfter });
export const unavailable = (retryAfter = 2) =>
  new Refused(503, 'unavailable', 'O serviço está ocupado. Tente de novo dentro de momentos.', {
    retryAfter,
  });

function wait(seconds: number): string {
  if (seconds < 90) return plural(seconds, 'segundo', 'segundos');
  return `${Math.ceil(seconds / 60)} minutos`;
}

/**
 * Maps a thrown error to a refusal.
 *
 * PostgreSQL codes: classes 08, 53, 57P and 58: unavailable or out of resources; class 28 and 3D000: the operator is changing the app's
 * password, or putting another database in place; class 40: serialisation failure or deadlock, may be retried; 57014, 55P03 and 25P03:
 * timeout of a statement, a lock or an idle transaction; 25006: read-only, as during a failover; class 22 and 23514: a value out of range
 * or against a check, the caller's error; 23505 and 23P01: duplicate; 23503: refers to a row that does not exist. AD001 is raised by the
 * project's own trigger that keeps the last administrator.
 *
 * @returns undefined for internal errors.
 */
export function refusalFor(error: unknown): Refused | undefined {
  if (error instanceof Refused) return error;
  const fault = error as { code?: unknown; message?: unknown; statusCode?: unknown };
  const code = typeof fault?.code === 'string' ? fault.code : '';
  if (/^(08|28|53|57P|58|40)|^(57014|55P03|25P03|25006|3D000)$/.test(code)) return unavailable();
  if (AWAY.test(code)) return unavailable();
  if (/^22[0-9A-Z]{3}$|^23514$/.test(code))
    return new Refused(400, 'invalid-input', 'Um dos valores enviados não é aceite.');
  if (code === 'AD001') return conflict('last-administrator', 'Tem de haver sempre um administrador que possa entrar.');
  if (code === '23505' || code === '23P01') return conflict('duplicate', 'Isto já existe.');
  if (isForeignKeyViolation(error)) return notFound();
  const text = typeof fault?.message === 'string' ? fault.message : '';
  if (CONNECTION_LOST.test(text)) return unavailable();
  return undefined;
}

/** Returns whether PostgreSQL refused a statement because another row refers to a deleted one, or because a written reference leads nowhere. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '23503';

/**
 * Returns whether the connection to the database ended, or its server no longer accepts writes, as in a failover. An idempotent call may
 * then be repeated on another server. A statement timeout does not count.
 */
export function isDatabaseLost(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (/^08|^57P0[123]$|^25006$/.test(code) || AWAY.test(code))) return true;
  return typeof message === 'string' && /Connection terminated|is not queryable/i.test(message);
}

/** Socket errors when the database is unreachable. */
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EAGAIN|EHOSTUNREACH|ENETUNREACH)$/;
/** Messages of the driver that have no code. */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|Cannot use a pool after|Query read timeout|is not queryable|timeout expired/i;
