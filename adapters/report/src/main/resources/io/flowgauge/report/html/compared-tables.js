// Quantities of the groups side by side: one column per group, with a bar for each value on the scale of its row.
const TYPE_MEASURES = [['mean', 'mean time'], ['total', 'total time'], ['load-imbalance', 'load imbalance'], ['synchronization-delay', 'synchronization delay'], ['waiting', 'waiting'], ['queue', 'in queues'], ['count', 'count']];
const MEASURE_TEXTS = {
  'mean': 'Mean processing time per activity.', 'total': 'Total processing time of all activities of the type.',
  'load-imbalance': 'The longest processing time minus the mean of the type.',
  'synchronization-delay': 'The longest time from the end of a predecessor until an activity of the type was submitted.',
  'waiting': 'Mean waiting time per activity.', 'queue': 'Mean time in queues per activity.', 'count': 'Number of activities.',
};
const REGIONS_COMPARED = 14;
const NOT_OVERHEADS = new Set(['time', 'ideal', 'unidentified', 'members-times-slowest']);

const isSomething = q => q.samples.some(s => s && Math.abs(s.mean) > NOTHING);

function shownValue(q, mean) {
  if (q.unit === 'seconds') return brief(mean);
  return q.unit === 'count' ? Number.isInteger(mean) ? counted(mean) : mean.toFixed(1) : ratio(mean);
}

function groupCell(q, k, color) {
  const s = q.samples[k], d = q.differences[k];
  if (!s) return h('span', {class: 'quiet'}, ABSENT);
  const most = d3.max(q.samples, other => other ? Math.abs(other.mean) : 0) || 1;
  const told = d && d.exceeds;
  return h('div', {class: 'beneath'},
    h('div', {}, h('span', {class: told ? 'exceeds' : ''}, shownValue(q, s.mean), told ? h('span', {title: d.verdict}, ' *') : ''), h('span', {class: 'quiet'}, changeOf(q, d))),
    s.mean <= NOTHING ? '' : h('span', {class: 'hbar', style: {width: 100 * Math.max(0, s.mean) / most + '%', '--fill': color ? color(q) : 'var(--unidentified)'}}));
}

function comparedTable(c, rows, head, id, color) {
  return table([head, ...c.groups.map((g, k) => ({head: g.name, kind: 'group', cell: q => groupCell(q, k, color)}))], rows, {id, class: 'compare'});
}

const starNote = c => isTested(c) ? h('p', {class: 'note'}, '* differs from the first group by more than runs of one group differ among themselves.') : '';

function comparedOverheadsView(c) {
  const depth = id => { const at = c.index.get(id); return at && at.parent ? 1 + depth(at.parent) : 0; };
  const order = ['ideal', ...c.classes.map(k => k.id)];
  const rowsOf = kind => quantitiesOf(c, kind).filter(isSomething).sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  const kinds = [['overhead', 'all regions'], ['critical-path', 'critical path']].filter(([kind]) => rowsOf(kind).length);
  if (!kinds.length) return null;
  const body = h('div', {});
  let mode = kinds[0][0];
  // Redrawn with the colours of the current theme.
  const fill = () => body.replaceChildren(comparedTable(c, rowsOf(mode), {
    head: '', kind: 'name', cell: q => h('span', {style: {'padding-left': 14 * (q.name === 'ideal' ? 0 : depth(q.name)) + 'px'}}, q.name === 'ideal' ? 'useful (ideal)' : c.index.get(q.name).name),
  }, 'compare-' + mode, q => classFill(c.index, q.name === 'ideal' ? 'useful' : q.name)), ...(mode === 'overhead' ? c.whyNegative.map(why => h('p', {class: 'note'}, why)) : []), starNote(c));
  drawings.add(fill);
  const view = section('compared-overheads', 'Overheads', 'All regions: each class measured on its own over the regions of the workflow. Critical path: every moment of the makespan in exactly one class.', body);
  if (kinds.length > 1) view.querySelector('header').append(h('div', {class: 'tools'}, choice('View', kinds, mode, kind => { mode = kind; fill(); })));
  return view;
}

function comparedTypesView(c) {
  const all = quantitiesOf(c, 'type').filter(isSomething);
  const measures = TYPE_MEASURES.filter(([name]) => all.some(q => q.name === name));
  if (!measures.length) return null;
  const body = h('div', {});
  const fill = measure => body.replaceChildren(h('p', {class: 'lead'}, MEASURE_TEXTS[measure]),
    comparedTable(c, all.filter(q => q.name === measure).sort((a, b) => d3.max(b.samples, s => s ? s.mean : 0) - d3.max(a.samples, s => s ? s.mean : 0)),
      {head: 'type', cell: q => q.subject, kind: 'name'}, 'compare-type'), starNote(c));
  fill(measures[0][0]);
  const view = section('compared-types', 'Activity types', '', body);
  view.querySelector('header').append(h('div', {class: 'tools'}, choice('Measure', measures, measures[0][0], fill)));
  return view;
}

function comparedMetricsView(c) {
  const rows = quantitiesOf(c, 'metric').filter(isSomething);
  if (!rows.length) return null;
  return section('compared-metrics', 'Metrics', '', comparedTable(c, rows, {head: '', cell: q => q.name.replaceAll('-', ' '), kind: 'name'}, 'compare-metric'), starNote(c));
}

// Leaves out the root of a region tree, which would repeat the overheads of the run.
function comparedRegionsView(c) {
  const whole = new Map(quantitiesOf(c, 'overhead').map(q => [q.name, q]));
  const again = q => whole.has(q.name) && q.samples.every((s, k) => !s || whole.get(q.name).samples[k] && s.mean === whole.get(q.name).samples[k].mean);
  const range = q => { const [low, high] = d3.extent(q.samples, s => s ? s.mean : 0); return high - low; };
  const rows = quantitiesOf(c, 'region').filter(q => q.unit === 'seconds' && !NOT_OVERHEADS.has(q.name) && isSomething(q) && !again(q)).sort((a, b) => range(b) - range(a));
  if (!rows.length) return null;
  const body = h('div', {});
  const fill = most => {
    body.replaceChildren(comparedTable(c, rows.slice(0, most), {head: '', kind: 'name', cell: q => [h('b', {}, q.subject), ' ' + q.name.replaceAll('-', ' ')]}, 'compare-region'), starNote(c));
    if (rows.length > most) body.append(h('button', {type: 'button', onclick: () => fill(rows.length)}, `show all ${counted(rows.length)}`));
    if (c.omitted) body.append(h('p', {class: 'note'}, `${counted(c.omitted)} more quantities are in the JSON comparison.`));
  };
  fill(REGIONS_COMPARED);
  return section('compared-regions', 'Regions', 'Overheads of regions of the same kind with activities of the same types, largest differences first.', body);
}

// A ratio as a bar, with a line at 1.
function ratioBar(value, most) {
  return h('span', {class: 'ratiobar', style: {'--one': 100 / most + '%'}}, h('span', {class: 'hbar', style: {width: 100 * Math.max(0, value) / most + '%'}}));
}

function sitesView(c) {
  if (!c.speedups.length) return null;
  const most = d3.max(c.speedups, s => Math.max(1, s.speedup));
  return section('sites', 'Growing sets of sites', 'Speedup: makespan on the fastest site alone / makespan on all sites. Efficiency: the time all sites together would take at the speed each had alone / makespan. The line marks 1.', table([
    {head: 'group', cell: s => s.group, kind: 'name'}, {head: 'sites', cell: s => s.sites.join(', '), kind: 'name'},
    {head: 'makespan', cell: s => brief(s.makespan), num: true},
    {head: 'speedup', cell: s => ratio(s.speedup), num: true}, {head: '', kind: 'plot', cell: s => ratioBar(s.speedup, most)},
    {head: 'efficiency', cell: s => ratio(s.efficiency), num: true}, {head: '', kind: 'plot', cell: s => ratioBar(s.efficiency, Math.max(1, d3.max(c.speedups, t => t.efficiency)))},
  ], c.speedups, {id: 'speedup-table'}));
}

function refinementsView(c) {
  const known = c.refinements.filter(r => has(r.speedup));
  if (!known.length) return null;
  const most = d3.max(known, r => Math.max(1, r.speedup.value));
  return section('refinements', 'Refinements', `Speedup of the longest path by processing times over that of ${c.groups[0].name}. The line marks 1.`, table([
    {head: 'of', cell: r => r.subgraph || 'the whole workflow', kind: 'name'}, {head: 'in', cell: r => r.group, kind: 'name'},
    {head: 'before', cell: r => time(r.before), num: true}, {head: 'after', cell: r => time(r.after), num: true},
    {head: 'speedup', cell: r => ratio(r.speedup.value), num: true}, {head: '', kind: 'plot', cell: r => ratioBar(r.speedup.value, most)},
  ], known, {id: 'refinement-table'}));
}

function slowdownsView(c) {
  if (!c.slowdowns.length) return null;
  const most = d3.max(c.slowdowns, s => s.own) || 1;
  const alone = c.slowdowns.some(s => has(s.slowdown));
  return section('slowdowns', 'Fork-joins', 'Slowdown: number of members × slowest / fastest of its own members or, if the first group is a workflow of one, / the time of that workflow.', table([
    {head: 'section', cell: s => s.section, kind: 'name'}, {head: 'in', cell: s => s.group, kind: 'name'},
    {head: 'members', cell: s => Number.isInteger(s.members) ? counted(s.members) : s.members.toFixed(1), num: true},
    {head: 'vs its own fastest', cell: s => ratio(s.own), num: true}, {head: '', kind: 'plot', cell: s => ratioBar(s.own, Math.max(1, most))},
    ...(alone ? [{head: 'vs a workflow of one', cell: s => has(s.slowdown) ? ratio(s.slowdown.value) : ABSENT, num: true}] : []),
  ], c.slowdowns, {id: 'slowdown-table'}));
}
