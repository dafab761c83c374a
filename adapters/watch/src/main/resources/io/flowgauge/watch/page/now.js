// Shows the progress of a run and its running activities.
class Now {
  constructor() {
    this.words = h('p', {class: 'verdict'});
    this.trouble = h('p', {class: 'trouble', role: 'status', hidden: true});
    this.bar = stagesBar(true);
    this.types = h('tbody', {});
    this.rows = [];
    this.table = h('div', {}, scrolling(h('table', {id: 'progress-table'}, h('thead', {}, h('tr', {}, h('th', {scope: 'col'}, 'type'), h('th', {scope: 'col'}, 'progress'),
      ...STAGES.map(([, name]) => h('th', {scope: 'col', class: 'num'}, name)))), this.types)));
    this.element = section('now', 'Progress', '', this.words, this.trouble, this.bar, stagesKey(), this.table);
    this.state = 'running';
  }

  // Updates the counts; called up to ten times a second.
  progress(progress) {
    const all = stageCounts(progress.sums);
    this.words.textContent = `${this.state}: ${counted(all.c)} of ${count(all.total, 'activity', 'activities')} completed`;
    this.bar.set(all);
    this.element.dataset.completed = all.c;
    this.table.hidden = progress.types.length < 2;
    while (this.rows.length < progress.types.length) this.rows.push(this.row());
    progress.types.forEach((row, k) => this.rows[k].set(row[0], stageCounts(row.slice(1))));
  }

  row() {
    const name = h('td', {class: 'name'}), bar = stagesBar(false), cells = STAGES.map(() => h('td', {class: 'num'}));
    this.types.append(h('tr', {}, name, h('td', {class: 'plot'}, bar), cells));
    return {set: (type, counts) => {
      name.textContent = type || 'no type';
      bar.set(counts);
      STAGES.forEach(([letter], k) => { cells[k].textContent = counts[letter] ? counted(counts[letter]) : ''; });
    }};
  }

  // Updates the state of the run.
  status(row) {
    this.state = row.finished ? 'Finished' : 'Running';
    this.trouble.hidden = !row.trouble;
    if (this.trouble.textContent !== row.trouble) this.trouble.textContent = row.trouble;
  }
}

// The running activities with their actual and expected durations; late ones come first.
function runningView(live) {
  if (!live.running.length) return section('running', 'Running now', '', h('p', {class: 'quiet'}, live.over ? 'The run is over.' : 'Nothing is running at the moment.'));
  const late = a => a.most !== undefined && a.seconds > a.most;
  const shown = table([
    {head: 'activity', cell: a => a.id, kind: 'name'},
    {head: 'type', cell: a => a.type === a.id ? '' : a.type, kind: 'name'},
    {head: 'processor', cell: a => a.processor || ABSENT, kind: 'name'},
    {head: 'attempt', cell: a => String(a.attempt), num: true},
    {head: 'running for', cell: a => brief(a.seconds), num: true},
    {head: 'half within', cell: a => brief(a.median), num: true},
    {head: '95 % within', cell: a => brief(a.most), num: true},
    {head: '', spoken: 'lateness', cell: a => late(a) ? h('span', {class: 'lateness'}, `late by ${brief(a.seconds - a.most)}`) : ''},
  ], live.running, {id: 'running-table'});
  live.running.forEach((a, k) => shown.querySelectorAll('tbody tr')[k].classList.toggle('late', late(a)));
  const lead = `${count(live.runningCount, 'activity', 'activities')}${live.lateCount ? `, ${counted(live.lateCount)} of them running for longer than nineteen in twenty of their kind do` : ''}.`
    + (live.runningCount > live.running.length ? ` The ${counted(live.running.length)} latest are shown.` : '');
  return section('running', 'Running now', lead, shown);
}
