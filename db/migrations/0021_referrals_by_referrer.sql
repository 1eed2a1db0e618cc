-- owner: plans

-- Every price is asked with how many friends have paid: a look at an index, never a walk over everybody's friends.
create index referrals_by_referrer on referrals (referrer_id);
drop index referrals_of_referrer;
