// The forecast of the rest of a run, and how it has narrowed since the page was opened. A forecast has the quantiles of
// 5, 25, 50, 75 and 95 %.
const MOST_FORECASTS = 2000;

// "2 min to 5 min, about 3 min 20 s".
function remainingText(forecast) {
  const q = forecast.quantiles;
  return `${brief(q[0])} to ${brief(q[4])}, about ${brief(q[2])}`;
}

class Remaining {
  constructor() {
    this.history = [];
    this.text = h('p', {});
    this.note = h('p', {class: 'note'});
    this.svg = d3.create('svg').attr('height', 170).attr('role', 'img');
    this.figure = h('figure', {hidden: true}, this.svg.node());
    this.element = section('remaining', 'What remains', '', this.text, this.figure, this.note);
    drawings.add(() => this.draw());
  }

  // Adds a forecast made at a moment, in seconds.
  take(forecast, at, isOver) {
    this.element.hidden = isOver && !this.history.length;
    if (isOver) {
      this.text.textContent = 'The run is over. This is how the forecast of its end developed:';
      this.note.textContent = '';
      this.end = this.end || at;
    } else if (!forecast) {
      this.text.textContent = 'A forecast is being made.';
    } else if (!forecast.quantiles) {
      this.text.textContent = `There is no forecast: ${forecast.why}.`;
      this.note.textContent = '';
    } else {
      this.end = undefined;
      this.text.textContent = `In nine of ten cases, the rest takes ${remainingText(forecast)}.`;
      this.note.textContent = forecast.basis;
      const last = this.history[this.history.length - 1];
      if (!last || String(last.quantiles) !== String(forecast.quantiles)) this.history.push({at, quantiles: forecast.quantiles});
      if (this.history.length > MOST_FORECASTS) this.history = this.history.filter((f, k) => k % 2 === 0 || k === this.history.length - 1);
    }
    this.element.dataset.forecasts = this.history.length;
    this.draw();
  }

  draw() {
    this.figure.hidden = this.history.length < 2;
    const width = this.figure.clientWidth, height = 170;
    if (!width) return;
    const left = 64, bottom = 26, begin = this.history[0].at, last = this.history[this.history.length - 1];
    const ends = this.history.map(f => ({at: f.at - begin, q: f.quantiles.map(s => f.at - begin + s)}));
    const x = d3.scaleLinear([0, Math.max(last.at - begin, 1e-3)], [left, width - 10]);
    const y = d3.scaleLinear(d3.extent([...ends.flatMap(e => [e.q[0], e.q[4]]), ...(this.end ? [this.end - begin] : [])]), [height - bottom, 8]).nice();
    this.svg.attr('viewBox', `0 0 ${width} ${height}`).style('width', width + 'px')
      .attr('aria-label', `Expected end, in ${count(this.history.length, 'forecast', 'forecasts')}: at first between ${brief(ends[0].q[0])} and ${brief(ends[0].q[4])} after this page was opened, now between ${brief(ends[ends.length - 1].q[0])} and ${brief(ends[ends.length - 1].q[4])}`);
    this.svg.selectAll('*').remove();
    const axis = this.svg.append('g').attr('class', 'axis');
    const [low, high] = y.domain(), ticks = timeTicks(low, high, 5), step = ticks[1] - ticks[0] || high;
    ticks.forEach(t => {
      axis.append('line').attr('x1', left).attr('x2', width - 10).attr('y1', y(t)).attr('y2', y(t));
      axis.append('text').attr('x', left - 8).attr('y', y(t)).attr('dy', '.32em').attr('text-anchor', 'end').text(tickText(t, step));
    });
    const times = timeTicks(0, x.domain()[1], Math.max(2, width / 110)), span = times[1] - times[0] || x.domain()[1];
    times.forEach(t => axis.append('text').attr('x', x(t)).attr('y', height - 8).attr('text-anchor', 'middle').text(tickText(t, span)));
    const band = (from, to, opacity) => this.svg.append('path').attr('d', d3.area(e => x(e.at), e => y(e.q[from]), e => y(e.q[to]))(ends)).style('fill', 'var(--useful)').style('opacity', opacity);
    band(0, 4, .18);
    band(1, 3, .3);
    this.svg.append('path').attr('d', d3.line(e => x(e.at), e => y(e.q[2]))(ends)).style('fill', 'none').style('stroke', 'var(--useful)').style('stroke-width', 2);
    if (this.end) this.svg.append('line').attr('x1', left).attr('x2', width - 10).attr('y1', y(this.end - begin)).attr('y2', y(this.end - begin)).style('stroke', 'var(--activity)').style('stroke-width', 2);
  }
}
