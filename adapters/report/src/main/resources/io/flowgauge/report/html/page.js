// The page: its head, its sections and its themes.
function themeButton() {
  const root = document.documentElement;
  const dark = () => (root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const button = h('button', {type: 'button', id: 'theme', onclick: () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    name();
    redraw();
  }});
  const name = () => { button.textContent = dark() ? 'Light' : 'Dark'; button.setAttribute('aria-label', `switch to the ${dark() ? 'light' : 'dark'} theme`); };
  name();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { name(); redraw(); });
  return button;
}

// Each function builds a section of a run, or returns null. Its second parameter holds the reader's choices, so that
// they survive a rebuild of the section. Sections that can be updated in place have an update method, which returns
// whether it could.
const RUN_VIEWS = [summaryView, timelineView, overheadsView, pathView, workflowView, typesView, resourcesView, activitiesView, sectionsView,
  codeView, delaysView, forecastView, metricsView, remarksView];

function runViews(run) {
  return RUN_VIEWS.map(view => view(run)).filter(v => v);
}

function runHead(run) {
  return h('div', {class: 'head'}, h('h1', {}, run.title), h('ul', {class: 'facts'}, run.facts.map(f => h('li', {}, f))));
}

class Page {
  constructor(data) {
    this.data = data;
    this.main = h('main', {});
    this.nav = h('nav', {'aria-label': 'Sections'});
    document.getElementById('app').replaceChildren(h('header', {class: 'bar'}, h('span', {class: 'brand'}, 'Flowgauge'), this.nav, themeButton()), this.main);
    this.show(data.comparison ? -1 : 0);
    new ResizeObserver(() => redraw()).observe(this.main);
    this.print();
  }

  // Shows the run with a number, or the comparison for -1.
  show(number) {
    drawings.clear();
    tip.hide();
    const run = this.data.runs[number];
    const views = run ? runViews(run) : [...comparisonViews(this.data, k => this.show(k))];
    const head = run ? runHead(run) : h('div', {class: 'head'}, h('h1', {}, 'Comparison'), h('ul', {class: 'facts'}, this.data.comparison.groups.map(g => h('li', {}, g.runs.length > 1 ? `${g.name}: ${counted(g.runs.length)} runs` : g.name))));
    if (this.data.runs.length > 1) head.append(this.tabs(number));
    this.main.replaceChildren(head, ...views);
    scrollTo(0, 0);
    this.nav.replaceChildren(...views.filter(v => v.querySelector('h2')).map(v => h('a', {href: '#' + v.id}, v.querySelector('h2').textContent)));
    redraw();
  }

  tabs(number) {
    const options = [['-1', 'comparison'], ...this.data.runs.map((r, k) => [String(k), `${k + 1}  ${r.title}`])];
    const tabs = choice('Run', options, String(number), value => {
      this.show(Number(value));
      this.main.querySelector(`.runs [data-value="${value}"]`).focus();
    });
    tabs.classList.add('runs');
    return tabs;
  }

  // Prints in the light theme, with everything drawn at the width of the paper.
  print() {
    const root = document.documentElement;
    let before;
    addEventListener('beforeprint', () => { before = root.dataset.theme; root.dataset.theme = 'light'; root.classList.add('paper'); redraw(); });
    addEventListener('afterprint', () => { if (before) root.dataset.theme = before; else delete root.dataset.theme; root.classList.remove('paper'); redraw(); });
  }
}
