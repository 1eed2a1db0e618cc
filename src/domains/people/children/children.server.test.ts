import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { testApp } from '../../../../test/support/app.ts';
import { aChild, aParent, aUser } from '../../../../test/support/builders.ts';
import { NOTHING_YET } from '../../knowing/progress/child-now.rules.ts';
import type { childInput } from './children.contract.ts';

const app = await testApp();

/** Every field of a profile. */
const PROFILE: Required<z.input<typeof childInput>> = {
  fullName: 'Maria <b>Domingos</b> 🌻',
  birthDate: '2017-03-12',
  gender: 'feminino',
  schoolClass: '4º Ano',
  school: 'Escola n.º 1107',
  location: 'Viana, Luanda',
  extendedTime: 30,
};
/** The fields of the first version; a page that knows no others must not clear the others. */
const FIRST_FIELDS = ['fullName', 'birthDate', 'gender', 'schoolClass', 'school', 'location'];

describe('registering a child', () => {
  test('stores the profile and lists it with empty figures', async () => {
    const parent = await aParent(app);
    const added = await parent.post('/api/children', {
      ...PROFILE,
      fullName: `  ${PROFILE.fullName} `,
      userId: 1,
      active: false,
      id: 99,
    });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ ...PROFILE, userId: parent.id, active: true, cover: 1 });
    expect((await parent.get('/api/children')).body).toEqual([
      {
        ...added.body,
        covered: false,
        deletionAt: null,
        disciplines: [],
        stats: {
          overallProgress: null,
          testsCompleted: 0,
          correctPercentage: null,
          incorrectPercentage: null,
          unansweredPercentage: null,
          rehearsals: { tests: 0, mean: null },
          now: NOTHING_YET,
        },
      },
    ]);
  });

  test('repeated with the same key adds one child, with the fields sent last; without a key it adds another', async () => {
    const parent = await aParent(app);
    const other = await aParent(app);
    const clientId = randomUUID();
    const send = (fields: object, by = parent) =>
      by.post('/api/children', { fullName: 'Weza Neto', schoolClass: '4º Ano', ...fields });
    const tries = await Promise.all([send({ clientId }), send({ clientId }), send({ clientId })]);
    expect(tries.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1);
    expect((await send({ clientId, schoolClass: '5º Ano' })).body).toMatchObject({
      id: tries[0]?.body.id,
      schoolClass: '5º Ano',
    });
    expect((await parent.get('/api/children')).body).toHaveLength(1);
    // The key belongs to the family.
    expect((await send({ clientId }, other)).body.userId).toBe(other.id);
    await send({});
    await send({});
    expect((await parent.get('/api/children')).body).toHaveLength(3);
    expect((await send({ clientId: 'x' })).status).toBe(400);
  });

  test('T44 stores only the visible characters of a name and a place, on one line', async () => {
    const parent = await aParent(app);
    const added = await parent.post('/api/children', {
      fullName: '\u202eairaM\r\n\u2066 Domingos\u200b\u0007 👩‍👧',
      schoolClass: '4º Ano',
      school: 'Escola\n1107\u202e',
      location: '\u200b',
    });
    expect(added.body).toMatchObject({ fullName: 'airaM Domingos 👩‍👧', school: 'Escola 1107', location: null });
  });

  test.each([
    [{ schoolClass: '13º Ano' }, 'schoolClass'],
    [{ schoolClass: undefined }, 'schoolClass'],
    [{ gender: 'x' }, 'gender'],
    [{ birthDate: '2026-02-30' }, 'birthDate'],
    [{ birthDate: 'infinity' }, 'birthDate'],
    [{ birthDate: '2099-01-01' }, 'birthDate'],
    [{ fullName: '' }, 'fullName'],
    [{ fullName: '   ' }, 'fullName'],
    [{ fullName: 'x'.repeat(121) }, 'fullName'],
    [{ fullName: '\u200b\u2060\u3164\u202e' }, 'fullName'],
    [{ fullName: 'a\u0000b' }, 'fullName'],
    [{ fullName: 'a\ud800b' }, 'fullName'],
    [{ fullName: { $ne: '' } }, 'fullName'],
    [{ fullName: null }, 'fullName'],
    [{ school: ['a'] }, 'school'],
    [{ location: 5 }, 'location'],
    [{ extendedTime: 45 }, 'extendedTime'],
  ])('refuses %j and names the field', async (fields, name) => {
    const parent = await aParent(app);
    const refused = await parent.post('/api/children', { fullName: 'Maria', schoolClass: '4º Ano', ...fields });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.fields)).toEqual([name]);
    expect((await parent.get('/api/children')).body).toEqual([]);
  });

  test('stops at twelve, also when they are added at once', async () => {
    const parent = await aParent(app);
    const replies = await Promise.all(
      Array.from({ length: 16 }, () => parent.post('/api/children', { fullName: 'Gémeo', schoolClass: '1º Ano' })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(4);
  });

  test('is possible for parents only: 401 signed out, 403 for a teacher', async () => {
    const child = { fullName: 'Maria', schoolClass: '4º Ano' };
    expect((await app.visitor().post('/api/children', child)).status).toBe(401);
    expect((await (await aUser(app, 'teacher')).post('/api/children', child)).status).toBe(403);
  });
});

describe('changing a child', () => {
  test('keeps the fields that a page of an earlier version does not send, and clears one that is sent as null', async () => {
    const parent = await aParent(app);
    const { id } = await aChild(parent, PROFILE);
    const changed = await parent.put(`/api/children/${id}`, { fullName: 'Maria José', schoolClass: '5º Ano' });
    expect(changed.status).toBe(200);
    const later = Object.entries(PROFILE).filter(([name]) => !FIRST_FIELDS.includes(name));
    expect(changed.body).toMatchObject({
      ...Object.fromEntries(later),
      fullName: 'Maria José',
      schoolClass: '5º Ano',
      school: null,
    });
    expect(
      (await parent.put(`/api/children/${id}`, { fullName: 'Maria José', schoolClass: '5º Ano', extendedTime: null }))
        .body.extendedTime,
    ).toBeNull();
  });

  test.each(['0', '-1', '1.5', '1e3', '2147483648', '99999999999999999999', 'abc', "1' or 1=1--", '%00'])(
    'an id that does not exist, %s, is not found',
    async (id) => {
      const parent = await aParent(app);
      expect((await parent.put(`/api/children/${id}`, { fullName: 'Maria', schoolClass: '4º Ano' })).status).toBe(404);
    },
  );

  test('T10 another family’s child is not found, exactly like one that does not exist', async () => {
    const mine = await aParent(app);
    const theirs = await aParent(app);
    const { id } = await aChild(theirs, { fullName: 'Não é teu' });
    const other = await mine.put(`/api/children/${id}`, { fullName: 'Roubado', schoolClass: '1º Ano' });
    const absent = await mine.put('/api/children/2000000000', { fullName: 'Roubado', schoolClass: '1º Ano' });
    expect([other.status, other.text]).toEqual([404, absent.text]);
    expect((await theirs.get('/api/children')).body[0].fullName).toBe('Não é teu');
  });
});
