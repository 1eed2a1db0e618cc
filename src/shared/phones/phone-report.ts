import { MAX_FAULTS } from './phone-sample.ts';

/** Times and shifts that a phone measures (web.dev/vitals): LCP and INP in milliseconds, CLS in thousandths. */
export const MEASURES = ['lcp', 'inp', 'cls'] as const;
export type Measure = (typeof MEASURES)[number];

/** Faults of a page: an error in a script, and something that the content security policy refused. */
export const FAULTS = ['script', 'policy'] as const;
export type Fault = (typeof FAULTS)[number];

/** Maximum number of characters of a commit in a report. */
export const MAX_BUILD = 12;

/** Route of a report whose page has none of the known addresses. */
export const OTHER_ROUTE = 'other';

/** Maximum bytes of the body of a report. */
export const MAX_REPORT_BYTES = 300;

/** What a phone tells about a visit. Nothing in it says whose phone it is. */
export interface PhoneReport {
  /** Beginning of the commit of the build; empty if it is unknown. */
  build: string;
  measures: { name: Measure /** Pattern of the address, never the address. */; route: string; value: number }[];
  /** `what` is made by `scriptFault` or `policyFault`. */
  faults: { kind: Fault; route: string; what: string }[];
}

/** Returns the body of a report: faults that would make it longer than `MAX_REPORT_BYTES` are left out, the last ones first. */
export function bodyOfReport(report: PhoneReport): string {
  const faults = report.faults.slice(0, MAX_FAULTS);
  for (;;) {
    const body = JSON.stringify({ ...report, faults });
    // All texts of a report are ASCII, so characters are bytes.
    if (body.length <= MAX_REPORT_BYTES || faults.pop() === undefined) return body;
  }
}

/** Returns the first of these patterns that an address matches. */
export function routeOfPath(pathname: string, patterns: readonly string[]): string {
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(pathname);
  return patterns.find(matches) ?? OTHER_ROUTE;
}

/**
 * Returns an error as its kind and its place: "TypeError Ab3_x9Qz:1042", the file of the build and the column in it (each file is one line).
 * The message is left out, because it may quote what somebody typed.
 *
 * @param stack the error's stack, or the address of the file with line and column.
 * @returns undefined if no file of the build is in it: the error is of an extension of the browser.
 */
export function scriptFault(name: string | undefined, stack: string): string | undefined {
  const place = /\/assets\/([\w-]{8,40})\.js:\d{1,6}:(\d{1,7})/.exec(stack);
  if (!place) return undefined;
  return `${/^[A-Z][A-Za-z]{2,29}$/.test(name ?? '') ? name : 'Error'} ${place[1]}:${place[2]}`;
}

/**
 * Returns what the content security policy refused: the directive, and the kind of thing, never its address.
 *
 * @param blocked as in `SecurityPolicyViolationEvent.blockedURI`: a word or an address.
 */
export function policyFault(directive: string, blocked: string, origin: string): string {
  const word = /^[a-z-]+$/.test(blocked) ? blocked : undefined;
  const scheme = /^(data|blob):/.exec(blocked)?.[1];
  return `${directive} ${word ?? scheme ?? (blocked.startsWith(origin) ? 'self' : 'other')}`;
}
