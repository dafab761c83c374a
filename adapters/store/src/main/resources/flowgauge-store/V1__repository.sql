-- The same on SQLite and PostgreSQL, but for the types ${id} and ${bytes}.

create table flowgauge_workflow (
  workflow_id ${id},
  name text not null unique
);

-- One workflow may have several versions: the graphs of a refinement sequence ([Truong] 5.1).
create table flowgauge_version (
  version_id ${id},
  workflow_id bigint not null references flowgauge_workflow (workflow_id),
  label text not null,
  refines bigint references flowgauge_version (version_id),
  unique (workflow_id, label)
);

-- Parts of a version chosen by its user, by types of activities.
create table flowgauge_subgraph (
  subgraph_id ${id},
  version_id bigint not null references flowgauge_version (version_id),
  name text not null,
  unique (version_id, name)
);

create table flowgauge_subgraph_type (
  subgraph_id bigint not null references flowgauge_subgraph (subgraph_id),
  type text not null,
  primary key (subgraph_id, type)
);

create table flowgauge_refinement (
  original_id bigint not null references flowgauge_subgraph (subgraph_id),
  refined_id bigint not null references flowgauge_subgraph (subgraph_id),
  primary key (original_id, refined_id)
);

-- What was run: runs with the same activities and dependencies share it.
create table flowgauge_graph (
  graph_id ${id},
  signature varchar(64) not null unique,
  activities integer not null,
  dependencies integer not null,
  levels integer not null,
  width integer not null
);

create table flowgauge_activity (
  graph_id bigint not null references flowgauge_graph (graph_id),
  position integer not null,
  activity text not null,
  type text not null,
  kind varchar(8) not null,
  primary key (graph_id, position)
);

create table flowgauge_dependency (
  graph_id bigint not null references flowgauge_graph (graph_id),
  from_position integer not null,
  to_position integer not null,
  primary key (graph_id, from_position, to_position)
);

-- The composed regions, a region before its members; its parent is a position, too.
create table flowgauge_region (
  graph_id bigint not null references flowgauge_graph (graph_id),
  position integer not null,
  parent integer,
  kind varchar(12) not null,
  name text not null,
  activities integer not null,
  primary key (graph_id, position)
);

create table flowgauge_run (
  run_id ${id},
  version_id bigint not null references flowgauge_version (version_id),
  graph_id bigint not null references flowgauge_graph (graph_id),
  content_hash varchar(64) not null unique,
  name text not null,
  source text not null,
  stored_nanos bigint not null,
  start_nanos bigint,
  end_nanos bigint,
  makespan_seconds double precision,
  finished integer not null,
  attempts integer not null,
  failed_attempts integer not null
);

create index flowgauge_run_version on flowgauge_run (version_id, start_nanos);

-- The run document, compressed by gzip: all that is known of the run.
create table flowgauge_document (
  run_id bigint not null primary key references flowgauge_run (run_id),
  bytes ${bytes} not null
);

create table flowgauge_tag (
  run_id bigint not null references flowgauge_run (run_id),
  name text not null,
  value text not null,
  primary key (run_id, name)
);

create index flowgauge_tag_value on flowgauge_tag (name, value);

create table flowgauge_processor (
  run_id bigint not null references flowgauge_run (run_id),
  position integer not null,
  name text not null,
  site text not null,
  speed double precision not null,
  slots integer not null,
  activities integer not null,
  utilization double precision,
  primary key (run_id, position)
);

create index flowgauge_processor_site on flowgauge_processor (site, run_id);

-- What is compared: see io.flowgauge.comparison.Quantity.
create table flowgauge_quantity (
  quantity_id ${id},
  kind varchar(16) not null,
  subject text not null,
  name text not null,
  unit varchar(8) not null,
  unique (kind, subject, name, unit)
);

create table flowgauge_value (
  run_id bigint not null references flowgauge_run (run_id),
  quantity_id bigint not null references flowgauge_quantity (quantity_id),
  value double precision not null,
  primary key (run_id, quantity_id)
);

create index flowgauge_value_quantity on flowgauge_value (quantity_id, run_id, value);

-- What each activity did; null is not measured.
create table flowgauge_execution (
  run_id bigint not null references flowgauge_run (run_id),
  position integer not null,
  processing_seconds double precision,
  response_seconds double precision,
  attempts integer not null,
  processor integer,
  primary key (run_id, position)
);

-- For people: every number of every run under its names.
create view flowgauge_run_value as
select
  w.name as workflow, v.label as version, r.run_id, r.name as run, r.start_nanos,
  q.kind, q.subject, q.name as quantity, q.unit, x.value
from flowgauge_run r
join flowgauge_version v on v.version_id = r.version_id
join flowgauge_workflow w on w.workflow_id = v.workflow_id
join flowgauge_value x on x.run_id = r.run_id
join flowgauge_quantity q on q.quantity_id = x.quantity_id;
