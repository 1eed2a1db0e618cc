import { randomBytes } from 'node:crypto';
import { hashToken } from '../../src/server/config.ts';
import type { Endpoint, EndpointKey } from '../../src/shared/endpoint.ts';
import type { Answer, TestApp, Visitor } from './app.ts';
import { aChild, aChildMidTest, aParent, aTest, aUser, type Parent } from './builders.ts';

/** In every text of family A; nobody else may ever be sent it. */
export const CANARY = 'FAMILIA-A-CANARIO';

const ABSENT = 2_000_000_000;
/** Headers that differ from reply to reply without telling anything. */
const FLEETING = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** What one call needs: where it goes, with what, and whose things the ids name. */
interface Example {
  params?: Record<string, number>;
  query?: string;
  body?: Record<string, unknown>;
}

/** A family's things, made anew for each cell, so that what one call changes no other call sees. */
interface Things {
  childId: number;
  attemptId: number;
  questionId: number;
  testId: number;
  notificationId: number;
}

type Variant = 'own' | 'absent' | 'none';

let count = 0;

/**
 * How each endpoint is called rightly. `things` are those of the family that the column is about; an endpoint without
 * an example fails the matrix, so that none is forgotten.
 */
const EXAMPLES: Record<string, (things: Things) => Example> = {
  'GET /api/user': () => ({}),
  'POST /api/login': () => ({ body: { username: 'ninguem', password: 'nenhuma' } }),
  'POST /api/register': () => {
    count += 1;
    const username = `matriz${process.pid}x${count}`;
    return {
      body: {
        username,
        fullName: 'Pessoa Nova',
        email: `${username}@familia.example`,
        password: 'segredo-1',
        confirmPassword: 'segredo-1',
      },
    };
  },
  'POST /api/logout': () => ({}),
  'GET /api/children': () => ({}),
  'POST /api/children': () => ({ body: { fullName: 'Bebé', schoolClass: '1º Ano' } }),
  'PUT /api/children/:id': ({ childId }) => ({
    params: { id: childId },
    body: { fullName: 'Outro nome', schoolClass: '2º Ano' },
  }),
  'GET /api/tests': ({ childId }) => ({ query: `?childId=${childId}&class=4º Ano` }),
  'GET /api/tests/:id': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/attempts': ({ childId, testId }) => ({ body: { childId, testId } }),
  'POST /api/answers': ({ attemptId, questionId }) => ({ body: { attemptId, questionId, selectedAnswer: 'A' } }),
  'PUT /api/attempts/:id': ({ attemptId }) => ({ params: { id: attemptId }, body: { completed: true } }),
  'GET /api/attempts/:id': ({ attemptId }) => ({ params: { id: attemptId } }),
  'GET /api/children/performance': () => ({ query: '?period=year' }),
  'GET /api/children/:id/report': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/notifications': () => ({ query: '?includeRead=true' }),
  'PATCH /api/notifications/:id/read': ({ notificationId }) => ({ params: { id: notificationId } }),
  'DELETE /api/notifications/:id': ({ notificationId }) => ({ params: { id: notificationId } }),
  'GET /api/notifications/settings': () => ({}),
  'PUT /api/notifications/settings': () => ({ body: { testReminders: false } }),
  'GET /api/recent-tests': ({ childId }) => ({ query: `?childId=${childId}` }),
  'GET /api/teacher/tests': () => ({}),
  'GET /api/teacher/tests/:id/questions': ({ testId }) => ({ params: { id: testId } }),
};

/** Endpoints that name nobody's thing: a single variant is enough. */
const namesNothing = (endpoint: Endpoint) => endpoint.authz.owner === null || endpoint.authz.owner === 'user';

async function thingsOf(app: TestApp, parent: Visitor): Promise<Things> {
  const child = await aChild(parent, {
    fullName: `Maria ${CANARY}`,
    school: `Escola ${CANARY}`,
    location: `Bairro ${CANARY}`,
  });
  const sitting = await aChildMidTest(app, parent, { childId: child.id, discipline: 'Português' });
  const other = await aTest(app.db);
  const told = await app.db.row<{ id: number }>(
    `insert into notifications (user_id, child_id, title, message, type, category)
     select user_id, id, $2, $2, 'result_ready', 'performance' from children where id = $1 returning id`,
    [child.id, `Aviso ${CANARY}`],
  );
  return {
    childId: child.id,
    attemptId: sitting.id,
    questionId: sitting.test.questions[0]?.id as number,
    testId: other.id,
    notificationId: told?.id as number,
  };
}

const absent = (things: Things): Things => ({
  ...things,
  childId: ABSENT,
  attemptId: ABSENT,
  notificationId: ABSENT,
});

export interface Cell {
  status: number;
  answer: Answer;
}

function send(
  visitor: Visitor,
  key: EndpointKey,
  example: Example,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, path] = key.split(' ') as [string, string];
  const address =
    path.replace(/:(\w+)/g, (_, name: string) => String(example.params?.[name])) + encodeURI(example.query ?? '');
  return visitor.request(method, address, method === 'GET' ? undefined : example.body, headers);
}

/** Everything that is kept, as one text: a refused call must leave it as it was. Sessions and counts of tries aside. */
async function digest(app: TestApp): Promise<string> {
  const rows = await app.db.rows<{ digest: string }>(
    `select md5(string_agg(t, '|' order by t)) as digest from (
       select (to_jsonb(users) - 'last_login')::text as t from users union all select to_jsonb(children)::text from children
       union all select to_jsonb(attempts)::text from attempts union all select to_jsonb(answers)::text from answers
       union all select to_jsonb(performance_aggregations)::text from performance_aggregations union all select to_jsonb(tests)::text from tests
       union all select to_jsonb(questions)::text from questions union all select to_jsonb(notifications)::text from notifications
       union all select to_jsonb(notification_settings)::text from notification_settings) everything`,
  );
  return rows[0]?.digest ?? '';
}

/** What a caller could compare: all but what differs every time, and the id that they sent themselves. */
const lasting = (answer: Answer) =>
  JSON.stringify([
    answer.status,
    answer.text,
    Object.entries(answer.headers)
      .filter(([name]) => !FLEETING.has(name))
      .sort(),
  ]).replace(/childId=\d+/g, 'childId=#');

export interface Matrix {
  /** Readable table: an operation and whose thing it names per row, who asks per column. */
  table: string;
  problems: string[];
  cells: number;
}

const COLUMNS = [
  'anonymous',
  'expired',
  'suspended',
  'owner',
  'owner, free',
  'other parent',
  'teacher',
  'admin',
] as const;
type Column = (typeof COLUMNS)[number];

/**
 * Calls every endpoint as everyone, with what is theirs, what is someone else's and what is not there.
 *
 * @param only endpoints to look at; all of them unless said.
 */
export async function runMatrix(app: TestApp, only?: readonly string[]): Promise<Matrix> {
  const problems: string[] = [];
  const rows: string[] = [];
  let cells = 0;
  const owner = await aParent(app, { plan: 'family-plus', fullName: `Teresa ${CANARY}` });
  const free = await aParent(app, { fullName: `Paulo ${CANARY}` });
  const someone: Record<Exclude<Column, 'owner' | 'owner, free'>, Visitor> = {
    anonymous: app.visitor(),
    expired: await expired(app),
    suspended: await suspended(app),
    'other parent': await aParent(app, { plan: 'family-plus', fullName: 'Outra Pessoa' }),
    teacher: await aUser(app, 'teacher'),
    admin: await aUser(app, 'admin'),
  };
  const refresh = async (column: Column): Promise<Visitor> => {
    const person = column === 'owner' ? owner : column === 'owner, free' ? free : someone[column];
    // Registering, signing in and out end the session they come with: each cell has one of its own.
    return app.visitor(await anotherSession(app, person));
  };

  for (const [key, endpoint] of app.frame.endpoints) {
    if (only && !only.includes(key)) continue;
    const example = EXAMPLES[key];
    if (!endpoint.authz) problems.push(`${key} has no x-authz`);
    if (!example) {
      problems.push(`${key} has no example in test/support/matrix.ts`);
      continue;
    }
    const variants: Variant[] = namesNothing(endpoint) ? ['none'] : ['own', 'absent'];
    const answers = new Map<string, Answer>();
    for (const variant of variants) {
      const statuses: string[] = [];
      for (const column of COLUMNS) {
        const family = column === 'owner, free' ? free : owner;
        // One child each time: the cap of twelve would otherwise decide.
        await app.db.count('update children set active = false where user_id = $1', [family.id]);
        const things = await thingsOf(app, family);
        const visitor = await refresh(column);
        const before = await digest(app);
        const answer = await send(visitor, key, example(variant === 'absent' ? absent(things) : things));
        cells += 1;
        answers.set(`${variant}|${column}`, answer);
        statuses.push(String(answer.status));
        problems.push(...(await judge(app, { key, endpoint, column, variant, answer, before })));
      }
      rows.push(
        `| \`${key}\` | ${variant === 'none' ? '' : variant === 'own' ? 'the owner’s' : 'absent'} | ${statuses.join(' | ')} |`,
      );
    }
    const theirs = answers.get('own|other parent');
    const nothing = answers.get('absent|other parent');
    if (theirs && nothing && lasting(theirs) !== lasting(nothing))
      problems.push(`${key}: another family's thing can be told from one that is not there`);
    problems.push(...(await writeColumns(app, key, endpoint, example, owner, (more) => (cells += more))));
  }
  const heading = `| operation | whose | ${COLUMNS.join(' | ')} |`;
  const rule = `|---|---|${COLUMNS.map(() => '---').join('|')}|`;
  return { table: [heading, rule, ...rows].join('\n'), problems, cells };
}

interface Judged {
  key: EndpointKey;
  endpoint: Endpoint;
  column: Column;
  variant: Variant;
  answer: Answer;
  before: string;
}

const ROLES: Partial<Record<Column, 'parent' | 'teacher' | 'admin'>> = {
  owner: 'parent',
  'owner, free': 'parent',
  'other parent': 'parent',
  teacher: 'teacher',
  admin: 'admin',
};

async function judge(app: TestApp, { key, endpoint, column, variant, answer, before }: Judged): Promise<string[]> {
  const problems: string[] = [];
  const where = `${key} as ${column}${variant === 'none' ? '' : ` (${variant})`}`;
  const { allow, owner } = endpoint.authz;
  const role = ROLES[column];
  const open = allow.includes('anonymous');
  const allowed = open || (role !== undefined && allow.includes(role));
  const isOwner = column === 'owner' || column === 'owner, free';
  if (answer.status >= 500) problems.push(`${where}: ${answer.status}`);
  if (!allowed && role === undefined && answer.status !== 401) problems.push(`${where}: ${answer.status}, not 401`);
  if (!allowed && role !== undefined && answer.status !== 403) problems.push(`${where}: ${answer.status}, not 403`);
  const foreign = owner !== null && owner !== 'user' && (variant === 'absent' || !isOwner);
  if (allowed && foreign && answer.status !== 404) {
    // A filter that names another family's child may also give an empty list: nothing is told by it.
    if (
      !(key === 'GET /api/recent-tests' && answer.text === '[]') &&
      key !== 'GET /api/children' &&
      !(key === 'GET /api/tests' && answer.status === 404)
    ) {
      problems.push(`${where}: ${answer.status}, not 404`);
    }
  }
  if (allowed && isOwner && variant === 'own' && answer.status >= 300)
    problems.push(`${where}: ${answer.status}, although it is theirs`);
  if (!isOwner && answer.text.includes(CANARY)) problems.push(`${where}: was sent family A's texts`);
  if (/"password|argon2|password_hash|token_hash/.test(answer.text))
    problems.push(`${where}: a secret field in the reply`);
  if (answer.status >= 400 && (await digest(app)) !== before)
    problems.push(`${where}: refused, and yet something changed`);
  return problems;
}

/** Fields that only the server sets: sent along with a right body, one at a time, they must change nothing. */
const READ_ONLY: Record<string, unknown> = {
  id: 1_999_999_999,
  userId: 1_999_999_999,
  isAdmin: true,
  isTeacher: true,
  userRole: 'admin',
  subscriptionType: 'family-plus',
  subscriptionEnd: '2099-01-01T00:00:00.000Z',
  createdAt: '2001-01-01T00:00:00.000Z',
  active: false,
  cover: 0,
  totalScore: 100,
  correctAnswers: 10,
  incorrectAnswers: 0,
  timeSpent: 1,
  humanEvaluator: true,
  attemptDate: '2001-01-01T00:00:00.000Z',
  state: 'abandoned',
  late: true,
  isCorrect: true,
  deadline: '2099-01-01T00:00:00.000Z',
  timeLimit: 3600,
};

/** Foreign origins and wrong types for every write; read-only fields for every body. */
async function writeColumns(
  app: TestApp,
  key: EndpointKey,
  endpoint: Endpoint,
  example: (things: Things) => Example,
  owner: Parent,
  counted: (cells: number) => void,
): Promise<string[]> {
  if (key.startsWith('GET ')) return [];
  const problems: string[] = [];
  const asOwner = async () =>
    app.visitor(endpoint.authz.allow.includes('parent') ? await anotherSession(app, owner) : undefined);
  const fresh = async () => {
    await app.db.count('update children set active = false where user_id = $1', [owner.id]);
    return thingsOf(app, owner);
  };
  const things = await fresh();
  const foreign: [string, Record<string, string>, number][] = [
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin', { origin: 'null' }, 403],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['text/plain', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ];
  for (const [what, headers, status] of foreign) {
    const before = await digest(app);
    const answer = await send(await asOwner(), key, example(things), headers);
    const hasBody = key.startsWith('POST ') && key !== 'POST /api/logout' ? true : Boolean(endpoint.body);
    if (answer.status !== status && (hasBody || status === 403))
      problems.push(`${key} with ${what}: ${answer.status}, not ${status}`);
    if ((await digest(app)) !== before) problems.push(`${key} with ${what}: something changed`);
  }
  counted(foreign.length);
  if (!endpoint.body || key === 'POST /api/login') return problems;
  for (const [field, value] of Object.entries(READ_ONLY)) {
    const own = await fresh();
    const right = example(own);
    if (right.body && field in right.body) continue;
    const answer = await send(await asOwner(), key, { ...right, body: { ...right.body, [field]: value } });
    if (answer.status >= 300) problems.push(`${key} with ${field} along: ${answer.status}, although the rest is right`);
    const kept = (answer.body as Record<string, unknown> | undefined)?.[field];
    if (kept === value) problems.push(`${key} took ${field} from the caller`);
  }
  counted(Object.keys(READ_ONLY).length);
  return problems;
}

/** A copy of someone's session under a new token, as if they had signed in on another phone. */
async function anotherSession(app: TestApp, person: Visitor): Promise<string | undefined> {
  if (!person.cookie) return undefined;
  const [name, token] = person.cookie.split('=') as [string, string];
  const copy = randomBytes(32).toString('base64url');
  await app.db.count(
    'insert into sessions (token_hash, user_id, expires_at, device, address) select $2, user_id, expires_at, device, address from sessions where token_hash = $1',
    [hashToken(token), hashToken(copy)],
  );
  return `${name}=${copy}`;
}

async function expired(app: TestApp): Promise<Visitor> {
  const parent = await aParent(app);
  await app.db.count(`update sessions set expires_at = now() - interval '1 minute' where user_id = $1`, [parent.id]);
  return parent;
}

async function suspended(app: TestApp): Promise<Visitor> {
  const parent = await aParent(app);
  await app.db.count('update users set suspended_at = now() where id = $1', [parent.id]);
  return parent;
}
