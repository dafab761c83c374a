package io.flowgauge.traces.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InputFilesTest {
  private final InputFiles files = new InputFiles();

  @Test
  void describe_fileOfMostActivities_isShared() {
    files.recordSize("genome", 1000);
    List<Map<String, String>> aligned =
        List.of(read("align", "genome", "a"), read("align", "genome", "b"), read("align", "c"));
    Map<String, String> indexed = read("index", "genome");
    List.of("a", "b", "c").forEach(file -> files.recordSize(file, 7));
    files.addAttributes();
    assertThat(aligned.get(0))
        .containsEntry("inputFiles", "2")
        .containsEntry("inputBytes", "1007")
        .containsEntry("ownInputBytes", "7");
    assertThat(aligned.get(2)).containsEntry("inputBytes", "7").containsEntry("ownInputBytes", "7");
    assertThat(indexed).containsEntry("ownInputBytes", "1000");
  }

  @Test
  void describe_fileOfHalfOfTheActivities_isNotShared() {
    files.recordSize("f", 5);
    Map<String, String> first = read("t", "f");
    read("t", "f");
    read("t");
    read("t");
    files.addAttributes();
    assertThat(first).containsEntry("ownInputBytes", "5");
  }

  @Test
  void describe_unknownSize_leavesTheSumOut() {
    files.recordSize("known", 5);
    Map<String, String> one = read("t", "known", "unknown");
    Map<String, String> other = read("t", "unknown");
    files.addAttributes();
    assertThat(one).containsEntry("inputFiles", "2").containsEntry("ownInputBytes", "5");
    assertThat(one).doesNotContainKey("inputBytes");
    assertThat(other).doesNotContainKey("inputBytes").containsEntry("ownInputBytes", "0");
  }

  @Test
  void describe_sameNamesInAnyOrder_haveOneFingerprint() {
    Map<String, String> one = read("t", "a", "b", "b");
    Map<String, String> same = read("t", "b", "a");
    Map<String, String> other = read("t", "ab");
    files.addAttributes();
    assertThat(one.get("inputNames")).hasSize(16).isEqualTo(same.get("inputNames"));
    assertThat(one.get("inputNames")).isNotEqualTo(other.get("inputNames"));
    assertThat(one).containsEntry("inputFiles", "2");
  }

  @Test
  void describe_arguments_needNoNames() {
    Map<String, String> attributes = new TreeMap<>();
    new Arguments().put(List.of("-k", "3"), attributes);
    files.recordInputs("t", List.of("a"), attributes);
    files.addAttributes();
    assertThat(attributes).containsEntry("arguments", "-k 3").doesNotContainKey("inputNames");
  }

  @Test
  void arguments_long_stayDifferent() {
    Arguments arguments = new Arguments();
    Map<String, String> one = new TreeMap<>();
    Map<String, String> other = new TreeMap<>();
    arguments.put("x".repeat(100_000) + "1", one);
    arguments.put("x".repeat(100_000) + "2", other);
    assertThat(one.get("arguments")).hasSizeLessThan(201).startsWith("xxx");
    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void arguments_command_isWithoutItsProgram() {
    Map<String, String> attributes = new TreeMap<>();
    new Arguments().putCommand("  ./render.sh  orrery 3 ", attributes);
    assertThat(attributes).containsEntry("arguments", "orrery 3");
    attributes.clear();
    new Arguments().putCommand("date", attributes);
    assertThat(attributes).isEmpty();
  }

  private Map<String, String> read(String type, String... names) {
    Map<String, String> attributes = new TreeMap<>();
    files.recordInputs(type, List.of(names), attributes);
    return attributes;
  }
}
