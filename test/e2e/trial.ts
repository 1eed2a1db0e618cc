import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { aFamily, inDatabase } from './fixtures.ts';
import { daysPass, packOf, takeTest } from './practice.ts';

/** A family that has practised some days ago. */
export async function aFamilyThatPractised(page: Page): Promise<number> {
  const { childId } = await aFamily(page);
  await takeTest(page, childId, '4º Ano', 5);
  await daysPass(childId, 4);
  const [card] = (await packOf(page, childId)).cards;
  const at = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const reviews = [{ id: card?.id, selectedAnswer: 'A', at, clientId: randomUUID() }];
  await page.request.post(`/api/children/${childId}/practice`, { data: { reviews } });
  await inDatabase((db) =>
    db.count(
      `update users set created_at = now() - interval '5 days' where id = (select user_id from children where id = $1)`,
      [childId],
    ),
  );
  return childId;
}

/** Opens a check of eight questions that the child has not seen. */
export const openCheck = (childId: number) =>
  inDatabase(async (db) => {
    await db.count(
      `with week as (
         insert into trial_weeks (family, discipline, school_class, earlier_first)
         values (gen_random_uuid(), 'Ciências', '4º Ano', true) returning id
       ), allotted as (
         insert into trial_allotments (week_id, child_id, seed, first_theme, second_theme, starts_on, check_from, check_until)
         select id, $1, 1, 'a', 'b', current_date - 9, current_date - 2, current_date + 12 from week returning week_id
       ), unseen as (
         select q.version_id, q.question_id, q.content, row_number() over (order by q.content) as position
         from tests t join version_questions q on q.version_id = t.version_id
         where t.discipline = 'Ciências' and t.school_class = '4º Ano' and t.active
           and not exists (select 1 from attempts a where a.child_id = $1 and a.test_id = t.id)
       )
       insert into trial_questions (week_id, position, is_first, version_id, question_id, content)
       select allotted.week_id, position, position % 2 = 1, version_id, question_id, content from allotted, unseen where position <= 8`,
      [childId],
    );
  });
