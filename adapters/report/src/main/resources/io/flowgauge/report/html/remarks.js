// Oddities of the input and limits of the analysis.
const REMARKS_SHOWN = 30;

function remarksView(run, chosen = {}) {
  if (!run.remarks.length) return section('remarks', 'Remarks', '', h('p', {class: 'quiet'}, 'Nothing odd about the input.'));
  const body = h('div', {});
  const fill = shown => {
    body.replaceChildren(table([
      {head: '', spoken: 'severity', cell: r => h('span', {class: 'severity ' + r.severity}, r.severity === 'info' ? 'note' : r.severity)},
      {head: 'where', cell: r => r.where, kind: 'name'},
      {head: 'remark', cell: r => r.message, kind: 'name'},
    ], run.remarks.slice(0, shown), {id: 'remark-table'}));
    if (run.remarks.length > shown) body.append(h('button', {type: 'button', onclick: () => { chosen.all = true; fill(run.remarks.length); }}, `show ${counted(run.remarks.length - shown)} more`));
    else if (run.remarkCount > run.remarks.length) body.append(h('p', {class: 'note'}, `${counted(run.remarkCount - run.remarks.length)} more are in the JSON report.`));
  };
  fill(chosen.all ? run.remarks.length : REMARKS_SHOWN);
  const counts = d3.rollups(run.remarks, r => r.length, r => r.severity === 'info' ? 'note' : r.severity);
  return section('remarks', 'Remarks', counts.map(([what, n]) => count(n, what, what + 's')).join(', ') + '.', body);
}
