// The stages of activities: a letter for each, as the server sends them.
const STAGES = [['c', 'completed'], ['r', 'running'], ['s', 'submitted'], ['f', 'failed'], ['x', 'skipped'], ['w', 'waiting']];
const STAGE_NAMES = Object.fromEntries(STAGES);
const stageColor = letter => `var(--stage-${letter})`;

// Returns the counts by letter, given the numbers of a row of the server.
function stageCounts(row) {
  const [w, s, r, c, f, x] = row;
  return {w, s, r, c, f, x, total: w + s + r + c + f + x};
}

const stagesText = counts => STAGES.filter(([letter]) => counts[letter]).map(([letter, name]) => `${counted(counts[letter])} ${name}`).join(', ') || 'nothing yet';

// A bar of all stages, which is updated in place.
function stagesBar(large) {
  const parts = STAGES.filter(([letter]) => letter !== 'w').map(([letter]) => [letter, h('span', {class: letter, style: {'background-color': stageColor(letter)}})]);
  const bar = h('div', {class: large ? 'stages large' : 'stages', role: 'img'}, parts.map(([, part]) => part));
  bar.set = counts => {
    parts.forEach(([letter, part]) => { part.style.width = 100 * counts[letter] / Math.max(1, counts.total) + '%'; });
    bar.setAttribute('aria-label', stagesText(counts));
  };
  return bar;
}

function stagesKey() {
  return key(STAGES.map(([letter, name]) => [stageColor(letter), name, letter === 'f' ? 'hatched' : letter === 'w' ? 'outlined' : '']));
}

// Colours the boxes of a graph by the stages of their activities.
class GraphStages {
  constructor(graph) {
    this.graph = graph;
    this.progress = null;
    graph.onNodes = () => this.paint();
    graph.more = node => this.tell(node);
  }

  show(progress) {
    this.progress = progress;
    this.paint();
  }

  // Parts of a box: letter, begin and end as fractions.
  parts(node) {
    const {graph, progress} = this;
    if (!graph.isTypes) return progress.stages && progress.stages[node] ? [[progress.stages[node], 0, 1]] : [];
    const row = progress.types[node];
    if (!row) return [];
    const counts = stageCounts(row.slice(1)), parts = [];
    let from = 0;
    for (const [letter] of STAGES) {
      const to = from + counts[letter] / Math.max(1, counts.total);
      if (to > from) parts.push([letter, from, to]);
      from = to;
    }
    return parts;
  }

  tell(node) {
    if (!this.progress) return '';
    if (this.graph.isTypes) return this.progress.types[node] ? stagesText(stageCounts(this.progress.types[node].slice(1))) : '';
    return this.parts(node).map(([letter]) => STAGE_NAMES[letter]).join('');
  }

  paint() {
    const {graph} = this;
    if (!this.progress || !graph.boxes) return;
    const self = this, wide = graph.boxWidth;
    graph.boxes.each(function (n) {
      const parts = self.parts(n.n).filter(([letter]) => letter !== 'w');
      const box = d3.select(this);
      box.select('.box').classed('waiting', !parts.length);
      box.attr('data-stages', parts.map(([letter]) => letter).join(''));
      box.selectAll('rect.stage').data(parts).join(enter => enter.insert('rect', 'text').attr('class', 'stage').attr('height', NODE_HEIGHT))
        .attr('x', p => p[1] * wide).attr('width', p => Math.max(0, (p[2] - p[1]) * wide)).style('fill', p => stageColor(p[0]));
    });
  }
}
