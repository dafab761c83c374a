// What sensors measured inside activities: their code regions, the calls between them, and the history of a region.
const REGIONS_SHOWN = 20;

// The name of the unit ends at the first single colon.
const withoutUnit = name => name.replace(/^[^:]*:(?!:)/, '');

class CodeRegions {
  constructor(run, chosen) {
    this.chosen = chosen;
    this.graph = new CodeGraph(name => this.choose(name));
    this.pick = h('select', {'aria-label': 'Activity', onchange: () => { chosen.activity = this.pick.value; this.fill(); }});
    this.rows = h('div', {id: 'code-table'});
    this.detail = h('div', {id: 'code-detail', 'aria-live': 'polite'});
    this.note = h('p', {class: 'note'});
    this.history = new RegionHistory();
    this.take(run);
  }

  take(run) {
    this.run = run;
    this.pick.replaceChildren(...run.code.activities.map(a => h('option', {value: this.key(a)}, this.title(a))));
    const wanted = run.code.activities.find(a => this.key(a) === this.chosen.activity) || run.code.activities[0];
    this.pick.value = this.key(wanted);
    this.pick.hidden = run.code.activities.length < 2;
    this.lead = `Measured by sensors in ${count(run.code.activities.filter(a => a.activity >= 0).length + run.code.omitted, 'activity', 'activities')}. Times are those of all threads together; own time excludes calls to other regions with a sensor.`;
    this.note.textContent = run.code.omitted ? `These are the activities with the most time; ${counted(run.code.omitted)} others are left out.` : '';
    this.note.hidden = !run.code.omitted;
  }

  // The key of an activity stays the same when others are added.
  key(a) {
    return a.activity < 0 ? `type ${this.run.typeNames[a.type]}` : `activity ${a.id}`;
  }

  title(a) {
    const type = this.run.typeNames[a.type];
    return a.activity < 0 ? `${type}: all ${counted(a.count)}` : a.id === type ? type : `${type}: ${a.id}`;
  }

  get activity() {
    return this.run.code.activities[Math.max(0, this.pick.selectedIndex)];
  }

  // The selected region, or else the one with the most own time.
  get region() {
    const {regions} = this.activity;
    return regions.find(r => r.name === this.chosen.region) || regions[0];
  }

  choose(name) {
    this.chosen.region = name;
    this.fill();
  }

  fill() {
    const {activity, region} = this;
    const own = d3.sum(activity.regions, r => r.own) || 1, isAll = this.chosen.all;
    this.graph.show(activity, region?.name);
    const shown = isAll ? activity.regions : activity.regions.slice(0, REGIONS_SHOWN);
    this.rows.replaceChildren(table([
      {head: 'region', cell: r => this.link(r, r.name === region.name), kind: 'name'},
      {head: 'calls', cell: r => counted(r.calls), num: true},
      {head: 'time', cell: r => brief(r.time), num: true},
      {head: 'per call', cell: r => r.calls ? brief(r.time / r.calls) : ABSENT, num: true},
      ...(activity.regions.some(r => r.open) ? [{head: 'open for', cell: r => r.open ? brief(r.open) : '', num: true}] : []),
      {head: 'own', cell: r => brief(r.own), num: true},
      {head: 'share', cell: r => percent(r.own / own), num: true},
      {head: '', kind: 'plot', cell: r => h('span', {class: 'hbar', style: {width: 100 * r.own / own + '%'}})},
    ], shown));
    if (shown.length < activity.regions.length) this.rows.append(h('button', {type: 'button', onclick: () => { this.chosen.all = true; this.fill(); }}, `show all ${counted(activity.regions.length)} regions`));
    this.describe(activity, region);
  }

  link(region, isChosen) {
    return h('button', {type: 'button', class: 'link', 'aria-pressed': String(Boolean(isChosen)), onclick: () => { this.choose(region.name); this.again(region.name); }}, region.name);
  }

  // Returns the focus to the same region, because the table was rebuilt.
  again(name) {
    [...this.rows.querySelectorAll('.link')].find(b => b.textContent === name)?.focus();
  }

  describe(activity, region) {
    if (!region) return this.detail.replaceChildren();
    const place = activity.regions.indexOf(region);
    const near = (head, mine, other) => {
      const calls = activity.calls.filter(c => c[mine] === place).sort((a, b) => b[3] - a[3]);
      return h('div', {}, h('h4', {}, head), calls.length ? table([
        {head: 'region', cell: c => c[other] < 0 ? h('span', {class: 'quiet'}, 'outside all sensors') : this.link(activity.regions[c[other]]), kind: 'name'},
        {head: 'calls', cell: c => counted(c[2]), num: true}, {head: 'time', cell: c => brief(c[3]), num: true},
      ], calls) : h('p', {class: 'quiet'}, 'none with a sensor'));
    };
    this.detail.replaceChildren(h('h3', {}, region.name), region.source ? h('p', {class: 'quiet'}, region.source) : '',
      h('div', {class: 'halves'}, near('Called by', 1, 0), near('Calls', 0, 1)), this.history.show(activity.history, place, region.name));
    this.history.draw();
  }
}

function codeView(run, chosen = {}) {
  if (!run.code.activities.length) return null;
  const regions = new CodeRegions(run, chosen);
  const view = section('code', 'Code regions', regions.lead, h('figure', {}, regions.graph.makeBox('Call graph')), regions.rows, regions.detail, regions.note);
  view.querySelector('header').append(h('div', {class: 'tools'}, regions.pick));
  regions.fill();
  view.update = next => {
    if (!next.code.activities.length) return false;
    regions.take(next);
    view.querySelector('.lead').textContent = regions.lead;
    regions.fill();
    return true;
  };
  return view;
}
