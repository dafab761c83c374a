// The use of processors, memory and storage by the activities of each type: a box from lower to upper quartile, with
// lines to both extremes.
const RESOURCES = {
  cpu: ['processors', 'Processor time as a share of processing time: 100 % is one core all the time.'],
  memory: ['memory', 'The most memory that an activity held at once.'],
  read: ['read', 'What an activity read, from storage or from memory that caches it.'],
  written: ['written', 'What an activity wrote, to storage or to memory that caches it.'],
};
const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

const byteUnit = bytes => Math.max(0, Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));

function bytesText(bytes, unit = byteUnit(bytes)) {
  const value = bytes / 1024 ** unit;
  return `${unit && value < 100 ? value.toFixed(1) : counted(Math.round(value))} ${BYTE_UNITS[unit]}`;
}

function resourcesView(run, chosen = {}) {
  if (!run.resources.length) return null;
  const body = h('div', {}), lead = h('p', {class: 'note'});
  const first = run.resources.some(r => r.name === chosen.name) ? chosen.name : run.resources[0].name;
  let draw = () => {};
  const show = name => {
    chosen.name = name;
    const resource = run.resources.find(r => r.name === name);
    const text = name === 'cpu' ? percent : bytesText;
    const most = d3.max(resource.types, t => t.quartiles[4]) || 1;
    const axis = h('canvas', {'aria-hidden': 'true'}), charts = [];
    const chart = t => {
      const canvas = h('canvas', {role: 'img', 'aria-label': t.quartiles.map(text).join(', ')});
      charts.push(() => paintBox(canvas, t.quartiles, most));
      return canvas;
    };
    lead.textContent = RESOURCES[name][1];
    body.replaceChildren(table([
      {head: 'type', cell: t => run.typeNames[t.type], kind: 'name'},
      {head: 'measured', cell: t => counted(t.count), num: true},
      {head: 'least', cell: t => text(t.quartiles[0]), num: true},
      {head: 'median', cell: t => text(t.quartiles[2]), num: true},
      {head: 'mean', cell: t => text(t.mean), num: true},
      {head: 'most', cell: t => text(t.quartiles[4]), num: true},
      {head: [axis, spoken('range')], label: 'range', kind: 'plot spread', cell: chart},
    ], resource.types, {id: 'resource-table'}));
    draw = () => { charts.forEach(paint => paint()); paintAmounts(axis, most, text, name === 'cpu' ? 1 : 1024 ** byteUnit(most)); };
    draw();
  };
  drawings.add(() => draw());
  const view = section('resources', 'Resources', null, lead, body);
  view.querySelector('header').append(h('div', {class: 'tools'},
    choice('Resource', run.resources.map(r => [r.name, RESOURCES[r.name][0]]), first, show)));
  show(first);
  return view;
}

const amountScale = (most, width) => d3.scaleLinear([0, most], [4, width - 4]);

function paintBox(canvas, [least, low, middle, high, largest], most) {
  const width = canvas.parentElement.clientWidth - 18;
  if (width < 20) return;
  const c = sized(canvas, width, 26), x = amountScale(most, width);
  c.fillStyle = colors.css('ink-3');
  c.fillRect(x(least), 12.5, Math.max(1, x(largest) - x(least)), 1);
  [least, largest].forEach(end => c.fillRect(x(end) - .5, 9, 1, 8));
  c.fillStyle = colors.css('useful');
  c.fillRect(x(low), 6, Math.max(2, x(high) - x(low)), 14);
  c.fillStyle = colors.css('ink');
  c.fillRect(x(middle) - .75, 3, 1.5, 20);
}

function paintAmounts(canvas, most, text, unit) {
  const width = canvas.parentElement.clientWidth - 18;
  if (width < 20) return;
  const c = sized(canvas, width, 18), x = amountScale(most, width);
  c.fillStyle = colors.css('ink-3');
  c.textBaseline = 'bottom';
  d3.ticks(0, most / unit, width / 80).map(t => t * unit).forEach(tickTexts(c, width, x, t => t ? text(t).replace('.0 ', ' ') : '0'));
}
