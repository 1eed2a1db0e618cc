/** A request for a reference: our payment's id, the amount and when it expires. */
export interface ReferenceWanted {
  transactionId: string;
  /** Whole Kz. */
  amount: number;
  until: Date;
}

/** The gateway's confirmation that a reference was paid. Accepted only if it matches what was requested. */
export interface Confirmation {
  /** The gateway's own number of the payment; a repeated confirmation has the same number. */
  eventId: string;
  reference: string;
  /** Our payment id, as sent when the reference was created; null if the gateway does not return it. */
  transactionId: string | null;
  /** Whole Kz; null if it cannot be read as a whole amount. */
  amount: number | null;
  currency: string;
  raw: Record<string, unknown>;
}

/** A message of the gateway whose payment cannot be identified. */
export interface Unread {
  eventId: null;
  raw: Record<string, unknown>;
}

/** A payment gateway. Its calls wait for the network, so none is made inside a database transaction. */
export interface Gateway {
  readonly name: 'simulated' | 'proxypay';
  /** Whether the owner's browser may complete a payment. */
  readonly browserCompletes: boolean;
  /** Five digits that are entered before the reference; null if not configured. */
  readonly entity: string | null;
  /** Requests a reference. @throws GatewayAway after several failed tries. */
  createReference(wanted: ReferenceWanted): Promise<string>;
  /** Withdraws a reference, so that it can no longer be paid. Succeeds if it is already gone. */
  withdrawReference(reference: string): Promise<void>;
  /** Fetches the payments that the gateway keeps until they are acknowledged. */
  outstanding(): Promise<(Confirmation | Unread)[]>;
  /** Acknowledges a payment that was stored. */
  acknowledge(eventId: string): Promise<void>;
  /** Parses a callback. @returns undefined if the signature is invalid. */
  readCallback(rawBody: Buffer, signature: string | undefined): Confirmation | Unread | undefined;
}

/** Thrown when the gateway did not carry out a request. Nothing was changed here. */
export class GatewayAway extends Error {}
