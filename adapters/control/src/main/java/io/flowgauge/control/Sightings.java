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
 * Where the threads of an activity were seen. Each look has one vote: that of the threads that run,
 * shared among them; where none runs, of those that wait. Threads that are nowhere in the program
 * itself count only where all are. Not thread-safe.
 */
final class Sightings {
  /**
   * Libraries of the system, and packages of the JDK: time in them is that of the region of the
   * program that calls them.
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

    /** The share of it in which the threads waited. */
    double waiting() {
      return waiting / votes;
    }

    /** The region of a system library in which it was mostly seen. */
    Optional<CodeRegion> within() {
      return within.entrySet().stream()
          .filter(each -> each.getValue() > votes / 2)
          .max(Map.Entry.comparingByValue())
          .map(Map.Entry::getKey);
    }
  }

  /** Takes in a look at all threads of all processes. */
  void add(List<ThreadPosition> positions) {
    List<ThreadPosition> running = positions.stream().filter(ThreadPosition::runs).toList();
    List<ThreadPosition> moving = running.isEmpty() ? positions : running;
    List<ThreadPosition> own = moving.stream().filter(Sightings::isInProgram).toList();
    List<ThreadPosition> counted = own.isEmpty() ? moving : own;
    looks += counted.isEmpty() ? 0 : 1;
    for (ThreadPosition each : counted) {
      own(each).ifPresent(region -> vote(region, each, 1.0 / counted.size()));
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
    return own(position).filter(region -> !isSystem(region)).isPresent();
  }

  /** The innermost region that is not of a system library; else where the thread is. */
  private static Optional<CodeRegion> own(ThreadPosition position) {
    Optional<CodeRegion> at = position.region().filter(region -> !isSystem(region));
    return at.or(() -> position.callers().stream().filter(region -> !isSystem(region)).findFirst())
        .or(position::region);
  }

  int looks() {
    return looks;
  }

  /** Regions that were seen. */
  List<Seen> regions() {
    return List.copyOf(seen.values());
  }

  double share(Seen region) {
    return looks == 0 ? 0 : region.votes() / looks;
  }

  /** Shares of looks by region. */
  Map<String, Double> shares() {
    return seen.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> share(each.getValue())));
  }
}
