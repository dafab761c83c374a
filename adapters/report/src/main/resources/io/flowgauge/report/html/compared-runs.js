// The timelines of several runs below each other, on one scale and over the same span of time.
class RunLane extends Timeline {
  constructor(run, number, longest) {
    super(run);
    this.number = number;
    this.whole = longest;
    this.end = longest;
    this.levelsHeight = 44;
    this.mostHeight = 132;
    this.rowHeights = {processor: 13, activity: 9};
    this.lanes = [this];
  }

  get name() {
    return `${this.number + 1} ${this.run.title}`;
  }

  show(begin, end) {
    [this.begin, this.end] = this.span(begin, end);
    this.lanes.filter(lane => lane !== this).forEach(lane => { lane.begin = this.begin; lane.end = this.end; lane.draw(); });
    this.draw();
  }
}

function timelinesView(runs, open) {
  const timed = runs.map((run, number) => ({run, number})).filter(r => !r.run.timeline.crowd && r.run.timeline.states.length);
  if (!timed.length) return null;
  const crowds = runs.filter(run => run.timeline.crowd).map(run => h('p', {class: 'note'}, `${run.title} has too many activities to draw here; its own page summarises them.`));
  const longest = d3.max(timed, r => r.run.makespan || 0) || 1;
  const lanes = timed.map(r => new RunLane(r.run, r.number, longest));
  const mode = lanes.every(lane => lane.mode === 'processor') ? 'processor' : 'activity';
  const typeNumbers = new Map([...new Set(lanes.flatMap(lane => lane.data.typeNames))].map((name, number) => [name, number]));
  lanes.forEach(lane => Object.assign(lane, {lanes, mode, typeNumber: type => typeNumbers.get(lane.data.typeNames[type])}));
  const keys = h('div', {});
  const paintKey = () => {
    const entries = new Map(lanes.flatMap(lane => lane.keyEntries()).map(entry => [entry[1], entry]));
    keys.replaceChildren(key([...entries.values()]));
  };
  const first = lanes[0];
  const figures = lanes.map(lane => h('div', {class: 'run-lane'},
    h('h3', {}, h('button', {type: 'button', class: 'link', onclick: () => open(lane.number)}, lane.name), h('span', {class: 'quiet'}, ` ${brief(lane.run.makespan)}`)), lane.figure()));
  drawings.add(() => { lanes.forEach(lane => lane.draw()); paintKey(); });
  const view = section('timelines', 'Timelines', 'All runs on one time scale, each from its start. Zooming and the controls apply to all of them.', figures, crowds, keys,
    h('p', {class: 'hint', id: 'timeline-hint'}, TIMELINE_HINT));
  const tools = timelineTools(lanes, paintKey);
  lanes.forEach(lane => { lane.onDraw = () => { tools.reset.disabled = first.isWhole; }; });
  view.querySelector('header').append(tools.element);
  return view;
}
