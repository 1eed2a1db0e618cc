/**
 * Returns the path by which the router finds the endpoint of a request target: without query and fragment, without scheme and host, and with
 * percent-encoded characters decoded. What is decided before routing must compare this path: a query or an encoded letter would otherwise
 * lead around it.
 *
 * @param url the request target as it was received. One that cannot be decoded is returned as it is: the router refuses it.
 */
export function routedPath(url: string): string {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
