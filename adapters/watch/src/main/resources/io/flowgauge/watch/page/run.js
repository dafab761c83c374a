// The page of one run: its report, kept up to date in place.
const LEAST_PAUSE = 1000, PAUSE_FACTOR = 9;

// The reader's state of an element: the focus, open details, and scroll positions.
class Place {
  constructor(element) {
    this.scrolls = [...element.querySelectorAll('.scroll')].map(s => [s.scrollLeft, s.scrollTop]);
    this.open = [...element.querySelectorAll('details')].map(d => d.open);
    this.focus = element.contains(document.activeElement) && element !== document.activeElement ? [] : null;
    for (let at = document.activeElement; this.focus && at !== element; at = at.parentElement) this.focus.unshift([...at.parentElement.children].indexOf(at));
  }

  restore(element) {
    element.querySelectorAll('details').forEach((d, k) => {
      if (this.open[k] && !d.open) {
        d.open = true;
        d.refresh?.();
      }
    });
    element.querySelectorAll('.scroll').forEach((s, k) => { if (this.scrolls[k]) [s.scrollLeft, s.scrollTop] = this.scrolls[k]; });
    if (!this.focus) return;
    let at = element;
    for (const k of this.focus) at = at && at.children[k];
    if (at && at !== document.activeElement) at.focus({preventScroll: true});
  }
}

// A section that is updated in place, rebuilt if it cannot be updated, or left out.
class Slot {
  constructor(make) {
    this.make = make;
    this.chosen = {};
    this.part = new Part();
    this.element = null;
  }

  update(run) {
    if (this.element && this.element.update) {
      const place = new Place(this.element), isDone = this.element.update(run);
      place.restore(this.element);
      if (isDone) return;
    }
    const next = this.part.make(() => this.make(run, this.chosen));
    if (this.element && next && !next.update && !this.element.update) {
      const place = new Place(this.element);
      this.element.replaceChildren(...next.childNodes);
      this.isNew = true;
      this.place = place;
    } else {
      this.element?.replaceWith(...(next ? [next] : []));
      this.element = next;
      this.isNew = true;
      this.place = null;
    }
  }

  // Draws a new element, now that it is in the page.
  settle() {
    if (!this.isNew) return;
    this.isNew = false;
    this.part.draw();
    this.place?.restore(this.element);
  }
}

class RunPage {
  constructor(part) {
    this.part = part;
    this.main = h('main', {'aria-busy': 'true'}, this.head = h('div', {class: 'head'}, h('h1', {}, 'Run')));
    this.nav = h('nav', {'aria-label': 'Sections'});
    this.link = h('span', {class: 'link', role: 'status'});
    document.getElementById('app').replaceChildren(h('header', {class: 'bar'}, h('a', {class: 'brand', href: '/'}, 'Flowgauge'), this.nav, this.link, themeButton()), this.main);
    this.now = new Now();
    this.remaining = new Remaining();
    this.running = new Slot(runningView);
    this.slots = RUN_VIEWS.filter(view => view !== forecastView).map(view => new Slot(view));
    this.data = null;
    this.latest = {changes: 0, finished: false};
    this.notBefore = 0;
    new ResizeObserver(() => redraw()).observe(this.main);
    this.feed = new Feed(`/events?run=${encodeURIComponent(part)}`, this.link, {
      runs: event => event.runs.forEach(row => this.status(row)),
      progress: event => this.progress(event),
      gone: () => this.gone(),
    });
    setInterval(() => this.refresh(), 250);
    document.addEventListener('visibilitychange', () => this.refresh());
  }

  status(row) {
    this.latest = row;
    this.now.status(row);
    this.remaining.take(row.forecast, Date.now() / 1e3, row.finished);
    if (!this.data) this.empty(row);
  }

  // Shows the run while only its name, and perhaps its trouble, is known.
  empty(row) {
    this.head.replaceChildren(h('h1', {}, row.name || row.id));
    if (!this.now.element.isConnected) this.main.append(this.now.element);
  }

  progress(progress) {
    this.latest.changes = Math.max(this.latest.changes, progress.changes);
    this.latestProgress = progress;
    this.now.progress(progress);
    this.stages?.show(progress);
  }

  gone() {
    this.feed.close('this run is no longer watched');
  }

  isDue() {
    const live = this.data && this.data.live;
    return !live || live.viewed < this.latest.changes || live.over !== this.latest.finished || JSON.stringify(live.forecast) !== JSON.stringify(this.latest.forecast)
      || !live.over && performance.now() - this.updatedAt > 5000;
  }

  async refresh() {
    if (this.isFetching || document.hidden && this.data || performance.now() < this.notBefore || !this.isDue()) return;
    this.isFetching = true;
    try {
      const data = await this.fetched(), busy = data ? await this.show(data) : 0;
      this.notBefore = performance.now() + Math.max(data ? LEAST_PAUSE : 2 * LEAST_PAUSE, PAUSE_FACTOR * busy);
    } finally {
      this.isFetching = false;
    }
  }

  // Returns the data, or null if nothing is known yet or the server cannot be reached; then they are requested again,
  // and the header shows the problem.
  async fetched() {
    try {
      const answer = await fetch(`/runs/${this.part}/data`, {signal: AbortSignal.timeout(60000)});
      return answer.ok ? await answer.json() : null;
    } catch (error) {
      return null;
    }
  }

  // Updates all sections one after another, yielding in between so that urgent work is not delayed. Returns the
  // milliseconds it took.
  async show(data) {
    const steps = [() => this.top(data), ...this.slots.map(slot => () => slot.update(data.run)), () => this.bottom(data.live)];
    let busy = 0;
    for (const step of steps) {
      await new Promise(done => setTimeout(done));
      const begin = performance.now();
      this.inPlace(step);
      busy += performance.now() - begin;
    }
    return busy;
  }

  // Performs a step that may move the content in view, and scrolls it back.
  inPlace(step) {
    const anchor = [...this.main.children].find(e => e.getBoundingClientRect().bottom > 76), before = anchor?.getBoundingClientRect().top;
    step();
    this.arrange();
    const after = anchor?.isConnected ? anchor.getBoundingClientRect().top : before;
    if (scrollY > 0 && after !== before) scrollBy(0, after - before);
  }

  top(data) {
    this.data = data;
    this.updatedAt = performance.now();
    const {run, live} = data;
    document.title = `${live.name || live.id} · Flowgauge`;
    this.head.replaceChildren(...runHead(run).childNodes);
    this.now.status(live);
    if (!this.latestProgress || this.latestProgress.changes < live.viewed || live.over) this.latestProgress = live.progress;
    this.now.progress(this.latestProgress);
    // The events are newer than the data.
    this.remaining.take(this.latest.forecast || live.forecast, Date.now() / 1e3, live.over);
    this.running.update(live);
  }

  bottom(live) {
    const graph = this.slots.map(slot => slot.element?.graph).find(g => g);
    if (graph && this.stages?.graph !== graph) this.stages = new GraphStages(graph);
    this.stages?.show(this.latestProgress);
    this.main.setAttribute('aria-busy', 'false');
    const app = document.getElementById('app');
    app.dataset.ready = 'true';
    app.dataset.viewed = live.viewed;
    app.dataset.over = live.over;
  }

  // Puts the sections in order, without moving those already in place.
  arrange() {
    const wanted = [this.head, this.now.element, this.remaining.element, this.running.element, ...this.slots.map(slot => slot.element)].filter(e => e);
    wanted.forEach((element, k) => { if (this.main.children[k] !== element) this.main.insertBefore(element, this.main.children[k] || null); });
    while (this.main.children.length > wanted.length) this.main.lastChild.remove();
    [this.running, ...this.slots].forEach(slot => slot.settle());
    const titles = wanted.filter(e => !e.hidden && e.querySelector('h2'));
    const links = titles.map(e => e.id).join();
    if (links === this.links) return;
    this.links = links;
    this.nav.replaceChildren(...titles.map(e => h('a', {href: '#' + e.id}, e.querySelector('h2').textContent)));
  }
}
