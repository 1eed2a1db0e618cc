-- owner: attempts

-- How often a text that tests reading was read aloud as help, as the device counted it; null where it did not.
alter table attempts add column texts_heard smallint check (texts_heard between 0 and 1000);
