// The largest differences from the first group, with confidence intervals.
const DIFFERENCES_SHOWN = 14;
const TOLD_KINDS = {'critical-path': 'along the critical path', 'overhead': 'of all regions', 'metric': '', 'subgraph': 'subgraph', 'type': ''};

function differencesView(c) {
  const leaf = q => !['overhead', 'critical-path'].includes(q.kind) || c.index.has(q.name) && !c.index.get(q.name).children.length;
  const told = c.quantities.filter(q => q.kind in TOLD_KINDS && q.unit === 'seconds' && leaf(q));
  const rowsOf = k => told.filter(q => q.differences[k] && Math.abs(q.differences[k].absolute) > NOTHING)
    .map(q => ({q, d: q.differences[k], k})).sort((a, b) => !!b.d.exceeds - !!a.d.exceeds || Math.abs(b.d.absolute) - Math.abs(a.d.absolute));
  const groups = d3.range(1, c.groups.length).filter(k => rowsOf(k).length);
  if (!groups.length) return null;
  const body = h('div', {});
  const charts = [];
  const fill = (k, most) => {
    charts.length = 0;
    const all = rowsOf(k), shown = all.slice(0, most);
    const [low, high] = d3.extent(shown.flatMap(r => [r.d.absolute, r.d.low === undefined ? 0 : r.d.low, r.d.high === undefined ? 0 : r.d.high, 0]));
    body.replaceChildren(table([
      {head: 'quantity', cell: r => quantityName(r.q), kind: 'name'},
      {head: c.groups[0].name, cell: r => shownValue(r.q, meanOf(r.q, 0)), num: true},
      {head: c.groups[k].name, cell: r => shownValue(r.q, meanOf(r.q, k)), num: true},
      {head: 'difference', cell: r => signed(r.d.absolute), num: true},
      {head: 'change', cell: r => changeOf(r.q, r.d), num: true},
      {head: 'less or more than the first group', kind: 'plot spread', cell: r => differenceChart(r.d, low, high, charts)},
      ...(isTested(c) ? testColumns(c, r => r.d) : []),
    ], shown, {id: 'difference-table'}));
    if (all.length > shown.length) body.append(h('button', {type: 'button', onclick: () => { fill(k, Infinity); draw(); }}, `show all ${counted(all.length)}`));
  };
  const draw = () => charts.forEach(paint => paint());
  fill(groups[0], DIFFERENCES_SHOWN);
  drawings.add(draw);
  const lead = isTested(c)
    ? `Quantities in seconds. First, with filled marks, those that differ by more than runs of one group differ among themselves (Student’s and Welch’s t-tests; from five runs per group, also the Mann-Whitney rank test; Holm-corrected over the quantities of one table; level ${(1 - c.confidence).toFixed(2)}). Hollow marks may be chance.`
    : 'Quantities in seconds, largest differences first. ' + c.whyUntested;
  const view = section('differences', `What differs from ${c.groups[0].name}`, lead, body);
  if (groups.length > 1) {
    view.querySelector('header').append(h('div', {class: 'tools'}, choice('Group', groups.map(k => [String(k), c.groups[k].name]), String(groups[0]), k => { fill(Number(k), DIFFERENCES_SHOWN); draw(); })));
  }
  return view;
}

function quantityName(q) {
  const name = q.name.replaceAll('-', ' ');
  const of = TOLD_KINDS[q.kind] || '';
  return q.subject ? [h('b', {}, q.subject), ' ' + name] : [h('b', {}, name), of ? h('span', {class: 'quiet'}, ' ' + of) : ''];
}

// Draws a mark at the difference and a line over its interval, on a scale with a line at zero.
function differenceChart(d, low, high, charts) {
  const svg = d3.create('svg').attr('height', 18).attr('role', 'img')
    .attr('aria-label', `${signed(d.absolute)}${d.low === undefined ? '' : `, between ${signed(d.low)} and ${signed(d.high)}`}, ${d.verdict}`);
  charts.push(() => {
    const width = svg.node().parentElement.clientWidth - 18;
    if (width < 20) return;
    const x = d3.scaleLinear([low, high === low ? low + 1 : high], [7, width - 7]);
    const color = d.absolute < 0 ? 'var(--useful)' : 'var(--activity)';
    svg.selectAll('*').remove();
    svg.attr('viewBox', `0 0 ${width} 18`).style('width', width + 'px');
    svg.append('line').attr('x1', x(0)).attr('x2', x(0)).attr('y1', 0).attr('y2', 18).style('stroke', 'var(--ink-3)');
    svg.append('line').attr('x1', x(0)).attr('x2', x(d.absolute)).attr('y1', 9).attr('y2', 9).style('stroke', color).style('stroke-width', d.low === undefined ? 5 : 0);
    if (d.low !== undefined) svg.append('line').attr('x1', x(d.low)).attr('x2', x(d.high)).attr('y1', 9).attr('y2', 9).style('stroke', color).style('stroke-width', 2.5);
    svg.append('circle').attr('cx', x(d.absolute)).attr('cy', 9).attr('r', 4.5).style('fill', d.exceeds ? color : 'var(--surface)').style('stroke', color).style('stroke-width', 2);
  });
  return svg.node();
}
