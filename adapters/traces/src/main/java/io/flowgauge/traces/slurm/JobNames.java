package io.flowgauge.traces.slurm;

import io.flowgauge.traces.table.TextIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives jobs their ids as activities: the name of a job, or {@code name [job id]} if several share
 * it. A job that failed and was submitted again under the same name is one activity. Not
 * thread-safe.
 */
final class JobNames {
  /** Names that Slurm gives to unnamed jobs. */
  private static final Set<String> UNNAMED = Set.of("wrap", "sbatch", "interactive");

  /** The first job of each name. */
  private final TextIndex<JobLife> byName = new TextIndex<>(JobLife::name);

  /** All jobs of each name that several share. */
  private final Map<String, List<JobLife>> sameName = new HashMap<>();

  /** Filled when a job is first looked up. */
  private Map<String, JobLife> byJobId = Map.of();

  private final Map<String, List<JobLife>> byArray = new HashMap<>();
  private final List<JobLife> lives;

  /**
   * Gives ids to jobs.
   *
   * @param lives a modifiable list
   */
  JobNames(List<JobLife> lives) {
    this.lives = lives;
    for (JobLife life : lives) {
      String name = life.name();
      JobLife earlier = byName.putIfAbsent(name, life);
      if (earlier != null) {
        sameName.computeIfAbsent(name, any -> new ArrayList<>(List.of(earlier))).add(life);
      }
    }
    if (sameName.isEmpty()) {
      lives.forEach(life -> life.id(life.name()));
      return;
    }
    Set<JobLife> joined = new HashSet<>();
    sameName.values().forEach(named -> join(named, joined));
    lives.removeIf(joined::contains);
    TextIndex<JobLife> used = new TextIndex<>(JobLife::id);
    Map<String, Integer> numbers = new HashMap<>();
    lives.forEach(life -> assignId(life, used, numbers));
  }

  /**
   * Merges the jobs of a name into one activity if each but the last was submitted again after it
   * had failed. Otherwise the name stands for several pieces of work, and it is unknown which of
   * them was repeated.
   *
   * @param joined receives the jobs that are only attempts of the first
   */
  private static void join(List<JobLife> named, Set<JobLife> joined) {
    named.sort(Comparator.comparingLong(JobLife::submit));
    for (int k = 1; k < named.size(); k++) {
      if (!named.get(k - 1).isSubmittedAgainAs(named.get(k))) {
        return;
      }
    }
    if (!UNNAMED.contains(named.get(0).name())) {
      List<JobLife> again = named.subList(1, named.size());
      again.forEach(named.get(0)::mergeAttempts);
      joined.addAll(again);
      again.clear();
    }
  }

  private JobLife byJobId(String id) {
    if (byJobId.isEmpty()) {
      byJobId = new HashMap<>();
      lives.forEach(this::index);
    }
    return byJobId.get(id);
  }

  private void index(JobLife life) {
    for (JobRecord attempt : life.attempts()) {
      byJobId.putIfAbsent(attempt.id(), life);
      byJobId.putIfAbsent(attempt.rawId(), life);
    }
    for (String id : life.jobIds()) {
      int underscore = id.indexOf('_');
      if (underscore > 0) {
        String array = id.substring(0, underscore);
        byArray.computeIfAbsent(array, any -> new ArrayList<>()).add(life);
      }
    }
  }

  private void assignId(JobLife life, TextIndex<JobLife> used, Map<String, Integer> numbers) {
    boolean alone = livesNamed(life.name()).size() == 1;
    String base = alone ? life.name() : life.name() + " [" + life.first().id() + "]";
    life.id(base);
    while (used.putIfAbsent(life.id(), life) != null) {
      life.id(base + " #" + numbers.merge(base, 2, (last, any) -> last + 1));
    }
  }

  private List<JobLife> livesNamed(String name) {
    List<JobLife> several = sameName.get(name);
    JobLife first = several == null ? byName.get(name) : null;
    return several != null ? several : first == null ? List.of() : List.of(first);
  }

  List<JobLife> lives() {
    return lives;
  }

  /** Returns the only job with an id or name. */
  Optional<JobLife> find(String idOrName) {
    JobLife byId = byJobId(idOrName);
    List<JobLife> named = livesNamed(idOrName);
    return byId != null
        ? Optional.of(byId)
        : named.size() == 1 ? Optional.of(named.get(0)) : Optional.empty();
  }

  /** Returns the jobs with an id: one, or the tasks of an array. */
  List<JobLife> withId(String id) {
    String plain = id.endsWith("_*") ? id.substring(0, id.length() - 2) : id;
    JobLife one = byJobId(plain);
    return byArray.getOrDefault(plain, one == null ? List.of() : List.of(one));
  }

  /** Returns the type of a job, derived from its name: {@code lapw1_2_k7} is a {@code lapw1}. */
  static String type(String name) {
    int end = NameNumbers.begin(name);
    return end == 0 ? name : name.substring(0, end);
  }
}
