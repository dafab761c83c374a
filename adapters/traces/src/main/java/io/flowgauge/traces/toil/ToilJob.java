package io.flowgauge.traces.toil;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job with its attempts. Not thread-safe. */
final class ToilJob {
  /** How Toil names a job: 'class or function', name of the unit, id in the job store, version. */
  private static final Pattern DESCRIPTION =
      Pattern.compile("'([^']*)' (?:(.*) )?(\\S+) v(\\d{1,9})");

  private static final Pattern FUNCTION =
      Pattern.compile("\\w*FunctionWrappingJob\\.(?:\\S*\\.)?([^.\\s]+)");
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final String INSTANCE = "/instance-";

  /** Class of the job, or the function that it calls. */
  final String kind;

  /** What it works on, as CWL and WDL name it; may be empty. */
  final String unit;

  /** Unique in the job store; statistics may lack it. */
  final String storeId;

  final List<ToilAttempt> attempts = new ArrayList<>();
  final Map<String, String> attributes = new TreeMap<>();

  private ToilJob(String kind, String unit, String storeId) {
    this.kind = kind;
    this.unit = unit;
    this.storeId = storeId;
  }

  /** A job and the version of it that a log line names. */
  record Described(ToilJob job, String version) {}

  static Optional<Described> parse(String text) {
    Matcher found = DESCRIPTION.matcher(text.strip());
    if (!found.matches()) {
      return Optional.empty();
    }
    String unit = found.group(2) == null ? "" : found.group(2);
    return Optional.of(
        new Described(new ToilJob(found.group(1), unit, found.group(3)), found.group(4)));
  }

  /** The job that statistics name by its class and unit, or its class, module and function. */
  static ToilJob ofStatistics(String name, String storeId) {
    Matcher function = FUNCTION.matcher(name);
    if (function.matches()) {
      return new ToilJob(function.group(1), "", storeId);
    }
    int space = name.indexOf(' ');
    return space < 0
        ? new ToilJob(name, "", storeId)
        : new ToilJob(name.substring(0, space), name.substring(space + 1), storeId);
  }

  /** The name that it shares with statistics without an id. */
  String name() {
    return unit.isEmpty() ? kind : kind + " " + unit;
  }

  String activity() {
    int instance = storeId.lastIndexOf(INSTANCE);
    String own = instance < 0 ? storeId : storeId.substring(instance + INSTANCE.length());
    String name = unit.isEmpty() ? kind : unit;
    return own.isEmpty() ? name : name + " " + own;
  }

  /** The kind and the unit, without the numbers that scattering put into its name. */
  String type() {
    List<String> words = new ArrayList<>(List.of(unit.split("\\.")));
    words.removeIf(word -> NUMBER.matcher(word).matches());
    String what = String.join(".", words);
    return what.isEmpty() ? kind : kind + " " + what;
  }

  /** The attempt with a version, or else the last one. */
  Optional<ToilAttempt> attempt(String version) {
    return attempts.stream()
        .filter(attempt -> attempt.version.equals(version))
        .reduce((first, second) -> second)
        .or(this::last);
  }

  /** Whether the end of its last attempt is not known. */
  boolean isOpen() {
    return last().filter(attempt -> attempt.outcome.isEmpty()).isPresent();
  }

  Optional<ToilAttempt> last() {
    return attempts.isEmpty() ? Optional.empty() : Optional.of(attempts.get(attempts.size() - 1));
  }

  ToilAttempt add(String version) {
    ToilAttempt attempt = new ToilAttempt(version);
    attempts.add(attempt);
    return attempt;
  }
}
