import type { Queryable } from '../../../server/db/db.ts';

/** Stores a picture, or updates the upload time of an identical one. */
export function upsertImage(
  db: Queryable,
  image: { id: string; bytes: Uint8Array; width: number; height: number },
): Promise<number> {
  return db.count(
    `insert into question_images (id, bytes, width, height) values ($1, $2, $3, $4) on conflict (id) do update set uploaded_at = now()`,
    [image.id, image.bytes, image.width, image.height],
  );
}

/** Records that pictures stand within texts, from which on they are kept. */
export function keepImagesOfTexts(db: Queryable, ids: readonly string[]): Promise<number> {
  return db.count('update question_images set in_text = true where id = any($1::text[]) and not in_text', [ids]);
}

/** Returns those of the ids for which no picture is stored. */
export async function findMissingImages(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    'select given.id from unnest($1::text[]) as given(id) where not exists (select from question_images i where i.id = given.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Returns the size in pixels of the picture with this id, if stored. */
export function findImageSize(db: Queryable, id: string): Promise<{ width: number; height: number } | undefined> {
  return db.row('select width, height from question_images where id = $1', [id]);
}

/** Returns the stored pictures with these ids. */
export function findImages(db: Queryable, ids: readonly string[]): Promise<{ id: string; bytes: Buffer }[]> {
  return db.rows('select id, bytes from question_images where id = any($1::text[])', [ids]);
}

export function findImage(db: Queryable, id: string): Promise<{ bytes: Buffer } | undefined> {
  return db.row('select bytes from question_images where id = $1', [id]);
}

/** Deletes pictures uploaded more than a day ago that no question, deleted question or version uses and that never stood in a text. */
export function deleteUnusedImages(db: Queryable): Promise<number> {
  return db.count(
    `delete from question_images i where i.uploaded_at < now() - interval '1 day' and not i.in_text
       and not exists (select 1 from questions q where q.image_id = i.id)
       and not exists (select 1 from deleted_questions d where d.image_id = i.id)
       and not exists (select 1 from version_questions v where v.image_id = i.id)`,
  );
}
