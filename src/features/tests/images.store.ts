import type { Queryable } from '../../server/db.ts';

/** Keeps a picture, or notes that the same one was sent again. */
export function upsertImage(
  db: Queryable,
  image: { id: string; bytes: Uint8Array; width: number; height: number },
): Promise<number> {
  return db.count(
    `insert into question_images (id, bytes, width, height) values ($1, $2, $3, $4) on conflict (id) do update set uploaded_at = now()`,
    [image.id, image.bytes, image.width, image.height],
  );
}

/** The size of a picture in pixels, when one is kept under this id. */
export function findImageSize(db: Queryable, id: string): Promise<{ width: number; height: number } | undefined> {
  return db.row('select width, height from question_images where id = $1', [id]);
}

/** The pictures of these ids, as they are kept. */
export function findImages(db: Queryable, ids: readonly string[]): Promise<{ id: string; bytes: Buffer }[]> {
  return db.rows('select id, bytes from question_images where id = any($1::text[])', [ids]);
}

export function findImage(db: Queryable, id: string): Promise<{ bytes: Buffer } | undefined> {
  return db.row('select bytes from question_images where id = $1', [id]);
}

/** Drops pictures that were sent more than a day ago and that no question, no deleted question and no version shows. */
export function deleteUnusedImages(db: Queryable): Promise<number> {
  return db.count(
    `delete from question_images i where i.uploaded_at < now() - interval '1 day'
       and not exists (select 1 from questions q where q.image_id = i.id)
       and not exists (select 1 from deleted_questions d where d.image_id = i.id)
       and not exists (select 1 from version_questions v where v.image_id = i.id)`,
  );
}
