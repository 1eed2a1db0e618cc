import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { findPasswordHash } from '../../src/domains/people/accounts/account.store.ts';
import { setSubscription } from '../../src/domains/people/accounts/accounts.server.ts';
import { accountCodeOf, comparableCode } from '../../src/domains/people/recovery/recovery.rules.ts';
import { upsertAccountCode } from '../../src/domains/people/recovery/recovery.store.ts';
import { sealPhoto } from '../../src/domains/skills/opinions/ending.server.ts';
import { insertOpinion, insertPhoto, setState } from '../../src/domains/skills/opinions/opinions.store.ts';
import { storeForms } from '../../src/domains/skills/reading/content.server.ts';
import { hashToken } from '../../src/server/config.ts';
import { sign } from '../../src/server/http/signing.ts';
import { UNSUBSCRIBE } from '../../src/server/mail/mail.ts';
import type { Endpoint, EndpointKey } from '../../src/shared/endpoint.ts';
import { EXEMPT } from '../../src/shared/step-up.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { DISCIPLINES, type Discipline, type PlanId } from '../../src/shared/words.ts';
import { type Answer, multipart, type TestApp, type Visitor } from './app.ts';
import {
  aBank,
  aChild,
  aChildMidTest,
  anObjective,
  aParent,
  aTest,
  aUser,
  confirmWithoutCode,
  PASSWORD,
  type Parent,
} from './builders.ts';
import { aCalculation } from './calculations.ts';
import { aReading, someForms } from './readings.ts';
import { aDictation, asPhoto, aText, aTextPhoto, loadWritingForms } from './writings.ts';

/** In every text of family A; nobody else may ever be sent it. */
const CANARY = 'FAMILIA-A-CANARIO';

const ABSENT = 2_000_000_000;
/** Headers that differ from reply to reply without telling anything. */
const FLEETING = new Set(['date', 'x-request-id', 'keep-alive', 'connection']);

/** What one call needs: where it goes, with what, and whose things the ids name. */
interface Example {
  params?: Record<string, number | string>;
  query?: string;
  body?: Record<string, unknown>;
  /** Sent as an upload, with the fields of the body beside it. */
  file?: { name: string; type: string; bytes: Uint8Array; part?: string };
}

/** A family's records, recreated after each call that changed something, so that no other call sees the change. */
interface Things {
  childId: number;
  attemptId: number;
  /** Completed, unlike the other. */
  doneAttemptId: number;
  /** Reserved by printing its sheet. */
  printedAttemptId: number;
  printedQuestionId: number;
  /** Reserved for a phone without network, and the ticket that goes with it. */
  preparedId: number;
  preparedQuestionId: number;
  ticket: string;
  questionId: number;
  /** Placed on its ruler by the parent; the same waiting for teachers, and flagged by one. */
  textId: number;
  askedTextId: number;
  flaggedTextId: number;
  /** Under way, with the question that waits; in a discipline of its own. */
  diagnosticId: number;
  diagnosticQuestionId: number;
  /** Finished. */
  doneDiagnosticId: number;
  testId: number;
  /** The questions of that test. */
  questionIds: number[];
  notificationId: number;
  newsId: number;
  /** The only theme of the 8º Ano in a discipline, and its objectives. */
  discipline: string;
  themeId: number;
  objectiveIds: number[];
  /** A teacher's account. */
  staffId: number;
  sessionHandle: string;
  passkeyId: number;
  unsubscribeToken: string;
  resetToken: string;
  verificationToken: string;
  username: string;
  /** The recovery code of that account. */
  accountCode: string;
  transactionId: string;
  receiptId: number;
  flagId: number;
}

/** What a browser answers that was asked for a passkey; nothing of it holds. */
const SIGNED = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  clientExtensionResults: {},
};

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
  'POST /api/password/forgot': () => {
    count += 1;
    return { body: { account: `ninguem${process.pid}x${count}` } };
  },
  'POST /api/password/reset': ({ resetToken }) => ({
    body: { token: resetToken, newPassword: PASSWORD, confirmPassword: PASSWORD },
  }),
  'POST /api/password/recover': ({ username, accountCode }) => ({
    body: { username, code: accountCode, newPassword: PASSWORD, confirmPassword: PASSWORD },
  }),
  'POST /api/account/email/verification': () => ({}),
  'PUT /api/account/email/verification': ({ verificationToken }) => ({ body: { token: verificationToken } }),
  'GET /api/account/recovery-code': () => ({}),
  'POST /api/account/recovery-code': () => ({ body: { password: PASSWORD } }),
  'GET /api/account/sessions': () => ({}),
  'DELETE /api/account/sessions/:handle': ({ sessionHandle }) => ({ params: { handle: sessionHandle } }),
  'PUT /api/account/profile': () => ({ body: { phone: '923 000 000' } }),
  'PUT /api/account/pin': () => ({ body: { pin: '1234', password: PASSWORD } }),
  'GET /api/child-mode': () => ({}),
  'POST /api/child-mode': ({ childId }) => ({ body: { childId } }),
  'DELETE /api/child-mode': () => ({ body: { password: PASSWORD } }),
  'PUT /api/account/password': () => ({
    body: { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD },
  }),
  'POST /api/account/deletion': () => ({ body: { password: PASSWORD } }),
  'DELETE /api/account/deletion': () => ({}),
  'GET /api/account/data': () => ({}),
  'GET /api/parcels/key': () => ({}),
  'POST /api/parcels': () => ({ body: { file: 'nenhuma cópia' } }),
  'POST /api/parcels/row-key': () => ({ body: { sealed: 'nenhuma chave' } }),
  'GET /api/schools': () => ({ query: '?query=Escola' }),
  'GET /api/children': () => ({}),
  'POST /api/children': () => ({ body: { fullName: 'Bebé', schoolClass: '1º Ano' } }),
  'PUT /api/children/:id': ({ childId }) => ({
    params: { id: childId },
    body: { fullName: 'Outro nome', schoolClass: '2º Ano' },
  }),
  'POST /api/children/:id/archive': ({ childId }) => ({ params: { id: childId } }),
  'POST /api/children/:id/restore': ({ childId }) => ({ params: { id: childId } }),
  'DELETE /api/children/:id': ({ childId }) => ({ params: { id: childId }, body: { password: PASSWORD } }),
  'GET /api/webinars': () => ({}),
  'GET /api/subscription': () => ({}),
  'POST /api/subscription': () => ({ body: { subscriptionType: 'free' } }),
  'PUT /api/subscription/renewal': () => ({ body: { renewal: false } }),
  'POST /api/subscription/restore': () => ({}),
  'PUT /api/subscription/nif': () => ({ body: { nif: '5000393533' } }),
  'POST /api/emis/initiate-payment': () => ({
    body: { amount: 18_000, planId: 'family', paymentMethod: 'reference', currency: 'AOA' },
  }),
  'GET /api/emis/payment-status/:transactionId': ({ transactionId }) => ({ params: { transactionId } }),
  'POST /api/emis/complete-payment/:transactionId': ({ transactionId }) => ({
    params: { transactionId },
    body: { status: 'completed', callbackData: { reference: '123' } },
  }),
  'POST /api/emis/cancel-payment/:transactionId': ({ transactionId }) => ({ params: { transactionId } }),
  'GET /api/payments': () => ({}),
  'POST /api/emis/callback/proxypay': () => ({ body: { id: 1, reference_id: 2, amount: '18000.00' } }),
  'GET /api/receipts': () => ({}),
  'GET /api/receipts/:id/pdf': ({ receiptId }) => ({ params: { id: receiptId } }),
  'GET /api/referrals': () => ({}),
  'POST /api/admin/payments/:transactionId/confirm': ({ transactionId }) => {
    count += 1;
    return { params: { transactionId }, body: { bankReference: `Matriz ${count}` } };
  },
  'POST /api/admin/payments/:transactionId/reverse': () => ({
    params: { transactionId: '00000000-0000-4000-8000-000000000000' },
    body: { reason: 'Engano' },
  }),
  'GET /api/admin/payments/flagged': () => ({}),
  'GET /api/admin/payments/decisions': () => ({}),
  'POST /api/admin/payments/flagged/:id/resolve': ({ flagId }) => ({
    params: { id: flagId },
    body: { decision: 'dismissed', note: 'Nada a fazer.' },
  }),
  'GET /api/covered-children': () => ({}),
  'PUT /api/covered-children': ({ childId }) => ({ body: { childIds: [childId] } }),
  'GET /api/tests': ({ childId }) => ({ query: `?childId=${childId}&class=4º Ano` }),
  'GET /api/tests/:id': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/paper': ({ childId, testId }) => ({ body: { childId, testId } }),
  'GET /api/paper': () => ({}),
  'GET /api/paper/:attemptId': ({ printedAttemptId }) => ({ params: { attemptId: printedAttemptId } }),
  'GET /api/paper/:attemptId/sheet': ({ printedAttemptId }) => ({ params: { attemptId: printedAttemptId } }),
  'PUT /api/paper/:attemptId': ({ printedAttemptId, printedQuestionId }) => ({
    params: { attemptId: printedAttemptId },
    body: { answers: [{ questionId: printedQuestionId, selectedAnswer: 'A' }] },
  }),
  'POST /api/paper/scans': () => ({ file: { name: 'foto.png', type: 'image/png', bytes: A_PICTURE, part: 'photo' } }),
  'GET /api/teacher/tests/:id/sheet': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/attempts': ({ childId, testId }) => ({ body: { childId, testId } }),
  'POST /api/answers': ({ attemptId, questionId }) => ({ body: { attemptId, questionId, selectedAnswer: 'A' } }),
  'PUT /api/attempts/:id': ({ attemptId }) => ({ params: { id: attemptId }, body: { completed: true } }),
  'GET /api/prepared': ({ childId }) => ({ query: `?childId=${childId}` }),
  'POST /api/prepared': ({ childId, testId }) => ({ body: { childId, testIds: [testId] } }),
  'DELETE /api/prepared/:attemptId': ({ preparedId }) => ({ params: { attemptId: preparedId } }),
  'POST /api/prepared/:attemptId/sitting': ({ preparedId, preparedQuestionId, ticket }) => {
    const now = new Date().toISOString();
    return {
      params: { attemptId: preparedId },
      body: {
        ticket,
        startedAt: now,
        finishedAt: now,
        elapsedMs: 0,
        answers: [{ questionId: preparedQuestionId, selectedAnswer: 'A', elapsedMs: 0 }],
      },
    };
  },
  'GET /api/attempts/:id': ({ attemptId }) => ({ params: { id: attemptId } }),
  'GET /api/attempts/:id/pdf': ({ doneAttemptId }) => ({ params: { id: doneAttemptId } }),
  'GET /api/shares': () => ({}),
  'POST /api/attempts/:id/share': ({ doneAttemptId }) => ({ params: { id: doneAttemptId } }),
  'DELETE /api/attempts/:id/share': ({ doneAttemptId }) => ({ params: { id: doneAttemptId } }),
  'GET /api/children/:id/report/pdf': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/performance': () => ({ query: '?period=year' }),
  'GET /api/children/:id/errors': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/knowledge': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/home': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/begun': () => ({}),
  'GET /api/children/:id/knowledge/pdf': ({ childId, discipline }) => ({
    params: { id: childId },
    query: `?schoolClass=8º Ano&discipline=${discipline}`,
  }),
  'POST /api/diagnostics': ({ childId }) => ({ body: { childId, discipline: 'Geografia' } }),
  'POST /api/diagnostics/:id/answers': ({ diagnosticId, diagnosticQuestionId }) => ({
    params: { id: diagnosticId },
    body: { questionId: diagnosticQuestionId, selectedAnswer: 'A' },
  }),
  'GET /api/diagnostics/:id': ({ diagnosticId }) => ({ params: { id: diagnosticId } }),
  'GET /api/diagnostics/:id/pdf': ({ doneDiagnosticId }) => ({ params: { id: doneDiagnosticId } }),
  'GET /api/children/:id/diagnostics': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/mistakes': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/practice': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/practice/size': ({ childId }) => ({ params: { id: childId } }),
  'POST /api/children/:id/practice': ({ childId }) => ({ params: { id: childId }, body: { reviews: [] } }),
  'GET /api/practice': () => ({}),
  'GET /api/practice-trial': () => ({}),
  'PUT /api/practice-trial': () => ({ body: { agreed: true, version: 1 } }),
  'GET /api/children/:id/check': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/reading/pack': () => ({ query: '?schoolClass=2' }),
  'GET /api/reading/forms/:id/sheet': () => ({ params: { id: 'class-2-a' } }),
  'POST /api/readings': ({ childId }) => ({ body: aReading(childId) }),
  'GET /api/children/:id/readings': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/writing/pack': () => ({ query: '?schoolClass=4' }),
  'POST /api/dictations': ({ childId }) => ({ body: aDictation(childId, { wrong: undefined, typed: 'No sábado' }) }),
  'POST /api/texts': ({ childId }) => ({ body: aText(childId) }),
  'POST /api/texts/:id/opinion': ({ textId }) => ({ params: { id: textId }, file: asPhoto(A_TEXT_PHOTO) }),
  'GET /api/texts/:id/opinion': ({ textId }) => ({ params: { id: textId } }),
  'GET /api/teacher/texts': () => ({}),
  'POST /api/teacher/texts/:id/open': ({ askedTextId }) => ({ params: { id: askedTextId } }),
  'POST /api/teacher/texts/:id/mark': ({ askedTextId }) => ({ params: { id: askedTextId }, body: { level: 3 } }),
  'POST /api/teacher/texts/:id/flag': ({ askedTextId }) => ({ params: { id: askedTextId }, body: { flag: 'worry' } }),
  'GET /api/admin/texts': () => ({}),
  'POST /api/admin/texts/:id/open': ({ flaggedTextId }) => ({ params: { id: flaggedTextId } }),
  'POST /api/admin/texts/:id/decision': ({ flaggedTextId }) => ({
    params: { id: flaggedTextId },
    body: { decision: 'returned' },
  }),
  'GET /api/children/:id/writings': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/writing/prompts/:id/sheet': () => ({ params: { id: 't4-luz' } }),
  'GET /api/writing/rulers/:id/sheet': () => ({ params: { id: 'r4-contar' } }),
  'GET /api/calculating/pack': () => ({ query: '?schoolClass=2' }),
  'POST /api/calculations': ({ childId }) => ({ body: aCalculation(childId) }),
  'GET /api/children/:id/calculations': ({ childId }) => ({ params: { id: childId } }),
  'POST /api/ear-training': () => ({
    body: { clientId: randomUUID(), recordingId: 'ear-1', wrong: [2], selfCorrected: [] },
  }),
  'GET /api/children/:id/skills': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/children/:id/report': ({ childId }) => ({ params: { id: childId } }),
  'GET /api/notifications': () => ({ query: '?includeRead=true' }),
  'PATCH /api/notifications/:id/read': ({ notificationId }) => ({ params: { id: notificationId } }),
  'DELETE /api/notifications/:id': ({ notificationId }) => ({ params: { id: notificationId } }),
  'GET /api/notifications/settings': () => ({}),
  'PUT /api/notifications/settings': () => ({ body: { testReminders: false } }),
  'GET /api/notifications/push': () => ({}),
  'POST /api/notifications/push': () => ({ body: aSubscription() }),
  'DELETE /api/notifications/push': () => ({}),
  'GET /api/notifications/unsubscribe/:token': ({ unsubscribeToken }) => ({ params: { token: unsubscribeToken } }),
  'POST /api/notifications/unsubscribe/:token': ({ unsubscribeToken }) => ({
    params: { token: unsubscribeToken },
    body: { 'List-Unsubscribe': 'One-Click' },
  }),
  'GET /api/recent-tests': ({ childId }) => ({ query: `?childId=${childId}` }),
  'GET /api/passkeys': () => ({}),
  'POST /api/passkeys/registration': () => ({ body: { password: PASSWORD } }),
  'POST /api/passkeys': () => ({
    body: { answer: { ...SIGNED, response: { ...SIGNED.response, attestationObject: 'AAAA' } } },
  }),
  'PUT /api/passkeys/:id': ({ passkeyId }) => ({ params: { id: passkeyId }, body: { name: 'Telemóvel' } }),
  'DELETE /api/passkeys/:id': ({ passkeyId }) => ({ params: { id: passkeyId }, body: { password: PASSWORD } }),
  'POST /api/passkeys/sign-in/challenge': () => ({}),
  'POST /api/passkeys/sign-in': () => ({ body: { answer: SIGNED } }),
  'POST /api/passkeys/challenge': () => ({}),
  'POST /api/passkeys/confirmation': () => ({ body: { answer: SIGNED } }),
  'GET /api/account/second-factor': () => ({}),
  'POST /api/account/second-factor': () => ({ body: { password: PASSWORD } }),
  'PUT /api/account/second-factor': () => ({ body: { code: '123456' } }),
  'POST /api/account/second-factor/confirmation': () => ({ body: { code: '000000' } }),
  'DELETE /api/account/second-factor': () => ({ body: { password: PASSWORD } }),
  'DELETE /api/account/second-factor/replacement': () => ({}),
  'POST /api/admin/users/:id/second-factor/replacement': () => ({ params: { id: ABSENT } }),
  'DELETE /api/admin/users/:id/second-factor/replacement': () => ({ params: { id: ABSENT } }),
  'GET /api/admin/overview': () => ({ query: '?days=30' }),
  'GET /api/admin/users': () => ({}),
  'GET /api/admin/users/:id': ({ staffId }) => ({ params: { id: staffId } }),
  'GET /api/admin/users/file': () => ({}),
  'POST /api/admin/users': () => {
    count += 1;
    const username = `pessoal${process.pid}x${count}`;
    return {
      body: {
        username,
        fullName: 'Paulo Ndala',
        email: `${username}@escola.example`,
        password: 'goiabas-azuis-7',
        role: 'teacher',
      },
    };
  },
  'PUT /api/admin/users/:id/role': ({ staffId }) => ({ params: { id: staffId }, body: { role: 'teacher' } }),
  'POST /api/admin/users/:id/suspend': ({ staffId }) => ({
    params: { id: staffId },
    body: { reason: 'Pedido da família' },
  }),
  'POST /api/admin/users/suspend': ({ staffId }) => ({ body: { ids: [staffId], reason: 'Pedido da família' } }),
  'POST /api/admin/users/:id/invitation': ({ staffId }) => ({ params: { id: staffId } }),
  'PUT /api/admin/users/:id/email': ({ staffId }) => {
    count += 1;
    return {
      params: { id: staffId },
      body: { email: `corrigido${process.pid}x${count}@escola.example`, reason: 'Estava mal escrito' },
    };
  },
  'POST /api/admin/users/:id/erasure': ({ staffId }) => ({
    params: { id: staffId },
    body: { when: 'later', reason: 'A pedido' },
  }),
  'DELETE /api/admin/users/:id/erasure': ({ staffId }) => ({ params: { id: staffId } }),
  'PUT /api/admin/users/:id/plan': () => ({
    params: { id: ABSENT },
    body: { planId: 'family', until: new Date(Date.now() + 9e9).toISOString().slice(0, 10), reason: 'Oferta' },
  }),
  'GET /api/admin/users/:id/payments': ({ staffId }) => ({ params: { id: staffId } }),
  'POST /api/admin/users/:id/restore': ({ staffId }) => ({ params: { id: staffId } }),
  'POST /api/admin/users/:id/password-reset': ({ staffId }) => ({ params: { id: staffId } }),
  'DELETE /api/admin/users/:id/sessions': ({ staffId }) => ({ params: { id: staffId } }),
  'GET /api/admin/payments': () => ({}),
  'GET /api/admin/payments/file': () => ({}),
  'GET /api/admin/payments/summary': () => ({}),
  'GET /api/admin/subscriptions': () => ({}),
  'GET /api/admin/subscriptions/file': () => ({}),
  'GET /api/admin/payments/months': () => ({}),
  'GET /api/admin/payments/months/file': () => ({}),
  'GET /api/admin/tests': () => ({ query: '?sort=theme' }),
  'GET /api/admin/tests/file': () => ({}),
  'GET /api/admin/statistics': () => ({ query: '?days=30' }),
  'GET /api/admin/phones': () => ({ query: '?days=30' }),
  'POST /api/phone-reports': () => ({
    body: { build: '', measures: [{ name: 'lcp', route: '/', value: 900 }], faults: [] },
  }),
  'GET /api/admin/database': () => ({}),
  'POST /api/admin/backups': () => ({}),
  'POST /api/admin/backups/:name/download': () => ({
    params: { name: 'copia-20200101-000000.ndjson.gz' },
  }),
  'GET /api/admin/settings': () => ({}),
  'PUT /api/admin/settings/brand': () => ({
    body: { productName: 'Caderneta', companyName: 'Empresa', supportEmail: 'apoio@caderneta.example' },
  }),
  'PUT /api/admin/settings/notice': () => ({ body: { notice: '' } }),
  'PUT /api/admin/settings/calendar': () => ({ body: { trimesters: ['09-01', '01-01', '04-11'] } }),
  'PUT /api/admin/settings/transfer-account': () => ({
    body: { iban: 'AO06 0044 0000 6729 5030 1010 2', beneficiary: 'Empresa, Lda.' },
  }),
  'PUT /api/admin/settings/webinars': () => ({ body: { webinars: [] } }),
  'POST /api/admin/settings/mail-test': () => ({}),
  'GET /api/admin/news': () => ({}),
  'POST /api/admin/news': () => ({
    body: { title: `Novidade ${randomBytes(4).toString('hex')}`, message: 'Há testes novos.', audience: 'teachers' },
  }),
  'POST /api/admin/messages': ({ staffId }) => ({
    body: { ids: [staffId], title: `Mensagem ${randomBytes(4).toString('hex')}`, message: 'Já está resolvido.' },
  }),
  'POST /api/admin/news/preview': () => ({
    body: { title: 'Novidade', message: 'Há testes novos.', audience: 'teachers' },
  }),
  'DELETE /api/admin/news/:id': ({ newsId }) => ({ params: { id: newsId } }),
  'GET /api/admin/audit': () => ({}),
  'GET /api/admin/audit/file': () => ({}),
  'GET /api/teacher/calibration': () => ({}),
  'GET /api/teacher/calibration/questions': () => ({ query: '?show=misfits&limit=5' }),
  'GET /api/teacher/statistics': () => ({}),
  'GET /api/teacher/statistics/errors': () => ({ query: '?class=' }),
  'GET /api/teacher/statistics/questions': () => ({ query: '?limit=5' }),
  'GET /api/teacher/tests/:id/statistics': ({ testId }) => ({ params: { id: testId } }),
  'GET /api/teacher/tests/:id/questions/:questionId/regrade': ({ testId, questionIds }) => ({
    params: { id: testId, questionId: questionIds[0] ?? 0 },
  }),
  'POST /api/teacher/tests/:id/questions/:questionId/regrade': ({ testId, questionIds }) => ({
    params: { id: testId, questionId: questionIds[0] ?? 0 },
    body: { correctAnswer: 'B', reason: 'A chave estava trocada.' },
  }),
  'GET /api/teacher/tests/:id/statistics/file': ({ testId }) => ({ params: { id: testId } }),
  'GET /api/teacher/statistics/file': () => ({}),
  'GET /api/teacher/tests': () => ({}),
  'GET /api/teacher/themes': () => ({}),
  'POST /api/teacher/tests': () => ({ body: { ...A_TEST } }),
  'GET /api/teacher/tests/:id': ({ testId }) => ({ params: { id: testId } }),
  'PUT /api/teacher/tests/:id': ({ testId }) => ({ params: { id: testId }, body: A_TEST }),
  'PATCH /api/teacher/tests/:id/toggle-active': ({ testId }) => ({ params: { id: testId }, body: { active: true } }),
  'POST /api/teacher/tests/:id/forms': ({ testId }) => ({ params: { id: testId } }),
  'GET /api/teacher/tests/:id/forms': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/teacher/tests/:id/duplicate': ({ testId }) => ({ params: { id: testId } }),
  'DELETE /api/teacher/tests/:id': ({ testId }) => ({ params: { id: testId } }),
  'GET /api/teacher/tests/:id/questions': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/teacher/tests/:id/questions': ({ testId }) => ({ params: { id: testId }, body: A_QUESTION }),
  'PUT /api/teacher/tests/:id/questions/order': ({ testId, questionIds }) => ({
    params: { id: testId },
    body: { questionIds: questionIds.toReversed() },
  }),
  'POST /api/teacher/tests/:id/questions/copy': ({ testId, questionIds }) => ({
    params: { id: testId },
    body: { questionIds },
  }),
  'PUT /api/teacher/questions/:id': ({ questionIds }) => ({ params: { id: questionIds[0] ?? 0 }, body: A_QUESTION }),
  'DELETE /api/teacher/questions/:id': ({ questionIds }) => ({ params: { id: questionIds[0] ?? 0 } }),
  'PATCH /api/teacher/questions': ({ questionIds }) => ({ body: { questionIds, weight: 2 } }),
  'POST /api/teacher/questions/move': ({ questionIds, testId }) => ({ body: { questionIds, testId } }),
  'POST /api/teacher/questions/delete': ({ questionIds }) => ({ body: { questionIds } }),
  'GET /api/teacher/deleted': () => ({ query: '?limit=5' }),
  'POST /api/teacher/deleted/restore': () => ({ body: { questionIds: [ABSENT] } }),
  'GET /api/teacher/questions': () => ({ query: '?search=laranjas&limit=5' }),
  'GET /api/teacher/coverage': () => ({ query: `?discipline=Artes&class=9º Ano` }),
  'GET /api/teacher/variants': () => ({}),
  'GET /api/teacher/variants/:key': () => ({ params: { key: 'mat4-area' } }),
  'PUT /api/teacher/variants/:key': () => ({ params: { key: 'mat4-area' }, body: { active: false } }),
  'GET /api/teacher/curriculum': () => ({ query: `?discipline=Artes&class=9º Ano` }),
  'GET /api/teacher/curriculum/file': () => ({ query: `?class=8º Ano&format=csv` }),
  'POST /api/teacher/curriculum/themes': () => ({
    body: { discipline: 'Artes', schoolClass: '9º Ano', theme: 'Cores', content: 'primárias e secundárias' },
  }),
  'PUT /api/teacher/curriculum/themes/:id': ({ themeId }) => ({ params: { id: themeId }, body: { theme: 'Cores' } }),
  'DELETE /api/teacher/curriculum/themes/:id': ({ themeId }) => ({ params: { id: themeId } }),
  'PUT /api/teacher/curriculum/order': ({ discipline, themeId }) => ({
    body: { discipline, schoolClass: '8º Ano', themeIds: [themeId] },
  }),
  'POST /api/teacher/curriculum/themes/:id/objectives': ({ themeId }) => ({
    params: { id: themeId },
    body: { text: 'Nomear as cores primárias' },
  }),
  'PUT /api/teacher/curriculum/themes/:id/order': ({ themeId, objectiveIds }) => ({
    params: { id: themeId },
    body: { objectiveIds },
  }),
  'PUT /api/teacher/curriculum/objectives/:id': ({ objectiveIds }) => ({
    params: { id: objectiveIds[0] ?? 0 },
    body: { text: 'Misturar cores' },
  }),
  'DELETE /api/teacher/curriculum/objectives/:id': ({ objectiveIds }) => ({ params: { id: objectiveIds[0] ?? 0 } }),
  'POST /api/teacher/curriculum/objectives/:id/join': ({ objectiveIds }) => ({
    params: { id: objectiveIds[0] ?? 0 },
    body: { into: objectiveIds[1] ?? 0 },
  }),
  'POST /api/teacher/preview': () => ({ body: { statement: '$\\frac{1}{2}$' } }),
  'POST /api/teacher/pasted': () => ({ body: { html: '<b>não</b> brilha' } }),
  'GET /api/teacher/settings': () => ({}),
  'PUT /api/teacher/settings': () => ({ body: { shuffle: true } }),
  'POST /api/teacher/images': () => ({ file: { name: 'ponto.png', type: 'image/png', bytes: A_PICTURE } }),
  'GET /api/images/:id': () => ({ params: { id: IMAGE_ID } }),
  'POST /api/teacher/tests/:id/import': ({ testId }) => ({
    params: { id: testId },
    file: {
      name: 'questoes.csv',
      type: 'text/csv',
      bytes: Buffer.from('Enunciado;A;B;Resposta\nQue cor?;Azul;Verde;A\n'),
    },
  }),
  'GET /api/teacher/imports/progress/:token': () => ({ params: { token: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } }),
  'GET /api/teacher/tests/:id/imports': ({ testId }) => ({ params: { id: testId } }),
  'POST /api/teacher/imports/:id/undo': () => ({ params: { id: ABSENT } }),
  'GET /api/teacher/tests/:id/export': ({ testId }) => ({ params: { id: testId }, query: '?format=csv&scope=all' }),
  'GET /api/teacher/export': () => ({}),
  'GET /api/teacher/templates/:format': () => ({ params: { format: 'csv' } }),
};

const A_TEST = { discipline: 'Artes', theme: 'Cores', schoolClass: '2º Ano' };
const A_QUESTION = { statement: 'Que cor é esta?', alternatives: ['Azul', 'Verde'], correctAnswer: 'A' };
const A_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const A_TEXT_PHOTO = await aTextPhoto();
const IMAGE_ID = '0123456789abcdef0123456789abcdef';
/** Returns what a browser says when it subscribes, at a service that is known. */
function aSubscription() {
  const own = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString('hex')}`,
    keys: { p256dh: own.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

/** What the free plan does not allow: its owner is told so with 402. */
const PAID_ONLY = new Set([
  'GET /api/attempts/:id/pdf',
  'GET /api/children/:id/report/pdf',
  'GET /api/children/:id/knowledge/pdf',
  'GET /api/diagnostics/:id/pdf',
  'POST /api/texts/:id/opinion',
]);

/** Endpoints that name nobody's thing: a single variant is enough. */
const namesNothing = (endpoint: Endpoint) => endpoint.authz.owner === null || endpoint.authz.owner === 'user';

/** @param wanted whether any of these is needed; what is dear to make and nobody asks for is not made. */
async function thingsOf(
  app: TestApp,
  parent: Parent,
  plan: PlanId,
  wanted: (...names: (keyof Things)[]) => boolean = () => true,
): Promise<Things> {
  await staySignedIn(app, parent);
  const child = await aChild(parent, {
    fullName: `Maria ${CANARY}`,
    school: `Escola ${CANARY}`,
    location: `Bairro ${CANARY}`,
  });
  const sitting = wanted('attemptId', 'doneAttemptId', 'questionId')
    ? await aChildMidTest(app, parent, { childId: child.id, discipline: 'Português' })
    : undefined;
  const diagnostic = wanted('diagnosticId', 'diagnosticQuestionId')
    ? ((await parent.post('/api/diagnostics', { childId: child.id, discipline: 'Geografia' })).body as {
        id: number;
        question: { id: number };
      })
    : undefined;
  const doneDiagnostic = wanted('doneDiagnosticId')
    ? await app.db.row<{ id: number }>(
        `insert into diagnostics (child_id, discipline, school_class, started_at, deadline_at, state, finished_at, effort, ability, standard_error,
           place, place_low, place_high, level, start_here)
         values ($1, 'Inglês', '4º Ano', now() - interval '1 hour', now(), 'finished', now(), 'full', 0, 0.5, 3.5, 3, 4, '3º Ano', '[]') returning id`,
        [child.id],
      )
    : undefined;
  const paperTest = wanted('printedAttemptId', 'printedQuestionId')
    ? await aTest(app.db, { discipline: 'História' })
    : undefined;
  const printed = paperTest
    ? ((await parent.post('/api/paper', { childId: child.id, testId: paperTest.id })).body as { attemptId: number })
    : undefined;
  const other = wanted('testId', 'questionIds') ? await aTest(app.db) : undefined;
  const sealed = wanted('preparedId', 'preparedQuestionId', 'ticket')
    ? await parent.post('/api/prepared', {
        childId: child.id,
        testIds: [(await aTest(app.db, { discipline: 'Geografia' })).id],
      })
    : undefined;
  if (sealed && sealed.status !== 201) throw new Error(`not prepared: ${sealed.status} ${sealed.text}`);
  const done = await app.db.row<{ id: number }>(
    `insert into attempts (child_id, test_id, version_id, discipline, school_class, time_limit, deadline_at, state, completed, finished_at,
       total_score, time_spent, correct_answers, incorrect_answers)
     select child_id, test_id, version_id, discipline, school_class, time_limit, deadline_at, 'completed', true, now(), 0, 1, 0, 4
     from attempts where id = $1 returning id`,
    [sitting?.id],
  );
  const told = await app.db.row<{ id: number }>(
    `insert into notifications (user_id, child_id, title, message, type, category)
     select user_id, id, $2, $2, 'result_ready', 'performance' from children where id = $1 returning id`,
    [child.id, `Aviso ${CANARY}`],
  );
  const news = await app.db.row<{ id: number }>(
    `insert into news (title, message, audience, done_at) values ('Obras', 'Há testes novos.', 'all', now()) returning id`,
  );
  await app.db.count(
    'insert into question_images (id, bytes, width, height) values ($1, $2, 1, 1) on conflict do nothing',
    [IMAGE_ID, A_PICTURE],
  );
  const session = hashToken(randomBytes(32).toString('base64url'));
  await app.db.count(
    `insert into sessions (token_hash, user_id, expires_at, device, address) values ($1, $2, now() + interval '1 day', $3, '10.0.0.1')`,
    [session, parent.id, `Telemóvel ${CANARY}`],
  );
  const key = !wanted('passkeyId')
    ? undefined
    : await app.db.row<{ id: number }>(
        `insert into passkeys (user_id, credential_id, public_key, name) values ($1, $2, 'x', $3) returning id`,
        [parent.id, randomBytes(20).toString('base64url'), `Telemóvel ${CANARY}`],
      );
  const resetToken = randomBytes(32).toString('base64url');
  await app.db.count(
    `insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [hashToken(resetToken), parent.id],
  );
  const verificationToken = randomBytes(32).toString('base64url');
  await app.db.count(
    `insert into email_verifications (token_hash, user_id, email, expires_at)
     select $1, id, email, now() + interval '1 hour' from users where id = $2`,
    [hashToken(verificationToken), parent.id],
  );
  const accountCode = accountCodeOf(randomBytes(20));
  const { passwordHash = '' } = (await findPasswordHash(app.db, parent.id)) ?? {};
  await upsertAccountCode(app.db, parent.id, hashToken(comparableCode(accountCode)), passwordHash);
  count += 1;
  const staff = await app.db.row<{ id: number }>(
    `insert into users (username, username_key, password_hash, email, full_name, user_role, is_teacher, terms_version)
     values ($1, $1, 'x', 'x@escola.example', 'Domingas Cassoma', 'teacher', true, '2025-04') returning id`,
    [`docente${process.pid}x${count}`],
  );
  const { discipline, themeId, objectiveIds } = wanted('discipline', 'themeId', 'objectiveIds')
    ? await programmeOf(app)
    : { discipline: '', themeId: 0, objectiveIds: [] };
  return {
    ...(wanted('textId', 'askedTextId', 'flaggedTextId')
      ? await textsOf(app, child.id)
      : { textId: 0, askedTextId: 0, flaggedTextId: 0 }),
    discipline,
    themeId,
    objectiveIds,
    staffId: staff?.id as number,
    sessionHandle: session.toString('hex').slice(0, 16),
    passkeyId: key?.id as number,
    childId: child.id,
    attemptId: sitting?.id as number,
    doneAttemptId: done?.id as number,
    printedAttemptId: printed?.attemptId as number,
    printedQuestionId: paperTest?.questions[0]?.id as number,
    preparedId: sealed?.body[0].attemptId as number,
    preparedQuestionId: sealed?.body[0].questions[0].id as number,
    ticket: sealed?.body[0].ticket as string,
    questionId: sitting?.test.questions[0]?.id as number,
    diagnosticId: diagnostic?.id as number,
    diagnosticQuestionId: diagnostic?.question.id as number,
    doneDiagnosticId: doneDiagnostic?.id as number,
    testId: other?.id as number,
    questionIds: other?.questions.map(({ id }) => id) ?? [],
    notificationId: told?.id as number,
    newsId: news?.id as number,
    resetToken,
    verificationToken,
    username: parent.username,
    accountCode,
    unsubscribeToken: sign(app.config.secretKey, UNSUBSCRIBE, `${parent.id}:weeklyReports`),
    ...(wanted('transactionId', 'receiptId', 'flagId')
      ? await moneyOf(app, parent.id, plan)
      : { transactionId: '', receiptId: 0, flagId: 0 }),
  };
}

/** Returns three texts of a child: one without a second opinion, one that waits for it, and one that a teacher flagged. */
async function textsOf(
  { db, config }: TestApp,
  childId: number,
): Promise<Pick<Things, 'textId' | 'askedTextId' | 'flaggedTextId'>> {
  const rows = await db.rows<{ id: number }>(
    `insert into texts (child_id, client_id, prompt_id, prompt_version, ruler_id, ruler_version, started_at, comparisons, signs, level)
     select $1, gen_random_uuid(), p.id, p.version, r.id, r.version, now(), '[{"anchor":3,"outcome":"alike"}]', '[]', 3
     from writing_forms p, writing_forms r, generate_series(1, 3) where p.id = 't4-luz' and r.id = 'r4-contar' and p.offered and r.offered
     returning id`,
    [childId],
  );
  const [textId = 0, askedTextId = 0, flaggedTextId = 0] = rows.map(({ id }) => id);
  for (const id of [askedTextId, flaggedTextId]) {
    await insertOpinion(db, id);
    await insertPhoto(db, id, sealPhoto(config.secretKey, id, A_TEXT_PHOTO));
  }
  await db.count(`insert into text_flags (text_id, reason, note) values ($1, 'worry', 'Fala de medo.')`, [
    flaggedTextId,
  ]);
  await setState(db, flaggedTextId, 'flagged');
  // Every teacher has opened it once, and holds no place any more.
  await db.count(
    `insert into text_marks (text_id, teacher_id, opened_at) select $1, id, now() - interval '1 day' from users where user_role = 'teacher'`,
    [askedTextId],
  );
  return { textId, askedTextId, flaggedTextId };
}

/** Returns a new programme, each time of the next discipline: one theme with two objectives. */
async function programmeOf({ db }: TestApp): Promise<Pick<Things, 'discipline' | 'themeId' | 'objectiveIds'>> {
  count += 1;
  const discipline = DISCIPLINES[count % DISCIPLINES.length] as Discipline;
  const themes = `select t.id from curriculum_themes t join curriculum_plans p on p.id = t.plan_id
    where p.discipline = $1 and p.school_class = '8º Ano'`;
  await db.count(`delete from curriculum_objectives where theme_id in (${themes})`, [discipline]);
  await db.count(`delete from curriculum_themes where id in (${themes})`, [discipline]);
  const code = `matriz${process.pid}x${count}`;
  const { id, themeId } = await anObjective(db, { code, discipline, schoolClass: '8º Ano' });
  const other = await db.row<{ id: number }>(
    `insert into curriculum_objectives (theme_id, code, position, text) values ($1, $2, 2, 'Outro') returning id`,
    [themeId, `${code}.2`],
  );
  return { discipline, themeId, objectiveIds: [id, other?.id as number] };
}

/** Returns the family's plan as it was at first, days laid aside, an open payment, a receipt, and money to be looked at. */
async function moneyOf(
  app: TestApp,
  userId: number,
  plan: PlanId,
): Promise<Pick<Things, 'transactionId' | 'receiptId' | 'flagId'>> {
  const { db } = app;
  await setSubscription(db, userId, plan, plan === 'free' ? null : new Date(Date.now() + 200 * DAY_MS));
  await db.count(
    `update emis_payments set status = 'cancelled', closed_by = 'program' where user_id = $1 and status = 'pending'`,
    [userId],
  );
  await db.count('delete from plan_credits where user_id = $1', [userId]);
  await db.count(`insert into plan_credits values ($1, 'parked', 'individual', 86400000)`, [userId]);
  const paid = await db.row<{ id: number }>(
    `with paid as (
       insert into emis_payments (user_id, plan_id, kind, price, amount, payment_method, status, gateway, reference_number, expires_at, completed_at)
       values ($1, 'family', 'purchase', 18000, 18000, 'reference', 'completed', 'simulated', '1', now(), now()) returning id
     ), number as (
       insert into receipt_counters as c (series, last_number) values (2026, 1)
       on conflict (series) do update set last_number = c.last_number + 1 returning last_number
     )
     insert into receipts (user_id, payment_id, series, number, amount, payer_name)
     select $1, paid.id, 2026, last_number, 18000, $2 from paid, number returning id`,
    [userId, `Teresa ${CANARY}`],
  );
  const open = await db.row<{ id: number; transactionId: string }>(
    `insert into emis_payments (user_id, plan_id, kind, price, amount, payment_method, gateway, reference_number, reference_open, expires_at, callback_data)
     values ($1, 'family', 'purchase', 18000, 18000, 'multicaixa', 'simulated', (100000000 + floor(random() * 899999999))::bigint::text, true,
       now() + interval '2 hours', $2) returning id, transaction_id as "transactionId"`,
    [userId, JSON.stringify({ reference: CANARY })],
  );
  const flag = await db.row<{ id: number }>(
    `insert into emis_notifications (payment_id, notification_type, status) values ($1, 'late', 'flagged') returning id`,
    [open?.id],
  );
  return {
    transactionId: open?.transactionId as string,
    receiptId: paid?.id as number,
    flagId: flag?.id as number,
  };
}

const absent = (things: Things): Things => ({
  ...things,
  childId: ABSENT,
  attemptId: ABSENT,
  doneAttemptId: ABSENT,
  doneDiagnosticId: ABSENT,
  printedAttemptId: ABSENT,
  printedQuestionId: ABSENT,
  diagnosticId: ABSENT,
  textId: ABSENT,
  preparedId: ABSENT,
  notificationId: ABSENT,
  newsId: ABSENT,
  sessionHandle: '0'.repeat(16),
  passkeyId: ABSENT,
  transactionId: '00000000-0000-4000-8000-000000000000',
  receiptId: ABSENT,
  flagId: ABSENT,
});

function send(
  visitor: Visitor,
  key: EndpointKey,
  example: Example,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method, path] = key.split(' ') as [string, string];
  // Nothing but the call itself may change the database.
  visitor.completesAtOnce = true;
  const address =
    path.replace(/:(\w+)/g, (_, name: string) => String(example.params?.[name])) + encodeURI(example.query ?? '');
  if (example.file) {
    const fields = Object.entries(example.body ?? {}).map(([name, value]) => [name, String(value)]);
    const upload = multipart(Object.fromEntries(fields), example.file);
    return visitor.request(method, address, upload.payload, { ...upload.headers, ...headers });
  }
  return visitor.request(method, address, method === 'GET' ? undefined : example.body, headers);
}

/** Tables that a refused call may touch: being signed in, and counts of tries. */
const FREE = ['sessions', 'rate_limits', 'schema_migrations'];
const watched = new WeakSet<TestApp>();

/**
 * Notes every row that is written, changed or deleted, except in FREE: reading all tables before and after each call takes
 * longer than all the calls. The notes are in a schema of their own, so that backups do not include them.
 */
async function watchChanges({ db }: TestApp): Promise<void> {
  await db.count('create schema matrix');
  await db.count('create table matrix.changes (id bigint generated always as identity primary key)');
  await db.count(`create function matrix.note_change() returns trigger language plpgsql as
    'begin insert into matrix.changes default values; return null; end'`);
  const tables = await db.rows<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all($1)`,
    [FREE],
  );
  for (const { name } of tables) {
    const noted = `on public."${name}" for each`;
    await db.count(
      `create trigger note_rows after insert or update or delete ${noted} row execute function matrix.note_change()`,
    );
    await db.count(
      `create trigger note_truncate after truncate ${noted} statement execute function matrix.note_change()`,
    );
  }
}

/** Returns a number that is another one after every committed change to a row. */
async function lastChange({ db }: TestApp): Promise<number> {
  const row = await db.row<{ id: number }>('select coalesce(max(id), 0)::int as id from matrix.changes');
  return row?.id as number;
}

/** Returns what a caller could compare: all but what differs every time, and the id that they sent themselves. */
const lasting = (answer: Answer) =>
  JSON.stringify([
    answer.status,
    answer.text,
    Object.entries(answer.headers)
      .filter(([name]) => !FLEETING.has(name))
      .sort(),
  ]).replace(/childId=\d+/g, 'childId=#');

/** What calling one endpoint as everyone gave. */
export interface Called {
  /** A line of the table for each variant: whose thing the call names, and each column's status. */
  rows: string[];
  problems: string[];
  cells: number;
}

export interface Matrix {
  /** Readable table: an operation and whose thing it names per row, who asks per column. */
  table: string;
  problems: string[];
}

const COLUMNS = [
  'anonymous',
  'expired',
  'suspended',
  'owner',
  'owner, free',
  'child mode',
  'other parent',
  'teacher',
  'admin',
] as const;
type Column = (typeof COLUMNS)[number];

export const HEADING = [
  `| operation | whose | step-up | ${COLUMNS.join(' | ')} |`,
  `|---|---|---|${COLUMNS.map(() => '---').join('|')}|`,
] as const;

/** What a call asks of the second factor of staff; empty for calls that none of them makes signed in. */
const stepUpCell = ({ authz: { stepUp } }: Endpoint): string => {
  if (stepUp === undefined) return '';
  if (stepUp === true) return 'yes';
  return stepUp === 'with-factor' ? 'with factor' : 'no';
};

/** Calls of staff that only read, although they are sent as POST. */
const READING_POSTS: ReadonlySet<EndpointKey> = new Set(['POST /api/teacher/preview', 'POST /api/teacher/pasted']);

/** Each call of staff asks for their second factor, or says why the password is enough. */
function stepUpProblems(key: EndpointKey, { authz: { allow, stepUp } }: Endpoint): string[] {
  if (allow.includes('anonymous') || !allow.some((role) => role === 'teacher' || role === 'admin')) return [];
  if (stepUp === undefined) return [`${key} declares neither stepUp nor why it needs none`];
  if (stepUp === EXEMPT.reads && !key.startsWith('GET ') && !READING_POSTS.has(key))
    return [`${key} needs no step-up because it only reads, and it writes`];
  return [];
}

/** The people of the columns, and what is known of the database between one call and the next. */
interface Cast {
  app: TestApp;
  owner: Parent;
  free: Parent;
  someone: Record<Exclude<Column, 'owner' | 'owner, free' | 'child mode'>, Visitor | Parent>;
  /** Of each family, until a call has changed something. */
  fresh: Map<Parent, Things>;
  /** The last change, while it is known. */
  kept: number | undefined;
  /** Whether the endpoint at hand has changed something: the families then get only those new things that its call names. */
  changed: boolean;
}

/**
 * Creates the people of the columns. Returns what calls one endpoint as each of them, with what is theirs, what is someone
 * else's and what is not there.
 */
export async function openMatrix(app: TestApp): Promise<(key: EndpointKey) => Promise<Called>> {
  if (!watched.has(app)) await watchChanges(app);
  watched.add(app);
  const owner = await aParent(app, { plan: 'family-plus', fullName: `Teresa ${CANARY}` });
  const free = await aParent(app, { fullName: `Paulo ${CANARY}` });
  await aBank(app.db, 'Geografia', ['3º Ano', '4º Ano', '5º Ano']);
  await storeForms(app.db, someForms());
  await loadWritingForms(app.db);
  const cast: Cast = {
    app,
    owner,
    free,
    someone: {
      anonymous: app.visitor(),
      expired: await expired(app),
      suspended: await suspended(app),
      'other parent': await aParent(app, { plan: 'family-plus', fullName: 'Outra Pessoa' }),
      teacher: await aUser(app, 'teacher'),
      admin: await aUser(app, 'admin'),
    },
    fresh: new Map(),
    kept: undefined,
    changed: false,
  };
  return (key) => callAsEveryone(cast, key);
}

/** Calls these endpoints as everyone. */
export async function runMatrix(app: TestApp, keys: readonly EndpointKey[]): Promise<Matrix> {
  const call = await openMatrix(app);
  const called: Called[] = [];
  for (const key of keys) called.push(await call(key));
  return {
    table: [...HEADING, ...called.flatMap(({ rows }) => rows)].join('\n'),
    problems: called.flatMap(({ problems }) => problems),
  };
}

async function callAsEveryone(cast: Cast, key: EndpointKey): Promise<Called> {
  const { app, owner, someone } = cast;
  const endpoint = app.frame.endpoints.get(key) as Endpoint;
  const problems = endpoint.authz ? stepUpProblems(key, endpoint) : [`${key} has no x-authz`];
  const rows: string[] = [];
  let cells = 0;
  const example = EXAMPLES[key];
  if (!example) return { rows, cells, problems: [...problems, `${key} has no example in test/support/matrix.ts`] };
  const variants: Variant[] = namesNothing(endpoint) ? ['none'] : ['own', 'absent'];
  const answers = new Map<string, Answer>();
  cast.changed = false;
  for (const variant of variants) {
    const statuses: string[] = [];
    for (const column of COLUMNS) {
      const { answer, found } = await callAs(cast, { key, endpoint, column, variant, example });
      cells += 1;
      answers.set(`${variant}|${column}`, answer);
      statuses.push(String(answer.status));
      problems.push(...found);
    }
    rows.push(
      `| \`${key}\` | ${variant === 'none' ? '' : variant === 'own' ? 'the owner’s' : 'absent'} | ${stepUpCell(endpoint)} | ${statuses.join(' | ')} |`,
    );
  }
  const theirs = answers.get('own|other parent');
  const nothing = answers.get('absent|other parent');
  if (theirs && nothing && lasting(theirs) !== lasting(nothing))
    problems.push(`${key}: another family's thing can be told from one that is not there`);
  const { allow } = endpoint.authz;
  const acting = allow.includes('parent') ? owner : allow.includes('teacher') ? someone.teacher : someone.admin;
  const written = await writeColumns(cast, key, endpoint, example, acting as Parent);
  return { rows, problems: [...problems, ...written.problems], cells: cells + written.cells };
}

interface Cell {
  key: EndpointKey;
  endpoint: Endpoint;
  column: Column;
  variant: Variant;
  example: (things: Things) => Example;
}

/** Makes one call. Returns its answer, and what is wrong with it. */
async function callAs(cast: Cast, cell: Cell): Promise<{ answer: Answer; found: string[] }> {
  const { key, endpoint, column, variant, example } = cell;
  const { app, owner, free, fresh } = cast;
  const family = column === 'owner, free' ? free : owner;
  const things =
    fresh.get(family) ?? (await freshThings(cast, family, cast.changed ? wantedBy(key, example) : undefined));
  fresh.set(family, things);
  const visitor = await visitorOf(cast, column, endpoint, things);
  const before = cast.kept ?? (await lastChange(app));
  const answer = await send(visitor, key, example(variant === 'absent' ? absent(things) : things));
  if (answer.status < 400 && !key.startsWith('GET ')) {
    fresh.clear();
    cast.changed = true;
  }
  const found = await judge(app, { key, endpoint, column, variant, answer, before });
  // A refusal that was judged has left everything as it was.
  cast.kept = answer.status >= 400 && found.length === 0 ? before : undefined;
  return { answer, found };
}

/** Returns a column's caller, signed in anew. */
async function visitorOf(cast: Cast, column: Column, endpoint: Endpoint, { childId }: Things): Promise<Visitor> {
  const { app, owner, free, someone } = cast;
  const isOwner = column === 'owner' || column === 'child mode';
  const person = isOwner ? owner : column === 'owner, free' ? free : someone[column];
  if (ROLES[column]) await staySignedIn(app, person as Parent);
  if ((column === 'admin' || column === 'teacher') && endpoint.authz.stepUp === true) {
    await confirmWithoutCode(app.db, (person as Parent).id);
    cast.kept = undefined;
  }
  // Registering, signing in and out end the session they come with: each cell has one of its own.
  return app.visitor(await anotherSession(app, person, column === 'child mode' ? childId : null));
}

/** Returns new things of a family. */
async function freshThings(
  cast: Cast,
  family: Parent,
  wanted?: (...names: (keyof Things)[]) => boolean,
): Promise<Things> {
  const { app, free } = cast;
  cast.kept = undefined;
  // One child each time: the limits of a family would otherwise decide.
  await app.db.count('delete from children where user_id = $1', [family.id]);
  await app.db.count('delete from free_tests where user_id = $1', [family.id]);
  await app.db.count('delete from free_uses where user_id = $1', [family.id]);
  await app.db.count("delete from rate_limits where split_part(key, ':', 2) = $1::int::text", [family.id]);
  return thingsOf(app, family, family === free ? 'free' : 'family-plus', wanted);
}

interface Judged {
  key: EndpointKey;
  endpoint: Endpoint;
  column: Column;
  variant: Variant;
  answer: Answer;
  before: number;
}

const ROLES: Partial<Record<Column, 'parent' | 'teacher' | 'admin'>> = {
  owner: 'parent',
  'owner, free': 'parent',
  'child mode': 'parent',
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
  const isOwner = column === 'owner' || column === 'owner, free' || column === 'child mode';
  if (column === 'child mode') problems.push(...judgeChildMode(where, key, endpoint, variant, answer));
  if (answer.status >= 500) problems.push(`${where}: ${answer.status}`);
  if (!allowed && role === undefined && answer.status !== 401) problems.push(`${where}: ${answer.status}, not 401`);
  if (!allowed && role !== undefined && answer.status !== 403) problems.push(`${where}: ${answer.status}, not 403`);
  const foreign = owner !== null && owner !== 'user' && (variant === 'absent' || !isOwner);
  if (allowed && foreign && answer.status !== 404 && column !== 'child mode') {
    // A filter that names another family's child may also give an empty list: nothing is told by it.
    if (
      !(key === 'GET /api/recent-tests' && answer.text === '[]') &&
      key !== 'GET /api/children' &&
      !(key === 'GET /api/tests' && answer.status === 404)
    ) {
      problems.push(`${where}: ${answer.status}, not 404`);
    }
  }
  const unpaid = column === 'owner, free' && PAID_ONLY.has(key);
  if (allowed && isOwner && variant === 'own' && unpaid && answer.status !== 402)
    problems.push(`${where}: ${answer.status}, not 402`);
  const told = allowed && column !== 'child mode';
  if (told && isOwner && variant === 'own' && !unpaid && answer.status >= 300)
    problems.push(`${where}: ${answer.status}, although it is theirs`);
  // Administrators know the names of those who have an account, and nothing of their children.
  const text = column === 'admin' ? answer.text.replaceAll(/(Teresa|Paulo) FAMILIA-A-CANARIO/g, '') : answer.text;
  if (!isOwner && text.includes(CANARY)) problems.push(`${where}: was sent family A's texts`);
  if (/"password\w*":|argon2|password_hash|token_hash/.test(answer.text))
    problems.push(`${where}: a secret field in the reply`);
  if (answer.status >= 400 && (await lastChange(app)) !== before)
    problems.push(`${where}: refused, and yet something changed`);
  return problems;
}

/** A session that was handed over: what is the child's, and nothing else, whether it exists or not. */
function judgeChildMode(
  where: string,
  key: EndpointKey,
  { authz }: Endpoint,
  variant: Variant,
  answer: Answer,
): string[] {
  const reaches = authz.childMode === 'open' || (authz.childMode && variant !== 'absent');
  if (reaches)
    return answer.status < 400 || NEVER_RIGHT.has(key)
      ? []
      : [`${where}: ${answer.status}, although it is the child's`];
  const { code } = (answer.body ?? {}) as { code?: string };
  const right = authz.allow.includes('parent') || authz.allow.includes('anonymous') ? code === 'child-mode' : true;
  return answer.status === 403 && right ? [] : [`${where}: ${answer.status} ${code}, not 403 child-mode`];
}

/** Fields that only the server sets: sent along with a right body, one at a time, they must change nothing. */
const READ_ONLY: Record<string, unknown> = {
  id: 1_999_999_999,
  userId: 1_999_999_999,
  isAdmin: true,
  isTeacher: true,
  userRole: 'admin',
  // Neither the plan that the owner has nor that of a new account.
  subscriptionType: 'individual',
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

const A_FORM: [string, Record<string, string>, number] = [
  'a form',
  { 'content-type': 'application/x-www-form-urlencoded' },
  415,
];

/** What is only right with something from outside: the code that a telephone shows, a backup that was made. */
const NEVER_RIGHT = new Set([
  // Of a family, and of a payment of theirs that is completed: looked at where they are made (account-actions.server.test.ts).
  'PUT /api/admin/users/:id/plan',
  'POST /api/admin/payments/:transactionId/reverse',
  'POST /api/passkeys',
  'POST /api/passkeys/sign-in',
  'POST /api/passkeys/confirmation',
  'PUT /api/account/second-factor',
  'POST /api/account/second-factor/confirmation',
  // What a phone has sealed (parcels.server.test.ts).
  'POST /api/parcels',
  'POST /api/parcels/row-key',
  // Of what was deleted before (selection.server.test.ts).
  'POST /api/teacher/deleted/restore',
]);

/** Returns which of a family's things an example names. */
function namedIn(example: (things: Things) => Example): Set<string> {
  const named = new Set<string>();
  const recorder = new Proxy({} as Things, {
    get: (_, name: string) => {
      named.add(name);
      return name === 'questionIds' ? [1, 2, 3, 4] : 1;
    },
  });
  example(recorder);
  return named;
}

/** Returns whether a call needs any of these things. */
function wantedBy(key: EndpointKey, example: (things: Things) => Example): (...names: (keyof Things)[]) => boolean {
  const named = namedIn(example);
  // What is done to a plan depends on the plan, also where the call names no payment.
  const money = /emis|subscription|payments|receipts|referrals|covered/.test(key);
  return (...names) => names.some((name) => named.has(name)) || (money && names.includes('transactionId'));
}

/** Foreign origins and wrong types for every write; read-only fields for every body. */
async function writeColumns(
  cast: Cast,
  key: EndpointKey,
  endpoint: Endpoint,
  example: (things: Things) => Example,
  acting: Parent,
): Promise<Pick<Called, 'problems' | 'cells'>> {
  if (key.startsWith('GET ')) return { problems: [], cells: 0 };
  const { app, owner } = cast;
  const problems: string[] = [];
  const asOwner = async () => {
    await staySignedIn(app, acting);
    const open = endpoint.authz.allow.includes('anonymous') && !endpoint.authz.allow.includes('parent');
    return app.visitor(open ? undefined : await anotherSession(app, acting));
  };
  // What these calls leave behind is not for the next endpoint.
  cast.fresh.clear();
  cast.kept = undefined;
  const fresh = () => freshThings(cast, owner, wantedBy(key, example));
  const things = await fresh();
  const foreign: [string, Record<string, string>, number][] = [
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin', { origin: 'null' }, 403],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['text/plain', { 'content-type': 'text/plain' }, 415],
    ...(endpoint.form ? [] : [A_FORM]),
  ];
  if (endpoint.authz.stepUp === true) {
    await staySignedIn(app, acting);
    await confirmWithoutCode(app.db, acting.id);
  }
  const before = await lastChange(app);
  for (const [what, headers, status] of foreign) {
    const answer = await send(await asOwner(), key, example(things), headers);
    const hasBody = key.startsWith('POST ') && key !== 'POST /api/logout' ? true : Boolean(endpoint.body);
    if (answer.status !== status && (hasBody || status === 403))
      problems.push(`${key} with ${what}: ${answer.status}, not ${status}`);
  }
  if ((await lastChange(app)) !== before) problems.push(`${key} from elsewhere: something changed`);
  if (!endpoint.body || NEVER_RIGHT.has(key) || key === 'POST /api/login' || key === 'POST /api/emis/callback/proxypay')
    return { problems, cells: foreign.length };
  // Calls of the staff take nothing that only a family has: one family's things serve for all fields, but for money, and
  // for what is gone after the first time.
  const keeps =
    !endpoint.authz.allow.includes('parent') &&
    !endpoint.authz.allow.includes('anonymous') &&
    !key.includes('/admin/payments/') &&
    !key.includes('/texts/') &&
    !key.endsWith('/join') &&
    !key.endsWith('/questions/delete');
  for (const [field, value] of Object.entries(READ_ONLY)) {
    const own = keeps ? things : await fresh();
    const right = example(own);
    if (right.body && field in right.body) continue;
    const answer = await send(await asOwner(), key, { ...right, body: { ...right.body, [field]: value } });
    if (answer.status >= 300) problems.push(`${key} with ${field} along: ${answer.status}, although the rest is right`);
    const kept = (answer.body as Record<string, unknown> | undefined)?.[field];
    if (kept === value) problems.push(`${key} took ${field} from the caller`);
  }
  return { problems, cells: foreign.length + Object.keys(READ_ONLY).length };
}

/** Opens someone's session again under its token: some calls end every session that there is. */
async function staySignedIn(app: TestApp, { cookie = '', id }: Parent): Promise<void> {
  await app.db.count(
    `insert into sessions (token_hash, user_id, expires_at, device, address) values ($1, $2, now() + interval '1 day', 'matrix', '127.0.0.1')
     on conflict (token_hash) do nothing`,
    [hashToken(cookie.split('=')[1] as string), id],
  );
}

/** Returns a copy of someone's session under a new token, as if they had signed in on another phone. */
async function anotherSession(
  app: TestApp,
  person: Visitor,
  handedTo: number | null = null,
): Promise<string | undefined> {
  if (!person.cookie) return undefined;
  const [name, token] = person.cookie.split('=') as [string, string];
  const copy = randomBytes(32).toString('base64url');
  await app.db.count(
    'insert into sessions (token_hash, user_id, expires_at, device, address, confirmed_at, only_children) select $2, user_id, expires_at, device, address, confirmed_at, case when $3::int is not null then array[$3::int] end from sessions where token_hash = $1',
    [hashToken(token), hashToken(copy), handedTo],
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
