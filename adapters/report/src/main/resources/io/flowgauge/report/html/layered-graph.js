// A graph in layers, each node after those that point at it. Layers run from left to right or, if that is wider than
// the available space, from top to bottom. Subclasses define names, widths and marks of nodes and edges.
const NODE_HEIGHT = 22, ROW_ROOM = 30, ARROW = 7;
const NARROW = 560, MOST_ROOM = 230, PADDING = 18;

class LayeredGraph {
  makeBox(label) {
    this.box = h('div', {class: 'scroll graph', tabindex: '0', role: 'group', 'aria-label': `${label}; scrolls with the arrow keys`});
    return this.box;
  }

  // Draws nodes, given as pairs of layer and row, and edges, given as two nodes, a number, and pairs of layer and row
  // of their points.
  drawGraph(graph, label) {
    const nodes = d3.range(graph.nodes.length / 2).map(n => ({n, layer: graph.nodes[2 * n], row: graph.nodes[2 * n + 1]}));
    const layers = d3.max(nodes, n => n.layer) + 1;
    const rows = d3.max([...nodes.map(n => n.row), ...graph.edges.flatMap(e => d3.range(4, e.length, 2).map(k => e[k]))]) + 1;
    this.text = sized(document.createElement('canvas'), 0, 0);
    this.longest = d3.max(nodes, n => this.measure(this.label(n.n) + this.extra(n.n)));
    const room = this.box.clientWidth, isScarce = room < NARROW || document.documentElement.classList.contains('paper');
    this.place = this.fromLeft(layers, rows, room);
    this.isTall = isScarce && this.place.width > room;
    if (this.isTall) this.place = this.fromTop(layers, rows, room);
    const {width, height} = this.place;
    const svg = d3.create('svg').attr('width', width).attr('height', height).attr('viewBox', `0 0 ${width} ${height}`).style('width', width + 'px')
      .attr('role', 'img').attr('aria-label', `${nodes.length} ${label}, ${graph.edges.length} edges, ${layers} layers`);
    this.edges(svg, graph.edges);
    this.nodes(svg, nodes);
    this.box.replaceChildren(svg.node());
    const on = nodes.filter(n => this.isOn(n.n)).map(n => this.place.across(n.row));
    if (on.length && !this.isTall) this.box.scrollTop = d3.median(on) - this.box.clientHeight / 2;
  }

  // Width of a text in a box, in pixels.
  measure(text) {
    return this.text.measureText(text).width;
  }

  // The gap between the boxes of two layers.
  get between() {
    return 34;
  }

  get leastRoom() {
    return 104;
  }

  // Boxes are wider than usual where that shows names in full and there is room.
  fromLeft(layers, rows, width) {
    const most = Math.max(MOST_ROOM, this.longest + PADDING + this.between + 1);
    const step = Math.max(this.leastRoom, Math.min(most, width / layers));
    return {along: layer => layer * step + 4, across: row => (row + .5) * ROW_ROOM + 3, length: step - this.between, thickness: NODE_HEIGHT,
      width: layers * step, height: rows * ROW_ROOM + 6};
  }

  // Makes boxes as wide as possible with all rows next to each other; boxes too narrow for a name show it only as a
  // tooltip.
  fromTop(layers, rows, width) {
    const step = NODE_HEIGHT + this.between, room = Math.min(MOST_ROOM, (width - 4) / rows), indent = (width - rows * room) / 2;
    return {along: layer => layer * step + 4, across: row => indent + (row + .5) * room, length: NODE_HEIGHT, thickness: Math.max(2, room - Math.min(10, room / 4)),
      width, height: layers * step - this.between + 8};
  }

  // A point in SVG coordinates, given its positions along and across the layers.
  at(along, across) {
    return this.isTall ? `${across},${along}` : `${along},${across}`;
  }

  edges(svg, edges) {
    const {along, across, length} = this.place;
    const marked = e => this.isEdgeOn(e);
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
    svg.append('g').selectAll('path').data([...edges].sort((a, b) => marked(a) - marked(b))).join('path')
      .attr('d', curve).attr('class', e => marked(e) ? 'edge on' : 'edge')
      .style('stroke-width', e => this.edgeWidth(e));
    // Edges end along the layers, so arrowheads need no rotation.
    const head = this.isTall ? `l${-ARROW / 2 - .5},${-ARROW - 1}h${ARROW + 1}z` : `l${-ARROW - 1},${-ARROW / 2 - .5}v${ARROW + 1}z`;
    svg.append('g').selectAll('path').data(edges).join('path').attr('class', e => marked(e) ? 'arrow on' : 'arrow')
      .attr('d', e => `M${this.at(along(e[e.length - 2]), across(e[e.length - 1]))}${head}`);
    svg.append('g').selectAll('text').data(edges.filter(e => this.edgeText(e))).join('text').attr('class', 'count')
      .attr('transform', e => `translate(${this.at((along(e[3]) + length + along(e[5])) / 2, (across(e[4]) + across(e[6])) / 2)})`).attr('dy', '.35em').attr('text-anchor', 'middle').text(e => this.edgeText(e));
  }

  nodes(svg, nodes) {
    const {along, across, length, thickness} = this.place;
    const wide = this.isTall ? thickness : length;
    const self = this;
    const g = svg.append('g').selectAll('g').data(nodes).join('g').attr('transform', n => `translate(${this.at(along(n.layer), across(n.row) - thickness / 2)})`);
    g.append('rect').attr('width', wide).attr('height', NODE_HEIGHT).attr('rx', 4).attr('class', n => this.isOn(n.n) ? 'box on' : 'box');
    this.bars(g, wide);
    const room = n => wide - PADDING - this.measure(this.extra(n.n));
    const names = nodes.map(n => this.label(n.n));
    const dropped = sharedBeginning(names, names.filter((name, k) => this.measure(name) > room(nodes[k])));
    const label = n => {
      const whole = this.label(n.n);
      const name = dropped && whole.startsWith(dropped) ? '…' + whole.slice(dropped.length) : whole;
      const fitting = clipped(this.text, name, room(n));
      if (fitting) return fitting + this.extra(n.n);
      return this.isTall ? clipped(this.text, name, wide - PADDING) : shortened(name, 3) + this.extra(n.n);
    };
    g.append('text').attr('x', 12).attr('y', NODE_HEIGHT / 2).attr('dy', '.35em').text(label);
    g.each(function (n) { tipOn(this, () => self.name(n.n), () => self.tell(n.n)); });
    this.boxes = g;
    this.boxWidth = wide;
  }

  label(node) {
    return this.name(node);
  }

  // The text after its name.
  extra() {
    return '';
  }

  isOn() {
    return false;
  }

  isEdgeOn() {
    return false;
  }

  edgeText() {
    return '';
  }
}
