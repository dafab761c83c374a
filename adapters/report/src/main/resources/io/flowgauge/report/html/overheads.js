// Where the time went: the hierarchy of overheads as a zoomable icicle, and as a table of both views.
const MEANING_OF_VIEWS = {
  regions: 'The overheads of all regions of the workflow, each class measured on its own. Severity is the time of a class as a share of the makespan.',
  path: 'Every moment of the makespan in exactly one class, along the critical path.',
};

class Overheads {
  constructor(run) {
    this.take(run);
    this.mode = 'regions';
    if (!run.overheads.classes.some(c => valueOf(c.time) > NOTHING)) this.mode = 'path';
    this.focus = null;
    this.classes = new Part();
  }

  take(run) {
    this.run = run;
    this.index = classIndex(run.overheads.classes);
  }

  // Omits negative parts, which have no width.
  tree(mode) {
    const o = this.run.overheads;
    const seconds = c => mode === 'regions' ? valueOf(c.time) : c.attributed;
    const node = c => ({
      id: c.id, name: c.name, meaning: c.meaning, seconds: seconds(c),
      share: mode === 'regions' ? valueOf(c.severity) : c.attributedShare,
      children: c.children.map(node).filter(n => d3.sum(leavesOf(n), l => Math.max(0, l.seconds)) > NOTHING),
    });
    const whole = mode === 'regions' ? valueOf(o.time) : o.attributedTime;
    const ideal = mode === 'regions' ? valueOf(o.ideal) : o.attributedIdeal;
    const overhead = node(this.index.get('total'));
    const children = [];
    if (ideal > 0) children.push({id: 'useful', name: 'useful', meaning: 'applications computed for as long as their ideal time.', seconds: ideal, share: ideal / whole, children: []});
    if (overhead.children.length) children.push(overhead);
    return {id: 'makespan', name: 'makespan', meaning: '', seconds: whole, share: 1, children};
  }

  view() {
    this.svg = d3.create('svg').attr('role', 'group').attr('id', 'icicle');
    this.lead = h('p', {class: 'lead'});
    this.note = h('p', {class: 'note'});
    this.back = h('button', {type: 'button', disabled: true, onclick: () => this.zoom(null)}, 'whole hierarchy');
    const view = section('overheads', 'Where the time went', '', this.lead, h('figure', {}, this.svg.node()), this.note, this.tables = h('div', {}, this.classes.make(() => this.table())));
    view.querySelector('header').append(h('div', {class: 'tools'},
      choice('View', [['regions', 'all regions'], ['path', 'critical path']], this.mode, mode => { this.mode = mode; this.focus = null; this.draw(); }), this.back));
    drawings.add(() => this.draw());
    view.update = run => {
      this.take(run);
      this.draw();
      this.tables.replaceChildren(this.classes.make(() => this.table()));
      return true;
    };
    return view;
  }

  zoom(id) {
    this.focus = id;
    this.draw(true);
  }

  draw(keepFocus) {
    const width = this.svg.node().parentElement.clientWidth;
    if (!width) return;
    const root = d3.hierarchy(this.tree(this.mode)).sum(d => d.children.length ? 0 : Math.max(0, d.seconds));
    const rowHeight = 38;
    const height = rowHeight * (root.height + 1);
    d3.partition().size([width, height])(root);
    const focus = root.descendants().find(n => n.data.id === this.focus) || root;
    const scale = width / Math.max(1e-9, focus.x1 - focus.x0);
    const nodes = root.descendants().filter(n => n.x1 > focus.x0 + 1e-9 && n.x0 < focus.x1 - 1e-9);
    nodes.forEach(n => {
      n.left = Math.max(0, (n.x0 - focus.x0) * scale);
      n.right = Math.min(width, (n.x1 - focus.x0) * scale);
    });
    this.lead.textContent = MEANING_OF_VIEWS[this.mode];
    this.back.disabled = focus === root;
    this.svg.attr('viewBox', `0 0 ${width} ${height}`).attr('height', height)
      .attr('aria-label', `Hierarchy of overheads, ${focus === root ? 'whole' : 'within ' + focus.data.name}; arrow keys move, Enter zooms, Escape goes back`);
    this.paint(nodes, focus, root);
    this.say();
    if (keepFocus) this.svg.select(`[data-id="${focus.data.id}"]`).node()?.focus();
  }

  paint(nodes, focus, root) {
    const self = this;
    this.svg.selectAll('defs').remove();
    this.svg.append('defs');
    this.svg.selectAll('g.node').data(nodes, n => n.data.id).join(
      enter => {
        const g = enter.append('g').attr('class', 'node').attr('role', 'button');
        g.append('rect').attr('rx', 3);
        g.append('text').attr('dy', '.35em');
        g.each(function (n) { tipOn(this, () => d3.select(this).datum().data.name, () => self.tell(d3.select(this).datum())); });
        g.on('click', (e, n) => this.zoom(n.data.id === this.focus || n.depth === 0 ? null : n.data.id));
        g.on('keydown', (e, n) => this.key(e, n));
        return g;
      })
      .attr('data-id', n => n.data.id)
      .attr('tabindex', n => n === focus ? 0 : -1)
      .attr('aria-label', n => `${n.data.name}, ${brief(n.data.seconds)}, severity ${percent(n.data.share)}`)
      .attr('transform', n => `translate(${n.left},${n.y0})`)
      .each(function (n) {
        const color = n.depth === 0 ? colors.of('raised') : classColor(self.index, n.data.id);
        const wide = n.right - n.left;
        const ink = inkOn(color);
        const g = d3.select(this);
        g.select('rect').attr('width', Math.max(0.5, wide)).attr('height', n.y1 - n.y0).style('fill', n.depth ? classPattern(self.svg, self.index, n.data.id) : d3.rgb(color).formatRgb());
        const text = g.select('text').attr('x', 9).attr('y', (n.y1 - n.y0) / 2).style('fill', ink).style('stroke', d3.rgb(color).formatRgb());
        text.selectAll('tspan').remove();
        const name = n.data.name, part = `${brief(n.data.seconds)} · ${percent(n.data.share)}`;
        if (wide > name.length * 7 + part.length * 6.8 + 30) {
          text.append('tspan').style('font-weight', 600).text(name);
          text.append('tspan').attr('class', 'part').attr('dx', 9).text(part);
        } else if (wide > name.length * 7.2 + 16) text.append('tspan').style('font-weight', 600).text(name);
        else if (wide > 44) text.append('tspan').text(name.slice(0, Math.max(1, Math.floor((wide - 20) / 7.2))) + '…');
      });
  }

  tell(n) {
    return `${brief(n.data.seconds)}, severity ${percent(n.data.share)}${n.data.meaning ? '\n' + n.data.meaning : ''}`;
  }

  say() {
    const why = this.mode === 'regions' ? this.run.overheads.whyNegative : [];
    this.note.hidden = !why.length;
    this.note.textContent = [...why, 'Widths are shares of the sum of the positive times.'].join(' ');
  }

  key(e, n) {
    const self = this;
    const go = to => to && this.svg.selectAll('g.node').filter(d => d.data.id === to.data.id).node()?.focus();
    const siblings = n.parent ? n.parent.children : [n];
    const acts = {
      ArrowUp: () => go(n.parent), ArrowDown: () => go(n.children && n.children[0]),
      ArrowLeft: () => go(siblings[siblings.indexOf(n) - 1]), ArrowRight: () => go(siblings[siblings.indexOf(n) + 1]),
      Enter: () => self.zoom(n.depth ? n.data.id : null), ' ': () => self.zoom(n.depth ? n.data.id : null), Escape: () => self.zoom(null),
    };
    if (acts[e.key]) { e.preventDefault(); acts[e.key](); }
  }

  // Both views side by side, and lists of the classes that are zero or were not measured.
  table() {
    const o = this.run.overheads;
    const rows = [{name: 'makespan', depth: 0, id: '', left: o.time, severity: {value: 1}, right: o.attributedTime, part: 1}];
    rows.push({name: 'useful (ideal)', depth: 1, id: 'useful', left: o.ideal, severity: {value: valueOf(o.ideal) / valueOf(o.time)}, right: o.attributedIdeal, part: o.attributedIdeal / o.attributedTime});
    const isShown = c => Math.abs(valueOf(c.time)) > NOTHING || c.attributed !== 0 || c.children.some(isShown);
    const add = (c, depth) => {
      rows.push({name: c.name, depth, id: c.id, left: c.time, severity: c.severity, right: c.attributed, part: c.attributedShare, meaning: c.meaning});
      c.children.filter(isShown).forEach(child => add(child, depth + 1));
    };
    add(this.index.get('total'), 1);
    const bar = (row, part) => {
      if (!(part > 0)) return '';
      const mark = h('span', {class: 'hbar', style: {width: 100 * Math.min(1, part) + '%'}});
      const paint = () => mark.style.background = row.id ? classFill(this.index, row.id) : colors.css('ink-3');
      drawings.add(paint);
      paint();
      return mark;
    };
    const view = table([
      {head: '', cell: r => h('span', {style: {'padding-left': 16 * r.depth + 'px', 'font-weight': r.depth < 2 ? '600' : ''}, title: r.meaning}, r.name)},
      {head: 'all regions', cell: r => time(r.left), num: true},
      {head: 'severity', cell: r => has(r.left) ? share(r.severity) : '', num: true},
      {head: '', kind: 'plot', cell: r => bar(r, valueOf(r.severity))},
      {head: 'critical path', cell: r => o.attributedTime > 0 ? (r.right ? brief(r.right) : '·') : ABSENT, num: true},
      {head: 'share', cell: r => o.attributedTime > 0 && r.right ? percent(r.part) : '', num: true},
      {head: '', kind: 'plot', cell: r => bar(r, r.part)},
    ], rows, {class: 'tree', id: 'overhead-table'});
    return h('div', {}, h('h3', {}, 'Both views side by side'), view, this.absences(isShown));
  }

  absences(isShown) {
    const leaves = [...this.index.values()].filter(c => !c.children.length);
    const zero = leaves.filter(c => has(c.time) && !isShown(c)).map(c => c.name);
    const reasons = d3.group(leaves.filter(c => !has(c.time)), c => c.time.why);
    return h('div', {class: 'note'},
      zero.length ? h('div', {}, `Measured as zero: ${zero.join(', ')}.`) : '',
      [...reasons].map(([why, of]) => h('div', {}, `Not measured: ${of.map(c => c.name).join(', ')}: ${why}.`)));
  }
}

function overheadsView(run) {
  return new Overheads(run).view();
}
