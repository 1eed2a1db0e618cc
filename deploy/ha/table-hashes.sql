-- One line a table: name, rows, and a sum over the hashes of its rows, which does not depend on their order. Unlogged tables,
-- which every restore empties, are left out.
--   psql -At -d caderneta -f table-hashes.sql
select format('select %L, count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) from %s t', oid::regclass, oid::regclass)
from pg_class
where relkind = 'r' and relpersistence = 'p' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
order by oid::regclass::text
\gexec
