-- owner: norms

-- Whether a block has enough families is answered by the first few entries of the index: a national block has thousands of members.
create index norm_members_of_block_by_family on norm_members (block_id, user_id);
drop index norm_members_of_block;
