// Creates an element with attributes and children; strings become text nodes.
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === 'style') for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(3).filter(c => c !== null && c !== undefined && c !== false));
  return element;
}

function section(id, title, lead, ...children) {
  return h('section', {id, 'aria-labelledby': id + '-title'},
    h('header', {}, h('h2', {id: id + '-title'}, title)), lead && h('p', {class: 'lead'}, lead), ...children);
}

// Makes content that overflows its box scrollable, also with the keyboard.
const places = new ResizeObserver(entries => entries.forEach(({target}) => {
  const place = target.closest('.scroll');
  if (place.scrollWidth > place.clientWidth + 1 || place.scrollHeight > place.clientHeight + 1) place.tabIndex = 0;
  else place.removeAttribute('tabindex');
}));

function scrolling(content) {
  const place = h('div', {class: 'scroll'}, content);
  places.observe(content);
  places.observe(place);
  return place;
}

// Text for screen readers only.
const spoken = text => h('span', {class: 'spoken'}, text);

// On a narrow screen, CSS turns each row of more columns into a block; explicit roles keep it a table for screen
// readers.
const MOST_COLUMNS_KEPT = 2;

// Columns: {head, cell, num, spoken}; cells are strings or elements; a column without a visible head has a spoken one.
function table(columns, rows, attributes = {}) {
  const head = c => c.head || spoken(c.spoken || (['plot', 'step'].includes(c.kind) ? 'as a bar' : 'name'));
  const stacks = columns.length > MOST_COLUMNS_KEPT;
  const role = name => stacks ? {role: name} : {};
  return scrolling(h('table', {...attributes, ...role('table'), class: [attributes.class, stacks && 'stacks'].filter(c => c).join(' ')},
    h('thead', role('rowgroup'), h('tr', role('row'), columns.map(c => h('th', {...role('columnheader'), class: c.num ? 'num' : c.kind, scope: 'col'}, head(c))))),
    h('tbody', role('rowgroup'), tableRows(columns, rows))));
}

function tableRows(columns, rows) {
  const stacks = columns.length > MOST_COLUMNS_KEPT;
  return rows.map(row => h('tr', stacks ? {role: 'row'} : {}, columns.map(c => h('td', {
    role: stacks && 'cell', class: c.num ? 'num' : c.kind, 'data-head': stacks && (typeof c.head === 'string' ? c.head : c.label || ''),
  }, [c.cell(row)].filter(content => content !== '')))));
}

// Shows the content of a chart as a table, built when it is opened.
function asTable(summary, make) {
  const details = h('details', {class: 'table'}, h('summary', {}, summary));
  const fill = () => {
    if (details.open && details.childElementCount === 1) details.append(make());
  };
  details.addEventListener('toggle', fill);
  // Rebuilds the content immediately if it is open.
  details.refresh = () => {
    details.replaceChildren(details.firstElementChild);
    fill();
  };
  return details;
}

// A group of buttons, one of them pressed: options are pairs of value and text.
function choice(label, options, chosen, change) {
  const buttons = options.map(([value, text]) => h('button',
    {type: 'button', 'aria-pressed': String(value === chosen), 'data-value': value, onclick: () => press(value)}, text));
  const press = value => {
    buttons.forEach(b => b.setAttribute('aria-pressed', String(b.dataset.value === value)));
    change(value);
  };
  return h('div', {class: 'switch', role: 'group', 'aria-label': label}, buttons);
}

function key(entries) {
  return h('ul', {class: 'key'}, entries.map(([color, text, kind]) => h('li', {},
    h('span', {class: 'swatch ' + (kind || ''), style: {background: color}}), text)));
}

// Colours of the current theme.
const colors = {
  known: new Map(),
  of(name) {
    if (!this.known.has(name)) {
      const probe = document.body.appendChild(h('i', {style: {color: `var(--${name})`, display: 'none'}}));
      this.known.set(name, d3.color(getComputedStyle(probe).color));
      probe.remove();
    }
    return this.known.get(name);
  },
  css(name) {
    return this.of(name).formatRgb();
  },
};

// Functions that redraw their charts when the theme or the width changes.
const drawings = new Set();

// A part of the page that is rebuilt repeatedly; its drawings are replaced with it.
class Part {
  constructor() {
    this.own = [];
  }

  make(content) {
    this.own.forEach(draw => drawings.delete(draw));
    const before = new Set(drawings), made = content();
    this.own = [...drawings].filter(draw => !before.has(draw));
    return made;
  }

  draw() {
    this.own.forEach(draw => draw());
  }
}

function redraw() {
  colors.known.clear();
  drawings.forEach(draw => draw());
}

const tip = {
  show(x, y, head, text) {
    const box = document.getElementById('tip');
    box.replaceChildren(h('b', {}, head), text);
    box.hidden = false;
    const {width, height} = box.getBoundingClientRect();
    box.style.left = Math.max(4, Math.min(innerWidth - width - 8, x + 14)) + 'px';
    box.style.top = Math.max(4, y + 18 + height > innerHeight ? y - height - 12 : y + 18) + 'px';
  },
  hide() {
    document.getElementById('tip').hidden = true;
  },
};

function tipOn(element, head, text) {
  const at = e => tip.show(e.clientX, e.clientY, head(), text());
  element.addEventListener('pointerenter', at);
  element.addEventListener('pointermove', at);
  element.addEventListener('pointerleave', tip.hide);
  element.addEventListener('focus', () => {
    const box = element.getBoundingClientRect();
    if (element.matches(':focus-visible')) tip.show(box.left + box.width / 2, box.bottom - 12, head(), text());
  });
  element.addEventListener('blur', tip.hide);
}

// Sizes a canvas in CSS pixels so that it is sharp on every screen; returns its context.
function sized(canvas, width, height) {
  const scale = Math.min(3, Math.max(1, devicePixelRatio || 1));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.height = height + 'px';
  const context = canvas.getContext('2d');
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11.5px ' + getComputedStyle(document.body).fontFamily;
  return context;
}

// Leaves out the middle, because names differ more often at their ends.
function shortened(text, letters) {
  if (text.length <= letters) return text;
  const tail = Math.floor((letters - 1) / 2);
  return text.slice(0, letters - 1 - tail) + '…' + text.slice(text.length - tail);
}

// Returns the prefix, up to a separator, that names too long for their room share: dropping it leaves room for their
// distinctive parts.
function sharedBeginning(names, tooLong) {
  const shared = (one, other) => {
    let end = 0;
    for (let k = 0; k < one.length && one[k] === other[k]; k++) if (':/._- '.includes(one[k])) end = k + 1;
    return one.slice(0, end);
  };
  if (!tooLong.length) return '';
  const beginning = names.reduce((b, name) => shared(b, name).length < 4 ? b : shared(b, name), tooLong.reduce(shared));
  return beginning.length >= 4 && new Set(names.filter(name => name.startsWith(beginning))).size > 1 ? beginning : '';
}

function clipped(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let keep = Math.min(text.length - 1, Math.ceil(text.length * width / context.measureText(text).width) + 2);
  while (keep > 4 && context.measureText(shortened(text, keep)).width > width) keep--;
  return keep > 4 ? shortened(text, keep) : '';
}
