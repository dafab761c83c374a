// The timeline of a run with too many activities to draw individually: sums over equal parts of the run.
const CROWD_ROW = 8;

// The numbers of activities in a state during each part of the run.
const crowdLevel = (crowd, state) => state === UNCLEAR ? crowd.unclear : crowd.levels[state];

function crowdView(run) {
  const crowd = run.timeline.crowd;
  const canvas = h('canvas', {role: 'img'});
  const lanes = new HostLanes(run);
  drawings.add(() => lanes.paint(paintCrowd(canvas, run)));
  const seen = [0, 1, 2, PROCESSING, SUSPENDED, UNCLEAR].filter(s => crowdLevel(crowd, s).some(n => n > 0));
  const busy = crowd.rows.length ? [['var(--processing)', 'busy processors: the stronger the colour, the more of their slots are busy']] : [];
  const shared = crowd.rows.some(r => r.first !== r.last) ? ` Each row stands for several processors, from ${crowd.rows[0].first} to ${crowd.rows[crowd.rows.length - 1].last}.` : '';
  return section('timeline', 'Timeline',
    `${counted(run.metrics.activities)} activities are too many to draw one by one (up to ${counted(run.mostDrawn)} are). The chart shows how many were in each state in each thousandth of the run${busy.length ? `, and how busy the processors were.${shared}` : '.'}`,
    h('figure', {}, canvas), key([...seen.map(s => [`var(--${KINDS[s]})`, KIND_TEXTS[s]]), ...busy]),
    lanes.element, asTable('Numbers as a table', () => crowdTable(run, seen)));
}

function paintCrowd(canvas, run) {
  const width = canvas.parentElement.clientWidth;
  if (!width) return null;
  const crowd = run.timeline.crowd, left = width < 620 ? 84 : 168, high = 180, top = high + 14;
  const c = sized(canvas, width, top + crowd.rows.length * CROWD_ROW + 26);
  const parts = crowd.levels[0].length, length = run.timeline.length || 1;
  const x = d3.scaleLinear([0, length], [left, width - 8]);
  const at = part => x(part / parts * length);
  const order = [PROCESSING, SUSPENDED, UNCLEAR, 2, 1, 0];
  const most = d3.max(d3.range(parts), k => d3.sum(order, s => crowdLevel(crowd, s)[k])) || 1;
  const y = d3.scaleLinear([0, most], [high, 8]);
  c.fillStyle = colors.css('ink-3');
  c.textAlign = 'center';
  c.textBaseline = 'top';
  const ticks = timeTicks(0, length, Math.max(2, (width - left) / 90)), bottom = top + crowd.rows.length * CROWD_ROW;
  for (const tick of ticks) c.fillText(tickText(tick, ticks[1] - ticks[0] || length), Math.min(x(tick), width - 20), bottom + 9);
  for (let k = 0; k < parts; k++) {
    let base = 0;
    for (const s of order) {
      const n = crowdLevel(crowd, s)[k];
      if (!n) continue;
      c.fillStyle = colors.css(KINDS[s]);
      c.fillRect(at(k), y(base + n), at(k + 1) - at(k) + .3, y(base) - y(base + n));
      base += n;
    }
  }
  const color = d3.color(colors.of('processing'));
  crowd.rows.forEach((row, r) => row.busy.forEach((part, k) => {
    if (!part) return;
    color.opacity = Math.min(1, .12 + .88 * part);
    c.fillStyle = color.formatRgb();
    c.fillRect(at(k), top + r * CROWD_ROW, at(k + 1) - at(k) + .3, CROWD_ROW - 1);
  }));
  c.fillStyle = colors.css('ink-3');
  c.textAlign = 'right';
  c.textBaseline = 'middle';
  c.fillText(counted(Math.round(most)), left - 8, y(most) + 4);
  c.fillText('0', left - 8, high - 4);
  c.textAlign = 'left';
  c.fillText(left > 100 ? 'activities at once' : 'at once', 0, (8 + high) / 2);
  crowd.rows.forEach((row, r) => { if (r % 4 === 0) c.fillText(clipped(c, row.first, left - 14), 0, top + (r + .5) * CROWD_ROW); });
  canvas.setAttribute('aria-label', `Timeline: up to ${counted(Math.round(most))} activities at once`);
  return {begin: 0, end: length, left, width, x};
}

function crowdTable(run, seen) {
  const crowd = run.timeline.crowd, parts = crowd.levels[0].length, rows = d3.range(0, parts, parts / 20);
  return table([{head: 'from', cell: k => brief(k / parts * run.timeline.length), num: true},
    ...seen.map(s => ({head: KIND_TEXTS[s], cell: k => counted(Math.round(d3.mean(crowdLevel(crowd, s).slice(k, k + parts / 20)))), num: true}))], rows);
}
