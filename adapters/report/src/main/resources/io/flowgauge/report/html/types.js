// A row for each type of activity with the distribution of its processing times, on a common scale.
const TYPES_SHOWN = 25;

function typesView(run, chosen = {}) {
  const byType = d3.range(run.typeNames.length).map(() => []);
  if (run.timeline.crowd) run.types.forEach(t => { byType[t.type] = t.times || []; });
  else run.timeline.times.forEach((t, a) => t !== null && byType[run.timeline.types[a]].push(t / 1e6));
  byType.forEach(times => times.sort((a, b) => a - b));
  const all = byType.flat().filter(t => t > 0);
  const longest = d3.max(all) || 1, shortest = d3.min(all) || longest;
  let scaleName = chosen.scale || (longest / shortest > 200 ? 'log' : 'linear');
  const scale = width => (scaleName === 'log'
    ? d3.scaleLog([shortest * .9, longest], [4, width - 4]).clamp(true) : d3.scaleLinear([0, longest], [4, width - 4]));
  const charts = [];
  const axis = h('canvas', {'aria-hidden': 'true'});
  const chart = type => {
    const canvas = h('canvas', {role: 'img'});
    charts.push(() => paintTimes(canvas, type, byType[type.type], scale));
    return canvas;
  };
  const body = h('div', {});
  const fill = allTypes => {
    charts.length = 0;
    const shown = allTypes ? run.types : run.types.slice(0, TYPES_SHOWN);
    const view = table([
      {head: 'type', cell: t => run.typeNames[t.type], kind: 'name'},
      {head: 'count', cell: t => counted(t.count), num: true},
      {head: 'mean', cell: t => time(t.mean), num: true},
      {head: '95 % within', cell: t => time(t.p95), num: true},
      {head: 'total', cell: t => time(t.total) + coverage(t.total), num: true},
      {head: 'waiting', cell: t => time(t.waiting), num: true},
      {head: 'in queues', cell: t => time(t.queue), num: true},
      {head: [axis, spoken('times')], label: 'times', kind: 'plot spread', cell: chart},
    ], shown, {id: 'type-table'});
    body.replaceChildren(view);
    if (shown.length < run.types.length) body.append(h('button', {type: 'button', onclick: () => { fill(chosen.all = true); draw(); }}, `show all ${counted(run.types.length)} types`));
  };
  const draw = () => {
    charts.forEach(paint => paint());
    paintScale(axis, scale, scaleName);
  };
  fill(chosen.all);
  drawings.add(draw);
  const view = section('types', 'Activity types', 'Processing times of the activities, all on one scale: a tick per activity, a line at the mean, a triangle at the 95th percentile. Waiting and queue times are means.', body);
  view.querySelector('header').append(h('div', {class: 'tools'},
    choice('Scale', [['linear', 'linear'], ['log', 'logarithmic']], scaleName, name => { scaleName = chosen.scale = name; draw(); })));
  return view;
}

// Draws a tick for each activity if there are few, shades of density if there are many.
function paintTimes(canvas, type, times, scale) {
  const width = canvas.parentElement.clientWidth - 18;
  if (width < 20) return;
  const c = sized(canvas, width, 26);
  const x = scale(width);
  const color = colors.of('useful');
  c.fillStyle = colors.css('grid');
  c.fillRect(0, 12.5, width, 1);
  const bins = new Int32Array(Math.ceil(width) + 1);
  times.forEach(t => bins[Math.max(0, Math.min(bins.length - 1, Math.round(x(t))))]++);
  const most = d3.max(bins) || 1;
  bins.forEach((n, k) => {
    if (!n) return;
    color.opacity = .35 + .65 * n / most;
    c.fillStyle = color.formatRgb();
    const high = times.length > 60 ? 4 + 16 * n / most : 14;
    c.fillRect(k - .75, 13 - high / 2, 1.5, high);
  });
  color.opacity = 1;
  c.fillStyle = colors.css('ink');
  if (has(type.mean)) c.fillRect(x(Math.max(type.mean.value, x.domain()[0])) - .75, 2, 1.5, 22);
  if (has(type.p95)) {
    const at = x(Math.max(type.p95.value, x.domain()[0]));
    c.beginPath();
    c.moveTo(at - 4, 0);
    c.lineTo(at + 4, 0);
    c.lineTo(at, 6);
    c.fill();
  }
  canvas.setAttribute('aria-label', times.length ? `${counted(type.known || times.length)} times from ${brief(times[0])} to ${brief(times[times.length - 1])}, mean ${time(type.mean)}` : 'no known times');
}

function paintScale(canvas, scale, name) {
  const width = canvas.parentElement.clientWidth - 18;
  if (width < 20) return;
  const c = sized(canvas, width, 18);
  const x = scale(width);
  c.fillStyle = colors.css('ink-3');
  c.textBaseline = 'bottom';
  const [from, to] = x.domain();
  const ticks = name === 'log' ? d3.range(Math.ceil(Math.log10(from)), Math.log10(to) + 1e-9).map(e => 10 ** e) : timeTicks(0, to, width / 62);
  const step = ticks[1] - ticks[0] || to;
  ticks.forEach(tickTexts(c, width, x, t => name === 'log' ? brief(t).replace('.0 ', ' ') : tickText(t, step)));
}

// Writes the text of each tick that has room next to the previous one.
function tickTexts(c, width, x, text) {
  let free = -Infinity;
  return tick => {
    const wide = c.measureText(text(tick)).width;
    const left = Math.max(0, Math.min(width - wide, x(tick) - wide / 2));
    if (left < free) return;
    c.fillText(text(tick), left, 16);
    free = left + wide + 8;
  };
}
