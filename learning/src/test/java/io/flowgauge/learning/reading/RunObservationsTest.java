package io.flowgauge.learning.reading;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.Work;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunObservationsTest {
  private static final String BLAST = "blast-chameleon-small-001.json";

  private final RunBuilder run = new RunBuilder();

  private List<Observation> observed() {
    return RunObservations.of(run.build(), "r");
  }

  private Work only() {
    return observed().get(0).work();
  }

  @Test
  void of_application_isItsTimeOrThatOfEvents() {
    run.completed("a-1", 1, 0, 10).application("a-1", 7);
    run.completed("a-2", 1, 0, 10);
    run.recorder.record("a-2", EventType.SUSPENDED, Times.nanos(2), 1);
    run.recorder.record("a-2", EventType.RESUMED, Times.nanos(5), 1);
    run.failed("a-3", 1, 0, 10).activity("a-4").failed("a-5", 1, 0, 1).completed("a-5", 2, 1, 3);
    assertThat(observed()).extracting(Observation::seconds).containsExactly(7., 7., 2.);
    assertThat(observed()).allMatch(each -> each.work().run().equals("r"));
  }

  @Test
  void of_emptyRun_isEmpty() {
    assertThat(observed()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "blastall_ID000003, blastall, true",
    "FASTQC (12), FASTQC, true",
    "render (5), render, true",
    "a-17, a, true",
    "stage_in_local_0, stage-in-tx, true",
    "a [2], a, true",
    "lapw1_1_k2, lapw1, false",
    "MERGE, MERGE, false",
    "m4, m4, false",
    "'render (scene=fog, frame=0008)', render, false",
    "FASTQC (sample7), FASTQC, false",
  })
  void isNumbered_id_whereItOnlyCounts(String id, String type, boolean numbered) {
    assertThat(WorkIdentity.isNumbered(Activity.of(id, type))).isEqualTo(numbered);
  }

  @Test
  void isNumbered_tagThatIsANumber_isNone() {
    Activity tagged = Activity.of("FASTQC (7)", "FASTQC").withAttribute("tag", "7");
    assertThat(WorkIdentity.isNumbered(tagged)).isFalse();
  }

  @Test
  void identity_arguments_countBeforeNamesOfInputs() {
    run.activity(
        Activity.of("a-1", "a").withAttribute("arguments", "-k").withAttribute("inputNames", "f"));
    run.activity(Activity.of("a-2", "a").withAttribute("inputNames", "f"));
    run.completed("a-1", 1, 0, 1).completed("a-2", 1, 0, 1);
    assertThat(observed())
        .extracting(each -> each.work().identity().orElseThrow())
        .containsExactly("-k", "inputs f");
  }

  @Test
  void identity_runningNumber_isThatOfTheGraph() {
    Work two = graph(new RunBuilder(), "a-1", "a-2");
    Work same = graph(new RunBuilder(), "a-2", "a-1");
    Work other = graph(new RunBuilder().activity("a-3"), "a-1", "a-2");
    assertThat(two.identity()).isEqualTo(same.identity()).isNotEqualTo(other.identity());
    assertThat(two.identity().orElseThrow()).endsWith(" a-1");
  }

  private static Work graph(RunBuilder run, String first, String second) {
    WorkflowRun built = run.activity(first).activity(second).after("a-1", "a-2").build();
    return Works.of(built.workflow(), "any").of(built.workflow().indexOf("a-1"));
  }

  @Test
  void machine_queue_countsBeforeTheProcessor() {
    run.activity(Activity.of("a-1", "a").withAttribute("queue", "long"));
    run.completed("a-1", 1, 0, 1).on("a-1", 1, "n1").completed("a-2", 1, 0, 1).on("a-2", 1, "n1");
    run.completed("a-3", 1, 0, 1).on("a-3", 1, "maxForks of a").completed("a-4", 1, 0, 1);
    assertThat(observed())
        .extracting(each -> each.work().machine().orElse(""))
        .containsExactly("long", "n1", "", "");
  }

  @Test
  void input_attributes_areItsSize() {
    run.activity(
        Activity.of("a-1", "a")
            .withAttribute("inputFiles", "3")
            .withAttribute("inputBytes", "1000")
            .withAttribute("ownInputBytes", "10")
            .withAttribute("tag", "s1"));
    run.completed("a-1", 1, 0, 1);
    assertThat(only().input()).isEqualTo(new InputSize(10, 1000, 3));
    assertThat(only().sample()).contains("s1");
  }

  @Test
  void input_unknown_isWhatPredecessorsWrote() {
    run.activity(Activity.of("a-1", "a").withAttribute("wchar", "100"));
    run.activity(Activity.of("a-2", "a").withAttribute("writtenBytes", "20"));
    run.activity(Activity.of("b", "b").withAttribute("inputFiles", "2"));
    run.after("a-1", "b").after("a-2", "b").after("b", "c");
    List.of("a-1", "a-2", "b", "c").forEach(id -> run.completed(id, 1, 0, 1));
    assertThat(observed())
        .extracting(each -> each.work().input())
        .containsExactly(
            InputSize.UNKNOWN, InputSize.UNKNOWN, new InputSize(120, 120, 2), InputSize.UNKNOWN);
  }

  @Test
  void input_notANumber_isUnknown() {
    run.activity(Activity.of("a-1", "a").withAttribute("inputBytes", "-3"));
    run.activity(Activity.of("a-2", "a").withAttribute("inputBytes", "much"));
    run.completed("a-1", 1, 0, 1).completed("a-2", 1, 0, 1);
    assertThat(observed()).allMatch(each -> each.work().input().equals(InputSize.UNKNOWN));
  }

  @Test
  void works_predecessorNotDone_readsWhatIsTypical() {
    run.activity(Activity.of("a", "a").withAttribute("wchar", "100"));
    run.after("a", "b");
    WorkflowRun before = run.build();
    TypicalInputs typical =
        TypicalInputs.of(List.of(read("b", 10), read("b", 50), read("b", 30), read("c", 1)));
    Works works = Works.of(before, "r").withInputs(typical);
    int b = before.workflow().indexOf("b");
    assertThat(works.of(b).input()).isEqualTo(new InputSize(30, 30, 30));
    run.completed("a", 1, 0, 1);
    assertThat(Works.of(run.build(), "r").withInputs(typical).of(b).input())
        .isEqualTo(new InputSize(100, 100, 30));
    assertThat(Works.of(before.workflow(), "r").of(b).input()).isEqualTo(InputSize.UNKNOWN);
  }

  private static Observation read(String type, double size) {
    InputSize input = new InputSize(size, size, size);
    return new Observation(
        new Work(type, Optional.empty(), Optional.empty(), Optional.empty(), "r", input), 1);
  }

  @Test
  void works_beforeTheRun_areThoseAfterIt() throws IOException {
    WorkflowRun done = Flowgauge.read(SharedData.path("wfinstances/" + BLAST));
    Works before = Works.of(done.workflow(), "r");
    List<Observation> after = RunObservations.of(done, "r");
    assertThat(after).hasSize(done.workflow().activityCount());
    for (int k = 0; k < after.size(); k++) {
      assertThat(before.of(k).identity()).isEqualTo(after.get(k).work().identity());
      assertThat(before.of(k).input()).isEqualTo(after.get(k).work().input());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "povray-nextflow, 77",
    "povray-makeflow-local, 27",
    "povray-makeflow-workqueue, 31",
    "povray-snakemake, 40",
    "dft-slurm, 57",
    "registration-nextflow-slurm, 49",
    "nextflow-endings/failed, 4",
  })
  void of_recordedRun_hasOneForEachCompletedActivity(String name, int count) throws IOException {
    List<Observation> all =
        RunObservations.of(Flowgauge.read(SharedData.path("runs/" + name)), name);
    assertThat(all).hasSize(count).allMatch(each -> each.seconds() > 0);
    Set<String> identities =
        all.stream()
            .map(each -> each.work().type() + each.work().identity().orElseThrow())
            .collect(Collectors.toCollection(HashSet::new));
    assertThat(identities).as("no two activities do the same").hasSize(count);
  }
}
