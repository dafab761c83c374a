package io.flowgauge.log.plot;

import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LifelineKey;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A picture of events over time: <em>lifelines</em>, which join the events of an object and whose
 * slope shows where its time goes; <em>load lines</em>, a value over time; and <em>points</em>,
 * single events or values. Immutable and thread-safe.
 *
 * <pre>{@code
 * try (LogReader log = LogReader.open(Path.of("transfers.nlb"));
 *     OutputStream out = Files.newOutputStream(Path.of("transfers.html"))) {
 *   LifelinePlot.titled("transfers").line("host.load", "LOAD").of(log.cursor()).html(out);
 * }
 * }</pre>
 *
 * <p>Any number of events can be given: up to 131,072 are kept one by one; of more, whole lifelines
 * are left out evenly, and the picture says how many. Where more would be drawn than can be told
 * apart, the picture shows how dense the events are, and some of the lifelines.
 */
public final class LifelinePlot {
  private final PlotData data;

  private LifelinePlot(PlotData data) {
    this.data = data;
  }

  /**
   * Begins a plot.
   *
   * @param title stands above it
   * @return what takes the choices
   */
  public static Builder titled(String title) {
    return new Builder(title);
  }

  /**
   * Writes the plot as SVG, which follows the reader's choice of light or dark.
   *
   * @param out takes the bytes, and stays open
   * @throws IOException if they cannot be written
   */
  public void svg(OutputStream out) throws IOException {
    SvgPlot.write(data, out);
  }

  /**
   * Writes the plot as one HTML file that needs nothing else: to be zoomed, panned and asked for
   * single events, by mouse or keyboard.
   *
   * @param out takes the bytes, and stays open
   * @throws IOException if they cannot be written
   */
  public void html(OutputStream out) throws IOException {
    HtmlPlot.write(data, out);
  }

  /**
   * Number of events in the plot, those of load lines and points of values included.
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

  /** Takes the choices for a plot. Not thread-safe. */
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
     * Tells which object an event belongs to; without it, the lifelines of the types do.
     *
     * @param lifeline the ids
     * @return this
     */
    public Builder lifeline(LifelineKey lifeline) {
      key = Objects.requireNonNull(lifeline, "lifeline");
      return this;
    }

    /**
     * Gives the order of events, from the bottom up. Those not named come above, in the order of
     * their mean time from the beginning of their lifelines.
     *
     * @param names names of events
     * @return this
     */
    public Builder stages(List<String> names) {
      stages = List.copyOf(names);
      return this;
    }

    /**
     * Gives lifelines and points of one value one colour, up to seven values; without it, of one
     * host and program.
     *
     * @param field name of a field or constant
     * @return this
     */
    public Builder color(String field) {
      color = Objects.requireNonNull(field, "field");
      return this;
    }

    /**
     * Adds a load line: a value over time, in a panel of its own.
     *
     * @param event name of the events, or the beginning of their names and {@code *}
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
     * @param event name of the events, or the beginning of their names and {@code *}
     * @param field a field with a number; events without it are left out
     * @return this
     */
    public Builder points(String event, String field) {
      series.add(new PlotSeries(event, field, false));
      return this;
    }

    /**
     * Draws all events that are left.
     *
     * @param events a cursor before the first of them
     * @return the plot
     * @throws IOException if they cannot be read
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
