package io.flowgauge.learning.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.flowgauge.Flowgauge;
import io.flowgauge.learning.service.InputSize;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runs that are shipped in {@code samples}. */
class SamplesTest {
  @ParameterizedTest
  @ValueSource(strings = {"fine", "frames", "halves"})
  void repeats_ofAMovie_areTheSameWorkOnTwoSlots(String version) throws IOException {
    WorkflowRun first = read("movie-versions/" + version + "/run-1");
    WorkflowRun second = read("movie-versions/" + version + "/run-2");
    assertThat(identities(second)).isEqualTo(identities(first)).hasSizeGreaterThan(3);
    SlotHistory slots = RunHistory.of(first).plus(RunHistory.of(second)).slots();
    assertThat(slots.overall()).isEqualTo(new SlotLevel(2, true));
  }

  private static Set<String> identities(WorkflowRun run) {
    return RunObservations.of(run, "any").stream()
        .map(each -> each.work().type() + " " + each.work().identity().orElseThrow())
        .collect(Collectors.toSet());
  }

  @Test
  void lostSite_withoutNames_isFoundByItsProcessors() throws IOException {
    assertThat(RunHistory.of(read("dft/loop.json")).outages().outages())
        .singleElement()
        .satisfies(outage -> assertThat(outage.place()).isEqualTo("c1, c2"))
        .satisfies(
            outage -> assertThat(outage.seconds().orElseThrow()).isCloseTo(122, within(1.0)));
  }

  @Test
  void samples_ofAMovie_areTagged() throws IOException {
    assertThat(RunObservations.of(read("povray"), "any"))
        .filteredOn(each -> each.work().type().equals("RENDER"))
        .hasSize(72)
        .allMatch(each -> each.work().sample().orElseThrow().contains("/"))
        .allMatch(each -> each.work().identity().orElseThrow().startsWith("RENDER ("))
        .allMatch(each -> each.work().input().equals(InputSize.UNKNOWN));
  }

  @Test
  void scenes_ofAMovie_readTheirFrames() throws IOException {
    assertThat(RunObservations.of(read("povray"), "any"))
        .filteredOn(each -> each.work().type().equals("SCENE"))
        .extracting(each -> each.work().sample().orElseThrow(), each -> each.work().input().bytes())
        .containsExactlyInAnyOrder(
            tuple("dunes", 15547222.0), tuple("glasses", 15861751.0), tuple("orrery", 15604812.0));
  }

  private static WorkflowRun read(String sample) throws IOException {
    return Flowgauge.read(Checkout.root().resolve("samples").resolve(sample));
  }
}
