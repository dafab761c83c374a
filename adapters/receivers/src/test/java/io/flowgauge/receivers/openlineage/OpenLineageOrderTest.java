package io.flowgauge.receivers.openlineage;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.live.Post;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OpenLineageOrderTest {
  private static final String DAG = "00000000-0000-0000-0000-000000000000";

  private static String event(String type, int second, String run, String job, String more) {
    return "{\"eventType\":\""
        + type
        + "\",\"eventTime\":\"2026-03-01T12:00:"
        + String.format("%02d", second)
        + "Z\",\"producer\":\"urn:engine\",\"run\":{\"runId\":\""
        + run
        + "\""
        + more
        + ",\"job\":{\"namespace\":\"n\",\"name\":\""
        + job
        + "\"}";
  }

  private static String parent(String run, String job, String others) {
    return ",\"facets\":{\"parent\":{\"run\":{\"runId\":\""
        + run
        + "\"},\"job\":{\"namespace\":\"n\",\"name\":\""
        + job
        + "\"}}"
        + others
        + "}}";
  }

  private static String data(String kind, String name) {
    return ",\"" + kind + "\":[{\"namespace\":\"s\",\"name\":\"" + name + "\"}]}";
  }

  /**
   * Returns events of two stages joined by data, of which the second names its parent only once,
   * and of a third joined by its facet.
   */
  private static List<String> events() {
    String inDag = parent(DAG, "flow", "");
    String after =
        parent(
            DAG,
            "flow",
            ",\"jobDependencies\":{\"upstream\":[{\"job\":{\"namespace\":\"n\",\"name\":\"flow.b\"}}]}");
    return List.of(
        event("START", 0, DAG, "flow", "}") + "}",
        event("START", 1, "a", "flow.a", inDag) + "}",
        event("RUNNING", 2, "a", "flow.a", inDag) + "}",
        event("COMPLETE", 5, "a", "flow.a", inDag) + data("outputs", "x"),
        event("START", 6, "b", "flow.b", inDag) + data("inputs", "x"),
        event("FAIL", 9, "b", "flow.b", "}") + "}",
        event("START", 10, "c", "flow.c", after) + "}",
        event("START", 11, "d", "inner", parent("c", "flow.c", "")) + "}",
        event("COMPLETE", 12, "d", "inner", "}") + "}",
        event("COMPLETE", 14, "c", "flow.c", "}") + "}",
        event("COMPLETE", 15, DAG, "flow", "}") + "}");
  }

  private static ReceivedRuns received(List<String> events) {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    for (String event : events) {
      var reply = receiver.receive(Post.of("application/json", bytes(event)), runs);
      assertThat(reply.status())
          .as(new String(reply.body(), StandardCharsets.UTF_8))
          .isEqualTo(200);
    }
    receiver.settle(runs);
    return runs;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Property(tries = 300)
  void receive_anyOrderAndRepeats_giveTheSameRun(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> events = new ArrayList<>(events());
    for (int repeat = 0; repeat < 6; repeat++) {
      events.add(events.get(random.nextInt(events.size())));
    }
    Collections.shuffle(events, random);
    ReceivedRuns runs = received(events);
    ReceivedRuns expected = received(events());
    assertThat(runs.ids()).isEqualTo(Set.of(DAG));
    assertThat(runs.facts(DAG)).isEqualTo(expected.facts(DAG));
    assertThat(runs.run(DAG).workflow().dependencies()).hasSize(2);
    assertThat(runs.run(DAG).executions()).hasSize(3);
    assertThat(runs.run(DAG).diagnostics()).isEmpty();
    assertThat(runs.facts(DAG)).anyMatch(fact -> fact.startsWith("Phase"));
  }

  @Property(tries = 200)
  void receive_anEventLost_isRemarked(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> events = new ArrayList<>(events());
    String lost = events.remove(random.nextInt(events.size()));
    Collections.shuffle(events, random);
    ReceivedRuns runs = received(events);
    boolean matters = !lost.contains("RUNNING");
    boolean remarked = runs.ids().stream().anyMatch(id -> !runs.run(id).diagnostics().isEmpty());
    assertThat(remarked || !matters).as("lost " + lost).isTrue();
  }

  @Property(tries = 500)
  void receive_damagedEvent_isAnsweredInWords(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] event = bytes(events().get(random.nextInt(events().size())));
    event[random.nextInt(event.length)] = (byte) random.nextInt(256);
    ReceivedRuns runs = new ReceivedRuns();
    var reply = new OpenLineageReceiver().receive(Post.of("application/json", event), runs);
    assertThat(reply.status()).isIn(200, 400);
    if (reply.status() == 400) {
      assertThat(new String(reply.body(), StandardCharsets.UTF_8)).contains("expected");
    }
  }

  @Test
  void receive_fromSeveralThreads_givesTheSameRun() {
    ReceivedRuns runs = new ReceivedRuns();
    OpenLineageReceiver receiver = new OpenLineageReceiver();
    IntStream.range(0, 400)
        .parallel()
        .mapToObj(i -> events().get(i % events().size()))
        .forEach(event -> receiver.receive(Post.of("application/json", bytes(event)), runs));
    receiver.settle(runs);
    assertThat(runs.facts(DAG)).isEqualTo(received(events()).facts(DAG));
  }
}
