// The history of a region while its activity ran: the mean time of a call, and its part of each second, between
// consecutive readings.
class RegionHistory {
  constructor() {
    this.charts = [];
    this.steps = [];
    this.rows = asTable('History as a table', () => table([
      {head: 'from', cell: s => brief(s.from), num: true}, {head: 'to', cell: s => brief(s.to), num: true},
      {head: 'calls', cell: s => counted(s.calls), num: true}, {head: 'time', cell: s => brief(s.seconds), num: true},
    ], this.steps));
    drawings.add(() => this.draw());
  }

  // Computes the intervals: begin, end, calls that ended in the interval, and seconds they took. The history has two
  // numbers for each reading.
  show(history, place, name) {
    const numbers = history.regions[place] || [];
    this.steps = d3.range(1, numbers.length / 2).map(k => ({
      from: history.at[k - 1], to: history.at[k], calls: numbers[2 * k] - numbers[2 * k - 2], seconds: numbers[2 * k + 1] - numbers[2 * k - 1],
    }));
    this.charts = [];
    if (!this.steps.length) return h('p', {class: 'note'}, numbers.length || history.at.length < 2 ? 'It was read only once, so there is no history.' : 'Only the regions with the most own time have a history here.');
    this.rows.refresh();
    return h('div', {}, h('div', {class: 'halves'},
      this.chart(`Time of a call of ${name}`, 'Time of a call', s => s.calls > 0 ? s.seconds / s.calls : NaN),
      this.chart(`Seconds in ${name} in each second, of all threads together`, 'In each second', s => s.seconds / (s.to - s.from))),
    this.rows);
  }

  chart(label, title, of) {
    const values = this.steps.map(of).filter(Number.isFinite);
    const svg = d3.create('svg').attr('role', 'img').attr('height', 130)
      .attr('aria-label', values.length ? `${label}: from ${brief(d3.min(values))} to ${brief(d3.max(values))}, last ${brief(values[values.length - 1])}` : `${label}: no call ended`);
    this.charts.push({svg, of});
    return h('figure', {}, h('h4', {}, title), svg.node());
  }

  draw() {
    this.charts.forEach(({svg, of}) => paintSteps(svg, this.steps, of));
  }
}

// Draws a level for each interval.
function paintSteps(svg, steps, of) {
  const width = svg.node().parentElement?.clientWidth, height = 130, left = 56, right = 10, top = 8, bottom = 24;
  if (!width) return;
  const begin = steps[0].from, end = steps[steps.length - 1].to;
  const x = d3.scaleLinear([begin, end], [left, width - right]);
  const y = d3.scaleLinear([0, d3.max(steps.map(of).filter(Number.isFinite)) || 1], [height - bottom, top]).nice(3);
  svg.selectAll('*').remove();
  svg.attr('viewBox', `0 0 ${width} ${height}`);
  const axis = svg.append('g').attr('class', 'axis');
  const ticks = timeTicks(begin, end, Math.max(2, width / 90)), step = ticks[1] - ticks[0] || end;
  for (const t of ticks) {
    axis.append('line').attr('x1', x(t)).attr('x2', x(t)).attr('y1', top).attr('y2', height - bottom);
    axis.append('text').attr('x', x(t)).attr('y', height - 6).attr('text-anchor', 'middle').text(tickText(t, step));
  }
  for (const t of y.ticks(3)) {
    axis.append('line').attr('x1', left).attr('x2', width - right).attr('y1', y(t)).attr('y2', y(t));
    axis.append('text').attr('x', left - 8).attr('y', y(t)).attr('dy', '.32em').attr('text-anchor', 'end').text(brief(t));
  }
  const known = steps.filter(s => Number.isFinite(of(s)));
  svg.append('path').attr('class', 'level').attr('d', known.map(s => `M${x(s.from)},${y(of(s))}H${x(s.to)}`).join(''));
}
