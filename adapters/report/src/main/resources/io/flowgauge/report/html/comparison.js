// Groups of runs side by side: makespans and overheads on one scale, then the differences.
const quantitiesOf = (c, kind) => c.quantities.filter(q => q.kind === kind);
const meanOf = (q, k) => q.samples[k] ? q.samples[k].mean : NaN;
const makespans = c => c.quantities.find(q => q.kind === 'run' && q.name === 'makespan');
const isTested = c => !c.whyUntested;
const signed = seconds => `${seconds > 0 ? '+' : seconds < 0 ? '−' : ''}${brief(Math.abs(seconds))}`;
const change = relative => {
  if (relative === undefined) return '';
  if (relative >= 9) return '× ' + ratio(1 + relative);
  return `${relative > 0 ? '+' : relative < 0 ? '−' : ''}${(Math.abs(relative) * 100).toFixed(Math.abs(relative) < .995 ? 1 : 0)} %`;
};
// No relative change if the first group has nothing.
const changeOf = (q, d) => d && Math.abs(meanOf(q, 0)) > NOTHING ? change(d.relative) : '';

function comparisonViews(data, open) {
  const c = data.comparison;
  const present = new Set(c.quantities.filter(q => ['overhead', 'critical-path'].includes(q.kind) && isSomething(q)).map(q => q.name));
  c.index = classIndex(c.classes, k => present.has(k.id));
  return [makespanView(data, open), data.runs.length ? timelinesView(data.runs, open) : null, comparedOverheadsView(c), differencesView(c),
    comparedTypesView(c), sitesView(c), refinementsView(c), slowdownsView(c), comparedRegionsView(c), comparedMetricsView(c)].filter(v => v);
}

// Divides the mean makespan of a group into classes, each moment in exactly one.
function groupParts(c, group) {
  return quantitiesOf(c, 'critical-path').filter(q => meanOf(q, group) > NOTHING).map(q => q.name === 'ideal'
    ? {id: 'useful', name: 'useful', seconds: meanOf(q, group)}
    : {id: q.name, name: c.index.get(q.name).name, seconds: meanOf(q, group)})
    .sort((a, b) => (a.id !== 'useful') - (b.id !== 'useful') || b.seconds - a.seconds);
}

function comparisonVerdict(c) {
  const q = makespans(c);
  const known = d3.range(c.groups.length).filter(k => q && q.samples[k]).sort((a, b) => meanOf(q, a) - meanOf(q, b));
  if (known.length < 2) return ['The makespans are unknown.'];
  const name = k => c.groups[k].name, mean = k => brief(meanOf(q, k));
  const sentences = [];
  if (c.groups.length === 2) {
    const d = q.differences[1];
    const less = d.absolute < 0;
    sentences.push(Math.abs(d.absolute) < NOTHING ? `${name(1)} took as long as ${name(0)}.`
      : `${name(1)} took ${brief(Math.abs(d.absolute))} ${less ? 'less' : 'more'} than ${name(0)}, a change of ${change(d.relative)}.`);
  } else {
    const [first, last] = [known[0], known[known.length - 1]];
    sentences.push(`${name(first)} took least time, ${mean(first)}; ${name(last)} took most, ${mean(last)}.`);
  }
  if (!isTested(c)) return [...sentences, c.whyUntested];
  const told = k => q.differences[k] && q.differences[k].exceeds;
  const beyond = known.filter(k => k && told(k)), within = known.filter(k => k && !told(k));
  if (beyond.length) sentences.push(`Beyond the noise between runs of one group: ${beyond.map(k => `${name(k)} (${change(q.differences[k].relative)})`).join(', ')}.`);
  if (within.length) sentences.push(`Indistinguishable from noise: ${within.map(k => `${name(k)} (${q.differences[k] ? q.differences[k].verdict : 'unknown'})`).join(', ')}.`);
  return sentences;
}

function makespanView(data, open) {
  const c = data.comparison, q = makespans(c);
  const longest = d3.max(c.groups, (g, k) => d3.max([d3.sum(groupParts(c, k), p => p.seconds), q ? meanOf(q, k) : 0, ...g.runs.map(r => r.makespan || 0)])) || 1;
  const lanes = c.groups.map((group, k) => {
    const parts = groupParts(c, k), total = d3.sum(parts, p => p.seconds);
    const bar = parts.length ? stack(parts, total, c.index) : h('span', {class: 'quiet'}, 'unknown');
    if (parts.length) bar.style.width = 100 * total / longest + '%';
    const name = data.runs.length ? h('button', {type: 'button', class: 'link', onclick: () => open(k)}, group.name) : h('span', {class: 'name'}, group.name);
    return h('div', {class: 'lane'}, name, h('div', {}, bar, group.runs.length > 1 ? runDots(group, longest) : ''), h('span', {class: 'num'}, q && q.samples[k] ? brief(meanOf(q, k)) : ABSENT));
  });
  const present = [...new Set(d3.range(c.groups.length).flatMap(k => groupParts(c, k).map(p => p.id)))];
  const legend = h('div', {});
  drawings.add(() => legend.replaceChildren(key(present.map(id => [classFill(c.index, id), id === 'useful' ? id : c.index.get(id).name]))));
  const several = c.groups.some(g => g.runs.length > 1);
  return section('comparison', data.runs.length ? `${count(data.runs.length, 'run', 'runs')} side by side` : `${count(c.groups.length, 'group', 'groups')} of runs side by side`, '',
    [...comparisonVerdict(c), ...c.remarks].map((sentence, k) => h('p', {class: k ? 'verdict minor' : 'verdict'}, unbroken(sentence))),
    h('p', {class: 'lead'}, `Every moment of ${several ? 'the mean makespan' : 'each makespan'} in one class, along the critical path, all on one scale.${several ? ' Dots mark the makespans of single runs.' : ''}`),
    h('div', {class: 'lanes'}, lanes), legend, q ? makespanTable(c, q) : '');
}

// Marks the makespan of each run of a group.
function runDots(group, longest) {
  const known = group.runs.filter(r => r.makespan !== undefined);
  const svg = d3.create('svg').attr('height', 12).attr('role', 'img').attr('aria-label', `${count(known.length, 'run', 'runs')}: ${known.slice(0, 20).map(r => brief(r.makespan)).join(', ')}`);
  const draw = () => {
    const width = svg.node().parentElement.clientWidth;
    if (!width) return;
    svg.selectAll('*').remove();
    svg.attr('viewBox', `0 0 ${width} 12`);
    svg.selectAll('circle').data(known).join('circle').attr('cx', r => Math.max(4, Math.min(width - 4, r.makespan / longest * width))).attr('cy', 6).attr('r', 3.5).attr('class', 'run')
      .each(function (r) { tipOn(this, () => r.name, () => brief(r.makespan)); });
  };
  drawings.add(draw);
  return svg.node();
}

function makespanTable(c, q) {
  const tested = isTested(c);
  const d = k => q.differences[k];
  const columns = [
    {head: 'group', cell: k => c.groups[k].name, kind: 'name'},
    {head: 'runs', cell: k => counted(c.groups[k].runs.length), num: true},
    {head: 'mean makespan', cell: k => q.samples[k] ? brief(meanOf(q, k)) : ABSENT, num: true},
    {head: 'standard deviation', cell: k => q.samples[k] && q.samples[k].sd !== undefined ? brief(q.samples[k].sd) : ABSENT, num: true},
    {head: 'difference', cell: k => d(k) ? signed(d(k).absolute) : '', num: true},
    {head: 'change', cell: k => changeOf(q, d(k)), num: true},
    ...(tested ? testColumns(c, d) : []),
  ];
  return table(columns, d3.range(c.groups.length), {id: 'makespan-table'});
}

// Columns for the outcome of the test of a difference; differenceOf returns the difference of a row.
function testColumns(c, differenceOf) {
  const cell = show => row => { const d = differenceOf(row); return d ? show(d) : ''; };
  return [
    {head: `${Math.round(c.confidence * 100)} % interval`, cell: cell(d => d.low === undefined ? ABSENT : `${signed(d.low)} … ${signed(d.high)}`), num: true},
    {head: 'p', cell: cell(d => d.p === undefined ? ABSENT : d.p < .001 ? d.p.toExponential(0) : d.p.toFixed(3)), num: true},
    {head: 'effect', cell: cell(d => d.effect === undefined ? ABSENT : (d.effect > 0 ? '+' : '−') + Math.abs(d.effect).toFixed(1)), num: true},
    {head: 'verdict', cell: cell(d => h('span', {class: d.exceeds ? 'exceeds' : 'quiet'}, d.verdict)), kind: 'name'},
  ];
}
