package io.flowgauge.instrumentation.shared;

import static io.flowgauge.instrumentation.shared.Sensors.AT;
import static io.flowgauge.instrumentation.shared.Sensors.SINCE;
import static io.flowgauge.instrumentation.shared.Sensors.reader;
import static io.flowgauge.instrumentation.shared.Sensors.sensor;
import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading shared memory gives a profile, whatever the process has written into it. */
class HostileMemoryTest {
  private static final Map<Integer, SharedSensor> SENSORS =
      Map.of(
          0,
          sensor("a", Metric.WALL_TIME, Metric.CPU_TIME),
          1,
          sensor("b", Metric.WALL_TIME, Metric.CYCLES, Metric.PAGE_FAULTS),
          SharedLayout.REGIONS - 1,
          sensor("c", Metric.CPU_TIME));

  /** Values most likely to cause errors. */
  private static final List<Long> NASTY =
      List.of(
          0L,
          1L,
          -1L,
          Long.MIN_VALUE,
          Long.MAX_VALUE,
          (long) Integer.MAX_VALUE,
          1L << 31,
          1L << 32,
          0x0000_0001_ffff_ffffL,
          0xffff_ffff_0000_0000L);

  private static Profile read(WrittenMemory memory) {
    Profile profile = reader(memory.shared()).read(SENSORS, SINCE, AT);
    assertThat(profile.regions()).hasSize(SENSORS.size());
    assertThat(profile.threads().size()).isLessThanOrEqualTo(WrittenMemory.RECORDS);
    assertThat(profile.callGraph().size()).isLessThanOrEqualTo(WrittenMemory.RECORDS);
    assertThat(profile.costNanos()).isGreaterThanOrEqualTo(0);
    assertThat(profile.losses().total()).isGreaterThanOrEqualTo(0);
    assertThat(profile.toString()).isNotEmpty();
    return profile;
  }

  private static void fill(ByteBuffer bytes, LongSupplier words) {
    for (int at = 0; at + Long.BYTES <= bytes.capacity(); at += Long.BYTES) {
      bytes.putLong(at, words.getAsLong());
    }
  }

  @Property(tries = 200)
  void read_ofRandomBytes_isAProfile(@ForAll long seed) {
    WrittenMemory memory = new WrittenMemory();
    fill(memory.bytes, new Random(seed)::nextLong);
    fill(memory.counts, new Random(seed + 1)::nextLong);
    memory.bytes.putInt(SharedLayout.USED_RECORDS_AT, WrittenMemory.RECORDS);
    read(memory);
  }

  @Property(tries = 500)
  void read_ofNastyNumbers_isAProfile(@ForAll long seed) {
    Random random = new Random(seed);
    WrittenMemory memory = new WrittenMemory();
    fill(memory.bytes, () -> NASTY.get(random.nextInt(NASTY.size())));
    fill(memory.counts, () -> NASTY.get(random.nextInt(NASTY.size())));
    memory.bytes.putInt(SharedLayout.USED_RECORDS_AT, WrittenMemory.RECORDS);
    for (int k = 0; k < WrittenMemory.RECORDS; k++) {
      int at = (int) SharedLayout.recordOffset(k);
      memory.bytes.putInt(at + SharedLayout.REGION_AT, random.nextInt(3));
      memory.bytes.putInt(at + SharedLayout.REGION_AT + 4, random.nextInt(4) - 1);
    }
    read(memory);
  }

  @Property(tries = 200)
  void read_ofGoodMemoryWithAFewWrongWords_isAProfile(@ForAll long seed) {
    Random random = new Random(seed);
    WrittenMemory memory = new WrittenMemory();
    for (int k = 0; k < WrittenMemory.RECORDS; k++) {
      memory.record(k % 5, k % 2, k % 3 - 1).call(random.nextInt(1 << 20), 1, k + 1);
    }
    for (int k = 0; k < 50; k++) {
      int at = random.nextInt(memory.bytes.capacity() / Long.BYTES) * Long.BYTES;
      memory.bytes.putLong(at, NASTY.get(random.nextInt(NASTY.size())));
    }
    read(memory);
  }

  @Test
  @Timeout(60)
  void read_withMoreRecordsThanThereAre_ends() {
    for (int used : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, SharedLayout.RECORDS}) {
      WrittenMemory memory = new WrittenMemory();
      memory.bytes.putInt(SharedLayout.USED_RECORDS_AT, used);
      read(memory);
    }
  }

  /** A thread writes garbage all the time: torn records, counts that decrease, and worse. */
  @Test
  @Timeout(120)
  void read_whileSomebodyScribbles_isAProfileEachTime() throws Exception {
    WrittenMemory memory = new WrittenMemory();
    AtomicBoolean stop = new AtomicBoolean();
    Thread scribbler = new Thread(() -> scribble(memory.bytes, stop::get));
    scribbler.start();
    try {
      for (int k = 0; k < 500; k++) {
        read(memory);
      }
    } finally {
      stop.set(true);
      scribbler.join();
    }
  }

  private static void scribble(ByteBuffer shared, BooleanSupplier stop) {
    ByteBuffer bytes = shared.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    Random random = new Random(1);
    IntUnaryOperator below = random::nextInt;
    while (!stop.getAsBoolean()) {
      int at = below.applyAsInt(bytes.capacity() / Long.BYTES) * Long.BYTES;
      bytes.putLong(at, NASTY.get(below.applyAsInt(NASTY.size())));
      bytes.putInt(SharedLayout.USED_RECORDS_AT, WrittenMemory.RECORDS);
    }
  }

  /** Memory whose writer makes a call in the middle of each of the first reads of a record. */
  private record Written(SharedBytes memory, Runnable call, AtomicInteger copies)
      implements SharedBytes {
    @Override
    public int intAt(long at) {
      return memory.intAt(at);
    }

    @Override
    public void read(long at, ByteBuffer to) {
      int end = to.limit();
      int middle = SharedLayout.COUNT_AT + Long.BYTES; // After the count, before the total.
      if (at < SharedLayout.RECORDS_AT || end < middle) {
        memory.read(at, to);
        return;
      }
      memory.read(at, to.limit(middle));
      if (copies.getAndDecrement() > 0) {
        call.run();
      }
      memory.read(at + middle, to.limit(end).position(middle));
      to.position(0);
    }
  }

  /** Returns by how many calls of 1,024 ticks the total of a record is ahead of its count. */
  private static double callsAhead(SharedBytes memory) {
    CallDurations wall =
        reader(memory).read(SENSORS, SINCE, AT).regions().stream()
            .filter(region -> region.region().name().equals("a"))
            .findFirst()
            .orElseThrow()
            .wall();
    return wall.totalNanos() / 2048.0 - wall.count();
  }

  private static double callsAhead(int interruptedCopies) {
    WrittenMemory memory = new WrittenMemory();
    WrittenMemory.Entry entry = memory.record(0, 0, -1).call(1 << 10, 0, 1);
    Runnable call = () -> entry.call(1 << 10, 0, 1);
    return callsAhead(new Written(memory.shared(), call, new AtomicInteger(interruptedCopies)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 15})
  void read_writerEndsBeforeTheLastTry_isWhole(int interruptedCopies) {
    assertThat(callsAhead(interruptedCopies)).isZero();
  }

  @Test
  void read_writerNeverEnds_isACallAheadAtWorst() {
    assertThat(callsAhead(Integer.MAX_VALUE)).isEqualTo(1);
  }

  /** A writer follows the protocol but may be preempted within an update. */
  @Test
  @Timeout(120)
  void read_whileAnAgentWrites_isACallAheadAtWorst() throws Exception {
    WrittenMemory memory = new WrittenMemory();
    WrittenMemory.Entry entry = memory.record(0, 0, -1).call(1 << 10, 0, 1);
    AtomicBoolean stop = new AtomicBoolean();
    Thread agent =
        new Thread(
            () -> {
              while (!stop.get()) {
                for (int k = 0; k < 10; k++) {
                  entry.call(1 << 10, 0, 1);
                }
                LockSupport.parkNanos(20_000);
              }
            });
    agent.start();
    try {
      for (int k = 0; k < 2000; k++) {
        assertThat(callsAhead(memory.shared())).isBetween(-1.0, 1.0);
      }
    } finally {
      stop.set(true);
      agent.join();
    }
  }
}
