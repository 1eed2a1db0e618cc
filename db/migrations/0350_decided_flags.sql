-- owner: payments
-- The settled flags, listed with their reasons, the last settled first.
create index emis_notifications_decided on emis_notifications (processed_at desc, id desc) where status = 'resolved';
