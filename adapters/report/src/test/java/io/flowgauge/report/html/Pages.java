package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.workflow.Activity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.InflaterInputStream;

/** Report pages for tests. */
final class Pages {
  private static final long SECOND = 1_000_000_000L;
  private static final String DATA = "<script type=\"application/octet-stream\" id=\"data\">";

  private static final String READY =
      "document.getElementById('app')?.dataset.ready || document.querySelector('.notice')";

  private static final Map<String, RunReport> REPORTS = new HashMap<>();
  private static final Map<List<RunReport>, String> PAGES = new HashMap<>();

  private Pages() {}

  /** Returns the folder of recorded runs. */
  static Path samples() {
    return Checkout.root().resolve("samples");
  }

  /** Returns the report of a sample; analysed once, as many tests use the same run. */
  static synchronized RunReport sample(String name) throws IOException {
    RunReport report = REPORTS.get(name);
    if (report == null) {
      report = Flowgauge.report(Flowgauge.read(samples().resolve(name)));
      REPORTS.put(name, report);
    }
    return report;
  }

  static synchronized String html(RunReport... reports) {
    return PAGES.computeIfAbsent(List.of(reports), Pages::rendered);
  }

  private static String rendered(List<RunReport> reports) {
    StringBuilder out = new StringBuilder();
    try {
      new HtmlReport().render(reports, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  static Path write(Path folder, RunReport... reports) throws IOException {
    return Files.writeString(folder.resolve("report.html"), html(reports), UTF_8);
  }

  /** Opens a page and waits until it is drawn. */
  static Tab show(Tab tab, Path page) {
    return tab.go(page, READY);
  }

  /** Extracts the data inside a page. */
  static JsonNode data(String html) throws IOException {
    int from = html.indexOf(DATA) + DATA.length();
    String packed = html.substring(from, html.indexOf("</script>", from));
    byte[] bytes = Base64.getDecoder().decode(packed);
    try (var in = new InflaterInputStream(new ByteArrayInputStream(bytes))) {
      return new ObjectMapper().readTree(in);
    }
  }

  /**
   * Returns a run of layers of activities, each after a few of the layer before, on processors of
   * eight slots.
   */
  static WorkflowRun layers(int activities, int width) {
    RunRecorder recorder = Flowgauge.recorder("layers of " + activities);
    SplittableRandom random = new SplittableRandom(42);
    int processors = Math.max(1, width / 8);
    for (int p = 0; p < processors; p++) {
      recorder.processor(new Processor("node" + p, 1, 8, "site" + p % 3));
    }
    for (int a = 0; a < activities; a++) {
      String id = "a" + a;
      int layer = a / width;
      recorder.activity(Activity.of(id, "type" + layer % 5));
      for (int k = 0; layer > 0 && k < 2; k++) {
        recorder.dependency("a" + ((layer - 1) * width + random.nextInt(width)), id);
      }
      long begin = (layer * 40L + random.nextInt(4)) * SECOND;
      long active = begin + (1 + random.nextInt(6)) * SECOND;
      recorder.record(id, EventType.STARTED, begin, 1);
      recorder.record(id, EventType.SUBMITTED, begin + SECOND / 2, 1);
      recorder.record(id, EventType.PENDING, begin + SECOND, 1);
      recorder.record(id, EventType.ACTIVE, active, 1);
      recorder.record(id, EventType.COMPLETED, active + (5 + random.nextInt(20)) * SECOND, 1);
      recorder.assign(id, 1, "node" + a % processors);
    }
    return recorder.snapshot();
  }
}
