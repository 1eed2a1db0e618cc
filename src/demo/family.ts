import { writtenFor } from '../domains/bank/answering/answering.rules.ts';
import { takeableTests, versionOf } from '../domains/bank/test-bank/tests.server.ts';
import { DEMO_DOMAIN, DEMO_PASSWORD } from '../domains/people/accounts/accounts.rules.ts';
import { createUser } from '../domains/people/accounts/accounts.server.ts';
import { addChild } from '../domains/people/children/children.server.ts';
import { recordPastAttempt } from '../domains/sitting/attempts/grading.server.ts';
import type { Database } from '../server/db/db.ts';
import { letterAt } from '../shared/questions/letters.ts';
import { DAY_MS } from '../shared/time.ts';
import { type Chapter, JOAO, MARIA, plannedTests, WEZA } from './family-history.ts';
import { recordPastPayment, saveDemoAccount } from './payments.ts';

/**
 * Creates the demo accounts, once: a parent on the family plan with three children, one of them with two years of tests and one with none,
 * a parent on the free plan, a teacher and an administrator. All people are invented.
 */
export async function seedDemoFamily(db: Database): Promise<void> {
  const parent = await createUser(db, {
    username: 'encarregado',
    password: DEMO_PASSWORD,
    fullName: 'Teresa Domingos',
    email: `encarregado@${DEMO_DOMAIN}`,
    role: 'parent',
  });
  if (!parent) return;
  await recordPastPayment(db, parent.id, 'family', new Date(Date.now() - 125 * DAY_MS));
  const maria = await addChild(db, parent.id, {
    fullName: 'Maria Domingos',
    birthDate: '2017-03-12',
    gender: 'feminino',
    schoolClass: '4º Ano',
    school: 'Escola Primária n.º 1107',
    location: 'Viana, Luanda',
  });
  const joao = await addChild(db, parent.id, {
    fullName: 'João Domingos',
    birthDate: '2019-06-02',
    gender: 'masculino',
    schoolClass: '2º Ano',
    school: null,
    location: 'Viana, Luanda',
  });
  // A child without a test, to show the screens right after registering a child.
  await addChild(db, parent.id, {
    fullName: 'Nzinga Domingos',
    birthDate: '2020-01-09',
    gender: 'feminino',
    schoolClass: '1º Ano',
    school: null,
    location: 'Viana, Luanda',
  });
  await takeTests(db, maria.id, MARIA, 11);
  await takeTests(db, joao.id, JOAO, 5);
  await addFreeAccount(db);
  await addStaff(db);
}

/** Creates a parent on the free plan, with one child and a few tests. */
async function addFreeAccount(db: Database): Promise<void> {
  const free = await createUser(db, {
    username: 'gratis',
    password: DEMO_PASSWORD,
    fullName: 'Paulo Kiala',
    email: `gratis@${DEMO_DOMAIN}`,
    role: 'parent',
  });
  if (!free) return;
  const weza = await addChild(db, free.id, {
    fullName: 'Weza Kiala',
    birthDate: '2016-01-20',
    gender: 'feminino',
    schoolClass: '5º Ano',
    school: 'Escola do Bairro Azul',
    location: 'Lobito, Benguela',
  });
  await takeTests(db, weza.id, WEZA, 3);
}

/** Creates a teacher and an administrator, and the account to which families transfer money. */
async function addStaff(db: Database): Promise<void> {
  await createUser(db, {
    username: 'professor',
    password: DEMO_PASSWORD,
    fullName: 'Domingas Cassoma',
    email: `professor@${DEMO_DOMAIN}`,
    role: 'teacher',
  });
  const admin = await createUser(db, {
    username: 'admin',
    password: DEMO_PASSWORD,
    fullName: 'Ndala Sebastião',
    email: `admin@${DEMO_DOMAIN}`,
    role: 'admin',
  });
  if (admin) await saveDemoAccount(db, admin.id);
}

/** Takes the tests of a child's history as the child would have; except for the dates, they are the same at every seeding. */
async function takeTests(db: Database, childId: number, chapters: readonly Chapter[], seed: number): Promise<void> {
  const classes = [...new Set(chapters.map(({ schoolClass }) => schoolClass))];
  const tests = (await Promise.all(classes.map((schoolClass) => takeableTests(db, schoolClass)))).flat();
  const chance = sequence(seed);
  for (const { test, daysAgo, right, seconds } of plannedTests(chapters, tests)) {
    const { questions } = await versionOf(db, test.versionId);
    const answers = questions.map((question) => {
      const others = question.alternatives
        .map((_, index) => letterAt(index))
        .filter((letter) => letter !== question.correctAnswer);
      const selectedAnswer =
        chance() < right ? question.correctAnswer : (others[Math.floor(chance() * others.length)] as string);
      const [least, most] = seconds;
      const written = writtenFor(question, selectedAnswer) ?? null;
      return {
        questionId: question.id,
        selectedAnswer,
        written,
        responseTime: least + Math.floor(chance() * (most - least)),
      };
    });
    await recordPastAttempt(db, {
      childId,
      test: { id: test.id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
      startedAt: new Date(Date.now() - daysAgo * DAY_MS - Math.floor(chance() * 4) * 3_600_000),
      seconds: Math.min(
        answers.reduce((sum, answer) => sum + answer.responseTime, 20),
        890,
      ),
      answers,
    });
  }
}

/** Returns pseudo-random numbers from 0 to 1 that are the same every time (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
