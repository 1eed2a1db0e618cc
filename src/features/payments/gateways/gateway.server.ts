/** What a gateway is asked for: a number under which a parent pays so much until then. */
export interface ReferenceWanted {
  transactionId: string;
  /** Whole Kz. */
  amount: number;
  until: Date;
}

/** The gateway's word that a reference was paid. Believed only for what was asked of it. */
export interface Confirmation {
  /** The gateway's own number of the payment: the same one tells the same payment again. */
  eventId: string;
  reference: string;
  /** Our payment's, as it was given when the reference was made; null when the gateway does not repeat it. */
  transactionId: string | null;
  /** Whole Kz; null when it cannot be read as such. */
  amount: number | null;
  currency: string;
  raw: Record<string, unknown>;
}

/** What the gateway said of a payment without its being understood which. */
export interface Unread {
  eventId: null;
  raw: Record<string, unknown>;
}

/** How money comes in. Calls of a gateway wait for a network, so none is ever made inside a database transaction. */
export interface Gateway {
  readonly name: 'simulated' | 'proxypay';
  /** Whether the owner's browser may complete a payment. */
  readonly browserCompletes: boolean;
  /** Five digits that are typed before the reference; null when nobody has said which. */
  readonly entity: string | null;
  /** @throws GatewayAway when the gateway does not do it, after having been asked several times. */
  createReference(wanted: ReferenceWanted): Promise<string>;
  /** Makes a reference that nobody shall pay any more unpayable. One that is gone already is well. */
  withdrawReference(reference: string): Promise<void>;
  /** Payments that the gateway holds until they are acknowledged. */
  outstanding(): Promise<(Confirmation | Unread)[]>;
  /** Says that a payment was written down. */
  acknowledge(eventId: string): Promise<void>;
  /** Reads a callback. Undefined when the signature is not the gateway's. */
  readCallback(rawBody: Buffer, signature: string | undefined): Confirmation | Unread | undefined;
}

/** The gateway did not do what it was asked; nothing was changed here. */
export class GatewayAway extends Error {}
