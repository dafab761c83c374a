// Several runs side by side: where their time went on one scale, how they ran, and their numbers beside the first one's.
const GROUPS = [['run', 'Run'], ['overhead', 'Overheads of all regions'], ['critical-path', 'Along the critical path'], ['metric', 'Metrics'], ['type', 'Activity types'], ['region', 'Regions']];
const OPEN_GROUPS = new Set(['run', 'overhead', 'critical-path']);

function comparisonView(data, open) {
  const runs = data.runs;
  const longest = d3.max(runs, r => r.overheads.attributedTime) || 1;
  const bars = runs.map((run, k) => {
    const parts = attributedParts(run);
    const bar = parts.length ? stack(parts, run.overheads.attributedTime, classIndex(run)) : '';
    if (bar) bar.style.width = 100 * run.overheads.attributedTime / longest + '%';
    return h('div', {class: 'lane'}, h('button', {type: 'button', class: 'link', onclick: () => open(k)}, `${k + 1}  ${run.title}`), h('div', {}, bar), h('span', {class: 'num'}, brief(run.makespan)));
  });
  const index = classIndex(runs[0]);
  const present = [...new Set(runs.flatMap(r => attributedParts(r).map(p => p.id)))];
  const legend = key([]);
  const paint = () => legend.replaceChildren(...key(present.map(id => [classColor(index, id).formatRgb(), id === 'useful' ? id : index.get(id).name])).childNodes);
  drawings.add(paint);
  const view = section('comparison', `${count(runs.length, 'run', 'runs')} side by side`, 'Every moment of each makespan in one class, along its critical path, all on one scale.', h('div', {class: 'lanes'}, bars), legend,
    h('h3', {}, 'Activities at once'), h('div', {class: 'lanes'}, runs.map((run, k) => levelsLane(run, k, d3.max(runs, r => r.makespan || 0)))),
    speedupTable(data.comparison), refinementTable(data.comparison),
    GROUPS.map(([kind, title]) => quantityTable(kind, title, data)).filter(t => t),
    h('p', {class: 'note'}, 'Differences are to the first run. One run of a kind proves little: flowgauge compare tells differences from noise, given several.'));
  return view;
}

function levelsLane(run, number, longest) {
  const canvas = h('canvas', {role: 'img'});
  const data = run.timeline.states.length ? new TimelineData(run) : null;
  const draw = () => {
    const width = canvas.parentElement.clientWidth;
    if (!width || !data) return;
    const c = sized(canvas, width, 40);
    const parts = Math.max(1, Math.floor(width * data.length / longest));
    const levels = data.levels(0, data.length || 1, parts);
    const order = [PROCESSING, SUSPENDED, 2, 1, 0];
    let most = 1;
    for (let k = 0; k < parts; k++) most = Math.max(most, d3.sum(order, s => levels[s][k]));
    for (let k = 0; k < parts; k++) {
      let base = 40;
      for (const s of order) {
        const high = levels[s][k] / most * 38;
        if (!high) continue;
        c.fillStyle = colors.css(KINDS[s]);
        c.fillRect(k, base - high, 1.02, high);
        base -= high;
      }
    }
    canvas.setAttribute('aria-label', `${run.title}: up to ${counted(most)} activities at once`);
    canvas.parentElement.nextElementSibling.textContent = `max ${counted(most)}`;
  };
  drawings.add(draw);
  return h('div', {class: 'lane'}, h('span', {class: 'name'}, `${number + 1}  ${run.title}`), h('div', {}, data ? canvas : h('span', {class: 'quiet'}, 'no event times')), h('span', {class: 'num'}));
}

function quantityTable(kind, title, data) {
  const order = ['ideal', ...data.runs[0].overheads.classes.map(c => c.id)];
  const rows = data.comparison.quantities.filter(q => q.kind === kind && q.values.some(v => Math.abs(v) > NOTHING));
  if (kind === 'overhead' || kind === 'critical-path') rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  if (!rows.length) return null;
  const show = (q, v) => v === null ? ABSENT : q.unit === 'seconds' ? brief(Math.abs(v) < NOTHING ? 0 : v) : q.unit === 'count' ? counted(Math.round(v)) : ratio(v);
  const columns = [{head: '', cell: q => `${q.subject ? q.subject + ' · ' : ''}${q.name.replaceAll('-', ' ')}`, kind: 'name'}];
  data.runs.forEach((run, k) => {
    columns.push({head: `${k + 1} ${run.title}`, cell: q => show(q, q.values[k]), num: true});
    if (k) columns.push({head: 'change', cell: q => h('span', {class: 'quiet'}, Math.abs(q.values[0]) < NOTHING ? '' : change(q.changes[k])), num: true});
    columns.push({head: '', kind: 'mini', cell: q => miniBar(q, k)});
  });
  return h('details', {class: 'group', open: OPEN_GROUPS.has(kind)}, h('summary', {}, title), table(columns, rows, {id: 'compare-' + kind, class: 'compare'}));
}

const change = relative => relative === null ? '' : `${relative > 0 ? '+' : relative < 0 ? '−' : ''}${(Math.abs(relative) * 100).toFixed(Math.abs(relative) < .995 ? 1 : 0)} %`;

function miniBar(q, k) {
  const most = d3.max(q.values, v => v === null ? 0 : Math.abs(v)) || 1;
  return q.values[k] > 0 ? h('span', {class: 'hbar', style: {width: 100 * q.values[k] / most + '%', '--fill': 'var(--unidentified)'}}) : '';
}

function speedupTable(comparison) {
  if (!comparison.speedups.length) return null;
  return h('div', {}, h('h3', {}, 'Speedup over sites'), table([
    {head: 'run', cell: s => s.group, kind: 'name'}, {head: 'sites', cell: s => s.sites.join(', '), kind: 'name'},
    {head: 'makespan', cell: s => brief(s.makespan), num: true}, {head: 'speedup', cell: s => ratio(s.speedup), num: true},
    {head: 'efficiency', cell: s => percent(s.efficiency), num: true},
    {head: '', kind: 'plot', cell: s => h('span', {class: 'hbar', style: {width: 100 * Math.min(1, s.efficiency) + '%'}})},
  ], comparison.speedups, {id: 'speedup-table'}));
}

function refinementTable(comparison) {
  const known = comparison.refinements.filter(r => has(r.speedup));
  if (!known.length) return null;
  return h('div', {}, h('h3', {}, 'Speedup of the longest path by processing times'), table([
    {head: 'run', cell: r => r.group, kind: 'name'}, {head: 'first run', cell: r => time(r.before), num: true},
    {head: 'this run', cell: r => time(r.after), num: true}, {head: 'speedup', cell: r => ratio(r.speedup.value), num: true},
  ], known, {id: 'refinement-table'}));
}
