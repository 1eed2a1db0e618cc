import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from './support/app.ts';
import { anAdmin, aParent, aTest, aUser } from './support/builders.ts';

// Every search box of the product reads what is typed by `shared/search.ts`: words in any order, accents and case free, "n.º 35" as the
// number of one thing, and "1/2" as a fraction.

const app = await testApp();
const admin = await anAdmin(app);
const teacher = await aUser(app, 'teacher');
const THEME = 'Fracção de Água 1/2';
const { id: testId, questions } = await aTest(app.db, { theme: THEME, ownWords: true });
const questionId = questions[0]?.id as number;
await app.db.count(`update questions set statement = 'Quanto é $\\frac{1}{2}$ da Água do poço?' where id = $1`, [
  questionId,
]);
const family = await aParent(app, { plan: 'family', fullName: 'Álvaro Manuel Kalunga' });
await app.db.count(
  `insert into emis_payments (user_id, plan_id, kind, price, amount, payment_method, status, gateway, expires_at)
   values ($1, 'family', 'purchase', 18000, 18000, 'reference', 'expired', 'demo', now())`,
  [family.id],
);
const paymentId = (await app.db.row<{ id: number }>('select max(id) as id from emis_payments'))?.id as number;
await admin.post(`/api/admin/users/${family.id}/suspend`, {});

const ABOUT_WATER = ['agua FRACCAO', 'fracção água', '1/2 água'];
const NOT_WATER = ['água zzz', '1/3 água', '11/2 água', 'n.º 999999999'];
const PERSON = ['KALUNGA alvaro', 'kalunga manuel'];
const NOT_PERSON = ['kalunga zzz', 'n.º 999999999'];
const FILTERED = `/api/teacher/tests/${testId}/export?format=json&scope=filtered`;

/** A box: its address, what the reply contains if the thing is found, the number of the thing, and what finds it or does not. */
interface Box {
  address: string;
  finds: string;
  id: number;
  found: readonly string[];
  missed: readonly string[];
  /** Whether a teacher uses it; otherwise an administrator does. */
  ofTeacher?: true;
}
const ofTest = { finds: 'Fracção de Água', id: testId, found: ABOUT_WATER, missed: NOT_WATER };
const ofQuestion = {
  finds: 'da Água do poço',
  id: questionId,
  found: ['AGUA poco', 'poço 1/2', '½ agua'],
  missed: NOT_WATER,
};
const ofPerson = (finds: string, id: number) => ({ finds, id, found: PERSON, missed: NOT_PERSON });
const BOXES: Record<string, Box> = {
  'GET /api/teacher/tests': { address: '/api/teacher/tests?', ofTeacher: true, ...ofTest },
  'GET /api/teacher/themes': { address: '/api/teacher/themes?', ofTeacher: true, ...ofTest },
  'GET /api/teacher/questions': { address: '/api/teacher/questions?', ofTeacher: true, ...ofQuestion },
  'GET /api/teacher/tests/:id/export': { address: `${FILTERED}&`, ofTeacher: true, ...ofQuestion },
  'GET /api/admin/tests': { address: '/api/admin/tests?', ...ofTest },
  'GET /api/admin/tests/file': { address: '/api/admin/tests/file?', ...ofTest },
  'GET /api/admin/users': { address: '/api/admin/users?', ...ofPerson('Kalunga', family.id) },
  'GET /api/admin/users/file': { address: '/api/admin/users/file?', ...ofPerson('Kalunga', family.id) },
  'GET /api/admin/payments': { address: '/api/admin/payments?', ...ofPerson('Kalunga', paymentId) },
  'GET /api/admin/payments/file': { address: '/api/admin/payments/file?', ...ofPerson('Kalunga', paymentId) },
  'GET /api/admin/payments/summary': { address: '/api/admin/payments/summary?', ...ofPerson('expired', paymentId) },
  'GET /api/admin/subscriptions': { address: '/api/admin/subscriptions?', ...ofPerson('Kalunga', family.id) },
  'GET /api/admin/subscriptions/file': { address: '/api/admin/subscriptions/file?', ...ofPerson('Kalunga', family.id) },
  'GET /api/admin/audit': { address: '/api/admin/audit?', ...ofPerson(`user ${family.id}`, family.id) },
  'GET /api/admin/audit/file': { address: '/api/admin/audit/file?', ...ofPerson(`user ${family.id}`, family.id) },
};

test('every list that can be searched is in the table', () => {
  const searched = [...app.frame.endpoints].filter(
    ([, { query }]) => query instanceof z.ZodObject && 'search' in query.shape,
  );
  expect(searched.map(([key]) => key).toSorted()).toEqual(Object.keys(BOXES).toSorted());
});

test.each(Object.entries(BOXES))('%s', async (_, { address, finds, id, found, missed, ofTeacher }) => {
  const isFound = async (search: string) => {
    const reply = await (ofTeacher ? teacher : admin).get(`${address}search=${encodeURIComponent(search)}`);
    return reply.status < 500 ? reply.text.includes(finds) : reply.status;
  };
  for (const search of [...found, `n.º ${id}`, `#${id}`])
    expect([search, await isFound(search)]).toEqual([search, true]);
  for (const search of missed) expect([search, await isFound(search)]).toEqual([search, false]);
});
