import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../config.ts';

const SESSION_SECONDS = 30 * 24 * 3600;
/** As long as the server remembers a browser after its last sign-in. */
const BROWSER_SECONDS = 180 * 24 * 3600;

/** The two cookies: that of the session, and that by which a browser is recognised after it. No script can read either. */
export class Cookies {
  readonly #session: string;
  readonly #browser: string;
  readonly #attributes: { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean };

  constructor(https: boolean) {
    this.#session = https ? '__Host-sid' : 'sid';
    this.#browser = https ? '__Host-browser' : 'browser';
    this.#attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: https };
  }

  sessionTokenOf(cookies: FastifyRequest['cookies']): string | undefined {
    const token = cookies[this.#session];
    return token && token.length <= 100 ? token : undefined;
  }

  sessionHashOf(request: FastifyRequest): Buffer | undefined {
    const token = this.sessionTokenOf(request.cookies);
    return token ? hashToken(token) : undefined;
  }

  /** Sets the session cookie, or clears it. */
  setSession(reply: FastifyReply, token: string | null): void {
    if (token === null) reply.clearCookie(this.#session, this.#attributes);
    else reply.setCookie(this.#session, token, { ...this.#attributes, maxAge: SESSION_SECONDS });
  }

  browserTokenOf(request: FastifyRequest): string | undefined {
    const token = request.cookies[this.#browser];
    return token && /^[\w-]{43}$/.test(token) ? token : undefined;
  }

  setBrowser(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#browser, token, { ...this.#attributes, maxAge: BROWSER_SECONDS });
  }
}
