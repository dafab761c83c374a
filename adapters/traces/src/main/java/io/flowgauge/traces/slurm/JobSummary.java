package io.flowgauge.traces.slurm;

import io.flowgauge.run.RunRecorder;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.Times;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * Summarises how jobs ended, how long they waited, and how often they were requeued. Not
 * thread-safe.
 */
final class JobSummary {

  /** Restarts after one kind of end. */
  private static final class Restarts {
    private final TreeSet<String> jobs = new TreeSet<>();
    private final TreeSet<String> nodes = new TreeSet<>();
    private final LongStream.Builder lost = LongStream.builder();
    private final LongStream.Builder holds = LongStream.builder();
  }

  private static final int SHOWN = 5;

  private final Map<SlurmJobState, Integer> states = new EnumMap<>(SlurmJobState.class);
  private final Map<SlurmJobState, Restarts> restarts = new EnumMap<>(SlurmJobState.class);
  private final LongStream.Builder waits = LongStream.builder();
  private int jobs;
  private int attempts;

  void add(JobLife life) {
    jobs += life.jobIds().size();
    for (int k = 0; k < life.attempts().size(); k++) {
      JobRecord record = life.attempts().get(k);
      attempts++;
      states.merge(record.state(), 1, Integer::sum);
      between(
          record.wasEligibleAtOnce() ? record.submit() : record.eligible(), record.start(), waits);
      if (k > 0 && life.attempts().get(k - 1).id().equals(record.id())) {
        restart(life, life.attempts().get(k - 1), record);
      }
    }
  }

  private void restart(JobLife life, JobRecord before, JobRecord after) {
    Restarts some = restarts.computeIfAbsent(before.state(), any -> new Restarts());
    some.jobs.add(life.id());
    if (!before.nodes().isEmpty()) {
      some.nodes.add(before.nodes());
    }
    between(before.start(), before.end(), some.lost);
    between(after.submit(), after.eligible(), some.holds);
  }

  private static void between(long begin, long end, LongStream.Builder into) {
    if (JobRecord.isKnown(begin) && JobRecord.isKnown(end)) {
      into.add(Math.max(0, end - begin));
    }
  }

  void report(String source, RunRecorder into) {
    StringBuilder text = new StringBuilder();
    text.append(jobs).append(" jobs, ").append(attempts).append(" attempts:");
    states.forEach((state, n) -> text.append(' ').append(n).append(' ').append(state).append(','));
    text.setLength(text.length() - 1);
    into.diagnostic(Diagnostic.info(source, text.toString()));
    long[] all = waits.build().sorted().toArray();
    if (all.length > 0) {
      into.diagnostic(Diagnostic.info(source, "from eligible to start: " + range(all)));
    }
    restarts.forEach((state, some) -> report(source, state, some, into));
  }

  private static void report(String source, SlurmJobState state, Restarts some, RunRecorder into) {
    into.diagnostic(
        Diagnostic.info(
            source,
            "put into the queue again after "
                + state
                + shown(" on ", some.nodes)
                + ":"
                + shown(" ", some.jobs)
                + "; lost "
                + range(some.lost.build().sorted().toArray())
                + ", then held by Slurm "
                + range(some.holds.build().sorted().toArray())
                + " before they were eligible"));
  }

  private static String shown(String before, Set<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    String some = String.join(", ", names.stream().limit(SHOWN).toList());
    return before
        + (names.size() > SHOWN ? some + " and " + (names.size() - SHOWN) + " more" : some);
  }

  private static String range(long[] sorted) {
    if (sorted.length == 0) {
      return "not recorded";
    }
    long least = sorted[0];
    long most = sorted[sorted.length - 1];
    return least == most
        ? seconds(least)
        : seconds(least)
            + " to "
            + seconds(most)
            + ", median "
            + seconds(sorted[sorted.length / 2]);
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", Times.seconds(nanos));
  }
}
