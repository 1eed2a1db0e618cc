import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent } from '../../../../test/support/builders.ts';
import { loadContent } from '../../bank/test-bank/content.server.ts';
import { type FrozenQuestion, presentQuestion } from '../../bank/test-bank/tests.rules.ts';
import { kilobytesFor, USUAL_KILOBYTES } from '../attempts/attempts.rules.ts';

/** Maximum bytes of one prepared test as sent to a phone, without its drawings. */
const MAX_BYTES = 4_000;

const app = await testApp();
/** Compressed like replies (server/http/http.ts). */
const bytesOf = (reply: object) =>
  brotliCompressSync(JSON.stringify(reply), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;

test('every test of the bank is prepared in at most 4 KB per ten questions, without its drawings', {
  timeout: 300_000,
}, async () => {
  await loadContent(app.db, app.frame.log);
  const parent = await aParent(app, { plan: 'family' });
  const { id: childId } = await aChild(parent);
  const [one] = (await parent.get(`/api/tests?childId=${childId}`)).body;
  const reply = await parent.post('/api/prepared', { childId, testIds: [one.id] });
  expect(reply.status, reply.text).toBe(201);
  // Everything except the questions: ticket, names, times.
  const [{ questions: _, ...sealed }] = reply.body;
  const tests = await app.db.rows<{ theme: string; form: string; questions: FrozenQuestion[] }>(
    `select t.theme, t.form, v.questions from tests t join test_versions v on v.id = t.version_id where t.active`,
  );
  expect(tests.length).toBeGreaterThan(700);
  const weights = tests
    .map(({ theme, form, questions }) => ({
      test: `${theme} ${form}`,
      // A rehearsal has thirty questions.
      most: (MAX_BYTES * questions.length) / 10,
      bytes: bytesOf([
        { ...sealed, questions: questions.map((question) => ({ ...presentQuestion(question), figure: undefined })) },
      ]),
    }))
    .sort((a, b) => b.bytes - a.bytes);
  if (process.env['SHOW_WEIGHTS']) console.log(weights.slice(0, 12), weights[Math.floor(weights.length / 2)]);
  expect(weights.filter(({ bytes, most }) => bytes > most)).toEqual([]);
  // What the landing page says of a test is true of the one in the middle.
  const usual = await app.db.row<{ presentedBytes: number }>(
    `select percentile_disc(0.5) within group (order by v.presented_bytes) as presented_bytes
     from tests t join test_versions v on v.id = t.version_id where t.active and t.question_count = 10`,
  );
  expect(kilobytesFor(usual?.presentedBytes ?? 0, 10)).toBe(USUAL_KILOBYTES);
});
