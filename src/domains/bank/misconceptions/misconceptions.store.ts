import type { Queryable } from '../../../server/db/db.ts';

/** The fields of a question that make its content, and the errors that its alternatives show, by their texts without letters. */
export interface MappedQuestion {
  statement: string;
  passage: string | null;
  figureSvg: string | null;
  alternatives: readonly string[];
  errors: Readonly<Record<string, string>>;
}

/** Stores which alternatives of these questions show an error. Those of other questions, such as earlier ones, are not changed. */
export function putMisconceptionOptions(transaction: Queryable, questions: readonly MappedQuestion[]): Promise<number> {
  return transaction.count(
    `with given as materialized (
       select question_content(q - 'errors') as content, q -> 'errors' as errors from jsonb_array_elements($1::jsonb) as q
     ), gone as (
       delete from misconception_options m using given where m.content = given.content and not given.errors ? m.words
     )
     insert into misconception_options as m (content, words, misconception)
     select distinct on (given.content, e.key) given.content, e.key, e.value from given cross join lateral jsonb_each_text(given.errors) as e
     order by given.content, e.key
     on conflict (content, words) do update set misconception = excluded.misconception where m.misconception <> excluded.misconception`,
    [JSON.stringify(questions)],
  );
}
