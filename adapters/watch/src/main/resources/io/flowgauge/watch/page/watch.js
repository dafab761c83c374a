// Listens to the events of the server, reconnects if the connection is lost, and starts the page.
const SILENCE = 30000, AGAIN = 2000;

class Feed {
  constructor(address, link, handlers) {
    this.address = address;
    this.link = link;
    this.handlers = {...handlers, beat: () => {}};
    this.open();
    this.watch = setInterval(() => { if (performance.now() - this.heard > SILENCE) this.open(); }, AGAIN);
    // Browsers allow few connections to one server, and pages left behind would occupy them.
    addEventListener('pagehide', () => this.source.close());
    addEventListener('pageshow', e => { if (e.persisted) this.open(); });
  }

  open() {
    this.source?.close();
    this.heard = performance.now();
    this.source = new EventSource(this.address);
    this.source.onopen = () => this.say('live', false);
    this.source.onerror = () => {
      this.say('not connected, trying again', true);
      // The browser reconnects automatically, unless the server answered with something other than events.
      if (this.source.readyState === EventSource.CLOSED) setTimeout(() => { if (this.watch) this.open(); }, AGAIN);
    };
    Object.entries(this.handlers).forEach(([name, handle]) => this.source.addEventListener(name, event => {
      this.heard = performance.now();
      handle(JSON.parse(event.data));
    }));
  }

  say(words, isLost) {
    if (this.link.textContent !== words) this.link.textContent = words;
    this.link.classList.toggle('lost', isLost);
  }

  close(words) {
    clearInterval(this.watch);
    this.watch = 0;
    this.source.close();
    this.say(words, true);
  }
}

const shownRun = location.pathname.match(/^\/runs\/([^/]+)$/);
if (shownRun) new RunPage(shownRun[1]); else new ListPage();
document.getElementById('app').setAttribute('aria-busy', 'false');
