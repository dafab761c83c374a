package io.flowgauge.traces.condor;

import static io.flowgauge.traces.RunMessages.messages;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.traces.files.HostileInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** User logs of ClassAds; the samples hold the same events as the text sample. */
class AdLogTest {
  @TempDir Path folder;

  private static WorkflowRun sample(String name) throws IOException {
    return Flowgauge.read(HostileInput.sample(AdLogTest.class, name));
  }

  private WorkflowRun read(String log) throws IOException {
    Files.writeString(folder.resolve("job.log"), log);
    return Flowgauge.read(folder.resolve("job.log"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "json"})
  void read_ads_giveTheRunOfTheText(String form) throws IOException {
    WorkflowRun text = sample("diamond");
    WorkflowRun ads = sample(form);
    assertThat(ads.workflow().dependencies()).isEqualTo(text.workflow().dependencies());
    assertThat(ads.executions()).hasSameSizeAs(text.executions());
    for (ActivityExecution expected : text.executions()) {
      ActivityExecution found = ads.execution(expected.activity().id()).orElseThrow();
      assertThat(found.activity()).isEqualTo(expected.activity());
      assertThat(found.attempts()).isEqualTo(expected.attempts());
      assertThat(found.phases()).isEqualTo(expected.phases());
      assertThat(found.graph()).isEqualTo(expected.graph());
    }
    assertThat(ads.diagnostics().stream().map(Diagnostic::severity).distinct())
        .isEqualTo(text.diagnostics().stream().map(Diagnostic::severity).distinct().toList());
  }

  private static String xml(int code, String time, String more) {
    return "<c><a n=\"EventTypeNumber\"><i>"
        + code
        + "</i></a><a n=\"Cluster\"><i>7</i></a><a n=\"EventTime\"><s>"
        + time
        + "</s></a>"
        + more
        + "</c>\n";
  }

  @Test
  void read_documentWithOneElementAround_isRead() throws IOException {
    WorkflowRun run =
        read(
            "<?xml version=\"1.0\"?>\n<!DOCTYPE classads SYSTEM \"classads.dtd\">\n<classads>\n"
                + xml(0, "2024-08-02T15:00:00Z", "")
                + xml(1, "2024-08-02T15:00:01.500Z", "")
                + "</classads>\n");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.execution("7.0").orElseThrow().attempts().get(0).active()).isPresent();
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
  }

  @Test
  void read_entityOfTheDocument_isNotReplaced() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "secret");
    String bomb = "<a n=\"ExecuteHost\"><s>&x;</s></a>";
    WorkflowRun run =
        read(
            xml(0, "2024-08-02T15:00:00", "")
                + "<!DOCTYPE c [<!ENTITY x SYSTEM \""
                + secret.toUri()
                + "\">]>\n"
                + xml(1, "2024-08-02T15:00:01", bomb));
    assertThat(run.execution("7.0").orElseThrow().processor()).isEmpty();
    assertThat(messages(run)).contains("events that cannot be read, left out");
  }

  @Test
  void read_adsInAds_areBounded() throws IOException {
    String deep = "<a n=\"x\"><c>".repeat(1_000) + "</c></a>".repeat(1_000);
    WorkflowRun run = read(xml(0, "2024-08-02T15:00:00", "") + xml(1, "2024-08-02T15:00:01", deep));
    assertThat(run.execution("7.0").orElseThrow().attempts().get(0).active()).isEmpty();
    assertThat(messages(run)).contains("events that cannot be read, left out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xml", "json"})
  void read_eventCutInTheMiddle_othersStand(String form) throws IOException {
    String log =
        Files.readString(HostileInput.sample(AdLogTest.class, form + "/diamond.dag.nodes.log"));
    int cut = log.indexOf("ExecuteHost");
    int next = log.indexOf("\n" + (form.equals("xml") ? "<c>" : "{"), cut);
    WorkflowRun run = read(log.substring(0, cut - 6) + log.substring(next));
    assertThat(messages(run)).contains("events without their end, left out");
    assertThat(run.execution("first").orElseThrow().attempts().get(0).outcome())
        .contains(EventType.COMPLETED);
    assertThat(run.execution("last").orElseThrow().attempts().get(0).outcome())
        .contains(EventType.COMPLETED);
  }

  @Test
  void read_logThatEndsInAnEvent_saysSo() throws IOException {
    String first = xml(0, "2024-08-02T15:00:00", "");
    WorkflowRun run = read(first + first.substring(0, 50));
    assertThat(messages(run)).contains("events cut off at the end of the file, left out");
  }

  @Test
  void read_objectsSeparatedByDots_areRead() throws IOException {
    String event = "{\"EventTypeNumber\": %d, \"Cluster\": 7, \"EventTime\": \"%s\"}\n...\n";
    WorkflowRun run =
        read(event.formatted(0, "2024-08-02T15:00:00") + event.formatted(9, "2024-08-02T15:00:09"));
    assertThat(run.execution("7.0").orElseThrow().attempts().get(0).outcome())
        .contains(EventType.ABORTED);
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() == Diagnostic.Severity.ERROR);
  }

  @Test
  void read_adsWithoutAJob_areRefused() {
    assertThatThrownBy(() -> read("{\"EventTypeNumber\": 0, \"EventTime\": \"now\"}\n"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("found no job");
  }
}
