import type { Boot } from '../../delivery/browser/boot.ts';

/** A page that the service worker (delivery/worker/sw.ts) has cached for use without network. */
export interface CopyHere {
  pathname: string;
  search: string;
  /** ISO 8601. */
  keptAt: string;
  /** The replies with which it was rendered, by the address of the call. */
  replies: Readonly<Record<string, unknown>>;
}

/** Returns the pages that the service worker has cached for this family, the most recent first. */
export async function readCopiesHere(): Promise<CopyHere[]> {
  const cache = await caches.open('own');
  const copies: CopyHere[] = [];
  for (const request of await cache.keys()) {
    const text = (await (await cache.match(request))?.text()) ?? '';
    const keptAt = /<html data-kept="([^"]+)"/.exec(text)?.[1];
    if (!keptAt) continue;
    const { pathname, search } = new URL(request.url);
    const { cache: replies = {} } = JSON.parse(/id="boot">([^<]*)/.exec(text)?.[1] ?? '{}') as Partial<Boot>;
    copies.push({ pathname, search, keptAt, replies });
  }
  return copies.sort((one, other) => other.keptAt.localeCompare(one.keptAt));
}
