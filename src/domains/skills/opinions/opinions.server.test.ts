import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { multipart, testApp, type Visitor } from '../../../../test/support/app.ts';
import { aChild, anAdmin, aParent, aUser, PASSWORD, type Parent } from '../../../../test/support/builders.ts';
import { asPhoto, aText, aTextPhoto, loadWritingForms, signs } from '../../../../test/support/writings.ts';
import { drawnPage, seedDemoOpinions } from '../../../demo/opinions.ts';
import { seedDemoWritings } from '../../../demo/writings.ts';
import { deliver } from '../../../server/jobs/outbox.ts';
import { endOpinions, resealPhotos } from './ending.server.ts';
import { MAX_OPINIONS } from './opinions.rules.ts';
import { erasePhotos } from './opinions.store.ts';

const app = await testApp();
const { db } = app;
let photo: Buffer;

beforeAll(async () => {
  await loadWritingForms(db);
  photo = await aTextPhoto();
});

const send = (visitor: Visitor, textId: number | string, bytes: Uint8Array = photo) => {
  const { payload, headers } = multipart({}, asPhoto(bytes));
  return visitor.request('POST', `/api/texts/${textId}/opinion`, payload, headers);
};
const read = (visitor: Visitor, textId: number | string) => visitor.get(`/api/texts/${textId}/opinion`);

async function aWrittenText(plan: 'free' | 'family' = 'family', fullName = 'Maria Domingos') {
  const parent = await aParent(app, { plan });
  const child = await aChild(parent, { fullName, gender: 'feminino', school: 'Escola CANARIO', location: 'CANARIO' });
  const sent = aText(child.id);
  const { body } = await parent.post('/api/texts', sent);
  return { parent, childId: child.id, textId: body.id as number, clientId: String(sent['clientId']) };
}
async function anAskedText() {
  const text = await aWrittenText();
  expect((await send(text.parent, text.textId)).status).toBe(202);
  return text;
}
const teacher = () => aUser(app, 'teacher');
const idsFor = async (visitor: Visitor) =>
  ((await visitor.get('/api/teacher/texts')).body as { id: number }[]).map(({ id }) => id);
const open = (visitor: Visitor, id: number) => visitor.post(`/api/teacher/texts/${id}/open`);
const markOnly = (visitor: Visitor, id: number, level: unknown, more: object = {}) =>
  visitor.post(`/api/teacher/texts/${id}/mark`, { level, ...more });
/** Opens a text and marks it. */
const mark = async (...[visitor, id, level, more]: Parameters<typeof markOnly>) => {
  await open(visitor, id);
  return markOnly(visitor, id, level, more);
};
const photos = async (textId: number) =>
  (await db.row<{ n: number }>('select count(*) as n from text_photos where text_id = $1', [textId]))?.n;
/** Moves a text back by days, as if it had been asked for then. */
const age = (textId: number, days: number) =>
  db.count(
    `update text_opinions set asked_at = asked_at - make_interval(days => $2), erase_at = erase_at - make_interval(days => $2) where text_id = $1`,
    [textId, days],
  );

describe('asking for a second opinion', () => {
  test('stores one photograph, also when it is sent again, and says how far it is', async () => {
    const { parent, textId, clientId } = await aWrittenText();
    expect((await read(parent, textId)).body).toMatchObject({ state: 'none', isInPlan: true, left: MAX_OPINIONS });
    const first = await send(parent, clientId);
    expect(first.status).toBe(202);
    expect(first.body).toMatchObject({ textId, state: 'sent', levels: [], level: null, sentence: '' });
    expect(Date.parse(first.body.eraseAt) - Date.parse(first.body.askedAt)).toBe(7 * 86_400_000);
    const again = await Promise.all([send(parent, textId), send(parent, textId, Buffer.from('x'))]);
    expect(again.map(({ status }) => status)).toEqual([202, 202]);
    expect(await photos(textId)).toBe(1);
    expect((await read(parent, clientId)).body).toMatchObject({ state: 'sent', left: MAX_OPINIONS - 1 });
  });

  test('is part of the paid plans', async () => {
    const { parent, textId } = await aWrittenText('free');
    const refused = await send(parent, textId);
    expect([refused.status, refused.body.code]).toEqual([402, 'second-opinion']);
    expect((await read(parent, textId)).body).toMatchObject({ isInPlan: false });
    expect(await photos(textId)).toBe(0);
  });

  test('is for the family of the text only, and not for a child', async () => {
    const { parent, textId, clientId, childId } = await anAskedText();
    const other = await aParent(app, { plan: 'family' });
    for (const id of [textId, clientId, 999_999, 'x'])
      expect([(await read(other, id)).status, (await send(other, id)).status]).toEqual([404, 404]);
    await parent.put('/api/account/pin', { pin: '1234', password: PASSWORD });
    expect((await parent.post('/api/child-mode', { childId })).status).toBe(204);
    expect([(await read(parent, textId)).status, (await send(parent, textId)).status]).toEqual([403, 403]);
  });

  test('is limited for a family', async () => {
    const { parent, childId, textId } = await aWrittenText();
    const texts = [textId];
    while (texts.length <= MAX_OPINIONS) texts.push((await parent.post('/api/texts', aText(childId))).body.id);
    for (const id of texts.slice(0, MAX_OPINIONS)) expect((await send(parent, id)).status).toBe(202);
    const refused = await send(parent, texts.at(-1) as number);
    expect([refused.status, refused.body.code]).toEqual([409, 'opinion-limit']);
    expect(await photos(texts.at(-1) as number)).toBe(0);
  });

  const plain = (shade: number) =>
    sharp({ create: { width: 900, height: 1200, channels: 3, background: { r: shade, g: shade, b: shade } } })
      .jpeg()
      .toBuffer();
  test.each<[string, () => Promise<Uint8Array>, number, RegExp]>([
    ['empty', async () => new Uint8Array(), 422, /não é uma fotografia/],
    ['a text', async () => Buffer.from('<svg onload="x">'), 422, /não é uma fotografia/],
    ['dark', () => plain(12), 422, /escura demais/],
    ['of nothing', () => plain(235), 422, /Não se vê nada/],
    ['cut off', async () => (await aTextPhoto()).subarray(0, 3_000), 422, /estragada/],
    [
      'tiny',
      async () =>
        sharp(await aTextPhoto())
          .resize(200)
          .jpeg()
          .toBuffer(),
      422,
      /pequena demais/,
    ],
    ['huge', async () => Buffer.concat([await aTextPhoto(), Buffer.alloc(400_000)]), 413, /mais de 0,3 MB/],
  ])('a photograph that is %s is refused with a sentence, and nothing is stored', async (_, make, status, said) => {
    const { parent, textId } = await aWrittenText();
    const refused = await send(parent, textId, await make());
    expect([refused.status, refused.body.message]).toEqual([status, expect.stringMatching(said)]);
    expect(await photos(textId)).toBe(0);
    expect((await read(parent, textId)).body.state).toBe('none');
  });

  test('without a photograph is refused', async () => {
    const { parent, textId } = await aWrittenText();
    expect((await parent.post(`/api/texts/${textId}/opinion`, {})).status).toBeGreaterThanOrEqual(400);
    expect(await photos(textId)).toBe(0);
  });

  test('draws the photograph again, upright, without what the file says beside its pixels, in at most 300 KB', async () => {
    const { textId } = await anAskedText();
    const kept = (await open(await teacher(), textId)).body.photo as string;
    const bytes = Buffer.from(kept.replace('data:image/jpeg;base64,', ''), 'base64');
    const { exif, width = 0, height = 0, format } = await sharp(bytes).metadata();
    expect([format, exif, width < height]).toEqual(['jpeg', undefined, true]);
    expect(bytes.length).toBeLessThanOrEqual(300 * 1024);
    const noise = await sharp(await drawnPage('x', 1))
      .resize(1600, 2000)
      .composite([
        {
          input: {
            create: {
              width: 1600,
              height: 2000,
              channels: 3,
              background: '#888',
              noise: { type: 'gaussian', mean: 128, sigma: 60 },
            },
          },
          blend: 'overlay',
        },
      ])
      .jpeg({ quality: 5 })
      .toBuffer();
    expect(noise.length).toBeLessThan(300 * 1024);
    const next = await aWrittenText();
    expect((await send(next.parent, next.textId, noise)).status).toBe(202);
  });
});

describe('two teachers', () => {
  test('see class, kind and task, never whose the text is or what others said', async () => {
    const { textId } = await anAskedText();
    const [one, other] = [await teacher(), await teacher()];
    await mark(one, textId, 1);
    const listed = await other.get('/api/teacher/texts');
    const opened = await open(other, textId);
    expect(listed.body.find(({ id }: { id: number }) => id === textId)).toEqual({
      id: textId,
      schoolClass: 4,
      kind: 'contar',
      title: expect.any(String),
      askedAt: expect.any(String),
      eraseAt: expect.any(String),
    });
    expect(opened.body).toMatchObject({ task: expect.stringContaining('luz'), signs: { length: 6 } });
    expect(opened.body.anchors.map(({ level }: { level: number }) => level)).toEqual([1, 2, 3, 4, 5]);
    expect(Object.keys(opened.body)).not.toContain('level');
    expect(listed.text + opened.text.replace(opened.body.photo, '')).not.toMatch(
      /Maria|Domingos|CANARIO|Luanda|"marks"/,
    );
  });

  test('who agree end it, the photograph is erased at once, and the family is told once', async () => {
    const { parent, textId, childId } = await anAskedText();
    const [one, other, third] = [await teacher(), await teacher(), await teacher()];
    await open(one, textId);
    expect((await read(parent, textId)).body.state).toBe('seen');
    const all = signs();
    expect((await mark(one, textId, 3, { signs: all })).body).toEqual({ id: textId, level: 3 });
    expect(await photos(textId)).toBe(1);
    await mark(other, textId, 4, { signs: signs('pontos') });
    expect(await photos(textId)).toBe(0);
    const { body } = await read(parent, textId);
    expect(body).toMatchObject({
      state: 'ready',
      levels: [3, 4],
      level: null,
      sentence: 'Dois professores: nível 3 e nível 4, de 5.',
    });
    expect(body.signs.find(({ id }: { id: string }) => id === 'pontos')).toMatchObject({ seen: 1, of: 2 });
    expect(await idsFor(third)).not.toContain(textId);
    expect((await open(third, textId)).body.code).toBe('text-decided');
    await deliver(db, app.frame.log);
    await deliver(db, app.frame.log);
    const told = (await parent.get('/api/notifications')).body as { type: string; actionLink: string; title: string }[];
    expect(told.filter(({ type }) => type === 'opinion_ended')).toMatchObject([
      {
        title: 'Os professores já viram o texto da Maria',
        actionLink: `/writing/${childId}/opinion?text=${textId}`,
      },
    ]);
  });

  test('who differ by more than a level are followed by a third, and the middle level is told', async () => {
    const { parent, textId } = await anAskedText();
    const [one, other, third, fourth] = [await teacher(), await teacher(), await teacher(), await teacher()];
    await mark(one, textId, 1);
    await open(other, textId);
    // While two are at it, a third one can neither see nor open it.
    expect(await idsFor(third)).not.toContain(textId);
    expect((await open(third, textId)).status).toBe(409);
    await mark(other, textId, 4);
    expect(await photos(textId)).toBe(1);
    expect((await read(parent, textId)).body).toMatchObject({ state: 'seen', levels: [], sentence: '' });
    expect(await idsFor(third)).toContain(textId);
    await mark(third, textId, 3);
    expect(await photos(textId)).toBe(0);
    expect((await read(parent, textId)).body).toMatchObject({
      level: 3,
      sentence: 'Três professores: níveis 1, 3 e 4, de 5. Fica no nível 3, o do meio.',
    });
    expect((await mark(fourth, textId, 3)).body.code).toBe('text-decided');
  });

  test('cannot mark twice, out of range, half the signs, or what is not there', async () => {
    const { textId } = await anAskedText();
    const one = await teacher();
    for (const level of [-1, 6, 2.5, '3', null]) expect((await mark(one, textId, level)).status).toBe(400);
    expect((await mark(one, textId, 3, { signs: signs().slice(1) })).body.code).toBe('signs');
    expect(await db.rows('select level from text_marks where text_id = $1', [textId])).toEqual([{ level: null }]);
    expect((await mark(one, textId, 3)).status).toBe(200);
    const twice = await mark(one, textId, 4);
    expect([twice.status, twice.body.message]).toEqual([409, 'Já avaliou este texto. Obrigado.']);
    expect((await open(one, textId)).body.code).toBe('already-marked');
    expect((await mark(one, 999_999, 3)).status).toBe(404);
    expect((await db.rows('select level from text_marks where text_id = $1', [textId])).length).toBe(1);
  });

  test('at the same time are two, however many there are', async () => {
    const { textId } = await anAskedText();
    const many = await Promise.all(Array.from({ length: 5 }, teacher));
    const opened = await Promise.all(many.map((one) => open(one, textId)));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
    const marked = await Promise.all(many.map((one) => mark(one, textId, 2)));
    expect(marked.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  test('do not include the parent of the child', async () => {
    const { parent, textId } = await anAskedText();
    await db.count(`update users set user_role = 'teacher', is_teacher = true where id = $1`, [parent.id]);
    expect(await idsFor(parent)).not.toContain(textId);
    expect([(await open(parent, textId)).status, (await mark(parent, textId, 5)).status]).toEqual([404, 404]);
  });

  test('can neither mark nor flag a text that they have not opened', async () => {
    const { textId } = await anAskedText();
    const one = await teacher();
    const refused = [
      await markOnly(one, textId, 3),
      await one.post(`/api/teacher/texts/${textId}/flag`, { flag: 'worry' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'Abra o texto primeiro.'],
      [409, 'Abra o texto primeiro.'],
    ]);
    expect(await db.rows('select 1 from text_marks where text_id = $1', [textId])).toEqual([]);
    expect(await db.rows('select 1 from text_flags where text_id = $1', [textId])).toEqual([]);
  });

  test('hold a text they opened for two hours', async () => {
    const { textId } = await anAskedText();
    const [one, other, third] = [await teacher(), await teacher(), await teacher()];
    await open(one, textId);
    await open(other, textId);
    expect((await open(third, textId)).status).toBe(409);
    await db.count(`update text_marks set opened_at = opened_at - interval '3 hours' where text_id = $1`, [textId]);
    expect((await open(third, textId)).status).toBe(200);
  });
});

describe('a teacher', () => {
  test('holds one text at a time: who goes on to another gives the place back', async () => {
    const [first, second] = [await anAskedText(), await anAskedText()];
    const [one, other, third] = [await teacher(), await teacher(), await teacher()];
    await open(one, first.textId);
    await open(other, first.textId);
    expect((await open(third, first.textId)).status).toBe(409);
    await open(one, second.textId);
    expect((await open(third, first.textId)).status).toBe(200);
    expect((await mark(one, first.textId, 3)).body.code).toBe('text-decided');
    const log = await db.rows<{ subject: string }>(
      `select subject from audit_log where action = 'text.read' and user_id = $1 order by id`,
      [one.id],
    );
    expect(log.map(({ subject }) => subject)).toEqual([`text ${first.textId}`, `text ${second.textId}`]);
  });

  test('opens forty texts an hour', async () => {
    const { textId } = await anAskedText();
    const one = await teacher();
    // The first request starts the rate limit's window, in which the others are counted.
    expect((await open(one, textId)).status).toBe(200);
    const opened = await Promise.all(Array.from({ length: 40 }, () => open(one, textId)));
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(39);
    expect(opened.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  const ageOpened = (id: number, hours: number) =>
    db.count('update text_marks set opened_at = opened_at - make_interval(hours => $2) where teacher_id = $1', [
      id,
      hours,
    ]);
  test('T59 opens no fourth text while three are unmarked, one after another or at once', async () => {
    const one = await teacher();
    const texts = [];
    for (let count = 0; count < 6; count += 1) texts.push((await anAskedText()).textId);
    const [first = 0, second = 0, third = 0, fourth = 0] = texts;
    const opened = await Promise.all(texts.map((id) => open(one, id)));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
    expect(opened.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'texts-unmarked',
      message: 'Já abriu 3 textos sem os avaliar. Avalie um deles, ou volte amanhã.',
    });
    expect(await db.rows('select 1 from text_marks where teacher_id = $1', [one.id])).toHaveLength(3);
    const other = await teacher();
    for (const id of [first, second, third]) expect((await open(other, id)).status).toBe(200);
    expect((await open(other, first)).status, 'one of the three').toBe(200);
    expect((await open(other, fourth)).body.code).toBe('texts-unmarked');
    expect((await markOnly(other, first, 3)).status).toBe(200);
    expect((await open(other, fourth)).status).toBe(200);
    expect((await open(other, texts[4] as number)).body.code).toBe('texts-unmarked');
    await ageOpened(other.id, 24);
    expect((await open(other, texts[4] as number)).status).toBe(200);
  });

  test('T59 does not see one text after another by flagging them; those that were decided do not count', async () => {
    const [one, admin] = [await teacher(), await anAdmin(app)];
    const texts = [];
    for (let count = 0; count < 4; count += 1) texts.push((await anAskedText()).textId);
    const [first, , , last] = texts as [number, number, number, number];
    for (const id of texts.slice(0, 3)) {
      expect((await open(one, id)).status).toBe(200);
      expect((await one.post(`/api/teacher/texts/${id}/flag`, { flag: 'unreadable' })).status).toBe(204);
    }
    expect((await open(one, last)).body.code).toBe('texts-unmarked');
    await admin.post(`/api/admin/texts/${first}/decision`, { decision: 'closed' });
    expect((await open(one, last)).status).toBe(200);
  });

  test('T59 a text is opened by five teachers at most, whoever leaves it; one of them can come back', async () => {
    const { textId } = await anAskedText();
    const all = [];
    for (let count = 0; count < 5; count += 1) {
      const one = await teacher();
      expect((await open(one, textId)).status).toBe(200);
      await ageOpened(one.id, 3);
      all.push(one);
    }
    const sixth = await teacher();
    expect((await open(sixth, textId)).body.code).toBe('text-decided');
    expect(await idsFor(sixth)).not.toContain(textId);
    expect((await mark(all[0] as Visitor, textId, 2)).status).toBe(200);
  });

  test('who worries is heard although another found the text unreadable', async () => {
    const { textId } = await anAskedText();
    const [one, other, admin] = [await teacher(), await teacher(), await anAdmin(app)];
    await open(one, textId);
    await open(other, textId);
    const flag = (by: typeof one, body: object) => by.post(`/api/teacher/texts/${textId}/flag`, body);
    expect((await flag(one, { flag: 'unreadable' })).status).toBe(204);
    expect((await flag(other, { flag: 'worry', note: 'Fala de medo.' })).status).toBe(204);
    expect((await flag(one, { flag: 'worry' })).body.code).toBe('text-flagged');
    const opened = await admin.post(`/api/admin/texts/${textId}/open`);
    expect(opened.body).toMatchObject({ flag: 'worry', note: 'Fala de medo.' });
  });
});

describe('the time of a photograph', () => {
  test('is seven days: then it is erased, with the level that there is', async () => {
    const { parent, textId } = await anAskedText();
    const [one, other] = [await teacher(), await teacher()];
    await mark(one, textId, 2);
    await age(textId, 7);
    expect((await open(other, textId)).body.code).toBe('text-decided');
    expect((await mark(other, textId, 2)).body.code).toBe('text-decided');
    await Promise.all([endOpinions(db), endOpinions(db)]);
    expect(await photos(textId)).toBe(0);
    expect((await read(parent, textId)).body).toMatchObject({
      state: 'ready',
      sentence: 'Só um professor viu o texto a tempo: nível 2 de 5.',
    });
  });

  test('ends without a level if nobody looked, does not count, and can be asked for again', async () => {
    const { parent, textId } = await anAskedText();
    await age(textId, 7);
    await endOpinions(db);
    const { body } = await read(parent, textId);
    expect(body).toMatchObject({ state: 'closed', reason: 'expired', left: MAX_OPINIONS });
    expect(body.sentence).toContain('Pedimos desculpa');
    expect((await send(parent, textId)).body.state).toBe('sent');
    expect(await photos(textId)).toBe(1);
  });

  test('ends as expired, not as lost, if its photograph was erased in time but it was not ended', async () => {
    const { parent, textId } = await anAskedText();
    await age(textId, 7);
    await erasePhotos(db);
    await endOpinions(db);
    expect((await read(parent, textId)).body).toMatchObject({ state: 'closed', reason: 'expired' });
  });

  test('ends too when the photograph was lost', async () => {
    const { parent, textId } = await anAskedText();
    await db.count('delete from text_photos where text_id = $1', [textId]);
    expect(await idsFor(await teacher())).not.toContain(textId);
    await endOpinions(db);
    expect((await read(parent, textId)).body).toMatchObject({ state: 'closed', reason: 'lost' });
  });

  test('ends when the family asks to be erased', async () => {
    const one = await anAskedText();
    const other = await anAskedText();
    const kept = await anAskedText();
    await one.parent.request('DELETE', `/api/children/${one.childId}`, { password: PASSWORD });
    await other.parent.post('/api/account/deletion', { password: PASSWORD });
    expect(await idsFor(await teacher())).toEqual(expect.not.arrayContaining([one.textId, other.textId]));
    await endOpinions(db);
    expect([await photos(one.textId), await photos(other.textId), await photos(kept.textId)]).toEqual([0, 0, 1]);
  });
});

describe('a flagged text', () => {
  /** Opens a text and flags it. */
  const flag = async (visitor: Visitor, id: number, body: object) => {
    await open(visitor, id);
    return visitor.post(`/api/teacher/texts/${id}/flag`, body);
  };
  const flagsFor = async (admin: Parent) => (await admin.get('/api/admin/texts')).body.flagged as { id: number }[];

  test('leaves the queue, and an administrator sees it with the family’s account', async () => {
    const { parent, textId } = await anAskedText();
    const [one, other, admin] = [await teacher(), await teacher(), await anAdmin(app)];
    expect((await flag(one, textId, { flag: 'medo' })).status).toBe(400);
    expect((await flag(one, textId, { flag: 'worry', note: 'Diz que tem medo de ir para casa.' })).status).toBe(204);
    expect(await idsFor(other)).not.toContain(textId);
    expect((await open(other, textId)).status).toBe(409);
    expect((await read(parent, textId)).body.state).toBe('seen');
    const listed = (await flagsFor(admin)).find(({ id }) => id === textId);
    expect(listed).toMatchObject({ flag: 'worry', schoolClass: 4 });
    expect(JSON.stringify(listed)).not.toContain('medo');
    const opened = await admin.post(`/api/admin/texts/${textId}/open`);
    expect(opened.body).toMatchObject({
      note: 'Diz que tem medo de ir para casa.',
      photo: expect.stringMatching(/^data:image\/jpeg/),
      family: { userId: parent.id, fullName: 'Teresa Domingos' },
    });
    expect(opened.text).not.toMatch(/Maria|CANARIO/);
    const log = await db.rows<{ action: string }>(`select action from audit_log where subject = $1`, [
      `text ${textId}`,
    ]);
    expect(log.map(({ action }) => action)).toEqual(['text.read', 'text.read', 'text.opened']);
  });

  test('is flagged also by a teacher whose two hours are over, and by one who has marked it', async () => {
    const { textId } = await anAskedText();
    const [slow, one, other, marker] = [await teacher(), await teacher(), await teacher(), await teacher()];
    await open(slow, textId);
    await db.count(`update text_marks set opened_at = opened_at - interval '3 hours' where text_id = $1`, [textId]);
    for (const next of [one, other]) expect((await open(next, textId)).status).toBe(200);
    expect((await markOnly(slow, textId, 3)).body.code).toBe('text-decided');
    expect((await slow.post(`/api/teacher/texts/${textId}/flag`, { flag: 'worry' })).status).toBe(204);
    const another = await anAskedText();
    await mark(marker, another.textId, 2);
    expect((await marker.post(`/api/teacher/texts/${another.textId}/flag`, { flag: 'worry' })).status).toBe(204);
    const again = await marker.post(`/api/teacher/texts/${another.textId}/flag`, { flag: 'worry' });
    expect([again.status, again.body.code]).toEqual([409, 'text-flagged']);
  });

  test('is flagged even after its last mark, and an administrator can take it off the list', async () => {
    const { parent, textId } = await anAskedText();
    const [one, last, admin] = [await teacher(), await teacher(), await anAdmin(app)];
    await mark(one, textId, 3);
    await mark(last, textId, 3);
    expect((await last.post(`/api/teacher/texts/${textId}/flag`, { flag: 'worry' })).status).toBe(204);
    expect((await read(parent, textId)).body.state).toBe('ready');
    expect((await admin.post(`/api/admin/texts/${textId}/open`)).body.photo).toBeNull();
    expect((await admin.post(`/api/admin/texts/${textId}/decision`, { decision: 'closed' })).status).toBe(204);
    expect((await read(parent, textId)).body.state).toBe('ready');
  });

  test('goes back to the queue, or ends: the photograph is erased and the family reads why', async () => {
    const [one, admin] = [await teacher(), await anAdmin(app)];
    const decide = (id: number, decision: string) => admin.post(`/api/admin/texts/${id}/decision`, { decision });
    const returned = await anAskedText();
    await flag(one, returned.textId, { flag: 'other' });
    expect((await decide(returned.textId, 'returned')).status).toBe(204);
    expect(await idsFor(await teacher())).toContain(returned.textId);
    const closed = await anAskedText();
    await flag(one, closed.textId, { flag: 'unreadable' });
    expect((await decide(closed.textId, 'closed')).status).toBe(204);
    expect(await photos(closed.textId)).toBe(0);
    const { body } = await read(closed.parent, closed.textId);
    expect(body).toMatchObject({ state: 'closed', reason: 'unreadable' });
    expect((await decide(closed.textId, 'returned')).status).toBe(404);
    expect((await admin.post(`/api/admin/texts/${closed.textId}/open`)).status).toBe(404);
    // What worries is never told to the family by the program.
    const worrying = await anAskedText();
    await flag(one, worrying.textId, { flag: 'worry' });
    await decide(worrying.textId, 'closed');
    expect((await read(worrying.parent, worrying.textId)).body.reason).toBe('other');
  });

  test('about which nobody has decided stays flagged when its family asks again', async () => {
    const { parent, textId } = await anAskedText();
    const admin = await anAdmin(app);
    await flag(await teacher(), textId, { flag: 'worry' });
    await age(textId, 7);
    await endOpinions(db);
    expect((await send(parent, textId)).status).toBe(202);
    expect(await idsFor(await teacher())).not.toContain(textId);
    expect((await flagsFor(admin)).map(({ id }) => id)).toContain(textId);
    expect((await admin.post(`/api/admin/texts/${textId}/decision`, { decision: 'returned' })).status).toBe(204);
    expect(await idsFor(await teacher())).toContain(textId);
  });

  test('needs a confirmed second factor to be opened', async () => {
    const { textId } = await anAskedText();
    await flag(await teacher(), textId, { flag: 'worry' });
    const admin = await aUser(app, 'admin');
    expect((await admin.post(`/api/admin/texts/${textId}/open`)).status).toBe(403);
    expect((await admin.get('/api/admin/texts')).status).toBe(200);
  });
});

test('administrators see how well teachers agree; the parent’s level is not in it', async () => {
  await db.count('delete from text_opinions');
  const admin = await anAdmin(app);
  expect((await admin.get('/api/admin/texts')).body).toEqual({
    waiting: 0,
    oldestAt: null,
    flagged: [],
    agreement: { texts: 0, kappa: null, exact: 0, adjacent: 0 },
  });
  const [one, other] = [await teacher(), await teacher()];
  // Worked out by hand, each pair in both orders: observed 2, expected 126 / 8, of squared distances.
  for (const [first, second] of [
    [1, 1],
    [2, 2],
    [3, 3],
    [3, 4],
  ]) {
    const { textId } = await anAskedText();
    await mark(one, textId, first);
    await mark(other, textId, second);
  }
  const { textId } = await anAskedText();
  await mark(one, textId, 5);
  const { body } = await admin.get('/api/admin/texts');
  expect(body).toMatchObject({ waiting: 1, agreement: { texts: 4, exact: 3, adjacent: 4 } });
  expect(body.agreement.kappa).toBeCloseTo(1 - 8 / 63, 12);
});

test('a photograph can be opened after the secret key was changed', async () => {
  const { textId } = await anAskedText();
  const next = 'another-secret-only-for-tests-another-secret';
  const one = await teacher();
  await db.transaction((transaction) => resealPhotos(transaction, app.config.secretKey, next));
  expect((await open(one, textId)).body.code).toBe('text-decided');
  await db.transaction((transaction) => resealPhotos(transaction, next, app.config.secretKey));
  expect((await open(one, textId)).status).toBe(200);
});

test('the demo family has an opinion, and the teacher has a text to mark', async () => {
  const parent = await aParent(app, { plan: 'family' });
  await db.count(`update users set username = 'encarregado' where id = $1`, [parent.id]);
  for (const fullName of ['João Domingos', 'Maria Domingos']) await aChild(parent, { fullName });
  await seedDemoWritings(db);
  await seedDemoOpinions(db, app.config.secretKey);
  await seedDemoOpinions(db, app.config.secretKey);
  const rows = await db.rows<{ id: number; state: string }>(
    `select o.text_id as id, o.state from text_opinions o join texts t on t.id = o.text_id join children c on c.id = t.child_id
     where c.user_id = $1 order by o.text_id`,
    [parent.id],
  );
  expect(rows.map(({ state }) => state)).toEqual(['done', 'waiting']);
  expect((await open(await teacher(), rows[1]?.id as number)).status).toBe(200);
});
