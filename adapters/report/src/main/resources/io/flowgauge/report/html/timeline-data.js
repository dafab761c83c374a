// The columns of a run's timeline as typed arrays; times are seconds since its start.
const PROCESSING = 3, SUSPENDED = 4, FAILED = 5, UNCLEAR = 6;
const OUTCOMES = ['not ended', 'completed', 'failed', 'aborted'];

const unpackedTimelines = new WeakMap();

function timelineData(run) {
  if (!unpackedTimelines.has(run)) unpackedTimelines.set(run, new TimelineData(run));
  return unpackedTimelines.get(run);
}

class TimelineData {
  constructor(run) {
    const t = run.timeline;
    this.ids = t.ids;
    this.types = t.types;
    this.typeNames = run.typeNames;
    this.count = t.ids.length;
    this.readAttempts(t.attempts);
    this.readStates(t.states);
    this.length = t.length || d3.max(this.end) || 0;
    this.services = t.services.map(s => ({name: s.name, begin: s.begin / 1e6, end: (s.begin + s.length) / 1e6}));
    this.processors = run.metrics.processors.map(p => p.name);
  }

  readAttempts(rows) {
    const n = rows.length / 6;
    this.activity = new Int32Array(n);
    this.number = new Int32Array(n);
    this.processor = new Int32Array(n);
    this.outcome = new Int8Array(n);
    this.active = new Float64Array(n);
    this.ended = new Float64Array(n);
    for (let k = 0, at = 0; k < n; k++) {
      this.activity[k] = rows[at++];
      this.number[k] = rows[at++];
      this.processor[k] = rows[at++];
      this.outcome[k] = rows[at++];
      this.active[k] = rows[at] === null ? NaN : rows[at] / 1e6; at++;
      this.ended[k] = rows[at] === null ? NaN : rows[at] / 1e6; at++;
    }
    this.lastAttempt = new Int32Array(this.count).fill(-1);
    this.attemptCount = new Int32Array(this.count);
    for (let k = 0; k < n; k++) {
      this.lastAttempt[this.activity[k]] = k;
      this.attemptCount[this.activity[k]]++;
    }
  }

  readStates(rows) {
    const n = rows.length / 4;
    this.attempt = new Int32Array(n);
    this.state = new Int8Array(n);
    this.begin = new Float64Array(n);
    this.end = new Float64Array(n);
    this.first = new Float64Array(this.count).fill(Infinity);
    this.last = new Float64Array(this.count).fill(-Infinity);
    for (let k = 0, at = 0; k < n; k++) {
      const attempt = this.attempt[k] = rows[at++];
      this.state[k] = rows[at++];
      this.begin[k] = rows[at++] / 1e6;
      this.end[k] = this.begin[k] + Math.max(0, rows[at++] / 1e6);
      const activity = this.activity[attempt];
      this.first[activity] = Math.min(this.first[activity], this.begin[k]);
      this.last[activity] = Math.max(this.last[activity], this.end[k]);
    }
  }

  // The kind of a state, which decides its colour: attempts that did not complete stand out.
  kind(k) {
    const lost = this.outcome[this.attempt[k]] > 1;
    return lost && this.state[k] >= PROCESSING ? FAILED : this.shownState(k);
  }

  // The state, or UNCLEAR if the attempt ended in it although it should have become active before: part of this time was
  // processing, but it is unknown which part.
  shownState(k) {
    const attempt = this.attempt[k];
    const isUnclear = this.state[k] < PROCESSING && Number.isNaN(this.active[attempt]) && this.end[k] >= this.ended[attempt] - 2e-6;
    return isUnclear ? UNCLEAR : this.state[k];
  }

  // A row for each activity, ordered by start.
  byActivity() {
    const order = d3.range(this.count).filter(a => this.first[a] < Infinity)
      .sort((a, b) => this.first[a] - this.first[b] || this.last[a] - this.last[b] || a - b);
    const rowOf = new Int32Array(this.count).fill(-1);
    order.forEach((activity, row) => rowOf[activity] = row);
    const items = d3.range(this.state.length);
    return new Rows(this, items, k => rowOf[this.activity[this.attempt[k]]], order.length,
      order.map(a => ({label: this.ids[a], rows: 1})), a => rowOf[a]);
  }

  // Rows for each processor, as many as it had simultaneous activities.
  byProcessor() {
    const attempts = d3.range(this.activity.length).filter(k => this.active[k] === this.active[k])
      .sort((a, b) => this.active[a] - this.active[b]);
    const lanes = new Map();
    const laneOf = new Int32Array(this.activity.length).fill(-1);
    for (const k of attempts) {
      const group = this.processor[k];
      if (!lanes.has(group)) lanes.set(group, []);
      const ends = lanes.get(group);
      let lane = ends.findIndex(end => end <= this.active[k]);
      if (lane < 0) lane = ends.length;
      ends[lane] = this.ended[k] === this.ended[k] ? this.ended[k] : Infinity;
      laneOf[k] = lane;
    }
    const groups = [...lanes.keys()].sort((a, b) => (a < 0) - (b < 0) || a - b);
    const firstRow = new Map();
    let rows = 0;
    const labels = groups.map(g => {
      firstRow.set(g, rows);
      rows += lanes.get(g).length;
      return {label: g < 0 ? 'unknown processors' : this.processors[g], rows: lanes.get(g).length};
    });
    const row = attempt => attempt < 0 || laneOf[attempt] < 0 ? -1 : firstRow.get(this.processor[attempt]) + laneOf[attempt];
    const items = d3.range(this.state.length).filter(k => this.state[k] >= PROCESSING && laneOf[this.attempt[k]] >= 0);
    return new Rows(this, items, k => row(this.attempt[k]), rows, labels, a => row(this.lastAttempt[a]));
  }

  // The number of activities in each state at the middle of each of the equal parts of a span.
  levels(begin, end, parts) {
    const counts = KINDS.map(() => new Int32Array(parts + 1));
    const scale = parts / (end - begin);
    for (let k = 0; k < this.state.length; k++) {
      const from = Math.max(0, Math.ceil((this.begin[k] - begin) * scale - .5));
      const to = Math.min(parts, Math.ceil((this.end[k] - begin) * scale - .5));
      if (from < to) {
        const level = this.shownState(k);
        counts[level][from]++;
        counts[level][to]--;
      }
    }
    counts.forEach(c => { for (let k = 1; k < parts; k++) c[k] += c[k - 1]; });
    return counts;
  }

  describe(attempt, k) {
    const a = this.activity[attempt];
    const lines = [];
    if (this.typeNames[this.types[a]] !== this.ids[a]) lines.push(this.typeNames[this.types[a]]);
    if (k >= 0) lines.push(`${KIND_TEXTS[this.shownState(k)]} for ${brief(this.end[k] - this.begin[k])}, from ${brief(this.begin[k])} to ${brief(this.end[k])}`);
    if (this.processor[attempt] >= 0) lines.push('on ' + this.processors[this.processor[attempt]]);
    const outcome = OUTCOMES[this.outcome[attempt]];
    if (this.attemptCount[a] > 1 || this.outcome[attempt] !== 1) lines.push(`attempt ${this.number[attempt]} of ${this.attemptCount[a]}, ${outcome}`);
    return lines.join('\n');
  }
}

// The contents of a timeline: items (state intervals) in rows, and groups of rows with labels.
class Rows {
  constructor(data, items, rowOfItem, count, groups, rowOfActivity) {
    this.data = data;
    this.count = count;
    this.groups = groups;
    this.rowOfActivity = rowOfActivity;
    this.item = Int32Array.from(items);
    this.row = Int32Array.from(items, rowOfItem);
    this.kinds = KINDS.map(() => []);
    this.item.forEach((k, at) => this.kinds[data.kind(k)].push(at));
  }

  // Rows with an item in a span of time, numbered from 0; all other rows are -1.
  within(begin, end) {
    const shown = new Int32Array(this.count).fill(-1);
    for (let at = 0; at < this.item.length; at++) {
      const k = this.item[at];
      if (this.data.begin[k] < end && this.data.end[k] > begin) shown[this.row[at]] = 0;
    }
    let next = 0;
    for (let row = 0; row < this.count; row++) if (shown[row] === 0) shown[row] = next++;
    return {shown, count: next};
  }
}
