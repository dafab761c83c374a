package io.flowgauge.probabilistic.slots;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.sampling.DelayChain;
import java.util.Arrays;

/**
 * The rest of a list schedule on pools, of which some jobs run: free slots go to the ready jobs
 * that go first. Not thread-safe.
 */
public final class RunningSchedule {
  private static final int NONE = -1;

  private final Dag dag;
  private final Pools pools;
  private final Start start;
  private final int[] awaitedAtFirst;
  private final LongHeap[] queuesAtFirst;

  private final int[] awaited;
  private final LongHeap[] queues;

  /** Jobs in the order in which they became ready. */
  private final int[] ready;

  private int readyCount;
  private final int[] free;

  /** When each seat's job ends; a seat is one slot at a time, of any pool. */
  private final Tournament busy;

  /** When what waits for each job learns that it has ended, if that is later. */
  private final Tournament late;

  private final int[] freeSeats;
  private int freeSeatCount;
  private final int[] job;
  private final int[] pool;

  /** How many jobs were ready before the present instant. */
  private int earlier;

  /** The job whose end let each job start. */
  private final int[] cause;

  private final double[] ends;

  /** The job that last left each pool. */
  private final int[] left;

  private int latest;

  /**
   * The state from which a schedule continues.
   *
   * @param running jobs that hold a slot
   * @param pools the pool of each of these slots
   * @param waiting jobs that wait for a slot, those that became ready first first
   * @param awaited for each job, the number of others it waits for; 0 if none
   */
  public record Start(JobList running, JobList pools, JobList waiting, JobList awaited) {}

  /** Numbers. */
  public static final class JobList {
    final int[] numbers;

    /** Numbers that must not change. */
    public JobList(int... numbers) {
      this.numbers = numbers;
    }

    /** How many there are. */
    public int size() {
      return numbers.length;
    }

    /** One of them. */
    public int number(int k) {
      return numbers[k];
    }
  }

  /** How long jobs take. */
  public interface Times {
    /**
     * Of a job that starts: all of it.
     *
     * @return seconds, 0 or more
     */
    double of(int job, int pool);

    /**
     * Of a job that runs: the rest.
     *
     * @return seconds, 0 or more
     */
    default double rest(int job) {
      throw new IllegalStateException("no job runs at the start");
    }

    /**
     * From the end of a job to the moment that what waits for it learns of it; its slot is free
     * meanwhile.
     *
     * @return seconds, 0 or more
     */
    default double lag(int job) {
      return 0;
    }
  }

  /** A schedule that continues from one state, any number of times. */
  public RunningSchedule(Dag dag, Pools pools, Start start) {
    this.dag = dag;
    this.pools = pools;
    this.start = start;
    awaitedAtFirst = start.awaited.numbers;
    awaited = new int[awaitedAtFirst.length];
    int open = awaited.length;
    int seats = start.running.numbers.length + Math.min(Arrays.stream(pools.slots()).sum(), open);
    busy = new Tournament(Math.max(1, seats));
    late = new Tournament(Math.max(1, open));
    freeSeats = new int[seats];
    job = new int[seats];
    pool = new int[seats];
    cause = new int[open];
    ends = new double[open];
    free = new int[pools.list().size()];
    left = new int[free.length];
    ready = new int[open];
    System.arraycopy(start.waiting.numbers, 0, ready, 0, start.waiting.numbers.length);
    queues = heaps(open);
    queuesAtFirst = heaps(open);
    for (int turn = 0; turn < start.waiting.numbers.length; turn++) {
      enqueue(queuesAtFirst, turn);
    }
  }

  private LongHeap[] heaps(int capacity) {
    LongHeap[] heaps = new LongHeap[pools.queueCount()];
    Arrays.setAll(heaps, k -> new LongHeap(capacity));
    return heaps;
  }

  private void enqueue(LongHeap[] into, int turn) {
    into[pools.queueOf(ready[turn])].add(pools.order(ready[turn], turn));
  }

  /** Seconds until the last job ends, and that is known. */
  public double makespan(Times times) {
    reset();
    for (int k = 0; k < start.running.numbers.length; k++) {
      begin(start.running.numbers[k], start.pools.numbers[k], times.rest(start.running.numbers[k]));
    }
    double now = 0;
    fill(now, times);
    while (!busy.isEmpty() || !late.isEmpty()) {
      now = Math.min(busy.first(), late.first());
      end(now, times);
      fill(now, times);
    }
    return now;
  }

  private void reset() {
    System.arraycopy(awaitedAtFirst, 0, awaited, 0, awaited.length);
    System.arraycopy(pools.slots(), 0, free, 0, free.length);
    Arrays.fill(cause, NONE);
    latest = NONE;
    earlier = 0;
    readyCount = start.waiting.numbers.length;
    for (int k = 0; k < queues.length; k++) {
      queues[k].set(queuesAtFirst[k]);
    }
    freeSeatCount = freeSeats.length;
    Arrays.setAll(freeSeats, k -> freeSeats.length - 1 - k);
  }

  /** Gives free slots to those that go first of all queues that have one. */
  private void fill(double now, Times times) {
    while (true) {
      int first = -1;
      int place = -1;
      for (int k = 0; k < queues.length; k++) {
        if (!queues[k].isEmpty() && (first < 0 || queues[k].first() < queues[first].first())) {
          int at = pools.free(k, free);
          first = at < 0 ? first : k;
          place = at < 0 ? place : at;
        }
      }
      if (first < 0) {
        return;
      }
      int turn = (int) queues[first].remove();
      int next = ready[turn];
      if (turn < earlier) {
        cause[next] = left[place];
      }
      begin(next, place, now + times.of(next, place));
    }
  }

  private void begin(int next, int place, double end) {
    int seat = freeSeats[--freeSeatCount];
    free[place]--;
    job[seat] = next;
    pool[seat] = place;
    ends[next] = end;
    busy.put(seat, end);
  }

  /** Ends all jobs that end now, and all whose end becomes known now. */
  private void end(double now, Times times) {
    int from = readyCount;
    earlier = from;
    while (busy.first() == now) {
      int ended = leave(busy.remove());
      double lag = times.lag(ended);
      if (lag > 0) {
        late.put(ended, now + lag);
      } else {
        release(ended);
      }
    }
    while (late.first() == now) {
      release(late.remove());
    }
    Arrays.sort(ready, from, readyCount);
    for (int turn = from; turn < readyCount; turn++) {
      enqueue(queues, turn);
    }
  }

  /** Frees the slot of a seat; returns its job. */
  private int leave(int seat) {
    freeSeats[freeSeatCount++] = seat;
    free[pool[seat]]++;
    left[pool[seat]] = job[seat];
    return job[seat];
  }

  private void release(int ended) {
    latest = ended;
    for (int k = 0; k < dag.successorCount(ended); k++) {
      int next = dag.successor(ended, k);
      if (awaited[next] > 0 && --awaited[next] == 0) {
        cause[next] = ended;
        ready[readyCount++] = next;
      }
    }
  }

  /** When a job left its slot in the last schedule: seconds. */
  public double endOf(int job) {
    return ends[job];
  }

  /**
   * What made the makespan of the last sample: from the last job back to the one whose end let it
   * start, and so on.
   */
  DelayChain chain() {
    int length = 0;
    for (int each = latest; each != NONE; each = cause[each]) {
      length++;
    }
    DelayChain chain = new DelayChain(length);
    for (int each = latest; each != NONE; each = cause[each]) {
      double from = cause[each] == NONE ? 0 : ends[cause[each]];
      chain.prepend(each, ends[each] - from);
    }
    return chain;
  }
}
