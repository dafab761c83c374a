// Paints a timeline once: its axis, the number of activities per state, and the rows with the critical path.
class TimelinePainting {
  // c: the context of its canvas; at: the positions of rows and times on it
  constructor(timeline, c, at) {
    this.timeline = timeline;
    this.c = c;
    this.at = at;
  }

  // Returns the largest number of simultaneous activities.
  paint() {
    const {c, at} = this;
    this.axis();
    const most = this.levels();
    c.save();
    c.beginPath();
    c.rect(at.left, 0, at.width - at.left, at.total);
    c.clip();
    this.services();
    this.items();
    if (this.timeline.showsPath) this.path();
    this.selected();
    c.restore();
    this.labels();
    return most;
  }

  axis() {
    const {c, at, timeline} = this;
    const ticks = timeTicks(timeline.begin, timeline.end, Math.max(2, (at.width - at.left) / 90));
    const step = ticks.length > 1 ? ticks[1] - ticks[0] : timeline.end - timeline.begin;
    c.strokeStyle = colors.css('grid');
    c.fillStyle = colors.css('ink-3');
    c.textAlign = 'center';
    c.textBaseline = 'top';
    for (const tick of ticks) {
      const x = Math.round(at.x(tick)) + .5;
      c.beginPath();
      c.moveTo(x, 0);
      c.lineTo(x, at.top + at.height + 4);
      c.stroke();
      const text = tickText(tick, step);
      c.fillText(text, Math.min(x, at.width - c.measureText(text).width / 2 - 2), at.top + at.height + 9);
    }
  }

  // Paints the number of activities in each state: processing at the bottom, submitting on top.
  levels() {
    const {c, at, timeline} = this;
    const parts = Math.max(1, Math.floor(at.width - 8 - at.left));
    const levels = timeline.data.levels(timeline.begin, timeline.end, parts);
    const order = [PROCESSING, SUSPENDED, UNCLEAR, 2, 1, 0];
    let most = 0;
    for (let k = 0; k < parts; k++) most = Math.max(most, d3.sum(order, s => levels[s][k]));
    const y = d3.scaleLinear([0, most || 1], [timeline.levelsHeight, 8]);
    const base = new Float64Array(parts);
    for (const state of order) {
      c.fillStyle = colors.css(timeline.kindColor(state));
      c.beginPath();
      for (let k = 0; k < parts; k++) {
        if (!levels[state][k]) continue;
        const from = y(base[k]);
        base[k] += levels[state][k];
        c.rect(at.left + k, y(base[k]), 1.02, from - y(base[k]));
      }
      c.fill();
    }
    c.fillStyle = colors.css('ink-3');
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    c.fillText(counted(most), at.left - 8, y(most || 1));
    c.fillText('0', at.left - 8, timeline.levelsHeight - 4);
    c.textAlign = 'left';
    c.fillText(at.left > 100 ? 'activities at once' : 'at once', 0, (8 + timeline.levelsHeight) / 2);
    c.strokeStyle = colors.css('line');
    c.beginPath();
    c.moveTo(at.left, timeline.levelsHeight + .5);
    c.lineTo(at.width - 8, timeline.levelsHeight + .5);
    c.stroke();
    return most;
  }

  services() {
    const {c, at, timeline} = this;
    c.fillStyle = colors.css('ink-3');
    for (const s of timeline.data.services) {
      if (s.end > timeline.begin && s.begin < timeline.end) c.fillRect(at.x(s.begin), timeline.levelsHeight + 4, Math.max(1, at.x(s.end) - at.x(s.begin)), 4);
    }
  }

  items() {
    const {c, at, timeline} = this;
    const rows = timeline.rows, data = timeline.data;
    const gap = at.row >= 8 ? 2 : at.row >= 3 ? 1 : 0;
    const high = Math.max(1, at.row - gap);
    for (let kind = 0; kind < KINDS.length; kind++) {
      const byType = timeline.colorBy === 'type' && kind === PROCESSING;
      c.fillStyle = colors.css(timeline.kindColor(kind));
      for (const p of rows.kinds[kind]) {
        const k = rows.item[p];
        if (data.end[k] < timeline.begin || data.begin[k] > timeline.end) continue;
        const row = at.shown[rows.row[p]];
        if (!(row >= 0)) continue;
        const x0 = Math.max(at.left - 2, at.x(data.begin[k]));
        const x1 = Math.min(at.width, at.x(data.end[k]));
        if (byType) c.fillStyle = typeColor(timeline.typeNumber(data.types[data.activity[data.attempt[k]]]));
        const seam = x1 - x0 > 6 && timeline.mode === 'processor' ? 1 : 0;
        c.fillRect(x0, at.top + row * at.row + gap / 2, Math.max(.7, x1 - x0 - seam), high);
        if (kind === FAILED && high >= 4 && x1 - x0 >= 4) this.hatching(x0, at.top + row * at.row + gap / 2, x1 - x0 - seam, high);
        if (seam && at.row >= 16) this.itemName(k, x0, x1, row, byType);
      }
    }
  }

  // Marks attempts that did not complete with a hatching, in addition to their colour.
  hatching(x, y, wide, high) {
    const {c} = this;
    c.save();
    c.beginPath();
    c.rect(x, y, wide, high);
    c.clip();
    c.strokeStyle = colors.css('surface');
    c.lineWidth = 1;
    c.beginPath();
    for (let from = x - high - x % 5; from < x + wide; from += 5) { c.moveTo(from, y + high); c.lineTo(from + high, y); }
    c.stroke();
    c.restore();
  }

  itemName(k, x0, x1, row, byType) {
    const {c, at, timeline} = this;
    if (x1 - x0 < 34) return;
    const data = timeline.data, activity = data.activity[data.attempt[k]];
    const text = clipped(c, data.ids[activity], x1 - x0 - 10);
    if (!text) return;
    const fill = c.fillStyle;
    c.fillStyle = inkOn(byType ? typeColor(timeline.typeNumber(data.types[activity])) : colors.of(KINDS[data.kind(k)]));
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    const x = Math.max(x0, at.left) + 5, y = at.top + (row + .5) * at.row + .5;
    if (data.kind(k) === FAILED) {
      c.strokeStyle = fill;
      c.lineWidth = 4;
      c.strokeText(text, x, y);
      c.lineWidth = 1;
    }
    c.fillText(text, x, y);
    c.fillStyle = fill;
  }

  // Draws each step of the path from the end of the previous one: a dashed line while it waited, a frame around its
  // last attempt, then a line to the step that waited for it.
  path() {
    const {c, at, timeline} = this;
    const data = timeline.data;
    const lines = [], waits = [], frames = [];
    // Below the bars of a processor, so that the lines do not cross out their names.
    const under = timeline.mode === 'processor' && at.row >= 8 ? at.row / 2 : 0;
    let from = 0, before = null;
    for (const activity of timeline.path) {
      const row = activity < 0 ? -1 : timeline.rows.rowOfActivity(activity);
      const until = activity < 0 ? NaN : data.last[activity];
      if (!(row >= 0) || !Number.isFinite(until)) continue;
      const shown = at.shown[row];
      const y = at.top + ((shown >= 0 ? shown : row * at.count / Math.max(1, timeline.rows.count)) + .5) * at.row;
      const active = data.active[data.lastAttempt[activity]];
      const begin = active === active ? active : Math.min(from, until);
      if (before !== null) lines.push([at.x(from), before, at.x(from), y + under]);
      if (begin > from) waits.push([at.x(from), y + under, at.x(begin), y + under]);
      frames.push([at.x(begin), y, at.x(until)]);
      from = until;
      before = y;
    }
    const stroke = (segments, color, width, dash) => {
      c.strokeStyle = color;
      c.lineWidth = width;
      c.setLineDash(dash);
      c.beginPath();
      segments.forEach(([x0, y0, x1, y1]) => { c.moveTo(x0, y0); c.lineTo(x1, y1); });
      c.stroke();
      c.setLineDash([]);
    };
    const half = Math.max(2.5, at.row / 2 - .5);
    stroke([...lines, ...waits], colors.css('halo'), 4, []);
    stroke(waits, colors.css('path'), 2, [4, 3]);
    stroke(lines, colors.css('path'), 2, []);
    c.strokeStyle = colors.css('path');
    c.lineWidth = 2;
    if (at.row < 4) stroke(frames.map(([x0, y, x1]) => [x0, y, x1, y]), colors.css('path'), 2.5, []);
    else for (const [x0, y, x1] of frames) c.strokeRect(x0, y - half, Math.max(1.5, x1 - x0), 2 * half);
    c.lineWidth = 1;
  }

  selected() {
    const {c, at, timeline} = this;
    if (timeline.selected < 0) return;
    const k = timeline.rows.item[timeline.selected];
    const row = at.shown[timeline.rows.row[timeline.selected]];
    if (!(row >= 0)) return;
    c.strokeStyle = colors.css('accent');
    c.lineWidth = 2;
    const x0 = at.x(timeline.data.begin[k]);
    c.strokeRect(x0 - 1, at.top + row * at.row - 1, Math.max(4, at.x(timeline.data.end[k]) - x0 + 2), Math.max(4, at.row + 2));
    c.lineWidth = 1;
  }

  labels() {
    const {c, at, timeline} = this;
    c.textAlign = 'left';
    c.textBaseline = 'middle';
    let row = 0;
    let free = 0;
    for (const group of timeline.rows.groups) {
      const first = at.shown[row];
      row += group.rows;
      if (!(first >= 0)) continue;
      const y = at.top + (first + group.rows / 2) * at.row;
      if (y < free || at.row * group.rows < 3 && timeline.rows.groups.length > 60) continue;
      if (timeline.mode === 'activity' && at.row < 11) continue;
      c.fillStyle = colors.css('ink-2');
      c.fillText(clipped(c, group.label, at.left - 14), 0, y);
      free = y + 13;
    }
    if (timeline.mode === 'activity' && at.row < 11) {
      c.fillStyle = colors.css('ink-3');
      c.fillText(clipped(c, count(at.count, 'activity,', 'activities,'), at.left - 8), 0, at.top + 8);
      c.fillText(clipped(c, 'earliest on top', at.left - 8), 0, at.top + 24);
    }
  }
}
