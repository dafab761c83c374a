package io.flowgauge.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The activities that policies want to examine. An activity stays wanted until it is examined or
 * ends. If a more important policy wants it, too, it is examined once more. Not thread-safe.
 */
final class Selection {
  private final List<Policy> policies;
  private final AtomicLong failures;
  private final Map<String, Considered> considered = new HashMap<>();

  /** The policy for which each activity was examined last, as an index in the order of policies. */
  private final Map<String, Integer> examined = new HashMap<>();

  private final Map<String, Wanted> wanted = new LinkedHashMap<>();
  private final Map<String, Integer> ofType = new HashMap<>();

  /** An activity that a policy wants to examine as soon as the budget allows it. */
  record Wanted(Candidate candidate, Policy policy, String why) {
    String activity() {
      return candidate.activity();
    }
  }

  /**
   * What policies knew when they were last asked; they are not asked again while it is the same.
   */
  private record Considered(Outlook outlook, boolean isLate) {}

  /**
   * Creates a selection in which nothing is wanted yet.
   *
   * @param policies the most important first
   * @param failures counts the exceptions of policies
   */
  Selection(List<Policy> policies, AtomicLong failures) {
    this.policies = policies;
    this.failures = failures;
  }

  /**
   * Asks the policies about all activities with news.
   *
   * @param begin examines an activity, if that is possible now
   * @param refused is notified of an activity that is newly wanted but has to wait
   */
  void choose(
      Outlook outlook,
      WatchedProcesses watched,
      Predicate<Wanted> begin,
      Consumer<Wanted> refused) {
    List<Candidate> candidates = candidates(outlook, watched);
    for (Policy policy : policies) {
      for (Candidate candidate : candidates) {
        consider(candidate, policy).ifPresent(now -> beginOrKeep(now, begin, refused));
      }
    }
    wanted.values().removeIf(begin);
  }

  /** Returns the running activities with news, critical ones first. */
  private List<Candidate> candidates(Outlook outlook, WatchedProcesses watched) {
    List<Candidate> candidates = new ArrayList<>();
    for (String id : watched.activities()) {
      boolean isDone = examined.getOrDefault(id, 1) == 0;
      (isDone ? Optional.<String>empty() : outlook.type(id))
          .map(type -> outlook.candidate(id, type, watched.seconds(id), examined(type)))
          .filter(each -> isNews(each, outlook))
          .ifPresent(candidates::add);
    }
    candidates.removeIf(each -> !isAlive(each.activity(), watched));
    candidates.sort(
        Comparator.comparing(Candidate::isCritical).thenComparing(Candidate::seconds).reversed());
    return candidates;
  }

  private int examined(String type) {
    return ofType.getOrDefault(type, 0);
  }

  private boolean isNews(Candidate candidate, Outlook outlook) {
    Considered news = new Considered(outlook, candidate.isLate());
    return !news.equals(considered.put(candidate.activity(), news));
  }

  /**
   * Whether it has a running process; without one it has ended, which the next look at the run will
   * show.
   */
  private boolean isAlive(String activity, WatchedProcesses watched) {
    boolean isAlive = watched.isAlive(activity);
    if (!isAlive) {
      watched.removeIfEnded(activity);
      wanted.remove(activity);
    }
    return isAlive;
  }

  private Optional<Wanted> consider(Candidate candidate, Policy policy) {
    int place = policies.indexOf(policy);
    int before = examined.getOrDefault(candidate.activity(), Integer.MAX_VALUE);
    Wanted known = wanted.get(candidate.activity());
    boolean isLess = known != null && policies.indexOf(known.policy()) < place;
    return isLess || place >= before
        ? Optional.empty()
        : why(policy, candidate.withExamined(examined(candidate.type())))
            .map(why -> new Wanted(candidate, policy, why));
  }

  private Optional<String> why(Policy policy, Candidate candidate) {
    try {
      return policy.why(candidate);
    } catch (RuntimeException | Error e) { // Whatever a policy throws must not affect the others.
      failures.incrementAndGet();
      return Optional.empty();
    }
  }

  private void beginOrKeep(Wanted now, Predicate<Wanted> begin, Consumer<Wanted> refused) {
    Wanted before = wanted.remove(now.activity());
    if (!begin.test(now)) {
      wanted.put(now.activity(), now);
      if (before == null || before.policy() != now.policy()) {
        refused.accept(now);
      }
    }
  }

  /** Notes that an activity is examined for a policy. */
  void examined(Candidate candidate, Policy policy, boolean isFirst) {
    examined.put(candidate.activity(), policies.indexOf(policy));
    if (isFirst) {
      ofType.merge(candidate.type(), 1, Integer::sum);
    }
  }

  /** Allows an activity to be examined once more. */
  void forget(String activity) {
    examined.remove(activity);
    considered.remove(activity);
  }

  /** Forgets what policies wanted of other activities than these. */
  void retain(Set<String> activities) {
    wanted.keySet().retainAll(activities);
    considered.keySet().retainAll(activities);
  }
}
