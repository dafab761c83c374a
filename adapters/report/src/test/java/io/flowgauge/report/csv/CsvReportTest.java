package io.flowgauge.report.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.metrics.oracle.DamagedRuns;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CsvReportTest {
  private static final Instant BEGIN = Instant.parse("2026-11-26T08:00:00.000000001Z");

  @Test
  void csv_activities_haveTheirLines() throws IOException {
    List<NamedCsvRecord> lines = read(csv(List.of(Flowgauge.report(run().snapshot()))));

    assertThat(lines.get(0).getHeader())
        .startsWith(
            "id", "type", "attempts", "state", "processor", "site", "submitted", "active", "ended")
        .endsWith("unidentified")
        .contains("ideal", "queue-residency", "external-load");
    assertThat(lines).extracting(line -> line.getField("id")).containsExactly("a, \"b\"", "c", "d");
    NamedCsvRecord done = lines.get(0);
    assertThat(done.getField("type")).isEqualTo("align");
    assertThat(done.getField("attempts")).isEqualTo("2");
    assertThat(done.getField("state")).isEqualTo("COMPLETED");
    assertThat(done.getField("processor")).isEqualTo("p1");
    assertThat(done.getField("site")).isEqualTo("lab");
    assertThat(done.getField("submitted")).isEqualTo(seconds(BEGIN.plusSeconds(20)));
    assertThat(done.getField("active")).isEqualTo(seconds(BEGIN.plusSeconds(23)));
    assertThat(done.getField("ended")).isEqualTo(seconds(BEGIN.plusSeconds(33)));
    assertThat(done.getField("ideal")).isEqualTo("10");
    assertThat(done.getField("queue-residency")).isEqualTo("2");
    NamedCsvRecord running = lines.get(1);
    assertThat(running.getField("state")).isEqualTo("ACTIVE");
    assertThat(running.getField("ended")).isEmpty();
    NamedCsvRecord never = lines.get(2);
    assertThat(never.getField("attempts")).isEqualTo("0");
    assertThat(never.getField("state")).isEmpty();
    assertThat(never.getField("external-load")).isEmpty();
  }

  @Test
  void csv_activitySuspended_isShownUntilItResumes() throws IOException {
    RunRecorder recorder = run();
    recorder.record("c", EventType.SUSPENDED, BEGIN.plusSeconds(5), 1);
    assertThat(stateOfSecond(recorder)).isEqualTo("SUSPENDED");
    recorder.record("c", EventType.RESUMED, BEGIN.plusSeconds(6), 1);
    assertThat(stateOfSecond(recorder)).isEqualTo("ACTIVE");
  }

  private static String stateOfSecond(RunRecorder recorder) throws IOException {
    return read(csv(List.of(Flowgauge.report(recorder.snapshot())))).get(1).getField("state");
  }

  @Test
  void csv_severalRuns_areOneTable() throws IOException {
    RunReport report = Flowgauge.report(run().snapshot());
    List<NamedCsvRecord> lines = read(csv(List.of(report, report)));
    assertThat(lines).hasSize(6);
    assertThat(lines.get(0).getHeader()).startsWith("run", "id");
    assertThat(lines).allMatch(line -> line.getField("run").equals("alignment"));
  }

  @Property(tries = 300)
  void csv_anyDamagedRun_accountsForAllTime(
      @ForAll @IntRange(min = 1, max = 14) int activities, @ForAll long seed) throws IOException {
    RunReport report = Flowgauge.report(DamagedRuns.of(activities, seed).run());
    List<NamedCsvRecord> lines = read(csv(List.of(report)));
    assertThat(lines).hasSize(report.run().workflow().activityCount());
    for (int a = 0; a < lines.size(); a++) {
      NamedCsvRecord line = lines.get(a);
      double sum =
          Arrays.stream(OverheadClass.values())
              .filter(OverheadClass::isLeaf)
              .mapToDouble(leaf -> number(line.getField(leaf.label())))
              .sum();
      var time = report.overheads().activity(a).time();
      if (time.isMeasured() && !line.getField("ideal").isEmpty()) {
        double all = sum + number(line.getField("ideal"));
        assertThat(all).isCloseTo(time.value(), within(1e-6 * Math.max(1, Math.abs(all))));
      }
    }
  }

  private static RunRecorder run() {
    RunRecorder recorder = Flowgauge.recorder("alignment");
    recorder.processor(new Processor("p1", 1, 1, "lab"));
    recorder.activity(Activity.of("a, \"b\"", "align"));
    recorder.activity(Activity.of("c", "align"));
    recorder.activity(Activity.of("d", "merge"));
    attempt(recorder, "a, \"b\"", BEGIN, 1);
    recorder.record("a, \"b\"", EventType.FAILED, BEGIN.plusSeconds(10), 1);
    attempt(recorder, "a, \"b\"", BEGIN.plusSeconds(20), 2);
    recorder.record("a, \"b\"", EventType.COMPLETED, BEGIN.plusSeconds(33), 2);
    recorder.assign("a, \"b\"", 2, "p1");
    attempt(recorder, "c", BEGIN.plusSeconds(1), 1);
    return recorder;
  }

  private static void attempt(RunRecorder recorder, String id, Instant begin, int number) {
    recorder.record(id, EventType.STARTED, begin, number);
    recorder.record(id, EventType.SUBMITTED, begin, number);
    recorder.record(id, EventType.PENDING, begin.plusSeconds(1), number);
    recorder.record(id, EventType.ACTIVE, begin.plusSeconds(3), number);
  }

  private static String seconds(Instant time) {
    return BigDecimal.valueOf(time.getEpochSecond())
        .add(BigDecimal.valueOf(time.getNano(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }

  private static double number(String field) {
    return field.isEmpty() ? 0 : Double.parseDouble(field);
  }

  private static String csv(List<RunReport> reports) throws IOException {
    StringBuilder out = new StringBuilder();
    new CsvReport().render(reports, out);
    return out.toString();
  }

  private static List<NamedCsvRecord> read(String table) throws IOException {
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(table)) {
      return reader.stream().toList();
    }
  }
}
