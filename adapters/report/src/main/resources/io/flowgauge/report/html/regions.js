// The region tree as a table that expands and collapses, with the time each region took and lost.
class RegionTree {
  constructor(run) {
    this.take(run);
    this.open = new Set(this.regions.filter(r => r.depth < 3 && this.regions.length < 60 || r.depth < 2).map(r => r.number));
  }

  take(run) {
    this.tree = run.tree;
    this.regions = run.tree.regions.map((r, number) => ({...r, number, children: [], depth: 0}));
    this.regions.forEach(r => {
      if (r.parent < 0) return;
      r.depth = this.regions[r.parent].depth + 1;
      this.regions[r.parent].children.push(r);
    });
    this.most = d3.max(this.regions, r => valueOf(r.time)) || 1;
  }

  // Shows a later state of the same run; regions are recognised by their titles and those of their ancestors.
  update(run) {
    const title = r => (r.parent < 0 ? '' : title(this.regions[r.parent])) + '\n' + r.section + r.name;
    const known = new Set(this.regions.map(title)), open = new Set([...this.open].map(number => title(this.regions[number])));
    this.take(run);
    this.open = new Set(this.regions.filter(r => open.has(title(r)) || !known.has(title(r)) && r.depth < 2).map(r => r.number));
    this.fill();
  }

  view() {
    this.body = h('div', {id: 'region-tree'});
    this.fill();
    return h('div', {}, this.body);
  }

  fill() {
    const rows = [];
    const add = r => {
      rows.push(r);
      if (this.open.has(r.number)) r.children.forEach(add);
    };
    if (this.regions.length) add(this.regions[0]);
    this.body.replaceChildren(table([
      {head: 'region', cell: r => this.name(r), kind: 'name region'},
      {head: 'activities', cell: r => counted(r.activities), num: true},
      {head: 'time', cell: r => time(r.time), num: true},
      {head: 'ideal', cell: r => time(r.ideal), num: true},
      {head: 'lost', cell: r => time(r.lost), num: true},
      {head: 'useful and lost', kind: 'step', cell: r => this.bar(r)},
      {head: 'mostly to', cell: r => r.most ? `${r.most} ${brief(r.mostSeconds)}` : '', kind: 'name'},
    ], rows));
    if (this.tree.omitted) this.body.append(h('p', {class: 'note'}, `These are the regions with the most activities; ${counted(this.tree.omitted)} smaller ones and their contents are left out.`));
  }

  name(r) {
    const title = `${r.section} ${r.name}`.trim();
    const indent = {style: {'padding-left': 18 * Math.min(r.depth, 12) + 'px'}};
    if (!r.children.length) return h('span', indent, h('span', {class: 'leaf'}), title);
    const isOpen = this.open.has(r.number);
    const toggle = h('button', {type: 'button', class: 'toggle', 'aria-expanded': String(isOpen), 'aria-label': `${title}, ${count(r.children.length, 'region', 'regions')} inside`, onclick: () => {
      if (isOpen) this.open.delete(r.number); else this.open.add(r.number);
      this.fill();
      this.body.querySelector(`[data-region="${r.number}"]`)?.focus();
    }, 'data-region': r.number}, isOpen ? '▾' : '▸');
    return h('span', indent, toggle, title);
  }

  bar(r) {
    if (!has(r.time)) return '';
    const useful = Math.min(valueOf(r.ideal) || 0, r.time.value);
    const width = part => ({width: 100 * Math.max(0, part) / this.most + '%'});
    return h('span', {class: 'pairbar'}, h('span', {style: {...width(useful), background: 'var(--useful)'}}), h('span', {style: {...width(r.time.value - useful), background: 'var(--unidentified)'}}));
  }
}
