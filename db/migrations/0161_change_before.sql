-- owner: plans

-- What else a change of plan found, so that a payment taken back leaves the start of the plan and its renewal as they were.
-- Null in changes from before.
alter table plan_changes add column since_before timestamptz, add column renewal_before boolean;
