-- owner: diagnostic

-- Which process calibrates a discipline now: a claim that is older than an hour was left by a process that ended.
alter table calibrations alter column calibrated_at drop not null;
alter table calibrations alter column calibrated_at drop default;
alter table calibrations add column claimed_at timestamptz;
