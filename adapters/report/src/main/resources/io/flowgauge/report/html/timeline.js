// The timeline: the number of activities in each state, and the states of each activity or processor over time, with
// the critical path drawn over it. Dragging, keys and buttons change the span of time shown.
const KINDS = ['submitting', 'waiting', 'queuing', 'processing', 'suspended', 'failed', 'unclear'];
const KIND_TEXTS = ['submitting', 'waiting', 'queuing', 'processing', 'suspended', 'attempt that did not complete', 'waiting or processing'];
const AXIS_HEIGHT = 26;
const TIMELINE_HINT = 'Drag across the chart to zoom in, double-click for the whole run. Keys: ← → move, + − zoom, 0 whole run, ↑ ↓ go from activity to activity.';

// With more rows than this, only those with items in the shown span are drawn.
const ROWS_KEPT = 120;

class Timeline {
  constructor(run) {
    this.take(run);
    this.mode = this.data.active.some(t => t === t) ? 'processor' : 'activity';
    this.colorBy = 'state';
    this.showsPath = !run.path.estimated;
    this.selected = -1;
    this.begin = 0;
    this.end = this.whole;
    this.levelsHeight = 92;
    this.mostHeight = 560;
    this.rowHeights = {processor: 26, activity: 15};
    this.onDraw = () => {};
    // Replaced for runs side by side, so that a type has the same number in all of them.
    this.typeNumber = type => type;
  }

  take(run) {
    this.run = run;
    this.data = timelineData(run);
    this.path = run.path.activities;
    this.kindsSeen = KINDS.map(() => 0);
    d3.range(this.data.state.length).forEach(k => this.kindsSeen[this.data.kind(k)]++);
    this.onPath = new Set(this.path);
    this.views = new Map();
    this.whole = this.data.length || 1;
  }

  // Shows a later state of the same run. The zoomed span and the selection are kept; if the whole run was shown, the
  // whole run is shown again.
  update(run) {
    const wasWhole = this.isWhole, chosen = this.selected < 0 ? null : this.identity(this.selected);
    this.take(run);
    if (wasWhole) [this.begin, this.end] = [0, this.whole];
    this.selected = chosen === null ? -1 : d3.range(this.rows.item.length).findIndex(p => this.identity(p) === chosen);
  }

  // Identifies an item in any state of the run.
  identity(p) {
    const k = this.rows.item[p], attempt = this.data.attempt[k];
    return [this.data.ids[this.data.activity[attempt]], this.data.number[attempt], this.data.state[k], Math.round(this.data.begin[k] * 1e6)].join('\n');
  }

  get name() {
    return '';
  }

  get isWhole() {
    return this.begin <= 0 && this.end >= this.whole;
  }

  get rows() {
    if (!this.views.has(this.mode)) {
      this.views.set(this.mode, this.mode === 'activity' ? this.data.byActivity() : this.data.byProcessor());
    }
    return this.views.get(this.mode);
  }

  // Only the chart, without controls.
  figure() {
    this.canvas = h('canvas', {role: 'application', tabindex: '0', 'aria-roledescription': 'timeline', 'aria-describedby': 'timeline-hint'});
    this.band = h('div', {class: 'band', hidden: true});
    this.listen();
    return h('figure', {}, this.canvas, this.band);
  }

  view() {
    const keys = h('div', {});
    const tools = timelineTools([this], () => keys.replaceChildren(key(this.keyEntries())));
    this.onDraw = () => { tools.reset.disabled = this.isWhole; };
    const rows = asTable('Activities as a table', () => this.table());
    this.hosts = new HostLanes(this.run, e => this.key(e));
    const view = section('timeline', 'Timeline', '', this.figure(), keys, this.hosts.element, h('p', {class: 'hint', id: 'timeline-hint'}, TIMELINE_HINT), rows);
    view.querySelector('header').append(tools.element);
    const draw = () => { this.draw(); keys.replaceChildren(key(this.keyEntries())); };
    drawings.add(draw);
    view.update = run => {
      if (isTimelineMissing(run)) return false;
      this.update(run);
      this.hosts.update(run);
      draw();
      rows.refresh();
      return true;
    };
    return view;
  }

  span(begin, end) {
    const span = Math.min(this.whole, Math.max(end - begin, this.whole * 1e-6, 2e-6));
    const from = Math.max(0, Math.min(begin, this.whole - span));
    return [from, from + span];
  }

  show(begin, end) {
    [this.begin, this.end] = this.span(begin, end);
    this.draw();
  }

  zoom(factor, at = (this.begin + this.end) / 2) {
    this.show(at - (at - this.begin) * factor, at + (this.end - at) * factor);
  }

  draw() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.paint(); });
  }

  // Computes the positions of rows and times on the canvas.
  place(width) {
    const rows = this.rows;
    const narrowed = rows.count > ROWS_KEPT && !this.isWhole;
    const shown = narrowed ? rows.within(this.begin, this.end) : {shown: d3.range(rows.count), count: rows.count};
    const left = width < 620 ? 84 : 168;
    const wanted = this.rowHeights[this.mode];
    const full = Math.max(34, Math.min(this.mostHeight, rows.count * wanted));
    const height = narrowed ? Math.max(34, Math.min(full, shown.count * wanted)) : full;
    const top = this.levelsHeight + 14;
    this.at = {
      ...shown, left, top, width, height,
      row: Math.min(height / Math.max(1, shown.count), wanted),
      x: d3.scaleLinear([this.begin, this.end], [left, width - 8]),
      total: top + height + AXIS_HEIGHT,
    };
    return this.at;
  }

  paint() {
    const width = this.canvas.parentElement.clientWidth;
    if (!width) return;
    const at = this.place(width);
    this.most = new TimelinePainting(this, sized(this.canvas, width, at.total), at).paint();
    this.describe(at);
    this.hosts?.paint({begin: this.begin, end: this.end, left: at.left, width, x: at.x});
  }

  // In the colours of types, all states before ACTIVE share one colour.
  kindColor(kind) {
    return this.colorBy === 'type' && kind < PROCESSING ? 'line' : KINDS[kind];
  }

  describe(at) {
    this.onDraw();
    this.canvas.setAttribute('aria-label', `${this.name} timeline by ${this.mode}, ${brief(this.begin)} to ${brief(this.end)}, ${count(at.count, 'row', 'rows')}, up to ${counted(this.most)} activities at once`);
    this.canvas.dataset.rows = at.count;
    this.canvas.dataset.begin = this.begin;
    this.canvas.dataset.end = this.end;
  }

  // Colours and their meanings.
  keyEntries() {
    const line = this.showsPath ? [['var(--path)', this.run.path.estimated ? 'critical path, estimated' : 'critical path, dashed before it was active', 'line']] : [];
    const states = KINDS.flatMap((kind, k) => this.kindsSeen[k] && !(this.colorBy === 'type' && k === PROCESSING) ? [[`var(--${this.kindColor(k)})`, this.kindColor(k) === kind ? KIND_TEXTS[k] : 'not active yet', k === FAILED ? 'hatched' : '']] : []);
    const types = this.colorBy === 'type'
      ? this.data.typeNames.map((name, type) => this.typeNumber(type) < TYPE_COLORS.length ? [typeColor(this.typeNumber(type)), name] : [OTHER_TYPES, 'other types']) : [];
    return [...new Map([...types, ...states, ...line].map(entry => [entry[1], entry])).values()];
  }

  // The item at a point; -1 if there is none.
  hit(x, y) {
    const at = this.at;
    if (!at || x < at.left || y < at.top || y > at.top + at.row * at.count) return -1;
    const row = Math.floor((y - at.top) / at.row);
    const time = at.x.invert(x);
    const slack = (this.end - this.begin) / (at.width - at.left) * 2;
    const rows = this.rows;
    let found = -1, best = Infinity;
    for (let p = 0; p < rows.item.length; p++) {
      const shown = at.shown[rows.row[p]];
      if (!(Math.abs(shown - row) <= (at.row < 2 ? 1 / at.row : 0))) continue;
      const k = rows.item[p];
      const off = Math.max(this.data.begin[k] - time, time - this.data.end[k], 0);
      if (off <= slack && off < best) { best = off; found = p; }
    }
    return found;
  }

  tell(p, x, y) {
    const k = this.rows.item[p], attempt = this.data.attempt[k];
    const activity = this.data.activity[attempt];
    tip.show(x, y, this.data.ids[activity], this.data.describe(attempt, k) + (this.onPath.has(activity) ? '\non the critical path' : ''));
  }

  select(p) {
    this.selected = p;
    const k = this.rows.item[p];
    if (this.data.end[k] < this.begin || this.data.begin[k] > this.end) {
      const span = this.end - this.begin, middle = (this.data.begin[k] + this.data.end[k]) / 2;
      this.show(middle - span / 2, middle + span / 2);
    }
    this.draw();
    const box = this.canvas.getBoundingClientRect();
    const row = this.at.shown[this.rows.row[p]];
    const x = Math.max(this.at.left, Math.min(this.at.width, this.at.x(this.data.end[k])));
    this.tell(p, box.left + x, Math.min(innerHeight - 90, box.top + this.at.top + (row + 1) * this.at.row));
  }

  step(by) {
    if (!this.ordered || this.orderedFor !== this.rows) {
      this.orderedFor = this.rows;
      this.ordered = d3.range(this.rows.item.length).filter(p => this.data.state[this.rows.item[p]] >= PROCESSING)
        .sort((a, b) => this.data.begin[this.rows.item[a]] - this.data.begin[this.rows.item[b]] || a - b);
      if (!this.ordered.length) this.ordered = d3.range(this.rows.item.length);
    }
    if (!this.ordered.length) return;
    const now = this.ordered.indexOf(this.selected);
    const next = now < 0 ? (by > 0 ? this.ordered.findIndex(p => this.data.end[this.rows.item[p]] > this.begin) : this.ordered.length - 1) : now + by;
    this.select(this.ordered[Math.max(0, Math.min(this.ordered.length - 1, next))]);
  }

  key(e) {
    if (e.altKey || e.ctrlKey || e.metaKey) return;
    const span = this.end - this.begin;
    const acts = {
      ArrowLeft: () => this.show(this.begin - span * .2, this.end - span * .2),
      ArrowRight: () => this.show(this.begin + span * .2, this.end + span * .2),
      ArrowUp: () => this.step(-1),
      ArrowDown: () => this.step(1),
      '+': () => this.zoom(.5), '=': () => this.zoom(.5), '-': () => this.zoom(2),
      0: () => this.show(0, this.whole),
      Escape: () => { this.selected = -1; tip.hide(); this.draw(); },
    };
    if (acts[e.key]) {
      e.preventDefault();
      acts[e.key]();
    }
  }

  listen() {
    const canvas = this.canvas;
    let from = null;
    const position = e => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top]; };
    const limit = x => Math.max(this.at.left, Math.min(this.at.width - 8, x));
    canvas.addEventListener('keydown', e => this.key(e));
    canvas.addEventListener('blur', tip.hide);
    canvas.addEventListener('dblclick', () => this.show(0, this.whole));
    canvas.addEventListener('wheel', e => {
      if (!e.ctrlKey && !e.metaKey) return;
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.25 : .8, this.at.x.invert(limit(position(e)[0])));
    }, {passive: false});
    canvas.addEventListener('pointerdown', e => {
      if (e.button || e.pointerType === 'touch') return;
      from = limit(position(e)[0]);
      canvas.setPointerCapture(e.pointerId);
    });
    canvas.addEventListener('pointermove', e => {
      const [x, y] = position(e);
      if (from !== null) {
        const [a, b] = [from, limit(x)].sort((p, q) => p - q);
        this.band.hidden = b - a < 4;
        Object.assign(this.band.style, {left: a + 'px', width: b - a + 'px', top: '0px', height: this.at.top + this.at.height + 'px'});
        return;
      }
      const p = this.hit(x, y);
      if (p < 0) tip.hide(); else this.tell(p, e.clientX, e.clientY);
    });
    canvas.addEventListener('pointerup', e => {
      if (from === null) return;
      const to = limit(position(e)[0]);
      const [a, b] = [from, to].sort((p, q) => p - q);
      from = null;
      this.band.hidden = true;
      if (b - a >= 4) this.show(this.at.x.invert(a), this.at.x.invert(b));
    });
    canvas.addEventListener('pointerleave', tip.hide);
  }

  table() {
    const data = this.data, most = 1000;
    const order = d3.range(data.count).sort((a, b) => data.first[a] - data.first[b] || a - b);
    const at = t => Number.isFinite(t) ? brief(t) : ABSENT;
    const body = table([
      {head: 'activity', cell: a => data.ids[a], kind: 'name'},
      {head: 'type', cell: a => data.typeNames[data.types[a]], kind: 'name'},
      {head: 'processor', cell: a => data.processors[data.processor[data.lastAttempt[a]]] || ABSENT, kind: 'name'},
      {head: 'began', cell: a => at(data.first[a]), num: true},
      {head: 'ended', cell: a => at(data.last[a]), num: true},
      {head: 'attempts', cell: a => counted(data.attemptCount[a]), num: true},
      {head: 'critical', cell: a => this.onPath.has(a) ? 'yes' : ''},
    ], order.slice(0, most));
    if (order.length > most) body.append(h('p', {class: 'note'}, `The first ${counted(most)} of ${counted(order.length)}.`));
    return body;
  }
}

// Controls of one timeline, or of several that are shown alike.
function timelineTools(lanes, changed) {
  const first = lanes[0];
  const all = act => { lanes.forEach(act); lanes.forEach(lane => lane.draw()); changed(); };
  const reset = h('button', {type: 'button', id: 'timeline-reset', onclick: () => first.show(0, first.whole)}, 'whole run');
  const element = h('div', {class: 'tools'},
    choice('Rows', [['processor', 'by processor'], ['activity', 'by activity']], first.mode, mode => all(lane => { lane.mode = mode; lane.selected = -1; })),
    choice('Colours', [['state', 'states'], ['type', 'types']], first.colorBy, by => all(lane => { lane.colorBy = by; })),
    h('label', {class: 'check'}, h('input', {type: 'checkbox', id: 'timeline-path', checked: first.showsPath, onchange: e => all(lane => { lane.showsPath = e.target.checked; })}), 'critical path'),
    h('span', {class: 'switch'}, h('button', {type: 'button', 'aria-label': 'zoom in', onclick: () => first.zoom(.5)}, '+'),
      h('button', {type: 'button', 'aria-label': 'zoom out', onclick: () => first.zoom(2)}, '−'), reset));
  return {element, reset};
}

function isTimelineMissing(run) {
  return run.timeline.crowd || !run.timeline.states.length;
}

function timelineView(run) {
  if (run.timeline.crowd) return crowdView(run);
  if (isTimelineMissing(run)) {
    return section('timeline', 'Timeline', '', h('p', {class: 'quiet'}, 'The input has no event times, so there is no timeline of this run.'));
  }
  return new Timeline(run).view();
}
