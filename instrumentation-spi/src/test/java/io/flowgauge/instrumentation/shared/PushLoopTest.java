package io.flowgauge.instrumentation.shared;

import static io.flowgauge.instrumentation.shared.Sensors.SINCE;
import static io.flowgauge.instrumentation.shared.Sensors.reader;
import static io.flowgauge.instrumentation.shared.Sensors.timed;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.ProcessStatus.State;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.ProfileListener;
import io.flowgauge.instrumentation.PushOptions;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PushLoopTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(30);

  private final WrittenMemory memory = new WrittenMemory();
  private final Source source = new Source();
  private final BlockingQueue<Profile> updates = new LinkedBlockingQueue<>();
  private final BlockingQueue<ProcessStatus> ends = new LinkedBlockingQueue<>();
  private final ProfileListener listener =
      new ProfileListener() {
        @Override
        public void updated(Profile update) {
          updates.add(update);
        }

        @Override
        public void ended(ProcessStatus status) {
          ends.add(status);
        }
      };

  /** A process whose calls are made by the test. */
  private final class Source implements PushSource {
    private final Semaphore woken = new Semaphore(0);
    private volatile State state = State.RUNNING;
    private int flush = 1;

    @Override
    public void await(int records, Duration longest) throws InterruptedException {
      if (woken.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS)) {
        woken.drainPermits();
      }
      synchronized (memory) {
        memory.flush(++flush);
      }
    }

    @Override
    public Optional<SharedProfile> profile() {
      return Optional.of(reader(memory.shared()));
    }

    @Override
    public Map<Integer, SharedSensor> sensors() {
      return timed("a", "b", "c");
    }

    @Override
    public Instant since() {
      return SINCE;
    }

    @Override
    public ProcessStatus status() {
      return new ProcessStatus(state, OptionalInt.empty(), OptionalInt.empty());
    }
  }

  private WrittenMemory.Entry entry(int region) {
    synchronized (memory) {
      return memory.record(0, region, -1);
    }
  }

  private void call(WrittenMemory.Entry entry) {
    synchronized (memory) {
      entry.call(10, 0, 1);
    }
    source.woken.release();
  }

  private Subscription start(int regions, Duration interval) {
    return PushLoop.start(source, new PushOptions(regions, interval), listener);
  }

  private Profile next() throws InterruptedException {
    Profile update = updates.poll(30, TimeUnit.SECONDS);
    assertThat(update).as("an update").isNotNull();
    return update;
  }

  private static List<String> names(Profile update) {
    return update.regions().stream().map(profile -> profile.region().name()).toList();
  }

  /** Makes the first call of a region, which is sent at once. */
  private WrittenMemory.Entry announce(int region) throws InterruptedException {
    WrittenMemory.Entry entry = entry(region);
    call(entry);
    next();
    return entry;
  }

  @Test
  void push_ofAFirstExecution_isSentWhenItHasBegun() throws Exception {
    try (Subscription on = start(3, LONG)) {
      assertThat(on).isNotNull();
      entry(1).open(5);
      Profile update = next();
      assertThat(names(update)).containsExactly("b");
      RegionProfile b = update.regions().get(0);
      assertThat(b.calls()).isZero();
      assertThat(b.openCalls()).isEqualTo(1);
    }
  }

  @Test
  void push_ofAFullBuffer_isSentAtOnce() throws Exception {
    try (Subscription on = start(2, LONG)) {
      assertThat(on).isNotNull();
      WrittenMemory.Entry a = announce(0);
      WrittenMemory.Entry b = announce(1);
      updates.clear();
      call(a);
      assertThat(updates.poll(300, TimeUnit.MILLISECONDS)).as("the buffer is not full").isNull();
      call(b);
      Profile update = next();
      assertThat(names(update)).containsExactly("a", "b");
      assertThat(update.regions()).extracting(RegionProfile::calls).containsExactly(2L, 2L);
    }
  }

  @Test
  void push_afterTheInterval_sendsWhatThereIsAndNothingElse() throws Exception {
    try (Subscription on = start(100, SHORT)) {
      assertThat(on).isNotNull();
      WrittenMemory.Entry a = announce(0);
      announce(1);
      updates.clear();
      assertThat(updates.poll(300, TimeUnit.MILLISECONDS)).as("nothing changed").isNull();
      call(a);
      assertThat(names(next())).containsExactly("a");
      assertThat(updates.poll(300, TimeUnit.MILLISECONDS)).as("sent once").isNull();
    }
  }

  @Test
  void close_withSomethingLeft_sendsItFirst() throws Exception {
    Subscription on = start(100, LONG);
    WrittenMemory.Entry a = announce(0);
    call(a);
    on.close();
    assertThat(updates).hasSize(1);
    assertThat(updates.remove().regions().get(0).calls()).isEqualTo(2);
    call(a);
    assertThat(updates.poll(200, TimeUnit.MILLISECONDS)).as("it is closed").isNull();
    assertThat(ends).isEmpty();
  }

  @Test
  void push_whenTheProcessEnds_sendsWhatIsLeftAndThenTheEnd() throws Exception {
    Subscription on = start(100, LONG);
    WrittenMemory.Entry a = announce(0);
    call(a);
    source.state = State.EXITED;
    assertThat(ends.poll(30, TimeUnit.SECONDS).state()).isEqualTo(State.EXITED);
    assertThat(updates.remove().regions().get(0).calls()).isEqualTo(2);
    on.close();
    assertThat(ends).isEmpty();
  }

  @Test
  void push_ofAProcessThatHasEnded_sendsTheEndAlone() throws Exception {
    source.state = State.DETACHED;
    PushLoop on = PushLoop.start(source, new PushOptions(1, SHORT), listener);
    assertThat(ends.poll(30, TimeUnit.SECONDS).state()).isEqualTo(State.DETACHED);
    on.close();
    assertThat(updates).isEmpty();
    assertThat(on.isAlive()).isFalse();
  }

  @Test
  void push_toAListenerThatFails_sendsTheNextUpdateAllTheSame() throws Exception {
    assertThatNextUpdateComesAfter(
        () -> {
          throw new IllegalStateException("on purpose");
        });
  }

  @Test
  void push_toAListenerThatThrowsAnError_sendsTheNextUpdateAllTheSame() throws Exception {
    assertThatNextUpdateComesAfter(
        () -> {
          throw new NoClassDefFoundError("on purpose");
        });
  }

  private void assertThatNextUpdateComesAfter(Runnable problem) throws Exception {
    ProfileListener failing =
        update -> {
          updates.add(update);
          problem.run();
        };
    try (Subscription on = PushLoop.start(source, new PushOptions(100, SHORT), failing)) {
      assertThat(on).isNotNull();
      WrittenMemory.Entry a = announce(0);
      call(a);
      next();
      call(a);
      next();
    }
  }

  @Test
  void close_byTheListener_endsWithoutWaitingForItself() throws Exception {
    BlockingQueue<Subscription> subscription = new LinkedBlockingQueue<>();
    BlockingQueue<Boolean> closed = new LinkedBlockingQueue<>();
    ProfileListener closing =
        update -> {
          try {
            subscription.take().close();
            closed.add(true);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        };
    subscription.add(PushLoop.start(source, new PushOptions(1, SHORT), closing));
    call(entry(0));
    assertThat(closed.poll(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void push_ofAHostileMemoryThatAlwaysChanges_isNoMoreThan200Updates() throws Exception {
    try (Subscription on = start(1, Duration.ofNanos(1))) {
      assertThat(on).isNotNull();
      WrittenMemory.Entry a = entry(0);
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < 500_000_000L) {
        call(a);
      }
      assertThat(updates).hasSizeBetween(2, 101);
    }
  }
}
