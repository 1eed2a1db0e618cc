-- owner: misconceptions

-- Which alternative of a question shows an error with a name. The question is known by its content (version_questions.content without the way
-- of answering), so that an edited question loses its errors and an earlier one keeps them.
create table misconception_options (
  content text not null,
  -- The text of the alternative without its letter.
  words text not null,
  -- Id in content/misconceptions.yaml.
  misconception text not null,
  primary key (content, words)
);
