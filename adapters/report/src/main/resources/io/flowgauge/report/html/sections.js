// Deviations of parallel activities from their mean processing time, and their cost to a fork-join.
const SECTIONS_SHOWN = 12;

function sectionsView(run, chosen = {}) {
  const parts = [
    [run.sections, 'Fork-joins', 'Slowdown: number of members × slowest / fastest.', 'section-table', [
      {head: 'fork-join', cell: s => s.name, kind: 'name'},
      {head: 'time', cell: s => time(s.time), num: true},
      {head: 'ideal', cell: s => time(s.ideal), num: true},
      {head: 'serialisation', cell: s => time(s.serialisation), num: true},
      {head: 'load imbalance', cell: s => time(s.imbalance), num: true},
      {head: 'slowest above mean', cell: slowestAbove, num: true},
      {head: 'slowdown', cell: s => has(s.slowdown) ? ratio(s.slowdown.value) : ABSENT, num: true}]],
    [run.groups, 'Activities of one type on one level', 'None of them depends on another, but they are not known to form a fork-join: they differ in what they wait for or in what waits for them, or the input has no dependencies.', 'group-table', [
      {head: 'activities', cell: g => `${counted(g.members)} × ${run.typeNames[g.type]}`, kind: 'name'},
      {head: 'level', cell: g => counted(g.level), num: true},
      {head: 'mean', cell: g => g.known ? brief(g.deviations[0] - g.deviations[1]) : ABSENT, num: true},
      {head: 'slowest', cell: g => g.known ? brief(g.deviations[0]) : ABSENT, num: true},
      {head: 'slowest above mean', cell: slowestAbove, num: true},
      {head: 'relative to mean', cell: g => g.known && g.deviations[0] > g.deviations[1] ? percent(g.deviations[1] / (g.deviations[0] - g.deviations[1])) : ABSENT, num: true}]],
  ].filter(([rows]) => rows.length);
  if (!parts.length) return null;
  return section('sections', 'Load imbalance', 'Each bar is the processing time of a member, over all its attempts, minus the mean of all members: above the line it took longer than the mean.',
    parts.map(part => deviationTable(chosen, ...part)));
}

const slowestAbove = s => s.known ? brief(s.deviations[1]) : ABSENT;

function deviationTable(chosen, rows, title, lead, id, columns) {
  const charts = [];
  const chart = s => {
    if (!(s.known > 1)) return h('span', {class: 'quiet'}, s.deviations ? ABSENT : 'its members are regions');
    const canvas = h('canvas', {role: 'application', 'aria-roledescription': 'chart', tabindex: '0'});
    charts.push(() => paintDeviations(canvas, s));
    listenToDeviations(canvas, s);
    return canvas;
  };
  const body = h('div', {});
  const fill = shown => {
    charts.length = 0;
    body.replaceChildren(table([...columns, {head: 'members, slowest first', kind: 'plot spread', cell: chart}], rows.slice(0, shown), {id}));
    if (shown < rows.length) body.append(h('button', {type: 'button', onclick: () => { chosen[id] = true; fill(rows.length); draw(); }}, `show all ${counted(rows.length)}`));
  };
  const draw = () => charts.forEach(paint => paint());
  fill(chosen[id] ? rows.length : SECTIONS_SHOWN);
  drawings.add(draw);
  return h('div', {}, h('h3', {}, title), h('p', {class: 'note'}, lead), body);
}

function sortedDeviations(s) {
  if (!s.sorted) s.sorted = s.names.map((name, k) => ({name, time: s.deviations[2 * k], off: s.deviations[2 * k + 1]}));
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
  canvas.setAttribute('aria-label', `${counted(s.known)} members, processing times ${brief(members[members.length - 1].time)} to ${brief(members[0].time)}`);
}

function listenToDeviations(canvas, s) {
  let at = -1;
  const tell = (k, x, y) => {
    const m = sortedDeviations(s)[k];
    tip.show(x, y, m.name, `processing for ${brief(m.time)}, ${brief(Math.abs(m.off))} ${m.off < 0 ? 'below' : 'above'} the mean`);
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
