import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { multipart, testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, anAdmin, aParent, aUser, PASSWORD } from '../../../../test/support/builders.ts';
import { asPhoto, aText, aTextPhoto, IN_FILE_ONLY, loadWritingForms } from '../../../../test/support/writings.ts';
import { makeBackup } from '../../../server/db/backup.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { endOpinions } from './ending.server.ts';

// T59: where a photograph is while it waits, and that it is nowhere once its time is over.

let logged = '';
const log = new Writable({
  write(line, _encoding, done) {
    logged += String(line);
    done();
  },
});
const app = await testApp({ LOG_LEVEL: 'debug' }, log);
const { db } = app;
let photo: Buffer;

beforeAll(async () => {
  await loadWritingForms(db);
  photo = await aTextPhoto();
});

async function anAskedText() {
  const parent = await aParent(app, { plan: 'family' });
  const child = await aChild(parent);
  const { body } = await parent.post('/api/texts', aText(child.id));
  const { payload, headers } = multipart({}, asPhoto(photo));
  const sent = await parent.request('POST', `/api/texts/${body.id}/opinion`, payload, headers);
  expect(sent.status).toBe(202);
  return { parent, childId: child.id, textId: body.id as number };
}

/** Some bytes of a file that occur nowhere else, in every way in which they could be written down. */
function tracesOf(bytes: Buffer): string[] {
  const middle = bytes.subarray(Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 48);
  // Base64 depends on where in a group of three bytes a piece begins.
  return [middle.toString('hex'), ...[0, 1, 2].map((from) => middle.subarray(from, from + 45).toString('base64'))];
}
const has = (text: string, traces: readonly string[]) => traces.some((trace) => text.includes(trace));

/** Returns the tables with one of these traces in a row. */
async function tablesWith(traces: readonly string[]): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const row = await db.row<{ has: boolean }>(
      `select coalesce(bool_or(exists (select 1 from unnest($1::text[]) trace where position(trace in t::text) > 0)), false) as has from "${name}" t`,
      [traces],
    );
    if (row?.has) found.push(name);
  }
  return found;
}

async function aBackup(): Promise<string> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'caderneta-leak-'));
  try {
    const { name } = await makeBackup(db, folder, new Date());
    return gunzipSync(fs.readFileSync(path.join(folder, 'backups', name))).toString();
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const sealedOf = async (textId: number) =>
  (await db.row<{ sealed: Buffer }>('select sealed from text_photos where text_id = $1', [textId]))?.sealed;
const open = (teacher: Visitor, textId: number) => teacher.post(`/api/teacher/texts/${textId}/open`);
const shown = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

test('T59 a photograph that waits is sealed, in one unlogged table, in no backup, log or export', async () => {
  const { parent, textId } = await anAskedText();
  const kept = shown((await open(await aUser(app, 'teacher'), textId)).body.photo);
  const sealed = (await sealedOf(textId)) as Buffer;
  const [plain, closed] = [tracesOf(kept), tracesOf(sealed)];
  // The search can find a photograph: the sealed one is where it should be.
  expect(await tablesWith(closed)).toEqual(['text_photos']);
  expect(await tablesWith(plain)).toEqual([]);
  expect(await db.row(`select relpersistence::text as kind from pg_class where relname = 'text_photos'`)).toEqual({
    kind: 'u',
  });
  const backup = await aBackup();
  expect(backup).toContain('"text_opinions"');
  expect(backup).not.toContain('"text_photos"');
  const { text: file } = await parent.get('/api/account/data');
  expect(file).toContain('"opinion"');
  for (const place of [backup, file, logged]) {
    expect(has(place, [...plain, ...closed])).toBe(false);
    expect(place).not.toContain(IN_FILE_ONLY);
  }
  expect(kept.includes(IN_FILE_ONLY)).toBe(false);
  expect(photo.includes(IN_FILE_ONLY)).toBe(true);
});

test('T59 after the last mark, after seven days, and with its family, a photograph is nowhere', async () => {
  const [marked, expired, erased, asked] = [
    await anAskedText(),
    await anAskedText(),
    await anAskedText(),
    await anAskedText(),
  ];
  const teachers = [await aUser(app, 'teacher'), await aUser(app, 'teacher')] as const;
  const traces: string[] = [];
  for (const { textId } of [marked, expired, erased, asked])
    traces.push(...tracesOf((await sealedOf(textId)) as Buffer));
  traces.push(...tracesOf(shown((await open(teachers[0], marked.textId)).body.photo)));
  for (const teacher of teachers) {
    await open(teacher, marked.textId);
    await teacher.post(`/api/teacher/texts/${marked.textId}/mark`, { level: 3 });
  }
  await db.count(
    `update text_opinions set asked_at = asked_at - interval '7 days', erase_at = erase_at - interval '7 days' where text_id = $1`,
    [expired.textId],
  );
  await db.count('delete from children where id = $1', [erased.childId]);
  await asked.parent.post('/api/account/deletion', { password: PASSWORD });
  await endOpinions(db);
  await deliver(db, app.frame.log);
  expect(await tablesWith(traces)).toEqual([]);
  expect(has((await aBackup()) + logged, traces)).toBe(false);
  for (const { parent } of [marked, expired]) {
    const { text } = await parent.get('/api/account/data');
    expect(text).toContain('"opinion"');
    expect(has(text, traces)).toBe(false);
  }
});

test('T59 no call of another family, a third teacher, an administrator or a child returns a photograph', async () => {
  const { parent, textId, childId } = await anAskedText();
  const [one, other, third] = [await aUser(app, 'teacher'), await aUser(app, 'teacher'), await aUser(app, 'teacher')];
  const plain = tracesOf(shown((await open(one, textId)).body.photo));
  expect((await open(other, textId)).status).toBe(200);
  const stranger = await aParent(app, { plan: 'family' });
  const admin = await anAdmin(app);
  await parent.post('/api/child-mode', { childIds: [childId] });
  for (const visitor of [parent, stranger, third, admin, app.visitor()])
    for (const [key] of app.frame.endpoints) {
      const [method = '', route = ''] = key.split(' ');
      if (!route.includes('/texts')) continue;
      const body = method === 'GET' ? undefined : {};
      const { text } = await visitor.request(method, route.replace(':id', String(textId)), body);
      expect([key, has(text, plain), text.includes('data:image')]).toEqual([key, false, false]);
    }
  // The teacher who has it open still gets it, which proves that the loop above could have found it.
  expect(has((await open(one, textId)).text, plain)).toBe(true);
});
