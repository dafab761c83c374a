// The critical path in order, at first only its longest steps.
const STEPS_SHOWN = 14;

function pathView(run, chosen = {}) {
  const p = run.path;
  if (!p.steps.length) return null;
  const index = classIndex(run.overheads.classes);
  const longest = d3.max(p.steps, s => s.time);
  const body = h('div', {});
  const fill = all => {
    const kept = all ? p.steps : [...p.steps].sort((a, b) => b.time - a.time).slice(0, STEPS_SHOWN).sort((a, b) => a.number - b.number);
    const rows = kept.flatMap((s, k) => {
      const before = k ? kept[k - 1].number : 0;
      return s.number - before > 1 ? [{gap: s.number - before - 1}, s] : [s];
    });
    const behind = p.count - kept[kept.length - 1].number;
    if (behind > 0) rows.push({gap: behind});
    body.replaceChildren(table([
      {head: '', spoken: 'number', cell: s => s.gap ? '' : String(s.number), num: true},
      {head: 'activity', cell: s => s.gap ? h('span', {class: 'quiet'}, `… ${counted(s.gap)} more, shorter`) : s.id, kind: 'name'},
      {head: 'type', cell: s => s.gap || run.typeNames[s.type] === s.id ? '' : run.typeNames[s.type], kind: 'name'},
      {head: 'time', cell: s => s.gap ? '' : brief(s.time), num: true},
      {head: 'share', cell: s => s.gap || !(run.overheads.attributedTime > 0) ? '' : percent(s.time / run.overheads.attributedTime), num: true},
      {head: 'made up of', kind: 'step', cell: s => s.gap ? '' : stepBar(s, longest, index)},
      {head: 'mostly', kind: 'name', cell: s => s.gap ? '' : mostly(s, index)},
    ], rows, {id: 'path-table'}));
    if (!all && p.steps.length > kept.length) {
      body.append(h('button', {type: 'button', onclick: () => fill(chosen.all = true)}, `show ${p.steps.length < p.count ? 'the longest ' : 'all '}${counted(p.steps.length)}`));
    }
  };
  fill(chosen.all);
  return section('path', 'Critical path', `${count(p.count, 'activity', 'activities')}, ${p.meaning}.`, body);
}

function stepParts(step, index) {
  return [{id: 'useful', name: 'useful', seconds: step.ideal},
    ...Object.entries(step.classes).map(([id, seconds]) => ({id, name: index.get(id).name, seconds}))]
    .filter(p => p.seconds > 0);
}

function stepBar(step, longest, index) {
  const parts = stepParts(step, index);
  const bar = stack(parts, d3.sum(parts, p => p.seconds), index, true);
  bar.style.width = Math.max(.5, 100 * step.time / longest) + '%';
  return bar;
}

const mostly = (step, index) => stepParts(step, index).sort((a, b) => b.seconds - a.seconds).slice(0, 2)
  .map(p => `${p.name} ${brief(p.seconds)}`).join(', ');
