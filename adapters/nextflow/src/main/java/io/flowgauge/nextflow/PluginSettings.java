package io.flowgauge.nextflow;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The scope {@code flowgauge} of Nextflow's configuration. Wrong settings are reported once, and
 * otherwise ignored. Immutable and thread-safe.
 *
 * @param folder folder for the log and the page of a run
 * @param hasPage whether to make a page at the end
 * @param hasSummary whether to print a summary at the end
 * @param history folder with logs of earlier runs; empty for none
 */
record PluginSettings(
    boolean isEnabled, Path folder, boolean hasPage, boolean hasSummary, Optional<Path> history) {
  private static final String FOLDER = "flowgauge";

  /** Reads the settings from a scope, which is a map or null. */
  static PluginSettings of(Object scope, Consumer<String> warnings) {
    Map<Object, Object> values = new TreeMap<>();
    if (scope instanceof Map<?, ?> map) {
      map.forEach((key, value) -> values.put(String.valueOf(key), value));
    } else if (scope != null) {
      warnings.accept("flowgauge must be a scope, flowgauge { … }, but is " + scope);
    }
    Values given = new Values(values, warnings);
    Path folder = given.path("folder").orElse(Path.of(FOLDER));
    PluginSettings settings =
        new PluginSettings(
            given.flag("enabled"),
            folder,
            given.flag("page"),
            given.flag("summary"),
            Optional.of(given.path("history").orElse(folder)));
    values
        .keySet()
        .forEach(
            key ->
                warnings.accept(
                    "there is no setting flowgauge."
                        + key
                        + ", only enabled, folder, history, page and summary"));
    return settings;
  }

  /** Writes a warning where users of Nextflow see it. */
  static void warn(String what) {
    System.err.println("WARN: Flowgauge: " + what);
  }

  /** Settings that are removed when they are read, so that unknown ones remain. */
  private record Values(Map<Object, Object> values, Consumer<String> warnings) {

    boolean flag(String key) {
      Object value = values.remove(key);
      if (value != null && !(value instanceof Boolean)) {
        warnings.accept("flowgauge." + key + " must be true or false, but is " + value);
      }
      return !(value instanceof Boolean flag) || flag;
    }

    Optional<Path> path(String key) {
      Object value = values.remove(key);
      if (value == null) {
        return Optional.empty();
      }
      try {
        return Optional.of(Path.of(value.toString()));
      } catch (InvalidPathException e) {
        warnings.accept("flowgauge." + key + " must be a folder, but is " + value);
        return Optional.empty();
      }
    }
  }
}
