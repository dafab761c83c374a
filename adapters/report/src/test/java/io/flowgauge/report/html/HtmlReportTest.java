package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.run.ActivityState;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
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
  void groups_ofSample_haveLoadImbalance() throws Exception {
    RunReport report = Pages.sample("montage");
    var workflow = report.run().workflow();
    List<String> project =
        workflow.activities().stream()
            .filter(activity -> activity.type().equals("PROJECT"))
            .map(Activity::id)
            .toList();
    var imbalance = report.metrics().loadImbalance(ActivityState.PROCESSING, project);

    JsonNode run = Pages.data(Pages.html(report)).at("/runs/0");

    JsonNode group = run.at("/groups/1");
    assertThat(run.at("/typeNames").get(group.get("type").asInt()).asText()).isEqualTo("PROJECT");
    assertThat(group.get("level").asInt()).isEqualTo(2);
    assertThat(group.get("known").asInt()).isEqualTo(project.size());
    for (int k = 0; k < project.size(); k++) {
      assertThat(group.at("/deviations").get(2 * k + 1).asDouble())
          .isEqualTo(imbalance.get(group.at("/names").get(k).asText()).value());
    }
    // Groups that are fork-joins of their own have their rows in the sections.
    assertThat(run.at("/sections"))
        .extracting(s -> s.get("name").asText())
        .contains("16 × BACKGROUND");
    assertThat(run.at("/groups")).hasSize(2);
  }

  /** It is unknown whether they are a fork-join. */
  @Test
  void groups_noDependencies_haveAllActivities() throws Exception {
    RunRecorder recorder = Flowgauge.recorder("case");
    for (String id : List.of("a", "b", "c")) {
      recorder.activity(Activity.of(id, "t"));
      recorder.record(id, EventType.ACTIVE, 0, 1);
      recorder.record(id, EventType.COMPLETED, 1_000_000_000, 1);
    }
    JsonNode run = Pages.data(Pages.html(Flowgauge.report(recorder.snapshot()))).at("/runs/0");
    assertThat(run.at("/sections")).isEmpty();
    assertThat(run.at("/groups"))
        .singleElement()
        .extracting(g -> g.get("members").asInt())
        .isEqualTo(3);
  }

  @Test
  void withoutPrediction_saysWhyThereIsNone() throws Exception {
    RunReport report = Pages.sample("montage");
    StringBuilder html = new StringBuilder();
    HtmlReport.withoutPrediction().render(report, html);

    assertThat(Pages.data(Pages.html(report)).at("/runs/0/forecast").has("mean")).isTrue();
    assertThat(Pages.data(html.toString()).at("/runs/0/forecast").toString())
        .isEqualTo("{\"why\":\"it was left out; use flowgauge predict\"}");
  }

  @Test
  void timeline_ofCrowd_sumsUpWhatEachDid() throws Exception {
    RunReport report = Flowgauge.report(Pages.layers(400, 40));
    StringBuilder html = new StringBuilder();
    HtmlPage.of(List.of(report), new Extent(399, true)).write(html);

    JsonNode run = Pages.data(html.toString()).at("/runs/0");

    assertThat(run.at("/timeline").has("ids")).isFalse();
    double part = run.at("/timeline/length").asDouble() / 1000;
    int state = List.of(ActivityState.values()).indexOf(ActivityState.PROCESSING);
    double processing = 0;
    for (JsonNode level : run.at("/timeline/crowd/levels/" + state)) {
      processing += level.asDouble() * part;
    }
    double busy = 0;
    for (JsonNode row : run.at("/timeline/crowd/rows")) {
      for (JsonNode share : row.get("busy")) {
        busy += share.asDouble() * row.get("slots").asDouble() * part;
      }
    }
    double total = report.metrics().totalActiveTime().value();
    assertThat(processing).isCloseTo(total, within(0.01 * total));
    assertThat(busy).isCloseTo(total, within(0.01 * total));
    for (JsonNode type : run.at("/types")) {
      assertThat(type.get("times")).hasSize(type.get("count").asInt());
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
