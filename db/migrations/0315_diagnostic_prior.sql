-- owner: diagnostic

-- What was known of the child's ability when the diagnostic began, from its ordinary tests, in logits; null: nothing but its class.
alter table diagnostics
  add column prior_ability double precision,
  add column prior_sd double precision check (prior_sd > 0),
  add constraint diagnostics_prior_whole check ((prior_ability is null) = (prior_sd is null));
