package io.flowgauge.log.plot;

import io.flowgauge.trace.Times;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** Draws a plot as SVG. Not thread-safe. */
final class SvgPlot {
  /**
   * Number of points above which they cannot be distinguished, so that the density and some of the
   * lifelines are shown.
   */
  private static final int MAX_POINTS = 4000;

  private static final int SOME_POINTS = 1200;

  private static final double WIDTH = 1200;
  private static final double MARGIN = 16;
  private static final double TOP = 76;
  private static final double LEGEND = 22;
  private static final double ROW = 30;
  private static final double PANEL = 110;
  private static final double PANEL_GAP = 26;
  private static final double AXIS = 30;
  private static final double CHARACTER = 6.6;
  private static final int MAX_LABEL = 40;
  private static final int TIME_TICKS = 8;
  private static final int VALUE_TICKS = 4;
  private static final double DOT = 2.5;

  /**
   * Styles, including the colours of groups, which people with colour blindness can distinguish;
   * the last colour is for all others.
   */
  private static final String STYLE =
      """

      svg{--bg:#fff;--fg:#1b1f24;--dim:#6a737d;--grid:#e3e6ea;--shade:#1f6feb;\
      --c0:#0b62c4;--c1:#c2410c;--c2:#15803d;--c3:#9333ea;--c4:#a16207;--c5:#0e7490;--c6:#be185d;\
      --c7:#6b7280;background:var(--bg);font:12px system-ui,sans-serif}
      @media(prefers-color-scheme:dark){svg{--bg:#14171c;--fg:#e6e9ee;--dim:#9aa4b0;--grid:#2c323b;\
      --shade:#58a6ff;--c0:#6cb0ff;--c1:#ff9a62;--c2:#5fd38a;--c3:#c79bff;--c4:#e3c04a;\
      --c5:#58cfe6;--c6:#ff86bd;--c7:#a1a9b4}}
      .bg{fill:var(--bg)}text{fill:var(--fg)}.dim{fill:var(--dim)}.title{font-size:18px;font-weight:600}
      .grid{stroke:var(--grid)}.life{fill:none;stroke-width:1.2;stroke-opacity:.75;\
      stroke-linejoin:round}.dot{stroke:none}.shade{fill:var(--shade)}
      .load{fill:none;stroke:var(--c0);stroke-width:1.4}
      .end{text-anchor:end}.mid{text-anchor:middle}
      """;

  private final PlotData data;
  private final Svg svg;
  private final double left;
  private final double rowsTop;
  private final double rowsBottom;
  private final double bottom;
  private final int[] rows;

  private SvgPlot(PlotData data, Svg svg) {
    this.data = data;
    this.svg = svg;
    rows = data.rows();
    int widest = data.stages().stream().mapToInt(s -> label(s.name()).length()).max().orElse(0);
    left = MARGIN + Math.max(60, widest * CHARACTER + 10);
    rowsTop = TOP + (data.groups().hasSeveral() ? LEGEND : 0);
    rowsBottom = rowsTop + rows.length * ROW;
    bottom = rowsBottom + data.series().size() * (PANEL + PANEL_GAP);
  }

  static void write(PlotData data, OutputStream out) throws IOException {
    Svg svg = new Svg(out);
    new SvgPlot(data, svg).draw();
    svg.close();
  }

  private static String label(String name) {
    return name.length() <= MAX_LABEL
        ? name
        : name.substring(0, MAX_LABEL / 2) + "…" + name.substring(name.length() - MAX_LABEL / 2);
  }

  private void draw() throws IOException {
    double height = bottom + AXIS + MARGIN;
    svg.attributes("viewBox", "0 0 " + Svg.number(WIDTH) + " " + Svg.number(height));
    svg.attributes("width", WIDTH, "height", height, "role", "img");
    svg.attributes("aria-label", data.title() + ": " + data.summary());
    svg.text("style", STYLE);
    svg.begin("rect", "class", "bg", "width", "100%", "height", "100%").end();
    svg.text("text", data.title(), "class", "title", "x", MARGIN, "y", 28.0);
    svg.text("text", data.summary(), "class", "dim", "x", MARGIN, "y", 47.0);
    if (data.span().events() == 0) {
      return;
    }
    boolean isDense = data.points().size() > MAX_POINTS || data.oneIn() > 1;
    int every = isDense ? Math.max(1, data.points().size() / SOME_POINTS) : 1;
    if (isDense) {
      svg.text("text", note(every), "class", "dim", "x", MARGIN, "y", 64.0);
    }
    legend();
    grid();
    if (isDense) {
      shades();
    }
    lifelines(every);
    panels();
  }

  private String note(int every) {
    long oneIn = every * data.oneIn();
    return String.format(
        Locale.ROOT,
        "Shading: how many events at a time. Lines: %s.",
        oneIn == 1 ? "all lifelines" : String.format(Locale.ROOT, "1 of %,d lifelines", oneIn));
  }

  private void legend() throws IOException {
    if (!data.groups().hasSeveral()) {
      return;
    }
    double x = left;
    for (int k = 0; k < data.groups().names().size() + (data.groups().hasOthers() ? 1 : 0); k++) {
      boolean isNamed = k < data.groups().names().size();
      String name = isNamed ? label(data.groups().names().get(k)) : PlotGroups.OTHERS;
      svg.begin("rect", "x", x, "y", TOP - 1, "width", 10.0, "height", 10.0, "style", fill(k))
          .end();
      svg.text("text", name.isEmpty() ? "none" : name, "x", x + 15, "y", TOP + 8);
      x += 35 + Math.max(4, name.length()) * CHARACTER;
    }
  }

  private static String fill(int group) {
    return "fill:var(--c" + Math.min(group, PlotGroups.MAX) + ")";
  }

  private double x(long time) {
    return x((double) time);
  }

  private double x(double time) {
    double span = (double) data.span().last() - data.span().first();
    double part = span == 0 ? 0.5 : (time - data.span().first()) / span;
    return left + 6 + part * (WIDTH - MARGIN - 12 - left);
  }

  private double y(int row) {
    return rowsBottom - (row + 0.5) * ROW;
  }

  private void grid() throws IOException {
    for (int row = 0; row < rows.length; row++) {
      PlotData.Stage stage = data.stages().get(row);
      line(left, y(row), WIDTH - MARGIN, y(row));
      svg.begin("text", "class", "end", "x", left - 8, "y", y(row) + 4);
      svg.text("title", String.format(Locale.ROOT, "%s: %,d events", stage.name(), stage.count()));
      svg.text("tspan", label(stage.name())).end();
    }
    List<Axis.Tick> ticks = Axis.times(data.span().first(), data.span().last(), TIME_TICKS);
    for (Axis.Tick tick : ticks) {
      line(x(tick.at()), rowsTop, x(tick.at()), bottom + 4);
      svg.text("text", tick.label(), "class", "dim mid", "x", x(tick.at()), "y", bottom + 20);
    }
    if (ticks.isEmpty()) {
      String time = Times.instant(data.span().first()).toString();
      svg.text("text", time, "class", "dim", "x", left, "y", bottom + 20);
    }
  }

  private void line(double x1, double y1, double x2, double y2) throws IOException {
    svg.begin("line", "class", "grid", "x1", x1, "y1", y1, "x2", x2, "y2", y2).end();
  }

  /**
   * Draws a cell for each stage and bin of time, darker for more events. Opacity grows with the
   * square root of the number, so that few events are visible, too.
   */
  private void shades() throws IOException {
    TimeBins bins = data.bins();
    double max = bins.max();
    for (PlotData.Stage stage : data.stages()) {
      for (int bin = 0; bin < bins.size(); bin++) {
        long count = bins.count(stage.number(), bin);
        if (count > 0) {
          double begin = Math.max(left, x(bins.begin(bin)));
          double end = Math.min(WIDTH - MARGIN, x(bins.begin(bin) + (double) bins.widthNanos()));
          double opacity = 0.12 + 0.6 * Math.sqrt(count / max);
          svg.begin("rect", "class", "shade", "x", begin, "y", y(rows[stage.number()]) - ROW * 0.4);
          svg.attributes("width", Math.max(0.5, end - begin), "height", ROW * 0.8);
          svg.attributes("fill-opacity", String.format(Locale.ROOT, "%.2f", opacity)).end();
        }
      }
    }
  }

  private void lifelines(int every) throws IOException {
    PlotPoints points = data.points();
    int number = 0;
    for (int from = 0; from < points.size(); ) {
      int end = points.end(from);
      if (points.line(from) == PlotPoints.NO_LINE) {
        for (int k = from; k < end; k += every) {
          dot(k, PlotGroups.MAX);
        }
      } else if (number++ % every == 0) {
        lifeline(from, end);
      }
      from = end;
    }
  }

  private void lifeline(int from, int end) throws IOException {
    PlotPoints points = data.points();
    int line = points.line(from);
    int group = data.groups().of(line);
    svg.begin("g");
    double seconds = Times.seconds(points.time(end - 1) - points.time(from));
    svg.text(
        "title",
        String.format(
            Locale.ROOT, "%s: %d events in %.6f s", data.ids().get(line), end - from, seconds));
    if (end - from > 1) {
      StringBuilder path = new StringBuilder();
      for (int k = from; k < end; k++) {
        path.append(k == from ? "" : " ").append(Svg.number(x(points.time(k)))).append(',');
        path.append(Svg.number(y(rows[points.stage(k)])));
      }
      String stroke = "stroke:var(--c" + Math.min(group, PlotGroups.MAX) + ")";
      svg.begin("polyline", "class", "life", "style", stroke, "points", path).end();
    }
    for (int k = from; k < end; k++) {
      dot(k, group);
    }
    svg.end();
  }

  private void dot(int k, int group) throws IOException {
    PlotPoints points = data.points();
    svg.begin("circle", "class", "dot", "style", fill(group), "r", DOT);
    svg.attributes("cx", x(points.time(k)), "cy", y(rows[points.stage(k)])).end();
  }

  private void panels() throws IOException {
    double top = rowsBottom + PANEL_GAP;
    for (PlotSeries series : data.series()) {
      panel(series, top);
      top += PANEL + PANEL_GAP;
    }
  }

  private void panel(PlotSeries series, double top) throws IOException {
    double min = series.low();
    double max = series.high();
    svg.text("text", series.name(), "x", left, "y", top - 6);
    for (Axis.Tick tick : Axis.values(min, max, VALUE_TICKS)) {
      double y = top + PANEL * (max - tick.at()) / (max - min);
      line(left, y, WIDTH - MARGIN, y);
      svg.text("text", tick.label(), "class", "dim end", "x", left - 8, "y", y + 4);
    }
    StringBuilder path = new StringBuilder();
    for (int k = 0; k < series.size(); k++) {
      double x = x(series.time(k));
      double y = top + PANEL * (max - series.value(k)) / (max - min);
      if (series.isLine()) {
        path.append(k == 0 ? "" : " ").append(Svg.number(x)).append(',').append(Svg.number(y));
      } else {
        svg.begin("circle", "class", "dot", "style", fill(0), "r", 2.0, "cx", x, "cy", y).end();
      }
    }
    if (path.length() > 0) {
      svg.begin("polyline", "class", "load", "points", path).end();
    }
  }
}
