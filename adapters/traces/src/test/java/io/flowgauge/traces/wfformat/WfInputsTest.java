package io.flowgauge.traces.wfformat;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arguments and inputs in published files; the expected values were counted by another program. */
class WfInputsTest {

  @Test
  void read_specification_hasArgumentsAndSizes() throws IOException {
    WorkflowRun run = read("blast-chameleon-small-001.json");
    Map<String, String> blast = activity(run, "blastall_ID000003").attributes();
    assertThat(activity(run, "blastall_ID000003").type()).isEqualTo("blastall");
    assertThat(blast)
        .containsEntry("inputFiles", "3")
        .containsEntry("inputBytes", "5112433329")
        .containsEntry("ownInputBytes", "6")
        .doesNotContainKey("inputNames");
    assertThat(blast.get("arguments"))
        .isEqualTo(
            "./blastall -p blastn -d nt/nt -i small.fasta.1 -o small.fasta.1.out 2>"
                + " small.fasta.1.err");
  }

  @Test
  void read_filesOfTasks_areInputsByTheirLink() throws IOException {
    Activity activity = activity(read("bwa-chameleon-small-001.v1.4.json"), "bwa_ID000004");
    assertThat(activity.attributes())
        .containsEntry("inputFiles", "8")
        .containsEntry("inputBytes", "377489")
        .containsEntry("ownInputBytes", "25");
  }

  @Test
  void read_noArguments_namesIdentifyTheWork() throws IOException {
    WorkflowRun run = read("epigenomics-chameleon-hep-1seq-100k-001.v1.0.json");
    assertThat(run.workflow().activities())
        .allSatisfy(
            a ->
                assertThat(a.attributes())
                    .doesNotContainKey("arguments")
                    .containsKeys("inputNames", "inputFiles"));
  }

  private static WorkflowRun read(String file) throws IOException {
    return Flowgauge.read(SharedData.path("wfinstances/" + file));
  }

  private static Activity activity(WorkflowRun run, String id) {
    return run.workflow().find(id).orElseThrow();
  }
}
