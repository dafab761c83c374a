package io.flowgauge.instrumentation.activity;

import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ThreadProfile;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Computes how many threads ran concurrently. Stateless. */
final class Concurrency {
  private record Life(long from, long to) {}

  private Concurrency() {}

  /**
   * Returns the mean number of threads over the time in which there was any; the number of all
   * threads if their lifetimes are unknown.
   */
  static double of(Collection<Profile> profiles) {
    List<ThreadProfile> threads = profiles.stream().flatMap(p -> p.threads().stream()).toList();
    List<Life> lives = new ArrayList<>();
    for (ThreadProfile thread : threads) {
      if (thread.first().isPresent() && thread.last().isPresent()) {
        long from = Times.epochNanos(thread.first().get());
        lives.add(new Life(from, Math.max(from, Times.epochNanos(thread.last().get()))));
      }
    }
    double together = union(lives);
    boolean known = lives.size() == threads.size() && together > 0;
    return Math.max(1, known ? sum(lives) / together : threads.size());
  }

  private static double sum(List<Life> lives) {
    return lives.stream().mapToDouble(life -> (double) (life.to() - life.from())).sum();
  }

  private static double union(List<Life> lives) {
    lives.sort(Comparator.comparingLong(Life::from));
    double length = 0;
    long covered = Long.MIN_VALUE;
    for (Life life : lives) {
      if (life.to() > covered) {
        length += life.to() - Math.max(covered, life.from());
        covered = life.to();
      }
    }
    return length;
  }
}
