import type { FastifyReply } from 'fastify';
import type { Endpoint, Reply } from '../../shared/endpoint.ts';

/**
 * A reply that a thread has checked against the output of its contract and written as JSON. A large one costs the process that serves
 * families neither the time nor the memory of doing so.
 */
export class WrittenReply {
  /** JSON in UTF-8. The array spans its whole buffer, which can therefore be transferred between threads. */
  readonly json: Uint8Array<ArrayBuffer>;

  constructor(json: Uint8Array<ArrayBuffer>) {
    this.json = json;
  }

  /** Returns the body to send, and sets its type. */
  bodyFor(reply: FastifyReply): Buffer {
    reply.type('application/json; charset=utf-8');
    return Buffer.from(this.json.buffer);
  }
}

/** What a handler returns. */
export type Made<E extends Endpoint> = Reply<E> | WrittenReply;
