import { describe, expect, test } from 'vitest';
import { PAGES } from '../../areas/pages.ts';
import {
  bodyOfReport,
  MAX_REPORT_BYTES,
  MEASURES,
  type PhoneReport,
  policyFault,
  routeOfPath,
  scriptFault,
} from './phone-report.ts';

const PATHS = PAGES.map(({ path }) => path);

describe('a report of a phone', () => {
  test('has at most 300 bytes, whatever the page, and keeps what was measured', () => {
    const [longest = ''] = [...PATHS].sort((a, b) => b.length - a.length);
    const report: PhoneReport = {
      build: '0123456789ab',
      measures: MEASURES.map((name) => ({ name, route: longest, value: 600_000 })),
      faults: Array.from({ length: 9 }, (_, at) => ({
        kind: 'script' as const,
        route: longest,
        what: `ReferenceError Ab3_x9Q${at}:1234567`,
      })),
    };
    const body = bodyOfReport(report);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(JSON.parse(body).measures).toEqual(report.measures);
    const faultsOnly = bodyOfReport({ ...report, measures: [] });
    expect(Buffer.byteLength(faultsOnly)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(JSON.parse(faultsOnly).faults.length).toBeGreaterThan(1);
  });

  test.each([
    ['/dashboard', '/dashboard'],
    ['/children/4711', '/children/:id'],
    ['/children/4711/reports', '/children/:id/reports'],
    ['/tests/history', '/tests/history'],
    ['/tests/12', '/tests/:id'],
    ['/tests/12/', '/tests/:id'],
    ['/nada/maria-domingos', 'other'],
  ])('%s is told as %s', (path, route) => {
    expect(routeOfPath(path, PATHS)).toBe(route);
  });

  test.each([
    [
      'TypeError',
      'TypeError: x of Maria\n    at a (https://a.ao/assets/Ab3_x9Qz.js:1:1042)',
      'TypeError Ab3_x9Qz:1042',
    ],
    ['maria@escola.example', 'https://a.ao/assets/app-Ab3_x9Qz.js:1:7', 'Error app-Ab3_x9Qz:7'],
    [undefined, 'https://a.ao/assets/app-Ab3_x9Qz.js:1:7', 'Error app-Ab3_x9Qz:7'],
    ['TypeError', 'chrome-extension://abcdefgh/content.js:1:7', undefined],
    ['TypeError', '', undefined],
  ])('an error %s is told without its message', (name, stack, what) => {
    expect(scriptFault(name, stack)).toBe(what);
  });

  test.each([
    ['script-src-elem', 'inline', 'script-src-elem inline'],
    ['img-src', 'data:image/png;base64,AAAA', 'img-src data'],
    ['connect-src', 'https://a.ao/x?nome=Maria', 'connect-src self'],
    ['img-src', 'https://outro.example/Maria.png', 'img-src other'],
  ])('what %s refused is told without its address', (directive, blocked, what) => {
    expect(policyFault(directive, blocked, 'https://a.ao')).toBe(what);
  });
});
