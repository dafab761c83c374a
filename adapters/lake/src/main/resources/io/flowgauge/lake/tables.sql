-- The queried tables of the experiment repository (V1__repository.sql), computed from a lake. Their
-- keys are names, except for keys that are fetched. Small ones are tables, which are computed once.

create table flowgauge_workflow as
select distinct workflow as workflow_id, workflow as name from runs;

-- A version that another refines need not have runs.
create table flowgauge_version as
with version as (
  select workflow, version from runs
  union
  select workflow, refines from refinements
),
refinement as (
  select r.workflow, r.version, arg_max(f.refines, f.run) as refines
  from refinements f
  join runs r on r.run = f.run
  group by r.workflow, r.version
)
select
  {w: v.workflow, v: v.version} as version_id, v.workflow as workflow_id, v.version as label,
  case when f.refines is not null then {w: v.workflow, v: f.refines} end as refines
from version v
left join refinement f on f.workflow = v.workflow and f.version = v.version;

-- The types of each subgraph, as the last run that declares it gives them.
create table flowgauge_subgraph_type as
select {w: r.workflow, v: r.version, s: s.name} as subgraph_id, s.type
from subgraphs s
join runs r on r.run = s.run
where s.named
qualify s.run = max(s.run) over (partition by r.workflow, r.version, s.name);

create table flowgauge_subgraph as
select distinct
  subgraph_id, {w: subgraph_id.w, v: subgraph_id.v} as version_id, subgraph_id.s as name
from flowgauge_subgraph_type;

-- Runs that were not measured in all current subgraphs of their version.
create view flowgauge_unmeasured as
with own as (
  select run, name, list(type order by type) as types from subgraphs group by run, name
),
current as (
  select subgraph_id, list(type order by type) as types
  from flowgauge_subgraph_type group by subgraph_id
)
select distinct r.run as run_id
from runs r
join current c on c.subgraph_id.w = r.workflow and c.subgraph_id.v = r.version
left join own o on o.run = r.run and o.name = c.subgraph_id.s
where o.types is distinct from c.types;

create view flowgauge_graph as
select
  graph as graph_id, graph as signature, any_value(activities) as activities,
  any_value(dependencies) as dependencies, any_value(levels) as levels, any_value(width) as width
from runs group by graph;

create view flowgauge_run as
select
  run as run_id, {w: workflow, v: version} as version_id, graph as graph_id, content_hash, name,
  source, stored_nanos, start_nanos, end_nanos, makespan_seconds, finished::integer as finished,
  attempts, failed_attempts
from runs;

create view flowgauge_tag as select run as run_id, name, value from tags;

create view flowgauge_processor as
select run as run_id, processor as name, site, speed, slots, activities, utilization
from processors;

-- Hashes each column by itself, so that each distinct text of a file is hashed only once.
create macro flowgauge_quantity_id(kind, subject, quantity, unit) as
xor(
  xor(hash(kind) >> 1, hash(subject) >> 2), xor(hash(quantity) >> 3, hash(unit) >> 4)
)::bigint;

create view flowgauge_quantity as
select
  flowgauge_quantity_id(kind, subject, quantity, unit) as quantity_id, kind, subject,
  quantity as name, unit
from (select distinct kind, subject, quantity, unit from quantities);

create view flowgauge_run_quantity as
select
  run as run_id, flowgauge_quantity_id(kind, subject, quantity, unit) as quantity_id, kind, subject,
  quantity as name, unit
from quantities;

create view flowgauge_value as
select
  run as run_id, flowgauge_quantity_id(kind, subject, quantity, unit) as quantity_id, value
from quantities;

-- The processing time of an activity that was running when its run was cut off is unknown.
create view flowgauge_execution as
select
  run as run_id, position,
  case when state in ('ACTIVE', 'SUSPENDED') then null else processing_seconds end
    as processing_seconds,
  attempts
from activities;

-- The activities of each graph, taken from one of its runs.
create view flowgauge_activity as
select r.graph as graph_id, a.position, a.id as activity, a.type
from activities a
join (select graph, min(run) as run from runs group by graph) r on r.run = a.run;

create view flowgauge_document as select run as run_id, encode(document) as bytes from documents;
