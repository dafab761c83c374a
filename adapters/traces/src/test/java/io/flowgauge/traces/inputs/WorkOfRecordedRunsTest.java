package io.flowgauge.traces.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.Flowgauge;
import io.flowgauge.testsupport.SharedData;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers record about the work of activities, for runs of every engine. */
class WorkOfRecordedRunsTest {
  @TempDir private Path folder;

  @Test
  void makeflow_rule_hasArgumentsAndMeasuredSizes() throws IOException {
    Map<String, Map<String, String>> run = read("runs/povray-makeflow-local");
    assertThat(run.get("render (2)"))
        .containsEntry("arguments", "orrery 2 0.1667 orrery_0002.png orrery.pov")
        .containsEntry("inputFiles", "2")
        .as("the size of the scene was never measured")
        .doesNotContainKey("inputBytes");
    assertThat(run.get("merge (26)"))
        .containsEntry("inputFiles", "2")
        .containsEntry("inputBytes", "81920")
        .containsEntry("ownInputBytes", "81920");
  }

  @Test
  void snakemake_job_isIdentifiedByItsWildcards() throws IOException {
    Map<String, Map<String, String>> run = read("runs/povray-snakemake");
    assertThat(run.get("render (scene=fog, frame=0008)"))
        .containsEntry("arguments", "scene=fog frame=0008")
        .containsEntry("inputFiles", "1");
    assertThat(run.get("merge (movie.mpg)"))
        .containsEntry("inputFiles", "3")
        .containsKey("inputNames")
        .doesNotContainKey("arguments");
  }

  @Test
  void snakemakeMetadata_job_isIdentifiedByItsCommand() throws IOException {
    Map<String, Map<String, String>> run = read("runs/povray-snakemake/metadata.jsonl");
    assertThat(run.get("render (dunes_0001.png)").get("arguments"))
        .endsWith("/render.sh dunes 1 0.0833 dunes_0001.png LABS/povray-movie/scenes/dunes.pov");
  }

  @Test
  void stampede_job_hasArgumentsOfItsTasks() throws IOException {
    Map<String, Map<String, String>> run = read("pegasus/montage-1.0.bp");
    assertThat(run.get("merge_mBackground-3.3_PID5_ID4").get("arguments"))
        .startsWith("-t p2mass-atlas-990502s-j1330103.fits c2mass-atlas-990502s-j1330103.fits")
        .contains(" ; ")
        .hasSizeLessThan(201);
    assertThat(run.get("create_dir_montage_0_local")).doesNotContainKey("arguments");
  }

  @Test
  void kickstart_withoutPlan_hasArguments() throws IOException {
    Path success = SharedData.path("pegasus/process_wf_success");
    copy(success, "jobstate.log", "process-0.dag");
    Files.copy(
        success.resolve("00/00/ls_ID0000001.out.000"), folder.resolve("ls_ID0000001.out.000"));
    Files.copy(
        success.resolve("00/00/stage_out_local_local_0_0.out.000"),
        folder.resolve("stage_out_local_local_0_0.out.000"));
    Map<String, Map<String, String>> run = attributes(folder);
    assertThat(run.get("ls_ID0000001")).containsEntry("arguments", "-l /");
    assertThat(run.get("stage_out_local_local_0_0")).doesNotContainKey("arguments");
  }

  @Test
  void kickstartXml_argumentVector_isJoined() throws IOException {
    Path success = SharedData.path("pegasus/process_wf_success");
    copy(success, "jobstate.log", "process-0.dag");
    Files.writeString(
        folder.resolve("ls_ID0000001.out.000"),
        """
        <?xml version="1.0" encoding="ISO-8859-1"?>
        <invocation version="2.1" start="2023-03-03T22:24:20.615-08:00" duration="0.099">
          <mainjob start="2023-03-03T22:24:20.709-08:00" duration="0.005" pid="1">
            <usage utime="0.001" stime="0.004"/>
            <argument-vector><arg nr="1">-l</arg><arg nr="2">a &amp; b</arg></argument-vector>
          </mainjob>
        </invocation>
        """);
    assertThat(attributes(folder).get("ls_ID0000001")).containsEntry("arguments", "-l a & b");
  }

  @Test
  void nextflowEvents_task_hasScriptAndInputs() throws IOException {
    Map<String, Map<String, String>> run = read("runs/povray-nextflow/events.jsonl");
    assertThat(run.get("RENDER (orrery/0)"))
        .containsEntry(
            "arguments",
            "povray +Iorrery.pov +Oorrery_0000.png +W200 +H150 +K0.0000 +A0.2 -D +WT1 >"
                + " render.log 2>&1")
        .containsEntry("inputFiles", "1")
        .containsEntry("tag", "orrery/0")
        .doesNotContainKey("inputBytes");
    assertThat(run.get("MERGE")).containsEntry("inputFiles", "3");
  }

  @Test
  void slurm_dump_hasArguments() throws IOException {
    assertThat(read("runs/dft-slurm").get("lapw1_1_k3")).containsEntry("arguments", "lapw1 1 3 8");
  }

  @Test
  void executionReport_task_hasBytes() throws IOException {
    Map<String, Map<String, String>> run =
        read("nextflow/lotaru-bacass/execution_report_asok01.csv");
    assertThat(run.values())
        .allSatisfy(all -> assertThat(all.get("inputBytes")).isEqualTo(all.get("TaskInputSize")))
        .anySatisfy(all -> assertThat(all).containsEntry("inputBytes", "21260709"));
  }

  @Test
  void crate_files_haveSizes() throws IOException {
    Files.writeString(
        folder.resolve("ro-crate-metadata.json"),
        """
        {"@context": "https://w3id.org/ro/crate/1.1/context", "@graph": [
          {"@id": "#a", "@type": "CreateAction", "name": "a", "instrument": {"@id": "#tool"},
           "object": [{"@id": "folder/"}, {"@id": "two"}, {"@id": "#threads"}],
           "startTime": "2026-03-01T10:00:00Z", "endTime": "2026-03-01T10:01:00Z"},
          {"@id": "#b", "@type": "CreateAction", "name": "b", "instrument": {"@id": "#tool"},
           "object": [{"@id": "two"}, {"@id": "unmeasured"}],
           "startTime": "2026-03-01T10:00:00Z", "endTime": "2026-03-01T10:01:00Z"},
          {"@id": "#tool", "@type": "SoftwareApplication", "name": "tool"},
          {"@id": "#threads", "@type": "PropertyValue", "value": "3"},
          {"@id": "folder/", "@type": "Dataset", "hasPart": [{"@id": "folder/one"}]},
          {"@id": "folder/one", "@type": "File", "contentSize": "1000"},
          {"@id": "two", "@type": "File", "contentSize": 20},
          {"@id": "unmeasured", "@type": "File", "contentSize": "1 KB"}]}
        """);
    Map<String, Map<String, String>> run = attributes(folder);
    assertThat(run.get("a"))
        .containsEntry("inputFiles", "2")
        .containsEntry("inputBytes", "1020")
        .containsEntry("ownInputBytes", "1000");
    assertThat(run.get("b"))
        .containsEntry("inputFiles", "2")
        .doesNotContainKeys("inputBytes", "ownInputBytes");
  }

  @Test
  void runDocument_inputs_areSummed() throws IOException {
    Files.writeString(
        folder.resolve("run.json"),
        """
        {"flowgauge": 1, "activities": {
          "a": {"type": "t", "wallclock": 1, "arguments": "-k 3", "tag": "s1", "cores": 2,
                "inputs": [{"name": "ref", "bytes": 100}, {"name": "x", "bytes": 7}]},
          "b": {"type": "t", "wallclock": 1, "inputs": [{"name": "ref"}]}}}
        """);
    assertThat(Flowgauge.read(folder.resolve("run.json")).workflow().activities())
        .allMatch(activity -> activity.type().equals("t"));
    Map<String, Map<String, String>> run = attributes(folder.resolve("run.json"));
    assertThat(run.get("a"))
        .containsEntry("arguments", "-k 3")
        .containsEntry("tag", "s1")
        .containsEntry("cores", "2")
        .containsEntry("inputFiles", "2")
        .containsEntry("inputBytes", "107")
        .containsEntry("ownInputBytes", "7")
        .doesNotContainKey("inputNames");
    assertThat(run.get("b")).containsEntry("inputBytes", "100").containsKey("inputNames");
    Flowgauge.write(Flowgauge.read(folder.resolve("run.json")), folder.resolve("again.json"));
    assertThat(attributes(folder.resolve("again.json"))).isEqualTo(run);
  }

  @Test
  void runDocument_hosts_areAttributes() throws IOException {
    String processors = "\"processors\": {\"p1\": {\"host\": \"n1\"}, \"p2\": {}}";
    String activities =
        """
        "activities": {"a": {"processor": "p1"}, "b": {"processor": "p2"}, "c": {}}""";
    for (String body : List.of(processors + ", " + activities, activities + ", " + processors)) {
      Path file = folder.resolve("hosts.json");
      Files.writeString(file, "{\"flowgauge\": 1, " + body + "}");
      assertThat(attributes(file).get("a")).isEqualTo(Map.of("host", "n1"));
      assertThat(attributes(file).get("b")).isEmpty();
      assertThat(attributes(file).get("c")).isEmpty();
      assertThat(Flowgauge.read(file).diagnostics()).noneMatch(d -> d.message().contains("host"));
    }
  }

  private void copy(Path from, String... names) throws IOException {
    for (String name : names) {
      Files.copy(from.resolve(name), folder.resolve(name));
    }
  }

  private static Map<String, Map<String, String>> read(String path) throws IOException {
    return attributes(SharedData.path(path));
  }

  private static Map<String, Map<String, String>> attributes(Path path) throws IOException {
    return Flowgauge.read(path).workflow().activities().stream()
        .collect(Collectors.toMap(Activity::id, Activity::attributes));
  }
}
