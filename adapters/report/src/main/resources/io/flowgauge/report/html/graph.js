// The workflow as a graph, each activity or type after those it depends on, with the critical path in bold.
class Graph extends LayeredGraph {
  constructor(run) {
    super();
    this.take(run);
    this.mode = run.graph.activities && run.metrics.activities <= 40 ? 'activities' : run.graph.types ? 'types' : 'activities';
    // Hooks: onNodes is called when boxes have been drawn; more returns further text about a node.
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
    drawings.add(() => this.draw());
    this.rows = asTable('Dependencies as a table', () => this.table());
    return h('div', {}, h('figure', {}, this.makeBox('Graph')), this.note = h('p', {class: 'note'}), this.rows);
  }

  // Shows a later state of the same run, keeping the scroll position.
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
    this.most = d3.max(graph.edges, e => e[2]) || 1;
    this.drawGraph(graph, this.mode);
    this.onNodes();
    const isBare = this.run.metrics.dependencies === 0;
    const what = this.isTypes ? 'An edge stands for all dependencies between activities of two types; the number counts them. ' : '';
    this.note.textContent = (isBare ? 'The input has no dependencies. ' : what) + 'Bold: on the critical path.';
    this.rows.hidden = isBare;
  }

  get between() {
    return this.isTypes ? 48 : super.between;
  }

  get leastRoom() {
    return this.isTypes ? 150 : super.leastRoom;
  }

  isOn(node) {
    return (this.isTypes ? this.typesOnPath : this.onPath).has(node);
  }

  isEdgeOn(edge) {
    return (this.isTypes ? this.typeSteps : this.steps).has(`${edge[0]} ${edge[1]}`);
  }

  edgeWidth(edge) {
    return this.isEdgeOn(edge) ? 2.5 : this.isTypes ? 1 + 3 * Math.sqrt(edge[2] / this.most) : 1;
  }

  edgeText(edge) {
    return this.isTypes && edge[2] > 1 ? counted(edge[2]) : '';
  }

  bars(boxes, wide) {
    const types = this.run.timeline.types;
    boxes.append('rect').attr('width', Math.min(5, wide)).attr('height', NODE_HEIGHT).attr('rx', 2).style('fill', n => typeColor(this.isTypes ? n.n : types[n.n]));
  }

  extra(node) {
    const count = this.counts.get(node);
    return this.isTypes && count > 1 ? ` × ${counted(count)}` : '';
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
