package io.flowgauge.probabilistic.slots;

import io.flowgauge.model.graph.Dag;
import io.flowgauge.probabilistic.sampling.DelayChain;
import java.util.Arrays;

/**
 * The rest of a list schedule on pools in which some jobs are already running. Free slots go to
 * ready jobs by priority, then in the order in which they became ready. Not thread-safe.
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

  /** When the job of each seat ends. A seat stands for a slot of any pool while a job holds it. */
  private final Tournament busy;

  /**
   * When the successors of each job learn that it has ended, for jobs that have ended but whose end
   * is not known yet.
   */
  private final Tournament late;

  private final int[] freeSeats;
  private int freeSeatCount;
  private final int[] job;
  private final int[] pool;

  /** How many jobs were ready before the current instant. */
  private int earlier;

  /** The job whose end let each job start. */
  private final int[] cause;

  private final double[] ends;

  /** The job that last left each pool. */
  private final int[] lastToLeave;

  private int latest;

  /**
   * The state from which a schedule continues.
   *
   * @param running jobs that hold a slot
   * @param pools the pool of each of these slots
   * @param waiting jobs that wait for a slot, in the order in which they became ready
   * @param awaited for each job, the number of jobs it waits for
   */
  public record Start(JobList running, JobList pools, JobList waiting, JobList awaited) {}

  /** A list of numbers. */
  public static final class JobList {
    final int[] numbers;

    /** Creates a list. The array is not copied and must not be changed. */
    public JobList(int... numbers) {
      this.numbers = numbers;
    }

    /** Returns how many numbers there are. */
    public int size() {
      return numbers.length;
    }

    /** Returns one of the numbers. */
    public int number(int k) {
      return numbers[k];
    }
  }

  /** The durations of jobs in one sample. */
  public interface Times {
    /**
     * Returns the whole duration of a job that starts in a pool.
     *
     * @return seconds, 0 or more
     */
    double of(int job, int pool);

    /**
     * Returns the remaining duration of a job that is running at the start.
     *
     * @return seconds, 0 or more
     */
    default double rest(int job) {
      throw new IllegalStateException("no job runs at the start");
    }

    /**
     * Returns the time from the end of a job until its successors learn of it; its slot is free
     * meanwhile.
     *
     * @return seconds, 0 or more
     */
    default double lag(int job) {
      return 0;
    }
  }

  /** Prepares a schedule that can be continued from one state any number of times. */
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
    lastToLeave = new int[free.length];
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
    into[pools.queueOf(ready[turn])].add(pools.orderKey(ready[turn], turn));
  }

  /** Schedules all jobs; returns the seconds until the end of the last one is known. */
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

  /** Gives free slots to waiting jobs, in their order over all queues that have a free slot. */
  private void fill(double now, Times times) {
    while (true) {
      int first = -1;
      int place = -1;
      for (int k = 0; k < queues.length; k++) {
        if (!queues[k].isEmpty() && (first < 0 || queues[k].first() < queues[first].first())) {
          int at = pools.firstFree(k, free);
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
        cause[next] = lastToLeave[place];
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

  /** Processes all jobs that end now, and all whose end becomes known now. */
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
    lastToLeave[pool[seat]] = job[seat];
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

  /** Returns when a job left its slot in the last schedule, in seconds. */
  public double endOf(int job) {
    return ends[job];
  }

  /**
   * Returns the jobs that determined the makespan of the last sample, found by going back from the
   * last job to the job whose end let it start, until one that started immediately.
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
