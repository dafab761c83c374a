// The list of runs.
class ListPage {
  constructor() {
    this.link = h('span', {class: 'link', role: 'status'});
    this.body = h('tbody', {});
    this.note = h('p', {class: 'quiet'}, 'No run is watched yet.');
    const heads = ['run', 'state', 'progress', 'changed', 'remaining'];
    this.table = scrolling(h('table', {id: 'runs'}, h('thead', {}, h('tr', {}, heads.map(name => h('th', {scope: 'col'}, name)))), this.body));
    document.getElementById('app').replaceChildren(
      h('header', {class: 'bar'}, h('span', {class: 'brand'}, 'Flowgauge'), h('nav', {'aria-label': 'Sections'}), this.link, themeButton()),
      h('main', {}, h('div', {class: 'head'}, h('h1', {}, 'Runs')), h('section', {'aria-label': 'Runs'}, this.table, this.note)));
    this.rows = new Map();
    document.title = 'Runs · Flowgauge';
    this.feed = new Feed('/events', this.link, {all: event => this.all(event), runs: event => this.changed(event)});
    setInterval(() => this.ages(), 1000);
  }

  all(event) {
    const kept = new Set(event.runs.map(row => row.href));
    this.rows.forEach((shown, href) => {
      if (kept.has(href)) return;
      shown.element.remove();
      this.rows.delete(href);
    });
    [...event.runs].reverse().forEach(row => this.show(row));
    this.more = event.more;
    this.changed({now: event.now, runs: []});
    document.getElementById('app').dataset.ready = 'true';
  }

  changed(event) {
    this.offset = event.now - Date.now() / 1e3;
    event.runs.forEach(row => this.show(row));
    this.table.hidden = !this.rows.size;
    this.note.hidden = this.rows.size > 0 && !this.more;
    this.note.textContent = this.rows.size ? `${count(this.more, 'run', 'runs')} that changed earlier are not shown.` : 'No run is watched yet.';
    this.ages();
  }

  show(row) {
    let shown = this.rows.get(row.href);
    if (!shown) {
      shown = this.made(row.href);
      this.rows.set(row.href, shown);
      this.body.prepend(shown.element);
    }
    shown.set(row);
  }

  made(href) {
    const link = h('a', {href}), id = h('div', {class: 'quiet'}), state = h('td', {}), words = h('div', {class: 'quiet'});
    const bar = stagesBar(false), age = h('td', {}), remaining = h('td', {class: 'name'});
    const element = h('tr', {}, h('td', {class: 'name'}, link, id), state, h('td', {class: 'plot'}, bar, words), age, remaining);
    return {element, age, set: row => {
      link.textContent = row.name || row.id;
      id.textContent = row.id === row.name ? '' : row.id;
      state.replaceChildren(row.finished ? 'finished' : row.trouble ? '' : 'running', row.trouble ? h('div', {class: 'trouble'}, row.trouble) : '');
      const total = row.total || 0;
      bar.set({c: row.over || 0, f: row.failed || 0, r: 0, s: 0, x: 0, w: 0, total});
      words.textContent = total ? `${counted(row.over)} of ${counted(total)}${row.failed ? `, ${counted(row.failed)} failed` : ''}` : '';
      remaining.textContent = row.finished || !row.forecast ? '' : row.forecast.quantiles ? remainingText(row.forecast) : row.forecast.why;
      element.dataset.changed = row.changed;
    }};
  }

  ages() {
    const now = Date.now() / 1e3 + (this.offset || 0);
    this.rows.forEach(({element, age}) => {
      const text = `${brief(Math.max(0, Math.round(now - element.dataset.changed))).replace('.0 ', ' ')} ago`;
      if (age.textContent !== text) age.textContent = text;
    });
  }
}
