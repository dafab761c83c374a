package io.flowgauge.traces.crate;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.ActivityKind;
import io.flowgauge.workflow.Dependency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small crates shaped like those of various engines and tools. */
class CrateShapesTest {
  private static final long MINUTE = 1_767_225_600L;

  @TempDir private Path folder;

  private WorkflowRun read(String... entities) throws IOException {
    Path file = folder.resolve("ro-crate-metadata.json");
    Files.writeString(
        file,
        """
        {"@context": ["https://w3id.org/ro/crate/1.1/context",
                      {"sha1": "https://w3id.org/ro/terms/workflow-run#sha1"}],
         "@graph": [%s]}"""
            .formatted(String.join(",\n", entities)));
    return Flowgauge.read(file);
  }

  private static String root(String workflow) {
    return """
        {"@id": "ro-crate-metadata.json", "@type": "CreativeWork", "about": {"@id": "./"},
         "conformsTo": [{"@id": "https://w3id.org/ro/crate/1.1"}]},
        {"@id": "./", "@type": "Dataset", "mainEntity": {"@id": "%s"}, "hasPart": []},
        {"@id": "%s", "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow", "HowTo"]}"""
        .formatted(workflow, workflow);
  }

  private static String refs(String... ids) {
    return Arrays.stream(ids)
        .map(id -> "{\"@id\": \"" + id + "\"}")
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String entity(String id, String type, String more) {
    return "{\"@id\": \"%s\", \"@type\": \"%s\"%s}".formatted(id, type, more);
  }

  private static String action(String id, String name, String tool, String used, String made) {
    return entity(
        id,
        "CreateAction",
        ", \"name\": \"%s\", \"instrument\": {\"@id\": \"%s\"}, \"object\": %s, \"result\": %s"
            .formatted(name, tool, used, made));
  }

  /** Adds times, in seconds within one minute, and further members to an action. */
  private static String timed(String action, int start, int end, String zone, String more) {
    return action.substring(0, action.length() - 1)
        + ", \"startTime\": \"2026-01-01T00:00:%02d.5%s\", \"endTime\": \"2026-01-01T00:00:%02d.5%s\"%s}"
            .formatted(start, zone, end, zone, more);
  }

  private static List<String> edges(WorkflowRun run) {
    return run.workflow().dependencies().stream().map(Dependency::toString).toList();
  }

  private static List<String> types(WorkflowRun run) {
    return run.workflow().activities().stream().map(Activity::type).toList();
  }

  private static List<String> events(WorkflowRun run, String id) {
    return run.execution(id).orElseThrow().graph().events().stream()
        .map(event -> event.type() + " " + (event.epochNanos() / 1e9 - MINUTE))
        .toList();
  }

  /**
   * Times have no zone; lists of files are values of a parameter, and files with secondary files
   * are collections.
   */
  @Test
  void read_crateOfCwlProv_followsValuesAndCollections() throws IOException {
    WorkflowRun run =
        read(
            root("packed.cwl"),
            entity("packed.cwl#index.cwl", "SoftwareApplication", ", \"name\": \"index.cwl\""),
            entity("packed.cwl#call.cwl", "SoftwareApplication", ", \"name\": \"call.cwl\""),
            entity("#engine", "SoftwareApplication", ", \"name\": \"cwltool 3\""),
            entity(
                "#o",
                "OrganizeAction",
                ", \"instrument\": {\"@id\": \"#engine\"}, \"startTime\": \"2026-01-01T00:00:00\""),
            timed(
                action("#w", "Run of workflow/packed.cwl#main", "packed.cwl", "[]", "[]"),
                1,
                30,
                "",
                ""),
            timed(
                action("#i", "index", "packed.cwl#index.cwl", refs("raw"), refs("#pv-index/out")),
                2,
                5,
                "",
                ""),
            timed(
                action("#p", "pair", "packed.cwl#index.cwl", refs("raw"), refs("bam", "bai")),
                2,
                6,
                "",
                ""),
            timed(
                action("#c", "call", "packed.cwl#call.cwl", refs("one", "#pv-flag"), "[]"),
                7,
                9,
                "",
                ""),
            timed(action("#d", "depth", "packed.cwl#call.cwl", refs("#pair"), "[]"), 8, 9, "", ""),
            entity("#pv-index/out", "PropertyValue", ", \"value\": " + refs("one", "two")),
            entity("#pv-flag", "PropertyValue", ", \"name\": \"flag\", \"value\": \"True\""),
            entity("one", "File", ""),
            entity("two", "File", ""),
            entity(
                "#pair",
                "Collection",
                ", \"mainEntity\": {\"@id\": \"bam\"}, \"hasPart\": " + refs("bam", "bai")));

    assertThat(run.name()).isEqualTo("Run of workflow/packed.cwl#main");
    assertThat(types(run))
        .containsExactlyInAnyOrder("index.cwl", "index.cwl", "call.cwl", "call.cwl");
    assertThat(edges(run)).containsExactlyInAnyOrder("index -> call", "pair -> depth");
    assertThat(events(run, "index")).containsExactly("ACTIVE 2.5", "COMPLETED 5.5");
    assertThat(run.diagnostics()).extracting(Diagnostic::message).contains(noZone());
  }

  private static String noZone() {
    return "times have no zone: they are shown as if they were UTC";
  }

  /** Only the run has times, not its tasks; instruments may be null. */
  @Test
  void read_crateOfNextflow_hasTasksStepsAndPublishing() throws IOException {
    WorkflowRun run =
        read(
            root("main.nf"),
            entity(
                "main.nf#software-application", "SoftwareApplication", ", \"name\": \"Nextflow\""),
            entity("#module:FASTQC", "SoftwareApplication", ", \"name\": \"FASTQC\""),
            entity("main.nf#step/MULTIQC", "HowToStep", ", \"position\": 2"),
            timed(
                entity(
                    "main.nf#organize",
                    "OrganizeAction",
                    ", \"instrument\": {\"@id\": \"main.nf#software-application\"}"),
                0,
                40,
                "+01:00",
                ""),
            timed(
                action("#run", "Nextflow workflow run 7", "main.nf", "[]", "[]"),
                0,
                40,
                "+01:00",
                ""),
            entity(
                "#control/MULTIQC",
                "ControlAction",
                ", \"instrument\": {\"@id\": \"main.nf#step/MULTIQC\"}, \"object\": "
                    + refs("#task/2")),
            action("#task/1", "FASTQC (a)", "#module:FASTQC", refs("a.fq"), refs("#task/1/a.html")),
            entity(
                "#task/2",
                "CreateAction",
                """
                , "name": "MULTIQC", "instrument": null, "object": [{"@id": "#task/1/a.html"}],
                "result": [], "error": "no reports",
                "actionStatus": "http://schema.org/FailedActionStatus\""""),
            action(
                "#publish/1/a.html",
                "publish",
                "main.nf#software-application",
                "{\"@id\": \"#task/1/a.html\"}",
                "{\"@id\": \"results/a.html\"}"));

    assertThat(run.startNanos()).hasValue((MINUTE - 3600) * 1_000_000_000L + 500_000_000L);
    assertThat(run.workflow().activities())
        .extracting(activity -> activity.id() + ": " + activity.type() + " " + activity.kind())
        .containsExactlyInAnyOrder(
            "FASTQC (a): FASTQC COMPUTE", "MULTIQC: MULTIQC COMPUTE", "publish: publish TRANSFER");
    assertThat(edges(run))
        .containsExactlyInAnyOrder("FASTQC (a) -> MULTIQC", "FASTQC (a) -> publish");
    assertThat(run.execution("MULTIQC").orElseThrow().activity().attributes())
        .containsEntry("error", "no reports");
    assertThat(run.diagnostics()).extracting(Diagnostic::message).contains("actions without times");
  }

  /** Scattered commands of a step share one name; a failed command was run again. */
  @Test
  void read_crateOfStreamFlow_hasScatteredAndRepeatedCommands() throws IOException {
    String failed = ", \"actionStatus\": \"http://schema.org/FailedActionStatus\"";
    String done = ", \"actionStatus\": \"http://schema.org/CompletedActionStatus\"";
    WorkflowRun run =
        read(
            root("main.cwl"),
            entity("main.cwl#sort.cwl", "SoftwareApplication", ", \"name\": \"sort.cwl\""),
            timed(
                action("#w", "Run of workflow/main.cwl", "main.cwl", "[]", "[]"), 0, 50, "Z", done),
            timed(
                action("#s1", "Run of sort", "main.cwl#sort.cwl", refs("#in1"), refs("#out1")),
                1,
                3,
                "Z",
                failed),
            timed(
                action("#s1b", "Run of sort", "main.cwl#sort.cwl", refs("#in1"), refs("#out1")),
                4,
                6,
                "Z",
                done),
            timed(
                action("#s2", "Run of sort", "main.cwl#sort.cwl", refs("#in2"), refs("#out2")),
                1,
                5,
                "Z",
                done),
            timed(
                action("#m", "Run of merge", "main.cwl#merge.cwl", refs("#all"), "[]"),
                7,
                9,
                "Z",
                done),
            entity("#in1", "PropertyValue", ", \"value\": {\"@id\": \"x\"}"),
            entity("#in2", "PropertyValue", ", \"value\": {\"@id\": \"y\"}"),
            entity("#out1", "PropertyValue", ", \"value\": {\"@id\": \"sx\"}"),
            entity("#out2", "PropertyValue", ", \"value\": {\"@id\": \"sy\"}"),
            entity("#all", "PropertyValue", ", \"value\": " + refs("sx", "sy")),
            entity("sx", "File", ""),
            entity("sy", "File", ""));

    assertThat(edges(run))
        .containsExactlyInAnyOrder(
            "Run of sort (#s1) -> Run of merge", "Run of sort (#s2) -> Run of merge");
    assertThat(run.execution("Run of sort (#s1)").orElseThrow().attempts())
        .extracting(attempt -> attempt.outcome().orElseThrow())
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(run.workflow().activity(run.workflow().indexOf("Run of merge")).type())
        .isEqualTo("merge.cwl");
  }

  /** Only the workflow is an action; its inputs are collections. */
  @Test
  void read_crateOfGalaxy_isOneActivity() throws IOException {
    WorkflowRun run =
        read(
            root("workflows/a.gxwf.yml"),
            entity("#engine", "SoftwareApplication", ", \"name\": \"Galaxy workflow engine\""),
            timed(
                entity("#o", "OrganizeAction", ", \"instrument\": {\"@id\": \"#engine\"}"),
                0,
                9,
                "",
                ""),
            timed(
                action("#w", "mapping", "workflows/a.gxwf.yml", refs("#list", "k-pv"), "[]"),
                1,
                8,
                "",
                ""),
            entity("#list", "Collection", ", \"hasPart\": " + refs("datasets/1.txt")),
            entity("k-pv", "PropertyValue", ", \"value\": 21"),
            entity("", "Person", ", \"name\": \"creator without identifier\""));

    assertThat(run.workflow().activities()).extracting(Activity::id).containsExactly("mapping");
    assertThat(events(run, "mapping")).containsExactly("ACTIVE 1.5", "COMPLETED 8.5");
    assertThat(run.workflow().activities()).allMatch(a -> a.kind() == ActivityKind.COMPUTE);
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains(
            "only the workflow as a whole has an action: it is read as one activity",
            "entities without @id, left out",
            noZone());
  }

  /**
   * A process run: tools without a workflow, a descriptor with another name, and an unfinished
   * action.
   */
  @Test
  void read_processRunCrate_hasToolsWithoutWorkflow() throws IOException {
    WorkflowRun run =
        read(
            entity("run7-ro-crate-metadata.json", "CreativeWork", ", \"about\": " + refs("#d")),
            entity("#d", "Dataset", ", \"hasPart\": " + refs("in.png", "out.png")),
            entity(
                "https://www.imagemagick.org/", "SoftwareApplication", ", \"name\": \"convert\""),
            timed(
                action(
                    "#sepia",
                    "sepia",
                    "https://www.imagemagick.org/",
                    refs("in.png"),
                    refs("out.png")),
                1,
                2,
                "Z",
                ""),
            entity(
                "#post",
                "ActivateAction",
                """
                , "name": "post", "object": {"@id": "out.png"},
                "instrument": {"@id": "#script"}, "startTime": "2026-01-01T00:00:03Z",
                "actionStatus": "http://schema.org/ActiveActionStatus\""""));

    assertThat(types(run)).containsExactlyInAnyOrder("convert", "script");
    assertThat(edges(run)).containsExactly("sepia -> post");
    assertThat(events(run, "post")).containsExactly("ACTIVE 3.0");
    assertThat(run.isFinished()).isFalse();
  }
}
