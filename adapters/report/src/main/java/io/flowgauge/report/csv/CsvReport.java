package io.flowgauge.report.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.flowgauge.analysis.Measured;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RegionOverheads;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.report.document.AppendableWriter;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.Attempt;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Renders a report as a table (RFC 4180, UTF-8, line feeds) with a line for each activity: {@code
 * id}, {@code type}, {@code attempts}, {@code state}, {@code processor}, {@code site}; {@code
 * submitted}, {@code active} and {@code ended} of the last attempt, in seconds since 1970, or since
 * the unknown origin of a run with relative times; then the seconds of its {@code ideal} time and
 * of each class of overhead that is not divided further, under their labels, with waits counted in
 * full, to the nanosecond. What was not measured is empty; zero means measured and zero. Several
 * runs make one table, with the name of the run as a first column, {@code run}. Immutable and
 * thread-safe.
 */
public final class CsvReport implements ReportRenderer {
  private static final int NANO_DIGITS = 9;
  private static final List<String> OWN =
      List.of(
          "id",
          "type",
          "attempts",
          "state",
          "processor",
          "site",
          "submitted",
          "active",
          "ended",
          "ideal");
  private static final List<OverheadClass> CLASSES =
      Arrays.stream(OverheadClass.values()).filter(OverheadClass::isLeaf).toList();

  /** Creates the renderer, for {@link java.util.ServiceLoader}. */
  public CsvReport() {}

  @Override
  public String format() {
    return "csv";
  }

  @Override
  public void render(RunReport report, Appendable out) throws IOException {
    render(List.of(report), out);
  }

  @Override
  public void render(List<RunReport> reports, Appendable out) throws IOException {
    boolean hasRuns = reports.size() > 1;
    try (CsvWriter table =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(new AppendableWriter(out))) {
      List<String> names = new ArrayList<>(hasRuns ? List.of("run") : List.of());
      names.addAll(OWN);
      CLASSES.forEach(overhead -> names.add(overhead.label()));
      table.writeRecord(names);
      for (RunReport report : reports) {
        new Activities(report, hasRuns).write(table);
      }
    }
  }

  /** The lines of one run. */
  private static final class Activities {
    private final RunReport report;
    private final WorkflowRun run;
    private final boolean hasRuns;
    private final Map<String, String> sites = new HashMap<>();

    Activities(RunReport report, boolean hasRuns) {
      this.report = report;
      this.run = report.run();
      this.hasRuns = hasRuns;
      for (Processor processor : run.processors()) {
        sites.put(processor.name(), processor.site());
      }
    }

    void write(CsvWriter table) {
      List<String> line = new ArrayList<>();
      for (int a = 0; a < run.workflow().activityCount(); a++) {
        line.clear();
        if (hasRuns) {
          line.add(run.name());
        }
        execution(run.execution(a), line);
        seconds(report.overheads().activity(a), line);
        table.writeRecord(line);
      }
    }

    private void execution(ActivityExecution execution, List<String> line) {
      Activity activity = execution.activity();
      List<Attempt> attempts = execution.attempts();
      Optional<Attempt> last =
          attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
      String processor = execution.processor().orElse("");
      line.add(activity.id());
      line.add(activity.type());
      line.add(Integer.toString(attempts.size()));
      line.add(
          execution.isSkipped()
              ? EventType.SKIPPED.name()
              : last.map(Activities::state).orElse(""));
      line.add(processor);
      line.add(sites.getOrDefault(processor, ""));
      line.add(last.map(attempt -> time(attempt.submitted())).orElse(""));
      line.add(last.map(attempt -> time(attempt.active())).orElse(""));
      line.add(last.map(attempt -> time(attempt.ended())).orElse(""));
    }

    /** How it ended, or how far it has come. */
    private static String state(Attempt attempt) {
      if (attempt.outcome().isPresent()) {
        return attempt.outcome().get().name();
      }
      if (attempt.active().isPresent()) {
        return EventType.ACTIVE.name();
      }
      if (attempt.pending().isPresent()) {
        return EventType.PENDING.name();
      }
      if (attempt.submitted().isPresent()) {
        return EventType.SUBMITTED.name();
      }
      return attempt.started().isPresent() ? EventType.STARTED.name() : "";
    }

    /** A double would lose the nanoseconds of our days. */
    private static String time(OptionalLong nanos) {
      return nanos.isPresent() ? plain(BigDecimal.valueOf(nanos.getAsLong(), NANO_DIGITS)) : "";
    }

    private static void seconds(RegionOverheads overheads, List<String> line) {
      line.add(seconds(overheads.ideal()));
      for (OverheadClass overhead : CLASSES) {
        line.add(seconds(overheads.overhead(overhead)));
      }
    }

    private static String seconds(Measured value) {
      return value.isMeasured()
          ? plain(BigDecimal.valueOf(value.value()).setScale(NANO_DIGITS, RoundingMode.HALF_EVEN))
          : "";
    }

    private static String plain(BigDecimal number) {
      return number.stripTrailingZeros().toPlainString();
    }
  }
}
