package io.flowgauge.watch.page;

import io.flowgauge.live.Stage;
import io.flowgauge.live.TypeProgress;
import io.flowgauge.report.document.JsonWriter;
import java.io.IOException;
import java.util.List;

/** The progress of a run, small enough to be sent ten times a second. */
final class ProgressData {
  /** Maximum number of activities whose stages are sent; larger graphs are not drawn. */
  private static final int MOST_STAGES = 1_000;

  private static final int MOST_TYPES = 200;

  private ProgressData() {}

  /**
   * Writes, for each type, its name and the numbers of waiting, submitted, running, completed,
   * failed and skipped activities; and, if there are few activities, a letter for the stage of
   * each.
   */
  static void write(JsonWriter json, List<TypeProgress> types, List<Stage> stages)
      throws IOException {
    json.array(
        "types",
        () -> {
          for (TypeProgress type : types.subList(0, Math.min(MOST_TYPES, types.size()))) {
            json.array(() -> type(json, type));
          }
        });
    json.array("sums", () -> sums(json, types));
    json.number("typeCount", types.size());
    if (stages.size() <= MOST_STAGES) {
      StringBuilder letters = new StringBuilder();
      stages.forEach(stage -> letters.append(letter(stage)));
      json.text("stages", letters.toString());
    }
  }

  private static char letter(Stage stage) {
    return switch (stage) {
      case WAITING -> 'w';
      case SUBMITTED -> 's';
      case RUNNING -> 'r';
      case COMPLETED -> 'c';
      case FAILED -> 'f';
      case SKIPPED -> 'x';
    };
  }

  private static void type(JsonWriter json, TypeProgress type) throws IOException {
    json.element(JsonWriter.shown(type.type()));
    json.element(type.waiting());
    json.element(type.submitted());
    json.element(type.running());
    json.element(type.completed());
    json.element(type.failed());
    json.element(type.skipped());
  }

  private static void sums(JsonWriter json, List<TypeProgress> types) throws IOException {
    json.element(types.stream().mapToInt(TypeProgress::waiting).sum());
    json.element(types.stream().mapToInt(TypeProgress::submitted).sum());
    json.element(types.stream().mapToInt(TypeProgress::running).sum());
    json.element(types.stream().mapToInt(TypeProgress::completed).sum());
    json.element(types.stream().mapToInt(TypeProgress::failed).sum());
    json.element(types.stream().mapToInt(TypeProgress::skipped).sum());
  }
}
