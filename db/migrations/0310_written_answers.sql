-- owner: tests

-- How a question is answered in writing (`answering` in tests.contract.ts); null if by choosing an alternative. A question that is answered
-- in writing may have no alternatives; its key is then A.
alter table questions add column answering jsonb check (answering ->> 'way' in ('number', 'word') and jsonb_typeof(answering -> 'accepted') = 'array');
alter table questions drop constraint questions_alternatives_check, drop constraint questions_check;
alter table questions
  add constraint questions_alternatives_check check (jsonb_typeof(alternatives) = 'array' and (jsonb_array_length(alternatives) between 2 and 6
    or (jsonb_array_length(alternatives) = 0 and answering is not null))),
  add constraint questions_correct_answer_in_alternatives check (correct_answer in ('A', 'B', 'C', 'D', 'E', 'F')
    and ascii(correct_answer) - 64 <= greatest(jsonb_array_length(alternatives), 1));

-- What was written, in its one spelling; null if an alternative was chosen. `selected_answer` is the letter of the alternative that it
-- equals, or `outra`.
alter table answers add column written text check (length(written) between 1 and 40);
alter table answers drop constraint answers_selected_answer_check;
alter table answers add constraint answers_selected_answer_check
  check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F') or (selected_answer = 'outra' and written is not null));
