// Synchronization delays: from the end of each predecessor until an activity was submitted.
const DELAYS_SHOWN = 12;

function delaysView(run, chosen = {}) {
  const d = run.metrics.synchronizationDelay;
  if (!has(d.mean)) return null;
  const scaleEnd = d.max.value || 1;
  const body = h('div', {});
  const charts = [];
  const chart = w => {
    const svg = d3.create('svg').attr('height', 18).attr('role', 'img').attr('aria-label', `from ${brief(w.min)} to ${brief(w.max)}, mean ${brief(w.mean)}`);
    const draw = () => {
      const width = svg.node().parentElement.clientWidth - 18;
      if (width < 20) return;
      const x = d3.scaleLinear([Math.min(0, d.min.value), scaleEnd], [5, width - 5]);
      svg.selectAll('*').remove();
      svg.attr('viewBox', `0 0 ${width} 18`).style('width', width + 'px');
      svg.append('line').attr('x1', x(0)).attr('x2', width).attr('y1', 9).attr('y2', 9).style('stroke', 'var(--grid)');
      svg.append('line').attr('x1', x(w.min)).attr('x2', x(w.max)).attr('y1', 9).attr('y2', 9).style('stroke', 'var(--queuing)').style('stroke-width', 4).style('stroke-linecap', 'round');
      svg.append('circle').attr('cx', x(w.mean)).attr('cy', 9).attr('r', 4).style('fill', 'var(--ink)');
    };
    charts.push(draw);
    return svg.node();
  };
  const fill = most => {
    charts.length = 0;
    body.replaceChildren(table([
      {head: 'activity', cell: w => w.id, kind: 'name'},
      {head: 'type', cell: w => run.typeNames[w.type] === w.id ? '' : run.typeNames[w.type], kind: 'name'},
      {head: 'depends on', cell: w => counted(w.predecessors), num: true},
      {head: 'min', cell: w => brief(w.min), num: true},
      {head: 'mean', cell: w => brief(w.mean), num: true},
      {head: 'max', cell: w => brief(w.max), num: true},
      {head: 'from min to max, mean marked', kind: 'plot spread', cell: chart},
    ], run.delays.longest.slice(0, most), {id: 'delay-table'}));
    if (most < run.delays.longest.length) body.append(h('button', {type: 'button', onclick: () => { chosen.all = true; fill(run.delays.longest.length); draw(); }}, `show ${counted(run.delays.longest.length)} of ${counted(run.delays.count)}`));
  };
  const draw = () => charts.forEach(paint => paint());
  fill(chosen.all ? run.delays.longest.length : DELAYS_SHOWN);
  drawings.add(draw);
  return section('delays', 'Synchronization delays', `From the end of an activity until one that depends on it was ${run.delays.toStarted ? 'started' : 'submitted'}: min ${time(d.min)}, mean ${time(d.mean)}, max ${time(d.max)}${coverage(d.mean)}. The activities with the longest delays:`, body);
}
