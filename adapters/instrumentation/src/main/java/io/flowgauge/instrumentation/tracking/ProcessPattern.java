package io.flowgauge.instrumentation.tracking;

import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.TargetProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says which processes belong to an activity ([MATE] §4.2), by executable, its checksum,
 * environment and cgroup; all given criteria must match. Texts may contain the wildcards {@code *}
 * and {@code ?}; a backslash before one makes it literal, as in {@link
 * io.flowgauge.instrumentation.RegionPattern}. Immutable and thread-safe.
 *
 * <pre>{@code
 * var pattern = ProcessPattern.named("mProject*").withEnvironment("SLURM_JOB_ID", "4711");
 * }</pre>
 *
 * @param executable one of the {@linkplain TargetProcess#names() names} of the process: the name of
 *     its executable's file, the name of the link that started it, or one it gave itself; if it
 *     contains a {@code /}, the whole path of the executable or the link
 * @param sha256 the SHA-256 of the executable in hexadecimal; empty for any
 * @param environment variables the process was started with, and patterns of their values
 * @param cgroup a control group's path as in {@code /proc/PID/cgroup}; empty for any
 */
public record ProcessPattern(
    String executable,
    Optional<String> sha256,
    Map<String, String> environment,
    Optional<String> cgroup) {
  private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

  /**
   * Checks and copies the parts.
   *
   * @param executable the executable
   * @param sha256 its checksum
   * @param environment variables
   * @param cgroup a control group
   * @throws IllegalArgumentException if the executable or the control group is an empty text, the
   *     checksum is not 64 hexadecimal digits, or a variable's name is empty or holds {@code =}
   */
  public ProcessPattern {
    Objects.requireNonNull(cgroup, "cgroup");
    environment = Map.copyOf(environment);
    sha256 = sha256.map(digits -> digits.toLowerCase(Locale.ROOT));
    if (executable.isEmpty()) {
      throw new IllegalArgumentException("executable must not be empty; * stands for any");
    }
    if (cgroup.filter(String::isEmpty).isPresent()) {
      throw new IllegalArgumentException("cgroup must not be empty; * stands for any");
    }
    sha256.ifPresent(ProcessPattern::checkDigits);
    environment.keySet().forEach(ProcessPattern::checkVariable);
  }

  private static void checkDigits(String sha256) {
    if (!SHA256.matcher(sha256).matches()) {
      throw new IllegalArgumentException(
          "sha256 must be 64 hexadecimal digits, but is '" + sha256 + "'");
    }
  }

  private static void checkVariable(String name) {
    if (name.isEmpty() || name.contains("=")) {
      throw new IllegalArgumentException("'" + name + "' is not the name of a variable");
    }
  }

  /**
   * Returns a pattern that matches every process.
   *
   * @return the pattern
   */
  public static ProcessPattern any() {
    return named("*");
  }

  /**
   * Returns a pattern of the processes of an executable.
   *
   * @param executable one of its names, or its path
   * @return the pattern
   */
  public static ProcessPattern named(String executable) {
    return new ProcessPattern(executable, Optional.empty(), Map.of(), Optional.empty());
  }

  /**
   * Returns the same pattern with a checksum.
   *
   * @param digits the SHA-256 in hexadecimal
   * @return a new pattern
   */
  public ProcessPattern withSha256(String digits) {
    return new ProcessPattern(executable, Optional.of(digits), environment, cgroup);
  }

  /**
   * Returns the same pattern with one more variable.
   *
   * @param name its name
   * @param value a pattern of its value
   * @return a new pattern
   */
  public ProcessPattern withEnvironment(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(environment);
    more.put(name, value);
    return new ProcessPattern(executable, sha256, more, cgroup);
  }

  /**
   * Returns the same pattern with a control group.
   *
   * @param path a pattern of its path
   * @return a new pattern
   */
  public ProcessPattern withCgroup(String path) {
    return new ProcessPattern(executable, sha256, environment, Optional.of(path));
  }

  /**
   * Finds the processes that match now, except this process.
   *
   * @return the processes by pid, those of other users only if this user is root; or why they
   *     cannot be listed
   */
  public Outcome<List<TargetProcess>> find() {
    return new ProcessFinder(ProcTable.ofSystem(), this).find();
  }

  /**
   * Returns the names of running processes with similar names, for a message if none matches.
   *
   * @return the name of each program, such as {@code redis-check-rdb (or redis-server)}, each once,
   *     by pid; empty if none is similar
   */
  public List<String> similarNames() {
    return new ProcessFinder(ProcTable.ofSystem(), this)
        .similar().stream()
            .map(TargetProcess::names)
            .map(TargetProcess::called)
            .distinct()
            .toList();
  }
}
