-- owner: tests

-- A picture within a text is referred to by the text only, in questions and in versions, which never change: it is kept from then on.
alter table question_images add column in_text boolean not null default false;
