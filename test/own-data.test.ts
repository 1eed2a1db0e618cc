import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { eraseAccounts } from '../src/domains/people/account-settings/account.server.ts';
import { storeForms } from '../src/domains/skills/reading/content.server.ts';
import { deliver } from '../src/server/jobs/outbox.ts';
import { multipart, testApp } from './support/app.ts';
import { aBank, aChildMidTest, aParent, aUser, PASSWORD, type Parent } from './support/builders.ts';
import { aCalculation } from './support/calculations.ts';
import { addDevice, aPasskeyDevice } from './support/passkey-device.ts';
import { aReading, someForms } from './support/readings.ts';
import { aDictation, asPhoto, aText, aTextPhoto, loadWritingForms, signs } from './support/writings.ts';

// The system catalogue shows which tables refer to a person. Each must be in the file that a family downloads, or be listed here with the
// reason why it is not; and none may name the family once the account is erased.

const app = await testApp();
const { db } = app;

/** For each table, a value in the file that is present once the table has a row of the family. */
// biome-ignore lint/suspicious/noExplicitAny: looks into a body whose shape it is about to check
const IN_FILE: Record<string, (file: any) => unknown> = {
  users: (file) => file.user.username,
  sessions: (file) => file.devices[0].createdAt,
  passkeys: (file) => file.passkeys[0].name,
  account_codes: (file) => file.recoveryCodeMadeAt,
  children: (file) => file.children[0].fullName,
  attempts: (file) => file.children[0].attempts[0].attemptDate,
  answers: (file) => file.children[0].attempts[0].answers[0].selectedAnswer,
  diagnostics: (file) => file.children[0].diagnostics[0].startedAt,
  diagnostic_questions: (file) => file.children[0].diagnostics[0].answers[0].questionId,
  regrade_marks: (file) => file.children[0].attempts[0].corrections[0].newScore,
  performance_aggregations: (file) => file.children[0].results[0].testsCompleted,
  norm_members: (file) => file.children[0].inAverages[0].discipline,
  trial_families: (file) => file.practiceTrial.decidedAt,
  trial_allotments: (file) => file.children[0].trialWeeks[0].seed,
  trial_questions: (file) => file.children[0].trialWeeks[0].answers[0].questionId,
  practice_reviews: (file) => file.children[0].practice[0].selectedAnswer,
  calculations: (file) => file.children[0].calculations[0].answers[0].sum,
  readings: (file) => file.children[0].readings[0].formId,
  dictations: (file) => file.children[0].dictations[0].formId,
  texts: (file) => file.children[0].texts[0].level,
  text_opinions: (file) => file.children[0].texts[0].opinion.askedAt,
  text_marks: (file) => file.children[0].texts[0].opinion.levels[0].level,
  ear_trainings: (file) => file.earTrainings[0].recordingId,
  covered_children: (file) => file.children[0].planPlace.chosen,
  cover_swaps: (file) => file.money.placeSwappedAt,
  result_shares: (file) => file.shares[0].expiresAt,
  notifications: (file) => file.notifications[0].title,
  notification_settings: (file) => file.notificationSettings.updatedAt,
  push_devices: (file) => file.pushDevices[0].service,
  mails: (file) => file.mails[0].to,
  emis_payments: (file) => file.money.payments[0].transactionId,
  receipts: (file) => file.money.receipts[0].payerName,
  subscriptions: (file) => file.money.nif,
  plan_credits: (file) => file.money.parked[0].milliseconds,
  plan_changes: (file) => file.money.planChanges[0].planAfter,
  referral_codes: (file) => file.money.referralCode,
  referrals: (file) => file.money.invitedAt,
};

const NOT_IN_FILE: Record<string, string> = {
  emis_notifications: 'what gateways said of a payment; the payment itself is in the file',
  notification_sources: 'that something was told, so that it is not told twice; what was told is in the file',
  known_networks:
    'the first part of addresses from which somebody signed in; the devices with their addresses are in the file',
  known_devices: 'kinds of browsers with which somebody signed in; the devices themselves are in the file',
  known_browsers: 'cookies of browsers in which somebody signed in; the devices themselves are in the file',
  free_tests: 'counts of the month’s free tests, forgotten at the next one of another month',
  children_at_once: 'two numbers that bound what a family does on the free plan',
  free_uses: 'which children used what the free plan gives once, forgotten after a year; what they did is in the file',
  knowledge_evidence: 'made from the answers, which are in the file',
  outside_answers: 'copies of answers of the diagnostics and of practice, which are in the file',
  knowledge_marks: 'from which attempts that was made',
  text_photos:
    'photographs on their way to teachers, erased after the last mark, at the latest after seven days; the family has the sheet',
  text_flags: 'staff only: why a teacher could not mark a text',
  plan_reminders: 'that a reminder was given, so that it is given once',
  mail_days: 'that a child had its mail of the day; the mails are in the file',
  push_messages: 'copies of notifications on their way',
  waiting_mails: 'which notifications wait for the next mail',
  email_verifications: 'links that verify an address, for seven days; whether it is verified is in the file',
  password_resets: 'keys that let someone in, for an hour; invitations of staff, for three days',
  passkey_challenges: 'what a device is asked to sign, for five minutes',
  second_factors: 'staff only, and secret',
  recovery_codes: 'staff only, and secret',
  teacher_defaults: 'staff only',
  news: 'staff only: who wrote it, and not once the account is erased',
  import_batches: 'staff only',
  import_batch_questions: 'staff only',
  import_progress: 'staff only, for minutes',
  backup_requests: 'staff only',
  factor_replacements: 'staff only',
  tests: 'the bank: a teacher’s work, nobody’s data',
  test_versions: 'the bank',
  version_questions: 'the bank',
  regrades: 'the bank: which key was wrong; what it changed for a child is in the file',
  questions: 'the bank',
  deleted_tests: 'the bank: what a teacher deleted, for 30 days',
  deleted_questions: 'the bank: what a teacher deleted, for 30 days',
  templates_off: 'the bank: which templates a teacher switched off',
  bank_figures: 'the bank: counts over all children',
  flagged_questions: 'the bank: counts over all children',
  audit_log: 'what staff did, kept as it was written',
};

/** Tables that still contain the id, and only the id, of an erased person or child, with the reason. */
const KEEPS_NUMBERS: Record<string, string> = {
  audit_log: 'what staff did is never changed; it holds numbers, not names',
  outbox: 'events are forgotten a month after they were delivered',
  rate_limits: 'counts of tries, forgotten after two hours',
};

/** Returns every table that refers to users or children, directly or through other tables, or has a column named after them. */
const personal = () =>
  db.rows<{ name: string }>(
    `with recursive hanging as (
       select oid from pg_class where oid in ('users'::regclass, 'children'::regclass)
       union
       select c.conrelid from pg_constraint c join hanging h on c.confrelid = h.oid where c.contype = 'f'
     ), named as (
       select attrelid as oid from pg_attribute where attnum > 0 and not attisdropped
         and attname ~ '(^|_)(user|child|parent|attempt|referrer)_id$'
     )
     select relname as name from pg_class join (select oid from hanging union select oid from named) t using (oid)
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );

const tables = () =>
  db.rows<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
  );

/** Returns a family with a row in every table that can have one; its ids do not occur anywhere by chance. */
async function aFullFamily() {
  await db.count(`select setval('users_id_seq', 771771770), setval('children_id_seq', 882882880)`);
  const friend = await aParent(app, { fullName: 'Amiga' });
  const parent = await aParent(app, { fullName: 'Teresa CANARIO', plan: 'family' });
  await parent.put('/api/account/profile', { phone: '923 CANARIO', location: 'CANARIO' });
  const sitting = await aChildMidTest(app, parent);
  const { childId } = sitting;
  await parent.put(`/api/children/${childId}`, { fullName: 'Maria CANARIO', schoolClass: '4º Ano', school: 'CANARIO' });
  await sitting.answer(0, 'A');
  await sitting.complete();
  await aBank(db, 'Geografia', ['4º Ano']);
  await storeForms(db, someForms());
  await loadWritingForms(db);
  const adaptive = await parent.post('/api/diagnostics', { childId, discipline: 'Geografia' });
  await parent.post(`/api/diagnostics/${adaptive.body.id}/answers`, {
    questionId: adaptive.body.question.id,
    selectedAnswer: 'B',
  });
  await parent.post(`/api/attempts/${sitting.id}/share`);
  const { body: pack } = await parent.get(`/api/children/${childId}/practice`);
  await parent.post(`/api/children/${childId}/practice`, {
    reviews: [{ id: pack.cards[0].id, selectedAnswer: 'A', at: pack.now, clientId: randomUUID() }],
  });
  await parent.post('/api/readings', aReading(childId, { formId: 'first-1', lastItem: 29, answers: [] }));
  await parent.post('/api/dictations', aDictation(childId));
  await haveTextMarked(parent, childId);
  await parent.post('/api/calculations', aCalculation(childId));
  const marks = { clientId: randomUUID(), recordingId: 'ear-1', wrong: [2], selfCorrected: [] };
  await parent.post('/api/ear-training', marks);
  await parent.put('/api/covered-children', { childIds: [childId] });
  await parent.put('/api/notifications/settings', { testReminders: false });
  await parent.put('/api/subscription/nif', { nif: '5000393533' });
  await parent.get('/api/referrals');
  await addDevice(parent, aPasskeyDevice(app.config.publicUrl.replace('127.0.0.1', 'localhost')));
  await parent.put(`/api/passkeys/${(await parent.get('/api/passkeys')).body[0].id}`, { name: 'CANARIO' });
  await parent.post('/api/passkeys/challenge');
  await parent.post('/api/account/recovery-code', { password: PASSWORD });
  const { body } = await parent.post('/api/emis/initiate-payment', {
    planId: 'family-plus',
    amount: 30_000,
    paymentMethod: 'reference',
  });
  await parent.post(`/api/emis/complete-payment/${body.payment.transactionId}`, {});
  while ((await deliver(db, app.frame.log)) > 0);
  await db.count(
    `with block as (insert into norm_blocks (discipline, school_class, level, children, histogram, schools)
       values ('Matemática', '4º Ano', 'national', 10, array_fill(0, array[101]), '{}') returning id)
     insert into norm_members (block_id, discipline, school_class, user_id, child_id, mark)
     select id, 'Matemática', '4º Ano', $1, $2, 25 from block`,
    [parent.id, childId],
  );
  await db.count(
    `with put_right as (insert into regrades (test_id, question_id, old_keys, new_key, reason)
       select test_id, 1, '{B}', 'A', 'x' from attempts where id = $1 returning id)
     insert into regrade_marks (regrade_id, attempt_id, old_version_id, new_version_id, old_score, new_score, new_points, old_correct, new_correct)
     select put_right.id, a.id, version_id, version_id, 0, 25, 1, 0, 1 from put_right, attempts a where a.id = $1`,
    [sitting.id],
  );
  await parent.put('/api/practice-trial', { agreed: true, version: 1 });
  await db.count(
    `with week as (
       insert into trial_weeks (family, discipline, school_class, earlier_first)
       select family, 'Matemática', '4º Ano', true from trial_families where user_id = $2 returning id
     ), allotted as (
       insert into trial_allotments (week_id, child_id, seed, first_theme, second_theme, starts_on, check_from, check_until)
       select id, $1, 7, 'a', 'b', current_date - 8, current_date - 1, current_date + 13 from week returning week_id
     ) insert into trial_questions (week_id, position, is_first, version_id, question_id, content, client_id, selected_answer, visible_ms, answered_at)
     select allotted.week_id, 1, true, q.version_id, q.question_id, q.content, gen_random_uuid(), 'A', 9000, now()
     from allotted, attempts a join version_questions q on q.version_id = a.version_id where a.id = $3 order by q.position limit 1`,
    [childId, parent.id, sitting.id],
  );
  await db.count('insert into cover_swaps values ($1, now())', [parent.id]);
  await db.count(`insert into plan_credits values ($1, 'parked', 'individual', 1000)`, [parent.id]);
  await db.count(`insert into plan_reminders values ($1, now(), 7)`, [parent.id]);
  await db.count(`insert into notification_sources (user_id, source) values ($1, 'x')`, [parent.id]);
  await db.count('insert into mail_days values ($1, current_date) on conflict do nothing', [childId]);
  await db.count(
    'insert into waiting_mails select min(id) from notifications where user_id = $1 on conflict do nothing',
    [parent.id],
  );
  await db.count('insert into referrals (referrer_id, referred_user_id) values ($1, $2)', [friend.id, parent.id]);
  await db.count(
    `insert into password_resets (token_hash, user_id, expires_at) values (sha256('x'), $1, now() + interval '1 hour')`,
    [parent.id],
  );
  await db.count(
    `with device as (insert into push_devices (user_id, session_hash, endpoint, p256dh, auth)
       select user_id, token_hash, 'https://fcm.googleapis.com/x', repeat('a', 87), repeat('b', 22) from sessions where user_id = $1
       returning id)
     insert into push_messages (device_id, notification_id, topic, body)
     select device.id, (select min(id) from notifications where user_id = $1), 'x', 'CANARIO' from device`,
    [parent.id],
  );
  return { parent, childId };
}

/** Has a text marked by two teachers, and another one photographed and flagged. */
async function haveTextMarked(parent: Parent, childId: number) {
  const photo = multipart({}, asPhoto(await aTextPhoto()));
  const ask = async () => {
    const { body } = await parent.post('/api/texts', aText(childId));
    await parent.request('POST', `/api/texts/${body.id}/opinion`, photo.payload, photo.headers);
    return body.id as number;
  };
  const [marked, flagged] = [await ask(), await ask()];
  const teachers = [await aUser(app, 'teacher'), await aUser(app, 'teacher')] as const;
  for (const teacher of teachers) {
    await teacher.post(`/api/teacher/texts/${marked}/open`);
    await teacher.post(`/api/teacher/texts/${marked}/mark`, { level: 3, signs: signs('pontos') });
  }
  await teachers[0].post(`/api/teacher/texts/${flagged}/open`);
  await teachers[0].post(`/api/teacher/texts/${flagged}/flag`, { flag: 'name', note: 'CANARIO' });
}

test('every table with data of a person or a child is in the family’s file, or is excluded for a stated reason', async () => {
  const names = (await personal()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['users', 'children', 'attempts', 'answers', 'receipts', 'audit_log']));
  expect(names).toEqual([...Object.keys(IN_FILE), ...Object.keys(NOT_IN_FILE)].sort());
});

test('the file has rows of every table, and no row contains the family’s data once the account is erased', async () => {
  const { parent, childId } = await aFullFamily();
  const { body: file } = await parent.get('/api/account/data');
  for (const [table, look] of Object.entries(IN_FILE))
    expect(look(file), `${table} is not in the file`).toSatisfy((value) => value !== undefined && value !== null);

  const traces = async () => {
    const found: string[] = [];
    for (const { name } of await tables()) {
      const words = [String(parent.id), String(childId)];
      const row = await db.row<{ names: boolean; numbers: boolean }>(
        `select coalesce(bool_or(t::text ~ $1), false) as names, coalesce(bool_or(t::text ~ $2), false) as numbers from "${name}" t`,
        [`CANARIO|${parent.username}|5000393533`, words.join('|')],
      );
      if (row?.names) found.push(`${name}: names`);
      if (row?.numbers && !(name in KEEPS_NUMBERS)) found.push(`${name}: numbers`);
    }
    return found;
  };
  // The traces exist before the erasure, which proves that the search below can find them.
  const before = await traces();
  for (const table of ['users', 'children', 'attempts', 'receipts', 'mails', 'push_messages'])
    expect(before.join('\n')).toContain(`${table}:`);

  await db.count(`update users set deletion_asked_at = now() - interval '40 days' where id = $1`, [parent.id]);
  expect(await eraseAccounts(db, app.frame.log)).toBe(1);
  expect(await traces()).toEqual([]);
  expect(
    (await db.rows('select 1 from receipts where user_id is null and payer_name is null and nif is null')).length,
  ).toBe(1);
  for (const table of [
    'answers',
    'performance_aggregations',
    'result_shares',
    'push_messages',
    'practice_reviews',
    'trial_families',
    'trial_allotments',
    'trial_questions',
    'readings',
    'dictations',
    'texts',
    'text_opinions',
    'text_photos',
    'text_marks',
    'text_flags',
    'calculations',
    'ear_trainings',
  ])
    expect((await db.row<{ n: number }>(`select count(*) as n from ${table}`))?.n, table).toBe(0);
});
