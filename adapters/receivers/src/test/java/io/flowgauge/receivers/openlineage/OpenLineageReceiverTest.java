package io.flowgauge.receivers.openlineage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.flowgauge.live.Post;
import io.flowgauge.live.Reply;
import io.flowgauge.live.RunSink;
import io.flowgauge.receivers.ReceiverServer;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.Eventually;
import io.openlineage.client.OpenLineage;
import io.openlineage.client.OpenLineage.RunEvent.EventType;
import io.openlineage.client.OpenLineageClient;
import io.openlineage.client.transports.HttpConfig;
import io.openlineage.client.transports.HttpTransport;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class OpenLineageReceiverTest {
  private static final ZonedDateTime BEGIN = ZonedDateTime.parse("2026-03-01T12:00:00Z");

  private final OpenLineage lineage = new OpenLineage(URI.create("https://example.org/engine"));
  private final UUID flow = new UUID(0, 1);
  private final UUID first = new UUID(0, 2);
  private final UUID second = new UUID(0, 3);

  private OpenLineage.RunEvent event(EventType type, int second, UUID run, String job) {
    var facets = lineage.newRunFacetsBuilder();
    if (!run.equals(flow)) {
      facets.parent(
          lineage
              .newParentRunFacetBuilder()
              .run(lineage.newParentRunFacetRun(flow, null))
              .job(lineage.newParentRunFacetJob("n", "flow", null))
              .build());
    }
    if (run.equals(this.second)) {
      var upstream =
          lineage
              .newJobDependencyBuilder()
              .job(lineage.newJobIdentifierBuilder().namespace("n").name("flow.first").build())
              .build();
      facets.jobDependencies(
          lineage.newJobDependenciesRunFacetBuilder().upstream(List.of(upstream)).build());
    }
    return lineage
        .newRunEventBuilder()
        .eventType(type)
        .eventTime(BEGIN.plusSeconds(second))
        .run(lineage.newRunBuilder().runId(run).facets(facets.build()).build())
        .job(lineage.newJobBuilder().namespace("n").name(job).build())
        .build();
  }

  private static OpenLineageClient client(ReceiverServer server) {
    HttpConfig config = new HttpConfig();
    config.setUrl(server.uri());
    return new OpenLineageClient(new HttpTransport(config));
  }

  @Test
  @SuppressWarnings("try") // The client declares that closing it may be interrupted.
  void receive_eventsOfTheClientLibrary_becomeARun() throws Exception {
    ReceivedRuns runs = new ReceivedRuns();
    try (ReceiverServer server = ReceiverServer.serve(new OpenLineageReceiver(), runs);
        OpenLineageClient client = client(server)) {
      client.emit(event(EventType.START, 0, flow, "flow"));
      client.emit(event(EventType.START, 1, first, "flow.first"));
      client.emit(event(EventType.COMPLETE, 4, first, "flow.first"));
      client.emit(event(EventType.START, 5, second, "flow.second"));
      client.emit(event(EventType.COMPLETE, 9, second, "flow.second"));
      client.emit(event(EventType.COMPLETE, 10, flow, "flow"));
    }
    var run = runs.run(flow.toString());
    assertThat(run.name()).isEqualTo("flow");
    assertThat(run.makespan()).contains(Duration.ofSeconds(9));
    assertThat(run.workflow().dependencies()).hasSize(1);
    assertThat(run.executions()).hasSize(2);
    assertThat(run.executions().get(0).activity().type()).isEqualTo("flow.first");
    assertThat(run.isFinished()).isTrue();
    assertThat(run.diagnostics()).isEmpty();
  }

  @Test
  void receive_tasksOfAirflow_areAttemptsJoinedByTheirIds() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    for (String event :
        List.of(
            airflow("START", 1, "r1", "load", 1, "[]"),
            airflow("FAIL", 2, "r1", "load", 1, "[]"),
            airflow("START", 3, "r2", "load", 2, "[]"),
            airflow("COMPLETE", 4, "r2", "load", 2, "[]"),
            airflow("START", 5, "r3", "sum", 1, "\"['load']\""),
            airflow("COMPLETE", 6, "r3", "sum", 1, "[\"load\"]"))) {
      assertThat(post(receiver, runs, event).status()).isEqualTo(200);
    }
    var run = runs.run("dagrun");
    assertThat(run.executions()).hasSize(2);
    assertThat(run.workflow().dependencies()).hasSize(1);
    assertThat(run.executions().get(0).graph().events()).hasSize(4);
    assertThat(run.executions().get(0).graph().events().get(3).attempt()).isEqualTo(2);
  }

  private static String airflow(
      String type, int second, String run, String task, int attempt, String upstream) {
    return """
        {"eventType": "%s", "eventTime": "2026-03-01T12:00:%02dZ",
         "producer": "https://github.com/apache/airflow/tree/providers-openlineage/2.1.0",
         "run": {"runId": "%s", "facets": {
           "parent": {"run": {"runId": "dagrun"}, "job": {"namespace": "n", "name": "dag"}},
           "airflow": {"taskInstance": {"try_number": %d, "map_index": -1},
             "task": {"task_id": "%s", "upstream_task_ids": %s}}}},
         "job": {"namespace": "n", "name": "dag.%s", "facets": {
           "jobType": {"integration": "AIRFLOW", "jobType": "TASK"}}}}
        """
        .formatted(type, second, run, attempt, task, upstream, task);
  }

  @Test
  void receive_afterTheMemoryIsLost_goesOnWithTheSameRun() {
    ReceivedRuns runs = new ReceivedRuns();
    post(new OpenLineageReceiver(), runs, airflow("START", 1, "r1", "load", 1, "[]"));
    post(new OpenLineageReceiver(), runs, airflow("COMPLETE", 2, "r1", "load", 1, "[]"));
    assertThat(runs.ids()).containsExactly("dagrun");
    assertThat(runs.run("dagrun").executions()).hasSize(1);
    assertThat(runs.run("dagrun").executions().get(0).graph().events()).hasSize(2);
  }

  @Test
  void receive_parentNeverHeardOf_isAssumedAfterAWhile() throws Exception {
    OpenLineageReceiver receiver = new OpenLineageReceiver(100, Duration.ofSeconds(1));
    ReceivedRuns runs = new ReceivedRuns();
    post(receiver, runs, child("x", "p"));
    Eventually.await("what is assumed", () -> runs.ids().equals(Set.of("p")));
    Eventually.await("a remark", () -> runs.remarks("p", "was assumed"));
    assertThat(runs.run("p").executions()).hasSize(1);
  }

  @Test
  void receive_runOnItsOwn_isShownThoughNoMoreIsPosted() throws Exception {
    OpenLineageReceiver receiver = new OpenLineageReceiver(100, Duration.ofSeconds(1));
    ReceivedRuns runs = new ReceivedRuns();
    postAlone(receiver, runs);
    Eventually.await("its activity", () -> runs.run("s").executions().size() == 1);
  }

  /** Refuses one run, as a monitor refuses a run with the id of a followed file. */
  private static RunSink withoutTaken(ReceivedRuns runs) {
    return new RunSink() {
      @Override
      public RunRecorder recorder(String id, String name) {
        if (id.equals("taken")) {
          throw new IllegalArgumentException("run taken is already followed or posted");
        }
        return runs.recorder(id, name);
      }

      @Override
      public void append(String id, byte[] lines) {
        runs.append(id, lines);
      }
    };
  }

  @Test
  void receive_runThatCannotBeRecorded_isSaidAndSpoilsNoOther() throws Exception {
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(LineageMemory.class.getName());
    logger.setFilter(record -> !said.add(record.getMessage()));
    OpenLineageReceiver receiver = new OpenLineageReceiver(100, Duration.ofMillis(100));
    ReceivedRuns runs = new ReceivedRuns();
    RunSink some = withoutTaken(runs);
    post(receiver, some, child("x", "taken"));
    Eventually.await("what is wrong", () -> !said.isEmpty());
    assertThat(post(receiver, some, child("y", "p")).status()).isEqualTo(200);
    Eventually.await("the other", () -> runs.ids().contains("p"));
    receiver.settle(some);
    assertThat(said).hasSize(2).allMatch(line -> line.startsWith("OpenLineage run x of job "));
    assertThat(said.get(0))
        .endsWith(" cannot be recorded for now: run taken is already followed or posted");
    assertThat(said.get(1)).endsWith(" could not be recorded: their events are lost");
    logger.setFilter(null);
  }

  @Test
  void receive_moreRunsThanFitAndTheOldestCannotBeRecorded_losesOnlyThat() {
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(LineageMemory.class.getName());
    logger.setFilter(record -> !said.add(record.getMessage()));
    OpenLineageReceiver receiver = new OpenLineageReceiver(10, Duration.ofMinutes(5));
    ReceivedRuns runs = new ReceivedRuns();
    RunSink some = withoutTaken(runs);
    post(receiver, some, child("x", "taken"));
    post(receiver, some, child("y", "taken"));
    for (int i = 0; i < 30; i++) {
      assertThat(post(receiver, some, child("x" + i, "p" + i)).status()).isEqualTo(200);
    }
    receiver.settle(some);
    assertThat(runs.ids()).hasSize(30);
    assertThat(said).hasSize(1);
    assertThat(said.get(0))
        .startsWith("OpenLineage run x of job ")
        .endsWith(
            " and 1 other could not be recorded, and to make room for others, what was posted of them"
                + " is lost: run taken is already followed or posted");
    logger.setFilter(null);
  }

  /** The senders know that their events are refused, so these must not take the room of others. */
  @Test
  void receive_moreRefusedRunsThanFit_loseNoOther() {
    OpenLineageReceiver receiver = new OpenLineageReceiver(10, Duration.ofMinutes(5));
    ReceivedRuns runs = new ReceivedRuns();
    RunSink some = withoutTaken(runs);
    post(receiver, some, rooted("a", "good"));
    for (int i = 0; i < 30; i++) {
      String refused = rooted("x" + i, "taken");
      assertThatThrownBy(() -> post(receiver, some, refused)).hasMessageContaining("run taken is");
    }
    post(receiver, some, rooted("b", "good"));
    assertThat(runs.run("good").executions()).hasSize(2);
    assertThat(runs.remarks("good", "the receiver stopped waiting")).isFalse();
  }

  private static String rooted(String run, String root) {
    return """
        {"eventType": "START", "eventTime": "2026-03-01T12:00:00Z", "run": {"runId": "%s",
         "facets": {"parent": {"run": {"runId": "%s"}, "job": {"namespace": "n", "name": "j"},
          "root": {"run": {"runId": "%s"}, "job": {"namespace": "n", "name": "j"}}}}},
         "job": {"namespace": "n", "name": "k"}}
        """
        .formatted(run, root, root);
  }

  @Test
  void receive_chainOfParentsWithoutEnd_losesNoRun() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    int length = 5000;
    for (int i = 0; i < length; i++) {
      post(receiver, runs, child("x" + i, "x" + (i + 1) % length));
    }
    receiver.settle(runs);
    long recorded =
        runs.ids().stream()
            .mapToLong(id -> runs.run(id).executions().size() + runs.run(id).diagnostics().size())
            .sum();
    assertThat(recorded).isGreaterThanOrEqualTo(length);
  }

  @Test
  void receive_tenThousandTasksOfOneRun_takesSeconds() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          for (int i = 0; i < 10_000; i++) {
            post(receiver, runs, airflow("START", 1, "r" + i, "t" + i, 1, "[]"));
            post(receiver, runs, airflow("COMPLETE", 2, "r" + i, "t" + i, 1, "[]"));
          }
        });
    assertThat(runs.run("dagrun").executions()).hasSize(10_000);
  }

  private static String child(String run, String parent) {
    return """
        {"eventType": "START", "eventTime": "2026-03-01T12:00:00Z", "run": {"runId": "%s",
         "facets": {"parent": {"run": {"runId": "%s"}, "job": {"namespace": "n", "name": "j"}}}},
         "job": {"namespace": "n", "name": " "}}
        """
        .formatted(run, parent);
  }

  @Test
  void receive_moreRunsThanFit_placesTheOldestAndForgetsThem() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver(10, Duration.ofMinutes(5));
    for (int i = 0; i < 30; i++) {
      String child =
          """
          {"eventType": "START", "eventTime": "2026-03-01T12:00:00Z", "run": {"runId": "x%d",
           "facets": {"parent": {"run": {"runId": "p%d"}, "job": {"namespace": "n", "name": "j"}}}},
           "job": {"namespace": "n", "name": "k"}}
          """
              .formatted(i, i);
      post(receiver, runs, child);
    }
    assertThat(runs.ids()).hasSizeGreaterThan(20);
    receiver.settle(runs);
    assertThat(runs.ids()).hasSize(30);
  }

  @Test
  void receive_runWithoutParentAndChildren_isItsOwnActivity() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    postAlone(receiver, runs);
    receiver.settle(runs);
    assertThat(runs.run("s").executions()).hasSize(1);
    assertThat(runs.run("s").makespan()).contains(Duration.ofSeconds(2));
  }

  private static void postAlone(OpenLineageReceiver receiver, ReceivedRuns runs) {
    String event =
        "{\"eventType\":\"%s\",\"eventTime\":\"2026-03-01T12:00:0%dZ\",\"run\":{\"runId\":\"s\"},"
            + "\"job\":{\"namespace\":\"n\",\"name\":\"app\"}}";
    post(receiver, runs, event.formatted("START", 1));
    post(receiver, runs, event.formatted("COMPLETE", 3));
  }

  @Test
  void receive_malformed_namesPlaceFoundAndExpected() {
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    assertThat(words(receiver, "{\"eventType\": \"BEGIN\"}"))
        .contains("$.eventType", "\"BEGIN\"", "START, RUNNING");
    assertThat(words(receiver, "[{\"eventType\":\"START\",\"run\":{\"runId\":7}}]"))
        .contains("$[0].run.runId", "7", "the id of the run");
    assertThat(words(receiver, "{\"eventType\":\"START\",\"job\":{\"namespace\":\"n\"}}"))
        .contains("$.run.runId", "nothing");
    assertThat(words(receiver, "{\"eventTime\": \"yesterday\"}")).contains("$.eventTime");
    assertThat(words(receiver, "{")).contains("expected");
    assertThat(words(receiver, "")).contains("empty");
  }

  @Test
  void receive_eventsOfJobsAndDatasets_areLeftOut() {
    ReceivedRuns runs = new ReceivedRuns();
    String event =
        "{\"eventTime\":\"2026-03-01T12:00:00Z\",\"job\":{\"namespace\":\"n\",\"name\":\"j\"}}";
    assertThat(post(new OpenLineageBatchReceiver(), runs, "[" + event + "]").status())
        .isEqualTo(200);
    assertThat(runs.ids()).isEmpty();
  }

  private static String words(OpenLineageReceiver receiver, String text) {
    Reply reply = post(receiver, new ReceivedRuns(), text);
    assertThat(reply.status()).isEqualTo(400);
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static Reply post(LineageIntake receiver, RunSink runs, String text) {
    return receiver.receive(
        Post.of("application/json", text.getBytes(StandardCharsets.UTF_8)), runs);
  }
}
