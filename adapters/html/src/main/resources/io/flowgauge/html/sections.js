// Fork-joins: how far the processing time of each member is from their mean, and what the region lost by it.
const SECTIONS_SHOWN = 12;

function sectionsView(run) {
  if (!run.sections.length) return null;
  const charts = [];
  const chart = s => {
    if (!s.deviations || s.deviations.length < 6) return h('span', {class: 'quiet'}, s.deviations ? ABSENT : 'its members are regions');
    const canvas = h('canvas', {role: 'img', tabindex: '0'});
    charts.push(() => paintDeviations(canvas, s));
    listenToDeviations(canvas, s, run);
    return canvas;
  };
  const slowest = s => s.deviations && s.deviations.length ? brief(d3.max(d3.range(2, s.deviations.length, 3), k => s.deviations[k])) : ABSENT;
  const body = h('div', {});
  const fill = all => {
    charts.length = 0;
    const shown = all ? run.sections : run.sections.slice(0, SECTIONS_SHOWN);
    body.replaceChildren(table([
      {head: 'fork-join', cell: s => s.name, kind: 'name'},
      {head: 'time', cell: s => time(s.time), num: true},
      {head: 'ideal', cell: s => time(s.ideal), num: true},
      {head: 'serialisation', cell: s => time(s.serialisation), num: true},
      {head: 'load imbalance', cell: s => time(s.imbalance), num: true},
      {head: 'slowest above mean', cell: slowest, num: true},
      {head: 'slowdown', cell: s => has(s.slowdown) ? ratio(s.slowdown.value) : ABSENT, num: true},
      {head: 'members, from the slowest to the fastest', kind: 'plot spread', cell: chart},
    ], shown, {id: 'section-table'}));
    if (shown.length < run.sections.length) body.append(h('button', {type: 'button', onclick: () => { fill(true); draw(); }}, `show all ${counted(run.sections.length)}`));
  };
  const draw = () => charts.forEach(paint => paint());
  fill(false);
  drawings.add(draw);
  return section('sections', 'Fork-joins', 'A bar is the processing time of a member less the mean of all members: above the line it computed longer than the mean. Slowdown is the number of members times the slowest, by the fastest.', body);
}

function sortedDeviations(s) {
  if (!s.sorted) s.sorted = d3.range(0, s.deviations.length, 3).map(k => ({activity: s.deviations[k], time: s.deviations[k + 1], off: s.deviations[k + 2]})).sort((a, b) => b.off - a.off);
  return s.sorted;
}

function paintDeviations(canvas, s) {
  const width = canvas.parentElement.clientWidth - 18, height = 46;
  if (width < 20) return;
  const c = sized(canvas, width, height);
  const members = sortedDeviations(s);
  const top = Math.max(0, members[0].off), bottom = Math.min(0, members[members.length - 1].off);
  const y = d3.scaleLinear([bottom, top === bottom ? 1 : top], [height - 2, 2]);
  const step = width / members.length;
  const column = Math.max(1, Math.min(14, step - (step > 3 ? 1 : 0)));
  members.forEach((m, k) => {
    c.fillStyle = colors.css(m.off > 0 ? 'activity' : 'useful');
    c.fillRect(k * step, Math.min(y(0), y(m.off)), column, Math.max(.6, Math.abs(y(m.off) - y(0))));
  });
  c.fillStyle = colors.css('ink-3');
  c.fillRect(0, y(0) - .5, width, 1);
  canvas.setAttribute('aria-label', `${counted(members.length)} members, processing times ${brief(members[members.length - 1].time)} to ${brief(members[0].time)}`);
}

function listenToDeviations(canvas, s, run) {
  let at = -1;
  const tell = (k, x, y) => {
    const m = sortedDeviations(s)[k];
    tip.show(x, y, run.timeline.ids[m.activity], `processing for ${brief(m.time)}, ${brief(Math.abs(m.off))} ${m.off < 0 ? 'below' : 'above'} the mean`);
  };
  const last = () => sortedDeviations(s).length - 1;
  canvas.addEventListener('pointermove', e => {
    const box = canvas.getBoundingClientRect();
    at = Math.max(0, Math.min(last(), Math.floor((e.clientX - box.left) / box.width * (last() + 1))));
    tell(at, e.clientX, e.clientY);
  });
  canvas.addEventListener('pointerleave', tip.hide);
  canvas.addEventListener('blur', tip.hide);
  canvas.addEventListener('keydown', e => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (!by) return;
    e.preventDefault();
    at = Math.max(0, Math.min(last(), at + by));
    const box = canvas.getBoundingClientRect();
    tell(at, box.left + (at + .5) * box.width / (last() + 1), box.bottom);
  });
}
