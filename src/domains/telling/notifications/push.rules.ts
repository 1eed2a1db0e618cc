/**
 * Returns whether an address belongs to a known push service. The address comes from a browser and the server sends requests to it, so it
 * must not lead anywhere else.
 *
 * @param services hosts (`fcm.googleapis.com`), all hosts below one (`*.push.apple.com`), or whole origins with their scheme, with which a
 * test names its own. A host alone means https on its default port.
 */
export function isPushService(endpoint: string, services: readonly string[]): boolean {
  let url: URL;
  try {
    url = new URL(endpoint);
  } catch {
    return false;
  }
  if (url.username || url.password) return false;
  return services.some((service) => {
    if (service.includes('://')) return url.origin === service;
    if (url.protocol !== 'https:' || url.port !== '') return false;
    return service.startsWith('*.') ? url.hostname.endsWith(service.slice(1)) : url.hostname === service;
  });
}

/** Seconds until the next try after each failure; after the last one the message is dropped as outdated. */
const PAUSES = [30, 120, 600, 3600] as const;
/** Maximum seconds that a service may ask to wait. */
const LONGEST_WAIT = 6 * 3600;

export type PushOutcome =
  | { what: 'sent' }
  /** The subscription is gone: nothing is sent to it again. */
  | { what: 'gone' }
  | { what: 'again'; seconds: number }
  | { what: 'given-up' };

/**
 * Returns what to do after a push service's reply (RFC 8030): 404 and 410 mean that the subscription is gone, 429 and 5xx that it should be
 * retried.
 *
 * @param status HTTP status; 0 if there was no reply.
 * @param retryAfter the `Retry-After` header in seconds; other forms of it are ignored.
 */
export function outcomeOf(status: number, tries: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { what: 'sent' };
  if (status === 404 || status === 410) return { what: 'gone' };
  const pause = PAUSES[tries - 1];
  if ((status === 0 || status === 429 || status >= 500) && pause !== undefined) {
    const asked = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 0;
    return { what: 'again', seconds: Math.min(Math.max(asked, pause), LONGEST_WAIT) };
  }
  return { what: 'given-up' };
}
