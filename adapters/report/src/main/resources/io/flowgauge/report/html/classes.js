// Draws the classes of overhead: a colour for each branch of the hierarchy and a line pattern for each leaf, so that no
// reader has to tell many colours apart.
const BRANCHES = ['middleware', 'loss-of-parallelism', 'activity', 'unidentified'];
const HUES = {'middleware': 'middleware', 'loss-of-parallelism': 'parallelism', 'activity': 'activity', 'unidentified': 'unidentified'};

function classIndex(classes, isPresent = c => c.attributed !== 0 || Math.abs(valueOf(c.time)) > NOTHING) {
  const index = new Map(classes.map(c => [c.id, {...c, children: [], present: isPresent(c)}]));
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

function classColor(index, id) {
  if (id === 'useful') return colors.of('useful');
  if (id === 'total') return d3.color(d3.interpolateLab(colors.of('surface'), colors.of('ink-3'))(0.45));
  return colors.of(HUES[branchOf(index, id)]);
}

// Angle in degrees and spacing in pixels of the lines for each leaf that occurs in the run; the first leaf of a branch
// is plain.
const LINES = [null, [45, 5], [135, 5], [90, 5], [0, 5], [45, 9], [135, 9], [90, 9], [0, 9], [45, 14], [135, 14]];
function classLines(index, id) {
  const branch = index.get(branchOf(index, id));
  if (!branch || index.get(id).children.length) return null;
  return LINES[leavesOf(branch).filter(l => l.present || l.id === id).findIndex(l => l.id === id) % LINES.length];
}

const lineColor = () => { const color = d3.color(colors.of('surface')); color.opacity = .55; return color.formatRgb(); };

// Returns a CSS background.
function classFill(index, id) {
  const color = classColor(index, id).formatRgb(), lines = classLines(index, id);
  return lines ? `repeating-linear-gradient(${lines[0]}deg, transparent 0 ${lines[1] - 2}px, ${lineColor()} ${lines[1] - 2}px ${lines[1]}px) ${color}` : color;
}

// Returns the fill of a shape in an SVG picture, to which it adds the definition of the lines.
function classPattern(svg, index, id) {
  const color = classColor(index, id).formatRgb(), lines = classLines(index, id);
  if (!lines) return color;
  const [angle, step] = lines, name = `lines-${id}`;
  const pattern = svg.select('defs').append('pattern').attr('id', name).attr('patternUnits', 'userSpaceOnUse').attr('width', step).attr('height', step).attr('patternTransform', `rotate(${-angle})`);
  pattern.append('rect').attr('width', step).attr('height', step).style('fill', color);
  pattern.append('rect').attr('width', step).attr('height', 2).style('fill', lineColor());
  return `url(#${name})`;
}

// Near-black or white, whichever has more contrast on a colour.
function inkOn(color) {
  const {r, g, b} = d3.rgb(color);
  const linear = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
  return (light + .05) ** 2 > 1.05 * .059 ? '#14181c' : '#ffffff';
}

// Colours of types by number; types from the eighth on share one. All can be told apart without red, green or blue
// cones.
const TYPE_COLORS = ['#1d63a7', '#e69f00', '#009e73', '#ad77c5', '#d76003', '#80bce7', '#6a562b'], OTHER_TYPES = '#bab796';
function typeColor(type) {
  return TYPE_COLORS[type] || OTHER_TYPES;
}
