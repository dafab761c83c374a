package io.flowgauge.cli.log;

import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.read.LogLoss;
import io.flowgauge.log.read.LogStream;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.trace.Times;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes statistics of a log for people. */
final class LogStatsText {
  private static final int SHOWN = 20;

  private final LogStatistics statistics;
  private final LogInput input;

  LogStatsText(LogStatistics statistics, LogInput input) {
    this.statistics = statistics;
    this.input = input;
  }

  void write(Appendable out) throws IOException {
    Page page = new Page(out);
    heading(page);
    events(page);
    values(page);
    durations(page);
    streams(page);
    losses(page);
  }

  private void heading(Page page) throws IOException {
    TypeStatistics all = statistics.all();
    String events = Human.count(all.count(), "event", "events");
    if (all.count() == 0) {
      page.line(events);
      return;
    }
    page.line(
        events + " of " + Human.count(statistics.types().size(), "name", "names") + rate(all));
    page.line(
        UtcTime.of(all.first())
            + " to "
            + UtcTime.of(all.last())
            + ", "
            + Human.brief(seconds(all.first(), all.last())));
  }

  private static double seconds(long from, long to) {
    return Times.seconds(LogTime.between(from, to));
  }

  private static String rate(TypeStatistics type) {
    return Double.isNaN(type.rate()) ? "" : ", " + Human.ratio(type.rate()) + " a second";
  }

  private void events(Page page) throws IOException {
    if (statistics.types().isEmpty()) {
      return;
    }
    page.title("EVENTS", "times count from the first event");
    Table table = new Table("~>>>>");
    table.row("name", "count", "per second", "first", "last");
    long start = statistics.all().first();
    statistics
        .types()
        .forEach(
            (name, type) ->
                table.row(
                    name,
                    Human.count(type.count()),
                    Double.isNaN(type.rate()) ? Human.ABSENT : Human.ratio(type.rate()),
                    Human.brief(seconds(start, type.first())),
                    Human.brief(seconds(start, type.last()))));
    table.write(page);
  }

  private void values(Page page) throws IOException {
    boolean areAny = statistics.types().values().stream().anyMatch(t -> !t.fields().isEmpty());
    if (!areAny) {
      return;
    }
    page.title("VALUES", "of numeric fields other than ids");
    Table table = new Table("~~>>>>>");
    table.row("name", "field", "count", "min", "mean", "max", "sd");
    statistics
        .types()
        .forEach(
            (name, type) ->
                type.fields().forEach((field, numbers) -> value(table, name, field, numbers)));
    table.write(page);
  }

  private static void value(Table table, String name, String field, NumberSummary numbers) {
    if (numbers.count() > 0) {
      table.row(
          name,
          field,
          Human.count(numbers.count()),
          Human.ratio(numbers.min()),
          Human.ratio(numbers.mean()),
          Human.ratio(numbers.max()),
          Human.ratio(numbers.deviation()));
    } else {
      table.row(name, field, "0");
    }
  }

  private void durations(Page page) throws IOException {
    if (!statistics.pairs().isEmpty()) {
      page.title("DURATIONS", "from .start to .end with the same id");
      Table table = new Table("~>>>>>>>");
      table.row("name", "count", "mean", "50 %", "90 %", "99 %", "max", "open");
      statistics.pairs().forEach((name, pair) -> duration(table, name, pair));
      table.write(page);
      for (Map.Entry<String, PairStatistics> pair : statistics.pairs().entrySet()) {
        oddities(page, pair.getKey(), pair.getValue());
      }
    }
    if (!statistics.unkeyed().isEmpty()) {
      page.line("");
      page.paragraph(
          "",
          "Cannot tell which start belongs to which end of "
              + String.join(", ", statistics.unkeyed().stream().limit(SHOWN).toList())
              + ": name the field that holds the id with --lifeline FIELD.");
    }
  }

  private static void duration(Table table, String name, PairStatistics pair) {
    DurationSummary durations = pair.durations();
    NumberSummary seconds = durations.seconds();
    if (seconds.count() == 0) {
      table.row(name, "0", "", "", "", "", "", Human.count(pair.open()));
      return;
    }
    table.row(
        name,
        Human.count(seconds.count()),
        Human.brief(seconds.mean()),
        Human.brief(durations.quantile(0.5)),
        Human.brief(durations.quantile(0.9)),
        Human.brief(durations.quantile(0.99)),
        Human.brief(seconds.max()),
        Human.count(pair.open()));
  }

  private static void oddities(Page page, String name, PairStatistics pair) throws IOException {
    if (pair.unstarted() > 0) {
      page.paragraph(
          "  ", name + ": " + Human.count(pair.unstarted(), "end", "ends") + " without a start");
    }
    if (pair.backward() > 0) {
      page.paragraph(
          "  ", name + ": " + Human.count(pair.backward(), "end", "ends") + " before the start");
    }
  }

  private void streams(Page page) throws IOException {
    List<LogStream> streams = input.streams();
    if (streams.isEmpty()) {
      return;
    }
    page.title("STREAMS", "all streams of the logs, whichever events are selected");
    Table table = new Table("~~>>>><");
    table.row("host and program", "thread", "process", "events", "lost", "dropped", "");
    streams.stream().limit(SHOWN).forEach(stream -> stream(table, stream));
    table.write(page);
    if (streams.size() > SHOWN) {
      page.line("  and " + Human.count(streams.size() - SHOWN) + " more");
    }
  }

  private static void stream(Table table, LogStream stream) {
    table.row(
        stream.source().map(s -> s.host() + "/" + s.program()).orElse("unknown"),
        stream.source().map(StreamIdentity::thread).orElse(""),
        stream.source().map(s -> Long.toString(s.processId())).orElse(""),
        Human.count(stream.events()),
        Human.count(stream.lost()),
        Human.count(stream.dropped()),
        stream.complete() ? "" : "no end");
  }

  private void losses(Page page) throws IOException {
    List<LogLoss> losses = input.losses();
    if (losses.isEmpty()) {
      return;
    }
    page.title("MISSING", "");
    for (LogLoss loss : losses.subList(0, Math.min(SHOWN, losses.size()))) {
      page.paragraph("  ", loss.toString());
    }
    if (losses.size() > SHOWN) {
      page.line("  and " + Human.count(losses.size() - SHOWN) + " more");
    }
  }
}
