-- owner: accounts

-- Accounts whose e-mails may be one person's: by the name in front of the domain, without dots and what follows a plus.
create index users_by_letter_box on users (replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', ''));
