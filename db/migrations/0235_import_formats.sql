-- owner: question-files

-- The list of formats is in src/shared/question-formats.ts; only the server writes this column, with a format of that list.
alter table import_batches drop constraint import_batches_format_check;
