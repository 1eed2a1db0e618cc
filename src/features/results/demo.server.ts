import type { Database } from '../../server/db.ts';
import { createUser } from '../accounts/accounts.server.ts';
import { recordPastAttempt } from '../attempts/attempts.server.ts';
import { addChild } from '../children/children.server.ts';
import { recordPastPayment } from '../plans/demo.server.ts';
import { letterAt } from '../tests/tests.rules.ts';
import { takeableTests, versionOf } from '../tests/tests.server.ts';

/** Password of every demo account. Seeding is exempt from the rules of length (decision 2). */
const PASSWORD = 'caderneta';

const DAY = 86_400_000;

/**
 * The demo accounts, once: a parent on the family plan with two children and a term of tests, a parent on the free plan, a
 * teacher and an administrator. Invented people.
 */
export async function seedDemo(db: Database): Promise<void> {
  const parent = await createUser(db, {
    username: 'encarregado',
    password: PASSWORD,
    fullName: 'Teresa Domingos',
    email: 'encarregado@caderneta.example',
    role: 'parent',
  });
  if (!parent) return;
  await recordPastPayment(db, parent.id, 'family', new Date(Date.now() - 125 * DAY));
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
  await takeTests(db, maria.id, '4º Ano', { tests: 12, knows: 0.62, learns: 0.2, seed: 11 });
  await takeTests(db, joao.id, '2º Ano', { tests: 7, knows: 0.45, learns: 0.12, seed: 5 });

  const free = await createUser(db, {
    username: 'gratis',
    password: PASSWORD,
    fullName: 'Paulo Kiala',
    email: 'gratis@caderneta.example',
    role: 'parent',
  });
  if (free) {
    await addChild(db, free.id, {
      fullName: 'Weza Kiala',
      birthDate: '2016-01-20',
      gender: 'feminino',
      schoolClass: '5º Ano',
      school: 'Escola do Bairro Azul',
      location: 'Lobito, Benguela',
    });
  }
  await createUser(db, {
    username: 'professor',
    password: PASSWORD,
    fullName: 'Domingas Cassoma',
    email: 'professor@caderneta.example',
    role: 'teacher',
  });
  await createUser(db, {
    username: 'admin',
    password: PASSWORD,
    fullName: 'Ndala Sebastião',
    email: 'admin@caderneta.example',
    role: 'admin',
  });
}

/** How a demo child does: the share known at first, how much more is known at the end, and a number that fixes the rest. */
interface Pupil {
  tests: number;
  knows: number;
  learns: number;
  seed: number;
}

/** A term of tests up to two days ago, answered as a child who learns would; the same at every seeding. */
async function takeTests(db: Database, childId: number, schoolClass: string, pupil: Pupil): Promise<void> {
  const tests = await takeableTests(db, schoolClass);
  if (tests.length === 0) return;
  const chance = sequence(pupil.seed);
  // In turn through the disciplines, as a family would.
  const disciplines = [...new Set(tests.map((test) => test.discipline))];
  for (let turn = 0; turn < pupil.tests; turn += 1) {
    const discipline = disciplines[turn % disciplines.length];
    const ofDiscipline = tests.filter((test) => test.discipline === discipline);
    const test = ofDiscipline[Math.floor(turn / disciplines.length) % ofDiscipline.length];
    if (!test) continue;
    const { questions } = await versionOf(db, test.versionId);
    const knows = pupil.knows + (pupil.learns * turn) / pupil.tests;
    const answers = questions.map((question) => {
      const others = question.alternatives
        .map((_, index) => letterAt(index))
        .filter((letter) => letter !== question.correctAnswer);
      const selectedAnswer =
        chance() < knows ? question.correctAnswer : (others[Math.floor(chance() * others.length)] as string);
      return { questionId: question.id, selectedAnswer, responseTime: 20 + Math.floor(chance() * 50) };
    });
    const daysAgo = 2 + (pupil.tests - 1 - turn) * 6;
    await recordPastAttempt(db, {
      childId,
      test: { id: test.id, versionId: test.versionId, discipline: test.discipline, schoolClass: test.schoolClass },
      startedAt: new Date(Date.now() - daysAgo * DAY - Math.floor(chance() * 4) * 3_600_000),
      seconds: Math.min(
        answers.reduce((sum, answer) => sum + answer.responseTime, 20),
        890,
      ),
      answers,
    });
  }
}

/** Numbers from 0 to 1 that look like chance and are the same every time (a linear congruential generator). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
