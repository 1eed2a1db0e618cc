-- owner: practice

alter table practice_reviews add column written text check (length(written) between 1 and 40);
alter table practice_reviews drop constraint practice_reviews_selected_answer_check;
alter table practice_reviews add constraint practice_reviews_selected_answer_check
  check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F') or (selected_answer = 'outra' and written is not null));
