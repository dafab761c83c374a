// Lanes under the timeline: the loads of each host on the same time axis. The mean of an interval is in full colour;
// the range from mean to maximum is pale.
const QUANTITIES = {
  'cpu-busy': 'processors busy', runnable: 'threads to run', 'cpu-pressure': 'wait for processors', 'memory-pressure': 'wait for memory',
  'io-pressure': 'wait for disks', 'memory-available': 'memory available', 'swap-used': 'swap used', 'disk-read': 'disk read',
  'disk-written': 'disk written', 'network-received': 'network received', 'network-sent': 'network sent',
};
const LANE_HEIGHT = 24, LANE_PITCH = 30;

function amount(value, unit) {
  if (unit === 'ratio') return percent(value);
  if (unit === 'bytes') return bytesText(value);
  if (unit === 'bytes_per_second') return bytesText(value) + '/s';
  return ratio(value) + (unit ? ' ' + unit : '');
}

// The loads of one quantity of a host.
class Load {
  constructor({name, unit, intervals}) {
    this.name = QUANTITIES[name] || name;
    this.unit = unit;
    this.count = intervals.length / 5;
    [this.begin, this.end, this.least, this.mean, this.most] = Array.from({length: 5}, () => new Float64Array(this.count));
    for (let k = 0, at = 0; k < this.count; k++) {
      this.begin[k] = intervals[at++] / 1e6;
      this.end[k] = this.begin[k] + intervals[at++] / 1e6;
      this.least[k] = intervals[at++];
      this.mean[k] = intervals[at++];
      this.most[k] = intervals[at++];
    }
    // The scale of a ratio extends to 1 at least.
    this.top = Math.max(unit === 'ratio' ? 1 : 0, d3.max(this.most)) || 1;
  }

  text(value) {
    return amount(value, this.unit);
  }

  // Minimum, mean and maximum in a span; null if nothing was measured in it.
  within(begin, end) {
    let least = Infinity, most = -Infinity, sum = 0, weight = 0;
    for (let k = 0; k < this.count; k++) {
      if (this.end[k] < begin || this.begin[k] > end) continue;
      const part = Math.max(1e-9, Math.min(this.end[k], end) - Math.max(this.begin[k], begin));
      least = Math.min(least, this.least[k]);
      most = Math.max(most, this.most[k]);
      sum += this.mean[k] * part;
      weight += part;
    }
    return weight ? {least, mean: sum / weight, most} : null;
  }

  // The index of the interval at a time; -1 if there is none.
  at(time) {
    return d3.range(this.count).findIndex(k => this.begin[k] <= time && time <= this.end[k]);
  }
}

const spread = (load, {least, mean, most}) => `mean ${load.text(mean)}, ${load.text(least)} to ${load.text(most)}`;

// The lanes of one host.
class HostLane {
  constructor(name, key) {
    this.name = name;
    this.chosen = -1;
    this.canvas = h('canvas', {role: 'application', tabindex: '0', 'aria-roledescription': 'load of a host', 'aria-describedby': key && 'timeline-hint'});
    this.element = h('div', {}, h('h3', {}, name), h('figure', {}, this.canvas));
    this.canvas.addEventListener('keydown', e => this.key(e, key));
    this.canvas.addEventListener('pointermove', e => this.hover(e));
    this.canvas.addEventListener('pointerleave', tip.hide);
    this.canvas.addEventListener('blur', () => { this.chosen = -1; tip.hide(); });
  }

  take(quantities) {
    this.loads = quantities.map(quantity => new Load(quantity));
  }

  paint(span) {
    const {begin, end, left, width, x} = span;
    this.span = span;
    const high = this.loads.length * LANE_PITCH, c = sized(this.canvas, width, high);
    c.strokeStyle = colors.css('grid');
    for (const tick of timeTicks(begin, end, Math.max(2, (width - left) / 90))) c.strokeRect(Math.round(x(tick)) + .5, 0, 0, high);
    this.loads.forEach((load, row) => this.paintLoad(c, load, row * LANE_PITCH));
    const texts = this.loads.map(load => {
      const seen = load.within(begin, end);
      return `${load.name} ${seen ? spread(load, seen) : 'not measured'}`;
    });
    this.canvas.setAttribute('aria-label', `Load of ${this.name}, ${brief(begin)} to ${brief(end)}: ${texts.join('; ')}`);
    this.canvas.dataset.begin = begin;
    this.canvas.dataset.end = end;
  }

  paintLoad(c, load, top) {
    const {left, width, x} = this.span, bottom = top + LANE_HEIGHT;
    const y = d3.scaleLinear([0, load.top], [bottom, top + 2]);
    c.save();
    c.beginPath();
    c.rect(left, top, width - 8 - left, LANE_HEIGHT);
    c.clip();
    const area = (low, height) => {
      for (let k = 0; k < load.count; k++) {
        const from = x(load.begin[k]), to = x(load.end[k]), level = y(height[k]);
        if (to >= left && from <= width) c.fillRect(from, level, Math.max(.7, to - from + .3), (low ? y(low[k]) : bottom) - level);
      }
    };
    c.fillStyle = colors.css('useful');
    area(null, load.mean);
    c.globalAlpha = .35;
    area(load.mean, load.most);
    c.restore();
    c.strokeStyle = colors.css('line');
    c.strokeRect(left, bottom + .5, width - 8 - left, 0);
    this.label(c, load, top + LANE_HEIGHT / 2);
  }

  label(c, load, middle) {
    const {left} = this.span, most = left > 100 ? amount(load.top, load.unit === 'threads' ? '' : load.unit).replace('.0 %', ' %').replace(/\.00$/, '') : '', wide = c.measureText(most).width;
    c.textBaseline = 'middle';
    c.textAlign = 'left';
    c.fillStyle = colors.css('ink-2');
    c.fillText(clipped(c, load.name, left - 10 - wide - (most ? 2 : 0)), 0, middle);
    c.textAlign = 'right';
    c.fillStyle = colors.css('ink-3');
    c.fillText(most, left - 6, middle);
  }

  hover(e) {
    const box = this.canvas.getBoundingClientRect(), load = this.loads[Math.floor((e.clientY - box.top) / LANE_PITCH)];
    const k = load && e.clientX - box.left >= this.span.left ? load.at(this.span.x.invert(e.clientX - box.left)) : -1;
    if (k < 0) {
      tip.hide();
      return;
    }
    const isOne = load.least[k] === load.most[k];
    tip.show(e.clientX, e.clientY, load.name, `${isOne ? load.text(load.mean[k]) : spread(load, {least: load.least[k], mean: load.mean[k], most: load.most[k]})}\n${brief(load.begin[k])} to ${brief(load.end[k])}`);
  }

  // Up and down move from lane to lane; all other keys are passed to the timeline.
  key(e, others) {
    const by = {ArrowUp: -1, ArrowDown: 1}[e.key];
    if (by && !e.altKey && !e.ctrlKey && !e.metaKey) {
      e.preventDefault();
      this.choose(Math.max(0, Math.min(this.loads.length - 1, this.chosen + by)));
    } else {
      others?.(e);
    }
  }

  choose(row) {
    this.chosen = row;
    const load = this.loads[row], {begin, end, left} = this.span, seen = load.within(begin, end), box = this.canvas.getBoundingClientRect();
    tip.show(box.left + left, box.top + (row + .5) * LANE_PITCH, load.name, `${seen ? spread(load, seen) : 'not measured'}\n${brief(begin)} to ${brief(end)}`);
  }
}

class HostLanes {
  // key: handles the keys that zoom and move the timeline, if there is one
  constructor(run, key) {
    this.key = key;
    this.lanes = new Map();
    this.body = h('div', {});
    this.note = h('p', {class: 'note'});
    this.rows = asTable('Load of hosts as a table', () => this.table());
    this.element = h('div', {class: 'hosts', hidden: true});
    this.update(run);
  }

  update(run) {
    const {lanes, count: all} = run.hosts;
    for (const {name, quantities} of lanes) {
      if (!this.lanes.has(name)) {
        const lane = new HostLane(name, this.key);
        this.lanes.set(name, lane);
        this.body.append(lane.element);
      }
      this.lanes.get(name).take(quantities);
    }
    if (lanes.length && !this.element.childElementCount) this.element.append(this.body, this.note, this.rows);
    this.element.hidden = !lanes.length;
    this.note.textContent = `Solid: the mean of each interval; pale: up to its maximum.${all > lanes.length ? ` The first ${counted(lanes.length)} of ${counted(all)} hosts.` : ''}`;
    this.rows.refresh();
  }

  // span: begin and end in seconds, left and width in pixels, and the time scale x
  paint(span) {
    if (span) this.lanes.forEach(lane => lane.paint(span));
  }

  table() {
    const rows = [...this.lanes.values()].flatMap(lane => lane.loads.map(load => ({host: lane.name, load, seen: load.within(-Infinity, Infinity)}))).filter(row => row.seen);
    return table([
      {head: 'host', cell: r => r.host, kind: 'name'}, {head: 'quantity', cell: r => r.load.name, kind: 'name'},
      {head: 'least', cell: r => r.load.text(r.seen.least), num: true}, {head: 'mean', cell: r => r.load.text(r.seen.mean), num: true},
      {head: 'most', cell: r => r.load.text(r.seen.most), num: true},
    ], rows);
  }
}
