package io.flowgauge.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page as text. */
class HtmlReportTest {
  private static final Pattern INLINE =
      Pattern.compile("<(style|script)>(.*?)</(?:style|script)>", Pattern.DOTALL);
  private static final Pattern ADDRESS =
      Pattern.compile("<[a-z][^>]*\\s(?:src|href|action|data)=\"([^\"]*)\"");

  private static RunReport named(String name) {
    var recorder = Flowgauge.recorder(name);
    recorder.activity(Activity.of(name, name + " type"));
    return Flowgauge.report(recorder.snapshot());
  }

  @Test
  void service_html_isFound() {
    assertThat(ServiceLoader.load(ReportRenderer.class).stream().map(r -> r.get().format()))
        .contains("html");
  }

  @Test
  void data_ofSample_equalsReport() throws Exception {
    RunReport report = Pages.sample("montage");

    JsonNode run = Pages.data(Pages.html(report)).at("/runs/0");

    assertThat(run.get("makespan").asDouble())
        .isEqualTo(Times.seconds(report.attribution().makespanNanos()));
    for (JsonNode node : run.at("/overheads/classes")) {
      OverheadClass overhead = OverheadClass.of(node.get("id").asText()).orElseThrow();
      assertThat(node.get("attributed").asDouble())
          .isEqualTo(Times.seconds(report.attribution().overheadNanos(overhead)));
      var time = report.overheads().total().overhead(overhead);
      assertThat(node.at("/time").has("value")).as(overhead.label()).isEqualTo(time.isMeasured());
      assertThat(node.at("/time/value").asDouble()).isEqualTo(time.orElse(0));
      assertThat(node.at("/time/why").asText()).isEqualTo(time.reason().orElse(""));
    }
    assertThat(run.at("/path/steps"))
        .extracting(step -> step.get("id").asText())
        .containsExactlyElementsOf(
            report.attribution().criticalPath().stream().map(step -> step.activity()).toList());
  }

  @Test
  void timeline_ofSample_hasEveryStateAndAttempt() throws Exception {
    RunReport report = Pages.sample("povray");
    var run = report.run();

    JsonNode timeline = Pages.data(Pages.html(report)).at("/runs/0/timeline");

    long states = run.executions().stream().mapToLong(e -> e.graph().states().size()).sum();
    assertThat(timeline.get("states")).hasSize((int) states * 4);
    assertThat(timeline.get("attempts")).hasSize(report.metrics().attempts() * 6);
    var first = run.execution(0).graph().states().get(0);
    assertThat(timeline.get("states").get(2).asLong())
        .isEqualTo((first.leading().epochNanos() - run.startNanos().orElseThrow()) / 1_000);
    for (int a = 0; a < run.workflow().activityCount(); a++) {
      var time = report.metrics().processingTime(a);
      assertThat(timeline.get("times").get(a).asDouble() / 1e6)
          .isCloseTo(time.value(), within(1e-6));
    }
  }

  @Test
  void names_thatLookLikeMarkup_stayNames() throws Exception {
    String name = "</script><script>alert(1)</script><!--${data}\u2028";
    String html = Pages.html(named(name));

    assertThat(html).doesNotContain("alert(1)</script>");
    assertThat(html).containsOnlyOnce("<!DOCTYPE").doesNotContain("<!--$");
    assertThat(INLINE.matcher(html).results()).hasSize(3);
    assertThat(Pages.data(html).at("/runs/0/timeline/ids/0").asText())
        .isEqualTo(name.replace('\u2028', '\uFFFD'));
  }

  @Test
  void names_ofMegabytes_areShortened() {
    assertThat(Pages.html(named("x".repeat(3_000_000)))).hasSizeLessThan(1_000_000);
  }

  @Test
  void policy_ofPage_allowsItsOwnElementsAlone() throws Exception {
    String html = Pages.html(Pages.sample("montage"));
    String policy = html.substring(html.indexOf("default-src"), html.indexOf("form-action"));
    List<String> inline = INLINE.matcher(html).results().map(m -> m.group(2)).toList();

    assertThat(policy)
        .startsWith("default-src 'none'")
        .doesNotContain("unsafe")
        .doesNotContain(":/");
    assertThat(inline).hasSize(3);
    for (String text : inline) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      assertThat(policy).contains("'sha256-" + Base64.getEncoder().encodeToString(digest) + "'");
    }
  }

  @Test
  void page_ofSample_namesNoOtherFile() throws Exception {
    String html = Pages.html(Pages.sample("montage"));

    assertThat(ADDRESS.matcher(html).results().map((MatchResult m) -> m.group(1)))
        .allMatch(address -> address.equals("data:,"));
    assertThat(html).contains("Copyright 2010-2023 Mike Bostock");
  }
}
