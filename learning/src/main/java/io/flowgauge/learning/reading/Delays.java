package io.flowgauge.learning.reading;

import io.flowgauge.probabilistic.recorded.Hold;
import io.flowgauge.probabilistic.recorded.SlotTimes;
import io.flowgauge.trace.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Delays caused by engine and queue when nothing has to be waited for, to three digits. Immutable
 * and thread-safe.
 *
 * @param starts seconds from the moment that an attempt and a slot for it were ready until it was
 *     active, for each attempt except those that an outage delayed; 0 or more
 * @param ends seconds from the end of the application until the engine knew of it, for each
 *     completed attempt for which this is known; 0 or more. The slot is free meanwhile
 */
public record Delays(List<Double> starts, List<Double> ends) {

  /** Copies the lists. */
  public Delays {
    starts = List.copyOf(starts);
    ends = List.copyOf(ends);
  }

  /**
   * Reads the delays of a run.
   *
   * @param late activities that an outage hit
   */
  static Delays of(SlotUse use, SlotHistory slots, Set<Integer> late) {
    List<Double> starts = new ArrayList<>(use.all().size());
    if (slots.isByMachine()) {
      use.byMachine()
          .forEach(
              (machine, some) ->
                  add(Occupancy.held(some), slots.byMachine().get(machine), late, starts));
    } else {
      add(Occupancy.held(use.all()), slots.overall(), late, starts);
    }
    return new Delays(Digits.rounded(starts), Digits.rounded(ends(use)));
  }

  private static void add(
      List<Hold> holds, SlotLevel level, Set<Integer> late, List<Double> starts) {
    long[] from =
        level.binds()
            ? SlotTimes.begins(holds, level.slots())
            : holds.stream().mapToLong(Hold::ready).toArray();
    for (int k = 0; k < from.length; k++) {
      Hold hold = holds.get(k);
      if (hold.attempt().number() == 1 || !late.contains(hold.activity())) {
        starts.add(Times.seconds(hold.active() - from[k]));
      }
    }
  }

  private static List<Double> ends(SlotUse use) {
    return use.all().stream()
        .filter(Occupancy::isCompleted)
        .filter(each -> use.run().execution(each.seen().activity()).wallclock().isPresent())
        .map(each -> Times.seconds(each.seen().ended() - each.held().ended()))
        .toList();
  }

  /** Returns the delays of both. */
  public Delays plus(Delays other) {
    return new Delays(both(starts, other.starts), both(ends, other.ends));
  }

  private static List<Double> both(List<Double> some, List<Double> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }
}
