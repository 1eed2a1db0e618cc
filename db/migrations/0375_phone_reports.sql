-- owner: phones

-- How fast pages are on the phones of families, as counts by day, build, route and range of the value. No row is about a person.
create table phone_measures (
  -- In Luanda.
  day date not null,
  -- Beginning of the commit, or 'other'.
  build text not null,
  -- Pattern of the address, or 'other'.
  route text not null,
  measure text not null check (measure in ('lcp', 'inp', 'cls')),
  -- Index of the range (phones.rules.ts: BOUNDS).
  bucket smallint not null check (bucket between 0 and 20),
  reports int not null check (reports > 0),
  primary key (build, day, route, measure, bucket)
);
create index phone_measures_day on phone_measures (day);

-- Errors of scripts, and what the content security policy refused, counted in the same way.
create table phone_faults (
  day date not null,
  build text not null,
  route text not null,
  kind text not null check (kind in ('script', 'policy')),
  -- The kind of error and its place in the build, or the directive and the kind of what it refused.
  what text not null check (length(what) <= 90),
  reports int not null check (reports > 0),
  primary key (build, day, route, kind, what)
);
create index phone_faults_day on phone_faults (day);
