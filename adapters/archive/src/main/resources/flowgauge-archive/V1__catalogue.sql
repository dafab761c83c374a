-- The same on SQLite and PostgreSQL. Tables of events are made as their types are met.

create table flowgauge_type (
  type_id integer not null primary key,
  signature varchar(64) not null unique,
  event_name text not null,
  table_name varchar(63) not null unique,
  view_name varchar(63) not null unique,
  lifeline_column varchar(63)
);

create table flowgauge_column (
  type_id integer not null references flowgauge_type (type_id),
  position integer not null,
  column_name varchar(63) not null,
  name text not null,
  type varchar(7) not null,
  kind varchar(8) not null,
  primary key (type_id, position)
);

create table flowgauge_bracket (
  start_type_id integer not null references flowgauge_type (type_id),
  end_type_id integer not null references flowgauge_type (type_id),
  view_name varchar(63) not null unique,
  primary key (start_type_id, end_type_id)
);

create table flowgauge_stream (
  stream_id integer not null primary key,
  log_id varchar(16) not null,
  stream_number integer not null,
  host text,
  program text,
  process_id bigint,
  process_start_nanos bigint,
  thread_id bigint,
  thread text,
  logged bigint not null default 0,
  dropped bigint not null default 0,
  complete integer not null default 0,
  unique (log_id, stream_number)
);

create table flowgauge_fed (
  stream_id integer not null references flowgauge_stream (stream_id),
  first_event bigint not null,
  next_event bigint not null,
  primary key (stream_id, first_event)
);

create table flowgauge_loss (
  file text not null,
  byte_offset bigint not null,
  bytes bigint not null,
  events bigint not null,
  reason text not null
);

create view flowgauge_missing as
select stream_id, first_event, next_event
from (
  select
    stream_id,
    lag(next_event, 1, cast(0 as bigint)) over (partition by stream_id order by first_event)
      as first_event,
    first_event as next_event
  from flowgauge_fed
  union all
  select
    stream_id,
    coalesce(
      (select max(next_event) from flowgauge_fed f where f.stream_id = s.stream_id),
      cast(0 as bigint)),
    logged
  from flowgauge_stream s
) gaps
where first_event < next_event;
