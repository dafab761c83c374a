package io.flowgauge.instrumentation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An executable, a loaded module, or a Java class, with its code regions. Immutable and
 * thread-safe.
 *
 * @param name its short name: the file's name, or the class's
 * @param kind what it is
 * @param path where it comes from, as the process sees it; empty if unknown
 * @param buildId the linker's build id in hexadecimal, if it has one
 * @param regions its regions, by address or in order of declaration
 */
public record CodeUnit(
    String name, Kind kind, String path, Optional<String> buildId, List<CodeRegion> regions) {
  /** Kinds of units. */
  public enum Kind {
    /** The program itself. */
    EXECUTABLE,
    /** A loaded library. */
    LIBRARY,
    /** A Java class. */
    JAVA_CLASS
  }

  /**
   * Checks and copies the parts.
   *
   * @param name its short name
   * @param kind what it is
   * @param path where it comes from
   * @param buildId the build id
   * @param regions its regions
   */
  public CodeUnit {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(buildId, "buildId");
    regions = List.copyOf(regions);
  }

  @Override
  public String toString() {
    return "CodeUnit[" + name + ", " + regions.size() + " regions]";
  }
}
