/** Returns a content security policy: scripts are loaded only from our own origin, and inline scripts need a listed hash. */
export function contentSecurityPolicy(
  inlineScripts: readonly string[] = [],
  inlineStyles: readonly string[] = [],
): string {
  const list = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${list(inlineScripts)}`,
    `style-src 'self'${list(inlineStyles)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    // A recording of a reading, played on the device that made it.
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const STRICT_TRANSPORT = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' };

/**
 * Returns the headers of API replies. Headers that affect only documents are omitted to save bytes on frequent small replies. The policy is
 * that of documents without their scripts and styles.
 */
export function callHeaders(https: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? STRICT_TRANSPORT : {}),
  };
}

/**
 * Returns the headers of the build's scripts, styles and fonts, which are fetched by the dozen on a first visit. Policies and headers for
 * documents have no effect on them, so they are omitted.
 */
export function assetHeaders(https: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(https ? STRICT_TRANSPORT : {}),
  };
}

/**
 * Returns the headers of every other response, including errors and files. Pages replace the policy with one that lists their inline
 * scripts.
 */
export function securityHeaders(https: boolean): Record<string, string> {
  return {
    'Content-Security-Policy': contentSecurityPolicy(),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(self), geolocation=(), payment=(), usb=()',
    ...(https ? STRICT_TRANSPORT : {}),
  };
}
