package io.flowgauge.traces.toil;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which jobs come after which, as the leader schedules them. The successors of a job come in
 * phases, first its children and then what follows on; a phase begins when the phase before it and
 * all successors of its jobs are done. Not thread-safe.
 */
final class ToilOrder {
  private static final Pattern PHASE =
      Pattern.compile("Job: (\\S+) has \\d+ successors? to schedule");
  private static final Pattern AFTER = Pattern.compile("Added job (.*) as coming after job (.*)");

  private final Map<String, Set<String>> successors = new LinkedHashMap<>();

  /** What the jobs of the present phase of a job wait for. */
  private final Map<String, List<String>> before = new LinkedHashMap<>();

  private final Map<String, Set<String>> dependencies = new LinkedHashMap<>();

  void clear() {
    successors.clear();
    before.clear();
    dependencies.clear();
  }

  void line(ToilLine line) {
    Matcher phase = PHASE.matcher(line.message());
    Matcher after = AFTER.matcher(line.message());
    if (phase.matches()) {
      before.put(phase.group(1), last(phase.group(1)));
    } else if (after.matches()) {
      ToilJob.parse(after.group(1))
          .ifPresent(
              next ->
                  ToilJob.parse(after.group(2))
                      .ifPresent(job -> follow(job.job().storeId, next.job().storeId)));
    }
  }

  private void follow(String job, String next) {
    Set<String> waits = dependencies.computeIfAbsent(next, any -> new LinkedHashSet<>());
    waits.addAll(before.getOrDefault(job, List.of(job)));
    waits.remove(next);
    successors.computeIfAbsent(job, any -> new LinkedHashSet<>()).add(next);
  }

  /** What is done last of a job and all that comes after it, as far as it is known. */
  private List<String> last(String job) {
    Set<String> seen = new HashSet<>();
    Deque<String> left = new ArrayDeque<>(List.of(job));
    Set<String> last = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      String each = left.pop();
      if (seen.add(each)) {
        Set<String> next = successors.getOrDefault(each, Set.of());
        left.addAll(next);
        if (next.isEmpty()) {
          last.add(each);
        }
      }
    }
    return List.copyOf(last);
  }

  /** Gives every dependency, the earlier job first. */
  void forEach(BiConsumer<String, String> dependency) {
    dependencies.forEach((next, all) -> all.forEach(job -> dependency.accept(job, next)));
  }
}
