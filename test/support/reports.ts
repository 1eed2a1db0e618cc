// Reads the JSON reports of Vitest and Playwright, and returns the numbers of passed and failed tests with one line for each failure.
import fs from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Outcome {
  passed: number;
  failed: number;
  /** For each failed test `<file> › <full title>: <first line of the message>`. */
  failures: string[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  file: string;
  specs: { title: string; ok: boolean; tests: { results: { errors: { message?: string }[] }[] }[] }[];
  suites?: PlaywrightSuite[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  stats: { expected: number; unexpected: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

const root = path.join(import.meta.dirname, '..', '..');

/** Maximum characters of a message in a line, so that the lines of other failures stay in a log that is only kept in part. */
const LONGEST_MESSAGE = 1500;

export function failureLine(titles: readonly string[], message = ''): string {
  const first = stripVTControlCharacters(message).trim().split('\n', 1)[0]?.slice(0, LONGEST_MESSAGE);
  return `${titles.join(' › ')}: ${first || 'no message'}`;
}

/** Reads a report; undefined if the tool ended before writing it. */
function read<Report>(file: string): Report | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : undefined;
}

export function vitestOutcome(file: string): Outcome {
  const report = read<VitestReport>(file);
  if (!report) return { passed: 0, failed: 1, failures: ['Vitest: it wrote no report'] };
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const of = path.relative(root, name);
    const lines = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => failureLine([of, fullName], failureMessages?.[0]));
    // A file that cannot be loaded, and a hook that fails, have no test name.
    return status === 'failed' && lines.length === 0 ? [failureLine([of], message)] : lines;
  });
  if (!report.success && failures.length === 0) failures.push('Vitest: an error outside the tests');
  return {
    passed: report.numPassedTests,
    // A file that cannot be loaded has no tests to count, but is a failure.
    failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
    failures,
  };
}

export function playwrightOutcome(file: string): Outcome {
  const report = read<PlaywrightReport>(file);
  if (!report) return { passed: 0, failed: 1, failures: ['Playwright: it wrote no report'] };
  const { stats, errors, suites, config } = report;
  const failures = (suite: PlaywrightSuite, titles: readonly string[]): string[] => [
    ...suite.specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const results = tests.flatMap((test) => test.results);
        return failureLine([...titles, title], results.flatMap((result) => result.errors)[0]?.message);
      }),
    ...(suite.suites ?? []).flatMap((inner) => failures(inner, [...titles, inner.title])),
  ];
  return {
    passed: stats.expected,
    failed: stats.unexpected + (errors.length > 0 && stats.expected === 0 ? 1 : 0),
    failures: [
      ...suites.flatMap((suite) => failures(suite, [path.relative(root, path.join(config.rootDir, suite.file))])),
      ...errors.map(({ message }) => failureLine(['Playwright'], message)),
    ],
  };
}
