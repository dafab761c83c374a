package io.flowgauge.log.plot;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A picture of events over time: <em>lifelines</em>, which join the events of an object and show by
 * their slope where its time goes; <em>load lines</em>, a value over time; and <em>points</em>,
 * single events or values. Immutable and thread-safe.
 *
 * <pre>{@code
 * try (LogReader log = LogReader.open(Path.of("transfers.nlb"));
 *     OutputStream out = Files.newOutputStream(Path.of("transfers.html"))) {
 *   LifelinePlot.titled("transfers").line("host.load", "LOAD").of(log.cursor()).html(out);
 * }
 * }</pre>
 *
 * <p>A plot takes any number of events. It keeps up to 131,072 individually; beyond that, it leaves
 * out whole lifelines, evenly, and says how many. If there are more events than can be
 * distinguished, it shows their density and some of the lifelines.
 */
public final class LifelinePlot {
  private final PlotData data;

  private LifelinePlot(PlotData data) {
    this.data = data;
  }

  /**
   * Begins a plot.
   *
   * @param title the title above it
   * @return a builder
   */
  public static Builder titled(String title) {
    return new Builder(title);
  }

  /**
   * Writes the plot as SVG, which follows the reader's choice of light or dark.
   *
   * @param out the output, which stays open
   * @throws IOException if the plot cannot be written
   */
  public void svg(OutputStream out) throws IOException {
    SvgPlot.write(data, out);
  }

  /**
   * Writes the plot as one self-contained HTML file, in which the reader can zoom, pan and inspect
   * single events by mouse or keyboard.
   *
   * @param out the output, which stays open
   * @throws IOException if the plot cannot be written
   */
  public void html(OutputStream out) throws IOException {
    HtmlPlot.write(data, out);
  }

  /**
   * Number of events in the plot, including those of load lines and points.
   *
   * @return 0 or more
   */
  public long events() {
    return data.events();
  }

  @Override
  public String toString() {
    return "LifelinePlot[" + data + "]";
  }

  /** Settings of a plot. Not thread-safe. */
  public static final class Builder {
    private final String title;
    private final List<PlotSeries> series = new ArrayList<>();
    private List<String> stages = List.of();
    private LifelineKey key = new LifelineKey(List.of());
    private String color = "";

    private Builder(String title) {
      this.title = Objects.requireNonNull(title, "title");
    }

    /**
     * Chooses how to find the object an event belongs to; by default, by the lifelines of the
     * types.
     *
     * @param lifeline the ids
     * @return this
     */
    public Builder lifeline(LifelineKey lifeline) {
      key = Objects.requireNonNull(lifeline, "lifeline");
      return this;
    }

    /**
     * Orders events from the bottom up. Events not named come above, in the order of their mean
     * time since the beginning of their lifelines.
     *
     * @param names names of events
     * @return this
     */
    public Builder stages(List<String> names) {
      stages = List.copyOf(names);
      return this;
    }

    /**
     * Colours lifelines and points by a value, with up to seven colours; by default, by host and
     * program.
     *
     * @param field name of a field or constant
     * @return this
     */
    public Builder color(String field) {
      color = Objects.requireNonNull(field, "field");
      return this;
    }

    /**
     * Adds a load line: a value over time, in its own panel.
     *
     * @param event name of the events, or a prefix followed by {@code *}
     * @param field a field with a number; events without it are left out
     * @return this
     */
    public Builder line(String event, String field) {
      series.add(new PlotSeries(event, field, true));
      return this;
    }

    /**
     * Adds points: single values over time, in a panel of their own.
     *
     * @param event name of the events, or a prefix followed by {@code *}
     * @param field a field with a number; events without it are left out
     * @return this
     */
    public Builder points(String event, String field) {
      series.add(new PlotSeries(event, field, false));
      return this;
    }

    /**
     * Draws all remaining events.
     *
     * @param events a cursor before the first of them
     * @return the plot
     * @throws IOException if the events cannot be read
     */
    public LifelinePlot of(EventCursor events) throws IOException {
      PlotCollector collector =
          new PlotCollector(
              key,
              color,
              series.stream().map(s -> new PlotSeries(s.event(), s.field(), s.isLine())).toList());
      collector.addAll(events);
      return new LifelinePlot(collector.data(title, stages));
    }
  }
}
