// The code regions of an activity, each below its callers; a bar in each box shows its share of own time.
class CodeGraph extends LayeredGraph {
  constructor(choose) {
    super();
    this.choose = choose;
    this.activity = null;
    drawings.add(() => this.draw());
  }

  show(activity, chosen) {
    this.activity = activity;
    this.chosen = chosen;
    this.own = d3.sum(activity.regions, r => r.own) || 1;
    this.most = d3.max(activity.graph.edges, e => activity.calls[e[2]][3]) || 1;
    this.draw();
  }

  draw() {
    if (this.activity && this.box.clientWidth) this.drawGraph(this.activity.graph, 'code regions');
  }

  get leastRoom() {
    return 150;
  }

  region(node) {
    return this.activity.regions[this.activity.graph.drawn[node]];
  }

  name(node) {
    return this.region(node).name;
  }

  label(node) {
    return withoutUnit(this.name(node));
  }

  isOn(node) {
    return this.name(node) === this.chosen;
  }

  isEdgeOn(edge) {
    return this.isOn(edge[0]) || this.isOn(edge[1]);
  }

  edgeWidth(edge) {
    return 1 + 3 * Math.sqrt(this.activity.calls[edge[2]][3] / this.most);
  }

  bars(boxes, wide) {
    boxes.append('rect').attr('class', 'own').attr('width', n => wide * this.region(n.n).own / this.own).attr('height', NODE_HEIGHT).attr('rx', 4);
    boxes.classed('node', true).on('click', (event, n) => this.choose(this.name(n.n)));
  }

  tell(node) {
    const r = this.region(node);
    return [count(r.calls, 'call', 'calls'), `time ${brief(r.time)}, own ${brief(r.own)} (${percent(r.own / this.own)})`, r.open ? `a call is open for ${brief(r.open)}` : ''].filter(t => t).join('\n');
  }
}
