// The classes of overhead and their colours: a hue for each branch of the hierarchy, a shade for each leaf.
const BRANCHES = ['middleware', 'loss-of-parallelism', 'activity', 'unidentified'];
const HUES = {'middleware': 'middleware', 'loss-of-parallelism': 'parallelism', 'activity': 'activity', 'unidentified': 'unidentified'};

function classIndex(classes) {
  const index = new Map(classes.map(c => [c.id, {...c, children: []}]));
  index.forEach(c => c.parent && index.get(c.parent).children.push(c));
  return index;
}

function branchOf(index, id) {
  let at = index.get(id);
  while (at && !BRANCHES.includes(at.id)) at = index.get(at.parent);
  return at ? at.id : '';
}

function leavesOf(node) {
  return node.children.length ? node.children.flatMap(leavesOf) : [node];
}

// Leaves of one branch alternate around its colour, so that neighbours differ.
function classColor(index, id) {
  if (id === 'useful') return colors.of('useful');
  if (id === 'total') return d3.color(d3.interpolateLab(colors.of('surface'), colors.of('ink-3'))(0.45));
  const branch = branchOf(index, id);
  const base = colors.of(HUES[branch]);
  const leaves = leavesOf(index.get(branch)).map(l => l.id);
  const at = leaves.indexOf(id);
  if (at <= 0) return base;
  const towards = at % 2 ? colors.of('surface') : colors.of('ink');
  return d3.color(d3.interpolateLab(base, towards)([0, .38, .3, .2, .16, .5, .44, .6, .5, .3, .4][at % 11]));
}

// Black or white, whichever reads better on a colour.
function inkOn(color) {
  const {r, g, b} = d3.rgb(color);
  const linear = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  return .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b) > .28 ? '#14181c' : '#ffffff';
}

// Types by number; from the eighth on they share a grey.
const TYPE_COLORS = ['#3a7fb5', '#e09f3e', '#5aa17f', '#c27ba8', '#c4512b', '#7fb8dc', '#8a7a3c', '#7a68a6'];
function typeColor(type) {
  return TYPE_COLORS[type] || colors.css('unidentified');
}
