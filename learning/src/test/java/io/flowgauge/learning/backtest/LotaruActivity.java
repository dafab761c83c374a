package io.flowgauge.learning.backtest;

import io.flowgauge.learning.service.InputSize;
import io.flowgauge.learning.service.Observation;
import io.flowgauge.learning.service.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A row of Lotaru's execution reports.
 *
 * @param workflow name in lower case
 * @param machine the machine it ran on
 * @param label {@code train-1} or {@code train-2} for small inputs, {@code test} for full ones
 * @param type name in lower case
 * @param input bytes of the input, as stored and unpacked
 * @param seconds the time it took
 */
record LotaruActivity(
    String workflow, String machine, String label, String type, InputSize input, double seconds) {

  /** Reads the reports of a machine. */
  static List<LotaruActivity> read(Path folder, String machine) {
    return Corpus.files(folder.resolve(machine), ".csv").stream()
        .flatMap(file -> rows(file).stream())
        .map(row -> of(machine, row))
        .toList();
  }

  /** Reads the rows of a file as maps from column names; no field is quoted. */
  static List<Map<String, String>> rows(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      String[] names = lines.get(0).replace("\uFEFF", "").split(",", -1);
      List<Map<String, String>> rows = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] values = line.split(",", -1);
        Map<String, String> row = new HashMap<>();
        for (int k = 0; k < names.length; k++) {
          row.put(names[k].strip(), values[k].strip());
        }
        rows.add(row);
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LotaruActivity of(String machine, Map<String, String> row) {
    double bytes = Double.parseDouble(row.get("TaskInputSize"));
    String unpacked = row.get("TaskInputSizeUncompressed");
    return new LotaruActivity(
        row.get("Workflow").toLowerCase(Locale.ROOT),
        machine,
        row.get("Label"),
        row.get("Task").toLowerCase(Locale.ROOT),
        new InputSize(bytes, unpacked.isEmpty() ? bytes : Double.parseDouble(unpacked), Double.NaN),
        Double.parseDouble(row.get("Realtime")) / 1000);
  }

  boolean isOf(String machine, String label) {
    return this.machine.equals(machine) && this.label.equals(label);
  }

  boolean isOfTypeOf(LotaruActivity other) {
    return type.equals(other.type);
  }

  /** Whether the other activity is of the same type and has the same input, wherever it ran. */
  boolean isSameAs(LotaruActivity other) {
    return workflow.equals(other.workflow)
        && isOfTypeOf(other)
        && label.equals(other.label)
        && input.equals(other.input);
  }

  /** Returns the activity without its machine; all experiments count as one run. */
  Observation plain() {
    return observation(type, Optional.empty(), Optional.empty());
  }

  /** Returns the activity with its machine and an identity that is the same on all machines. */
  Observation placed() {
    String identity = label + "/" + input.ownBytes();
    return observation(workflow + "/" + type, Optional.of(identity), Optional.of(machine));
  }

  private Observation observation(
      String name, Optional<String> identity, Optional<String> onMachine) {
    Work work = new Work(name, identity, Optional.empty(), onMachine, "experiment", input);
    return new Observation(work, seconds);
  }
}
