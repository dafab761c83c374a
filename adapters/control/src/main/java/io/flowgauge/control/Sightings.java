package io.flowgauge.control;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.ThreadPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where the threads of an activity were seen. Each look has one vote, shared by the running threads
 * or, if none runs, by the waiting ones. Threads outside the program's own code count only if no
 * thread is inside it. Not thread-safe.
 */
final class Sightings {
  /**
   * System libraries, and packages of the JDK: time in them counts for the region of the program
   * that calls them.
   */
  private static final Pattern SYSTEM =
      Pattern.compile(
          "(libc|libm|libpthread|libdl|librt|libstdc\\+\\+|libgcc_s|ld-linux[^.]*|ld|linux-vdso|libgomp)"
              + "[.-].*|\\[vdso\\]|(java|javax|jdk|sun|com\\.sun)\\..*");

  private final Map<String, Seen> seen = new HashMap<>();
  private int looks;

  /** A region, and how it was seen. */
  static final class Seen {
    private final CodeRegion region;
    private final Map<CodeRegion, Double> within = new HashMap<>();
    private double votes;
    private double waiting;

    Seen(CodeRegion region) {
      this.region = region;
    }

    CodeRegion region() {
      return region;
    }

    double votes() {
      return votes;
    }

    /** Returns the share of its votes in which the threads waited. */
    double waiting() {
      return waiting / votes;
    }

    /**
     * Returns the region of a system library in which it was mostly seen; empty if there is none.
     */
    Optional<CodeRegion> within() {
      return within.entrySet().stream()
          .filter(each -> each.getValue() > votes / 2)
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }
  }

  /** Adds a look at all threads of all processes. */
  void add(List<ThreadPosition> positions) {
    List<ThreadPosition> running = positions.stream().filter(ThreadPosition::runs).toList();
    List<ThreadPosition> moving = running.isEmpty() ? positions : running;
    List<ThreadPosition> own = moving.stream().filter(Sightings::isInProgram).toList();
    List<ThreadPosition> counted = own.isEmpty() ? moving : own;
    looks += counted.isEmpty() ? 0 : 1;
    for (ThreadPosition each : counted) {
      programRegion(each).ifPresent(region -> vote(region, each, 1.0 / counted.size()));
    }
  }

  private void vote(CodeRegion region, ThreadPosition position, double vote) {
    Seen at = seen.computeIfAbsent(region.qualifiedName(), name -> new Seen(region));
    at.votes += vote;
    at.waiting += position.runs() ? 0 : vote;
    position
        .region()
        .filter(inner -> !inner.qualifiedName().equals(region.qualifiedName()))
        .ifPresent(inner -> at.within.merge(inner, vote, Double::sum));
  }

  private static boolean isSystem(CodeRegion region) {
    return SYSTEM.matcher(region.unit()).matches();
  }

  private static boolean isInProgram(ThreadPosition position) {
    return programRegion(position).filter(region -> !isSystem(region)).isPresent();
  }

  /**
   * Returns the innermost region that is not in a system library; if there is none, where the
   * thread is.
   */
  private static Optional<CodeRegion> programRegion(ThreadPosition position) {
    Optional<CodeRegion> at = position.region().filter(region -> !isSystem(region));
    return at.or(() -> position.callers().stream().filter(region -> !isSystem(region)).findFirst())
        .or(position::region);
  }

  int looks() {
    return looks;
  }

  /** Returns the regions that were seen. */
  List<Seen> regions() {
    return List.copyOf(seen.values());
  }

  double share(Seen region) {
    return looks == 0 ? 0 : region.votes() / looks;
  }

  /** Returns the shares of looks by region. */
  Map<String, Double> shares() {
    return seen.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> share(each.getValue())));
  }
}
