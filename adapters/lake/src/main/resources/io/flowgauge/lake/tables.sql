-- The tables of the experiment repository (V1__repository.sql), as far as they are queried. Their
-- keys are names, but for those that are fetched.

create view flowgauge_workflow as
select distinct workflow as workflow_id, workflow as name from runs;

create view flowgauge_version as
select distinct {w: workflow, v: version} as version_id, workflow as workflow_id, version as label
from runs;

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

create view flowgauge_quantity as
select
  (hash(kind, subject, quantity, unit) // 2)::bigint as quantity_id, kind, subject,
  quantity as name, unit
from (select distinct kind, subject, quantity, unit from quantities);

create view flowgauge_value as
select
  run as run_id, (hash(kind, subject, quantity, unit) // 2)::bigint as quantity_id, value
from quantities;

create view flowgauge_execution as
select run as run_id, position, processing_seconds, attempts from activities;

-- Of one run of each graph.
create view flowgauge_activity as
select r.graph as graph_id, a.position, a.id as activity, a.type
from activities a
join (select graph, min(run) as run from runs group by graph) r on r.run = a.run;

create view flowgauge_document as select run as run_id, encode(document) as bytes from documents;
