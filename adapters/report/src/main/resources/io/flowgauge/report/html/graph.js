// The workflow as a graph, each activity or type after those it depends on, the critical path in bold.
// Layers go from left to right or, where that needs more width than there is, from top to bottom.
const NODE_HEIGHT = 22, ROW_ROOM = 30, ARROW = 7;
const NARROW = 560, MOST_ROOM = 230;

class Graph {
  constructor(run) {
    this.take(run);
    this.mode = run.graph.activities && run.metrics.activities <= 40 ? 'activities' : run.graph.types ? 'types' : 'activities';
    // Told when boxes were drawn, and asked what else to say of one.
    this.onNodes = () => {};
    this.more = () => '';
  }

  take(run) {
    this.run = run;
    const path = run.path.activities || [], types = run.path.types;
    this.onPath = new Set(path);
    this.steps = new Set(path.slice(1).map((a, k) => `${path[k]} ${a}`));
    this.typesOnPath = new Set(types);
    this.typeSteps = new Set(types.slice(1).map((type, k) => `${types[k]} ${type}`));
    this.counts = new Map(run.types.map(t => [t.type, t.count]));
  }

  view() {
    this.box = h('div', {class: 'scroll graph', tabindex: '0', role: 'group', 'aria-label': 'Graph; scrolls with the arrow keys'});
    drawings.add(() => this.draw());
    this.rows = asTable('Dependencies as a table', () => this.table());
    return h('div', {}, h('figure', {}, this.box), this.note = h('p', {class: 'note'}), this.rows);
  }

  // Shows a later state of the same run, where it was scrolled to.
  update(run) {
    const shape = () => JSON.stringify([this.run.graph[this.mode], this.run.path.activities, this.run.path.types]);
    const before = shape();
    this.take(run);
    if (shape() === before) return;
    const {scrollLeft, scrollTop} = this.box;
    this.draw();
    Object.assign(this.box, {scrollLeft, scrollTop});
    this.rows.refresh();
  }

  show(mode) {
    this.mode = mode;
    this.draw();
  }

  get isTypes() {
    return this.mode === 'types';
  }

  name(node) {
    return this.isTypes ? this.run.typeNames[node] : this.run.timeline.ids[node];
  }

  draw() {
    const graph = this.run.graph[this.mode];
    if (!graph || !this.box.clientWidth) return;
    const nodes = d3.range(graph.nodes.length / 2).map(n => ({n, layer: graph.nodes[2 * n], row: graph.nodes[2 * n + 1]}));
    const layers = d3.max(nodes, n => n.layer) + 1;
    const rows = d3.max([...nodes.map(n => n.row), ...graph.edges.flatMap(e => d3.range(4, e.length, 2).map(k => e[k]))]) + 1;
    const room = this.box.clientWidth, isScarce = room < NARROW || document.documentElement.classList.contains('paper');
    this.place = this.fromLeft(layers, rows, room);
    this.isTall = isScarce && this.place.width > room;
    if (this.isTall) this.place = this.fromTop(layers, rows, room);
    const {width, height} = this.place;
    const svg = d3.create('svg').attr('width', width).attr('height', height).attr('viewBox', `0 0 ${width} ${height}`).style('width', width + 'px')
      .attr('role', 'img').attr('aria-label', `${nodes.length} ${this.mode}, ${graph.edges.length} edges, ${layers} layers`);
    this.edges(svg, graph);
    this.nodes(svg, nodes);
    this.box.replaceChildren(svg.node());
    const onPath = nodes.filter(n => (this.isTypes ? this.typesOnPath : this.onPath).has(n.n)).map(n => this.place.across(n.row));
    if (onPath.length && !this.isTall) this.box.scrollTop = d3.median(onPath) - this.box.clientHeight / 2;
    this.note.textContent = this.isTypes ? 'An edge stands for all dependencies between activities of two types; the number counts them. Bold: on the critical path.' : 'Bold: the critical path.';
  }

  // Between the boxes of two layers.
  get between() {
    return this.isTypes ? 56 : 34;
  }

  fromLeft(layers, rows, width) {
    const step = Math.max(this.isTypes ? 150 : 104, Math.min(MOST_ROOM, width / layers));
    return {along: layer => layer * step + 4, across: row => (row + .5) * ROW_ROOM + 3, length: step - this.between, thickness: NODE_HEIGHT,
      width: layers * step, height: rows * ROW_ROOM + 6};
  }

  // Boxes as wide as all rows beside each other leave room for; those too narrow for a name have only their tips.
  fromTop(layers, rows, width) {
    const step = NODE_HEIGHT + this.between, room = Math.min(MOST_ROOM, (width - 4) / rows), indent = (width - rows * room) / 2;
    return {along: layer => layer * step + 4, across: row => indent + (row + .5) * room, length: NODE_HEIGHT, thickness: Math.max(2, room - Math.min(10, room / 4)),
      width, height: layers * step - this.between + 8};
  }

  // A point along the layers and across them, as SVG has it.
  at(along, across) {
    return this.isTall ? `${across},${along}` : `${along},${across}`;
  }

  edges(svg, graph) {
    const {along, across, length} = this.place;
    const steps = this.isTypes ? this.typeSteps : this.steps;
    const marked = e => steps.has(`${e[0]} ${e[1]}`);
    const most = d3.max(graph.edges, e => e[2]) || 1;
    const curve = e => {
      const points = d3.range(3, e.length, 2).map(k => [e[k], e[k + 1]]);
      let d = `M${this.at(along(points[0][0]) + length, across(points[0][1]))}`;
      for (let k = 1; k < points.length; k++) {
        const [x0, y0] = [along(points[k - 1][0]) + length, across(points[k - 1][1])];
        const [x1, y1] = [along(points[k][0]) - (k === points.length - 1 ? ARROW : 0), across(points[k][1])];
        d += `C${this.at((x0 + x1) / 2, y0)} ${this.at((x0 + x1) / 2, y1)} ${this.at(x1, y1)}`;
        if (k < points.length - 1) d += `L${this.at(x1 + length, y1)}`;
      }
      return d;
    };
    svg.append('g').selectAll('path').data([...graph.edges].sort((a, b) => marked(a) - marked(b))).join('path')
      .attr('d', curve).attr('class', e => marked(e) ? 'edge on' : 'edge')
      .style('stroke-width', e => marked(e) ? 2.5 : this.isTypes ? 1 + 3 * Math.sqrt(e[2] / most) : 1);
    // Edges end along the layers, so arrowheads need no rotation.
    const head = this.isTall ? `l${-ARROW / 2 - .5},${-ARROW - 1}h${ARROW + 1}z` : `l${-ARROW - 1},${-ARROW / 2 - .5}v${ARROW + 1}z`;
    svg.append('g').selectAll('path').data(graph.edges).join('path').attr('class', e => marked(e) ? 'arrow on' : 'arrow')
      .attr('d', e => `M${this.at(along(e[e.length - 2]), across(e[e.length - 1]))}${head}`);
    if (!this.isTypes) return;
    svg.append('g').selectAll('text').data(graph.edges.filter(e => e[2] > 1)).join('text').attr('class', 'count')
      .attr('transform', e => `translate(${this.at((along(e[3]) + length + along(e[5])) / 2, (across(e[4]) + across(e[6])) / 2)})`).attr('dy', '.35em').attr('text-anchor', 'middle').text(e => counted(e[2]));
  }

  nodes(svg, nodes) {
    const {along, across, length, thickness} = this.place;
    const wide = this.isTall ? thickness : length;
    const types = this.run.timeline.types;
    const self = this;
    const g = svg.append('g').selectAll('g').data(nodes).join('g').attr('transform', n => `translate(${this.at(along(n.layer), across(n.row) - thickness / 2)})`);
    const color = n => typeColor(this.isTypes ? n.n : types[n.n]);
    g.append('rect').attr('width', wide).attr('height', NODE_HEIGHT).attr('rx', 4).attr('class', n => (this.isTypes ? this.typesOnPath : this.onPath).has(n.n) ? 'box on' : 'box');
    g.append('rect').attr('width', Math.min(5, wide)).attr('height', NODE_HEIGHT).attr('rx', 2).style('fill', color);
    const letters = Math.floor((wide - 18) / 7.3);
    const extra = n => this.isTypes ? ` × ${counted(this.counts.get(n.n))}` : '';
    const label = n => {
      const name = this.name(n.n), room = letters - extra(n).length;
      if (this.isTall && room < 3) return letters < 3 ? '' : shortened(name, letters);
      return shortened(name, Math.max(3, room)) + extra(n);
    };
    g.append('text').attr('x', 12).attr('y', NODE_HEIGHT / 2).attr('dy', '.35em').text(label);
    g.each(function (n) { tipOn(this, () => self.name(n.n), () => self.tell(n.n)); });
    this.boxes = g;
    this.boxWidth = wide;
    this.onNodes();
  }

  tell(node) {
    if (this.isTypes) return [count(this.counts.get(node), 'activity', 'activities'), this.more(node)].filter(t => t).join('\n');
    const time = this.run.timeline.times[node];
    const own = this.run.typeNames[this.run.timeline.types[node]];
    return [own === this.name(node) ? '' : own, time === null ? '' : `processing time ${brief(time / 1e6)}`, this.onPath.has(node) ? 'on the critical path' : '', this.more(node)].filter(t => t).join('\n');
  }

  table() {
    const graph = this.run.graph[this.mode];
    return table([
      {head: 'from', cell: e => this.name(e[0]), kind: 'name'}, {head: 'to', cell: e => this.name(e[1]), kind: 'name'},
      {head: 'dependencies', cell: e => counted(e[2]), num: true},
    ], graph.edges);
  }
}

function graphOptions(run) {
  return [...(run.graph.types ? [['types', 'types']] : []), ...(run.graph.activities ? [['activities', 'activities']] : []),
    ...(run.tree.regions.length > 1 || !run.graph.types && !run.graph.activities ? [['regions', 'regions']] : [])];
}

function workflowLead(m) {
  return `${count(m.activities, 'activity', 'activities')}, ${count(m.dependencies, 'dependency', 'dependencies')}, ${count(m.levels, 'level', 'levels')}, up to ${counted(m.width)} in parallel.`;
}

function workflowView(run, chosen = {}) {
  const graph = new Graph(run), tree = new RegionTree(run);
  const options = graphOptions(run);
  if (!options.length) return null;
  const graphBox = graph.view(), treeBox = tree.view();
  let mode = options.some(o => o[0] === chosen.mode) ? chosen.mode : run.graph[graph.mode] ? graph.mode : 'regions';
  const show = value => {
    mode = chosen.mode = value;
    graphBox.hidden = value === 'regions';
    treeBox.hidden = value !== 'regions';
    if (value !== 'regions') graph.show(value);
  };
  const view = section('workflow', 'Workflow', workflowLead(run.metrics), graphBox, treeBox);
  if (options.length > 1) view.querySelector('header').append(h('div', {class: 'tools'}, choice('Graph of', options, mode, show)));
  show(mode);
  view.graph = graph;
  view.update = next => {
    if (String(graphOptions(next)) !== String(options)) return false;
    view.querySelector('.lead').textContent = workflowLead(next.metrics);
    graph.update(next);
    tree.update(next);
    return true;
  };
  return view;
}
