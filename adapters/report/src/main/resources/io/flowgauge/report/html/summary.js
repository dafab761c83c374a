// The summary of a run: the verdict, where every moment of the makespan went, and the key figures.
function attributedParts(run) {
  const index = classIndex(run.overheads.classes);
  const parts = [{id: 'useful', name: 'useful', meaning: 'applications computed for as long as their ideal time.', seconds: run.overheads.attributedIdeal}];
  run.overheads.classes.forEach(c => {
    if (!index.get(c.id).children.length && c.attributed !== 0) {
      parts.push({id: c.id, name: c.name, meaning: c.meaning, seconds: c.attributed, share: c.attributedShare});
    }
  });
  return parts.filter(p => p.seconds > 0).sort((a, b) => (a.id !== 'useful') - (b.id !== 'useful') || b.seconds - a.seconds);
}

function stack(parts, total, index, small) {
  const bar = h('div', {class: small ? 'stack small' : 'stack', role: 'img',
    'aria-label': parts.map(p => `${p.name} ${brief(p.seconds)}`).join(', ')});
  const fills = parts.map(p => {
    const fill = h('span', {style: {flex: `${p.seconds / total} 1 0`}});
    tipOn(fill, () => p.name, () => `${brief(p.seconds)}, ${percent(p.seconds / total)} of ${brief(total)}`);
    return bar.appendChild(fill);
  });
  const paint = () => {
    const widths = small ? [] : fills.map(fill => fill.clientWidth);
    fills.forEach((fill, k) => {
      const color = classColor(index, parts[k].id);
      fill.style.background = classFill(index, parts[k].id);
      const name = parts[k].name, part = ` ${Math.round(100 * parts[k].seconds / total)} %`;
      const text = widths[k] > (name.length + part.length) * 7.6 + 20 ? name + part : widths[k] > name.length * 7.6 + 20 ? name : '';
      fill.replaceChildren(...(text ? [h('b', {style: {color: inkOn(color), background: color.formatRgb()}, 'aria-hidden': 'true'}, unbroken(text))] : []));
    });
  };
  drawings.add(paint);
  paint();
  return bar;
}

function attributionView(run) {
  const total = run.overheads.attributedTime;
  const parts = attributedParts(run);
  if (!(total > 0) || !parts.length) return null;
  const index = classIndex(run.overheads.classes);
  const rows = parts.map(p => {
    const mark = h('span', {class: 'swatch'});
    const paint = () => mark.style.background = classFill(index, p.id);
    drawings.add(paint);
    paint();
    return [mark, h('span', {}, p.name), h('span', {class: 'num'}, `${brief(p.seconds)}  ·  ${percent(p.seconds / total)}`),
      h('span', {class: 'quiet meaning'}, p.meaning)];
  });
  return h('figure', {id: 'attribution', 'aria-label': 'Every moment of the makespan in one class'},
    stack(parts, total, index), h('div', {class: 'losses'}, rows));
}

function figures(run) {
  const m = run.metrics, o = run.overheads;
  const list = [];
  const add = (name, value, note) => value && value !== ABSENT && list.push(h('div', {}, h('dt', {}, name), h('dd', {}, value, note && h('small', {}, note))));
  add(run.finished ? 'Makespan' : 'So far', brief(run.makespan), run.finished ? '' : 'the run is not finished');
  add('Ideal time', time(o.ideal), has(o.ideal) && run.makespan > 0 ? `by regions, ${percent(o.ideal.value / o.time.value)} of the makespan` : '');
  add('Activities', counted(m.activities), `${count(m.levels, 'level', 'levels')}, up to ${counted(m.width)} in parallel`);
  const lost = m.failed + m.aborted;
  if (m.attempts) add('Attempts', counted(m.attempts), lost ? `${counted(lost)} did not complete` : 'all completed');
  if (m.processors.length) {
    const used = m.processors.filter(p => has(p.utilization));
    const slots = d3.sum(m.processors, p => p.slots);
    add('Slots', counted(slots), count(m.processors.length, 'processor', 'processors')
      + (used.length === 1 ? `, ${percent(used[0].utilization.value)} busy` : ''));
  }
  add('Critical path', counted(run.path.count), run.path.estimated ? 'activities, estimated' : run.path.count === 1 ? 'activity' : 'activities');
  return h('dl', {class: 'figures'}, list);
}

function summaryView(run) {
  return h('section', {id: 'summary', 'aria-label': 'Summary'},
    run.verdict.map((sentence, k) => h('p', {class: k ? 'verdict minor' : 'verdict'}, unbroken(sentence))),
    attributionView(run), figures(run));
}

function metricsView(run) {
  const m = run.metrics;
  const list = [];
  const add = (name, text) => list.push(h('dt', {}, name), h('dd', {}, text));
  if (has(m.successRate)) add('Success rate', `${share(m.successRate)}: ${counted(m.completed)} of ${count(m.completed + m.failed + m.aborted, 'ended attempt', 'ended attempts')} completed`);
  if (has(m.lostWork)) add('Lost work', `${time(m.lostWork)} in attempts that did not complete`);
  if (has(m.externalLoad)) add('External load', `${time(m.externalLoad)} of waiting while other programs held the processors was measured over all activities${coverage(m.externalLoad)}; the rest is inferred from ideal times`);
  if (has(m.processingPath)) add('Processing path', `${time(m.processingPath)}: the longest path by processing times, ${count(m.processingPathCount, 'activity', 'activities')}${coverage(m.processingPath)}`);
  if (has(m.responseTime)) add('Response time', `mean ${time(m.responseTime)} from an activity’s first event to its end${coverage(m.responseTime)}`);
  if (has(m.waitingTime)) add('Waiting time', `mean ${time(m.waitingTime)} from an activity’s first event to ACTIVE, plus suspensions and time between attempts${coverage(m.waitingTime)}`);
  if (has(m.queuingTime)) add('Queuing time', `mean ${time(m.queuingTime)} in the queues of sites${coverage(m.queuingTime)}`);
  if (has(m.communication)) add('Communication', `${ratio(m.communication.value)} times the computation`);
  if (run.overheads.idealSources.length) add('Ideal times', run.overheads.idealSources.map(s => `${s.source} (${counted(s.count)})`).join(', '));
  const view = section('metrics', 'Metrics', '', h('dl', {class: 'metrics'}, list));
  const used = m.processors.filter(p => has(p.utilization));
  if (used.length) view.append(h('h3', {}, 'Processors'), processorTable(m.processors));
  return view;
}

const MOST_PROCESSORS = 30;
function processorTable(processors) {
  const sorted = [...processors].sort((a, b) => (valueOf(b.utilization) || 0) - (valueOf(a.utilization) || 0));
  const sites = processors.some(p => p.site);
  const columns = [
    {head: 'processor', cell: p => p.name, kind: 'name'},
    ...(sites ? [{head: 'site', cell: p => p.site, kind: 'name'}] : []),
    {head: 'slots', cell: p => counted(p.slots), num: true},
    {head: 'activities', cell: p => counted(p.activities), num: true},
    {head: 'busy', cell: p => share(p.utilization), num: true},
    {head: '', kind: 'plot', cell: p => has(p.utilization) ? h('span', {class: 'hbar', style: {width: 100 * Math.min(1, p.utilization.value) + '%'}}) : ''},
  ];
  const body = table(columns, sorted.slice(0, MOST_PROCESSORS));
  if (sorted.length > MOST_PROCESSORS) body.append(h('p', {class: 'note'}, `… ${counted(sorted.length - MOST_PROCESSORS)} more, less busy`));
  return body;
}
