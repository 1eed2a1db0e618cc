-- owner: payments

-- The key of an e-mail is made with the server's secret from now on. A plain hash could be tried against a list of
-- addresses; those that are there are dropped, and the accounts that still exist are looked through all the same.
update referrals set email_key = null;
