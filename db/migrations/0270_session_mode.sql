-- owner: accounts

-- Since when the session has been the parent's, or the children's: what was asked for before is out of date on the device.
alter table sessions add column mode_since timestamptz not null default now();

-- Set while the session has been taken back from children, but no call with its new token has arrived: only that call proves that the
-- device received it. Until then the present token is in child mode.
alter table sessions add column next_token_hash bytea unique check (octet_length(next_token_hash) = 32);
