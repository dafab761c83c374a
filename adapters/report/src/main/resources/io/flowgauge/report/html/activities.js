// All activities in a table that can be sorted, filtered and searched; it shows one page at a time, so that it stays
// fast with many rows.
const PAGE_ROWS = 25;

class ActivityTable {
  constructor(run) {
    this.wanted = {text: '', type: -1, outcome: ''};
    this.take(run);
    this.sortBy(this.columns.findIndex(c => c.label === 'began'), false);
  }

  take(run) {
    this.data = timelineData(run);
    this.run = run;
    this.columns = this.makeColumns();
    this.ranks = new Map();
    this.haystack = null;
  }

  // Shows a later state of the same run, keeping order and filters.
  update(run) {
    const {page} = this, columns = this.columns.length;
    if (run.timeline.crowd || !run.timeline.ids.length) return false;
    this.take(run);
    if (this.columns.length !== columns) return false;
    this.sortBy(this.sorted, this.falls);
    this.page = Math.max(0, Math.min(page, Math.ceil(this.shown.length / PAGE_ROWS) - 1));
    this.fill();
    const options = this.options();
    this.picks.forEach((pick, k) => options[k].filter(([value]) => ![...pick.options].some(o => o.value === String(value)))
      .forEach(([value, text]) => { pick.append(h('option', {value}, text)); pick.hidden = pick.options.length < 3; }));
    return true;
  }

  // A column has a sort key for each activity: a number, or the rank of a text.
  makeColumns() {
    const d = this.data, run = this.run;
    const waited = new Float64Array(d.count);
    d.state.forEach((_, k) => {
      const state = d.shownState(k);
      if (state < PROCESSING || state === UNCLEAR) waited[d.activity[d.attempt[k]]] += state === UNCLEAR ? NaN : d.end[k] - d.begin[k];
    });
    const known = value => Number.isFinite(value) ? value : NaN;
    const text = (label, of) => ({label, of, text: true, kind: 'name', cell: of});
    const number = (label, of, shown = brief) => ({label, of, num: true, cell: a => shown(of(a))});
    return [
      text('activity', a => d.ids[a]),
      text('type', a => d.typeNames[d.types[a]]),
      text('outcome', a => this.outcome(a)),
      ...(d.processor.some(p => p >= 0) ? [text('processor', a => this.processor(a))] : []),
      number('attempts', a => d.attemptCount[a], counted),
      number('began', a => known(d.first[a])),
      number('waited', a => d.first[a] < Infinity ? waited[a] : NaN),
      number('processing', a => run.timeline.times[a] === null ? NaN : run.timeline.times[a] / 1e6),
      number('ended', a => known(d.last[a])),
    ];
  }

  outcome(a) {
    const last = this.data.lastAttempt[a];
    return last < 0 ? 'not started' : OUTCOMES[this.data.outcome[last]];
  }

  processor(a) {
    const last = this.data.lastAttempt[a];
    return last < 0 || this.data.processor[last] < 0 ? '' : this.data.processors[this.data.processor[last]];
  }

  // Ranks the texts once, because comparing texts is slow.
  keys(column) {
    if (!column.text) return Float64Array.from(d3.range(this.data.count), column.of);
    if (!this.ranks.has(column)) {
      const compare = new Intl.Collator('en', {numeric: true}).compare;
      const texts = d3.range(this.data.count).map(column.of);
      const rankOf = new Map([...new Set(texts)].sort(compare).map((text, rank) => [text, rank]));
      this.ranks.set(column, Float64Array.from(texts, text => rankOf.get(text)));
    }
    return this.ranks.get(column);
  }

  // Unknown values come last in either direction.
  sortBy(number, falls) {
    this.sorted = number;
    this.falls = falls;
    const keys = this.keys(this.columns[number]), sign = falls ? -1 : 1;
    this.order = Int32Array.from(d3.range(this.data.count)).sort((a, b) =>
      (keys[a] !== keys[a]) - (keys[b] !== keys[b]) || sign * (keys[a] - keys[b]) || a - b);
    this.filter();
  }

  filter() {
    const {text, type, outcome} = this.wanted;
    if (text && !this.haystack) this.haystack = d3.range(this.data.count).map(a => [this.data.ids[a], this.data.typeNames[this.data.types[a]], this.processor(a)].join('\n').toLowerCase());
    const words = text.toLowerCase().split(/\s+/).filter(w => w);
    this.shown = this.order.filter(a => (type < 0 || this.data.types[a] === type) && (!outcome || this.outcome(a) === outcome)
      && words.every(w => this.haystack[a].includes(w)));
    this.page = 0;
  }

  want(part) {
    Object.assign(this.wanted, part);
    this.filter();
    this.fill();
  }

  view() {
    const heads = this.columns.map((c, k) => ({...c, head: h('button', {type: 'button', class: 'sort', onclick: () => {
      this.sortBy(k, k === this.sorted && !this.falls);
      this.fill();
    }}, c.label)}));
    const box = table(heads, [], {id: 'activity-table'});
    this.body = box.querySelector('tbody');
    this.heads = [...box.querySelectorAll('th')];
    this.status = h('span', {role: 'status'});
    const turn = by => { this.page += by; this.fill(); };
    this.before = h('button', {type: 'button', 'aria-label': 'activities before these', onclick: () => turn(-1)}, '‹ before');
    this.after = h('button', {type: 'button', 'aria-label': 'activities after these', onclick: () => turn(1)}, 'after ›');
    const view = section('activities', 'Activities', 'Times are since the start of the run. Waiting is everything before processing, over all attempts.',
      box, h('div', {class: 'pages'}, this.before, this.status, this.after));
    view.querySelector('header').append(this.tools());
    this.fill();
    view.update = run => this.update(run);
    return view;
  }

  // Types and outcomes for the menus.
  options() {
    return [this.run.typeNames.map((name, type) => [type, name]).sort((a, b) => a[1].localeCompare(b[1])),
      [...new Set(d3.range(this.data.count).map(a => this.outcome(a)))].map(name => [name, name])];
  }

  tools() {
    const pick = (label, all, options, part) => h('select', {'aria-label': label, hidden: options.length < 2, onchange: e => this.want(part(e.target.value))},
      [['', all], ...options].map(([value, text]) => h('option', {value}, text)));
    const [types, outcomes] = this.options();
    this.picks = [pick('Type', 'all types', types, value => ({type: value === '' ? -1 : Number(value)})),
      pick('Outcome', 'all outcomes', outcomes, value => ({outcome: value}))];
    return h('div', {class: 'tools'},
      h('input', {type: 'search', placeholder: 'search', 'aria-label': 'Search activities, types and processors', oninput: e => this.want({text: e.target.value.trim()})}),
      this.picks);
  }

  fill() {
    const from = this.page * PAGE_ROWS, to = Math.min(this.shown.length, from + PAGE_ROWS);
    this.body.replaceChildren(...tableRows(this.columns.map(c => ({...c, head: c.label})), [...this.shown.slice(from, to)]));
    this.heads.forEach((th, k) => {
      if (k === this.sorted) th.setAttribute('aria-sort', this.falls ? 'descending' : 'ascending');
      else th.removeAttribute('aria-sort');
    });
    const of = this.shown.length === this.data.count ? counted(this.data.count) : `${counted(this.shown.length)} found among ${counted(this.data.count)}`;
    this.status.textContent = this.shown.length ? `${counted(from + 1)} to ${counted(to)} of ${of}` : `none found among ${counted(this.data.count)}`;
    this.before.disabled = from === 0;
    this.after.disabled = to === this.shown.length;
  }
}

function activitiesView(run) {
  return run.timeline.crowd || !run.timeline.ids.length ? null : new ActivityTable(run).view();
}
