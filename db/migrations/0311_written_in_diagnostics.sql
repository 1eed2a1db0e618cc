-- owner: diagnostic

alter table diagnostic_questions add column written text check (length(written) between 1 and 40);
alter table diagnostic_questions drop constraint diagnostic_questions_selected_answer_check;
alter table diagnostic_questions add constraint diagnostic_questions_selected_answer_check
  check (selected_answer in ('A', 'B', 'C', 'D', 'E', 'F') or (selected_answer = 'outra' and written is not null));
