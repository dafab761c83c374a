// The predicted makespan as a distribution, next to the observed one.
function forecastView(run) {
  const f = run.forecast;
  if (!f.quantiles) return section('forecast', 'Prediction', '', h('p', {class: 'quiet'}, `There is no prediction: ${f.why}.`));
  const svg = d3.create('svg').attr('id', 'forecast-chart').attr('role', 'img').attr('height', 220)
    .attr('aria-label', `Probability of taking no longer than a given time: ${f.quantiles.filter(q => [.05, .25, .5, .75, .95].includes(q[0])).map(q => `${percent(q[0])} within ${brief(q[1])}`).join(', ')}`);
  const draw = () => paintForecast(svg, f);
  drawings.add(draw);
  const at = p => f.quantiles.find(q => Math.abs(q[0] - p) < 1e-9)[1];
  const rows = [['mean', f.mean], ['standard deviation', f.sd], ...[.05, .5, .9, .95, .99].map(p => [`${Math.round(p * 100)} % within`, at(p)]), ...(f.recorded === undefined ? [] : [['observed', f.recorded]])];
  const view = section('forecast', 'Prediction', '', f.conclusion.map(text => h('p', {}, text)),
    h('div', {class: 'beside'}, h('figure', {}, svg.node()), table([{head: 'makespan', cell: r => r[0]}, {head: '', spoken: 'time', cell: r => brief(r[1]), num: true}], rows, {id: 'forecast-table'})),
    h('p', {class: 'note'}, `From the service times and latencies of this run itself${f.slots ? `, on ${count(f.slots, 'slot', 'slots')}` : ''}. Method: ${f.method}.`));
  if (f.critical && f.critical.length) {
    view.append(h('h3', {}, 'Critical activities: how often the end of the run waited for them, and what that adds to the mean'), table([
      {head: 'activity', cell: c => c.id, kind: 'name'},
      {head: 'time', cell: c => brief(c.seconds), num: true},
      {head: 'critical', cell: c => percent(c.share), num: true},
      {head: '', kind: 'plot', cell: c => h('span', {class: 'hbar', style: {width: 100 * Math.min(1, c.share) + '%'}})},
    ], f.critical, {id: 'critical-table'}));
  }
  return view;
}

function paintForecast(svg, f) {
  const width = svg.node().parentElement.clientWidth, height = 220;
  if (!width) return;
  const left = 46, right = 16, top = 26, bottom = 30;
  const marks = [f.quantiles[0][1], f.quantiles[f.quantiles.length - 1][1], ...(f.recorded === undefined ? [] : [f.recorded])];
  let [from, to] = d3.extent(marks);
  const spare = (to - from || from * .1 || 1) * .06;
  from = Math.max(0, from - spare);
  to += spare;
  const x = d3.scaleLinear([from, to], [left, width - right]), y = d3.scaleLinear([0, 1], [height - bottom, top]);
  svg.selectAll('*').remove();
  svg.attr('viewBox', `0 0 ${width} ${height}`);
  const axis = svg.append('g').attr('class', 'axis');
  const ticks = timeTicks(from, to, Math.max(2, width / 110));
  const step = ticks[1] - ticks[0] || to;
  for (const t of ticks) {
    axis.append('line').attr('x1', x(t)).attr('x2', x(t)).attr('y1', top).attr('y2', height - bottom);
    axis.append('text').attr('x', x(t)).attr('y', height - 10).attr('text-anchor', 'middle').text(tickText(t, step));
  }
  for (const p of [0, .25, .5, .75, 1]) {
    axis.append('line').attr('x1', left).attr('x2', width - right).attr('y1', y(p)).attr('y2', y(p));
    axis.append('text').attr('x', left - 8).attr('y', y(p)).attr('dy', '.32em').attr('text-anchor', 'end').text(Math.round(p * 100) + ' %');
  }
  const curve = [[0, from], ...f.quantiles, [1, to]];
  svg.append('path').attr('d', d3.area(q => x(q[1]), height - bottom, q => y(q[0]))(curve)).style('fill', 'var(--useful)').style('opacity', .16);
  svg.append('path').attr('d', d3.line(q => x(q[1]), q => y(q[0]))(curve)).style('fill', 'none').style('stroke', 'var(--useful)').style('stroke-width', 2);
  const mark = (t, text, color, row, side) => {
    const anchor = x(t) > width * .8 ? 'end' : x(t) < width * .2 ? 'start' : side;
    svg.append('line').attr('x1', x(t)).attr('x2', x(t)).attr('y1', top - 8).attr('y2', height - bottom).style('stroke', color).style('stroke-width', 2).style('stroke-dasharray', row ? '' : '4 3');
    svg.append('text').attr('x', x(t) + (anchor === 'end' ? -6 : 6)).attr('y', row ? 12 : top - 2).attr('text-anchor', anchor).style('fill', color).style('font-weight', 600).text(text);
  };
  mark(f.mean, `expected ${brief(f.mean)}`, 'var(--useful)', 0, f.recorded > f.mean ? 'end' : 'start');
  if (f.recorded !== undefined) mark(f.recorded, `observed ${brief(f.recorded)}`, 'var(--activity)', 1, f.recorded > f.mean ? 'start' : 'end');
}
