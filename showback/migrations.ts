/**
 * The schema of the cost database, one entry for each version. Never change an entry; add one. Quantities and amounts are
 * integers in the units of the program; `numeric` has no limit.
 */
export const migrations: readonly string[] = [
  `
create table showback_prices (
  id bigint generated always as identity primary key,
  -- The prices as text, to find them again.
  key text not null unique,
  price_book text not null,
  currency text not null,
  cpu numeric, gpu numeric, ram numeric, pv numeric, net numeric
);
create table showback_price_books (
  cluster text not null,
  since timestamptz not null,
  name text not null,
  currency text not null,
  rates jsonb not null,
  primary key (cluster, since)
);
create table showback_subscriptions (
  cluster text not null,
  namespace text not null,
  name text not null,
  activated_at timestamptz not null,
  deactivated_at timestamptz,
  terms jsonb not null,
  currency text not null,
  -- Whether the fees of hours that were stored before it are stored too.
  is_settled boolean not null default false,
  primary key (cluster, namespace, name, activated_at)
);
-- One row for each hour that is stored. It is inserted in the transaction of the hour's rows.
create table showback_hours (
  cluster text not null,
  basis text not null,
  part text not null check (part in ('usage', 'fees')),
  hour timestamptz not null,
  minutes smallint not null,
  collected_at timestamptz not null default now(),
  primary key (cluster, basis, part, hour)
);
create table showback_rows (
  cluster text not null,
  basis text not null,
  hour timestamptz not null,
  sort text not null check (sort in ('workload', 'idle', 'fee')),
  tenant text not null,
  namespace text not null,
  workload text not null,
  prices bigint not null references showback_prices (id),
  cpu numeric not null, gpu numeric not null, ram numeric not null, pv numeric not null, net numeric not null,
  cost_micros numeric not null,
  primary key (cluster, basis, hour, namespace, workload, tenant, sort)
);
create index showback_rows_by_tenant on showback_rows (cluster, tenant, hour);
create table showback_days (
  cluster text not null,
  basis text not null,
  day date not null,
  sort text not null,
  tenant text not null,
  namespace text not null,
  workload text not null,
  prices bigint not null references showback_prices (id),
  cpu numeric not null, gpu numeric not null, ram numeric not null, pv numeric not null, net numeric not null,
  cost_micros numeric not null,
  primary key (cluster, basis, day, namespace, workload, tenant, sort, prices)
);
create index showback_days_by_tenant on showback_days (cluster, tenant, day);
-- The days that showback_days has. What is stored later is added to them.
create table showback_rolled (
  cluster text not null,
  basis text not null,
  day date not null,
  -- Whether the hours of the day are removed, so that only the whole day can be read.
  is_pruned boolean not null default false,
  primary key (cluster, basis, day)
);
`,
];
