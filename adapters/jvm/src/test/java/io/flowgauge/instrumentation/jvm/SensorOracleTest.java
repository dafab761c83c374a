package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.jvm.sensor.CallStack;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.jvm.sensor.Sensors;
import io.flowgauge.instrumentation.jvm.sensor.SharedMemory;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of random calls, compared with lists of what they should contain. */
class SensorOracleTest {
  private static final int REGIONS = 60;
  private static final int STEPS = 200_000;
  private static final int MOST_DEEP = 300;
  private static final int COUNT = 24;
  private static final int TOTAL = 32;
  private static final int MIN = 40;
  private static final int MAX = 48;
  private static final int INSIDE = 56;
  private static final int OPEN_SINCE = 72;
  private static final int NESTED_COUNT = 136;
  private static final int NESTED = 144;
  private static final int HISTOGRAM = 160;

  /** A caller, or -1 for none, and a callee. */
  private record Edge(int parent, int region) implements Comparable<Edge> {
    @Override
    public int compareTo(Edge other) {
      return region == other.region
          ? Integer.compare(parent, other.parent)
          : Integer.compare(region, other.region);
    }
  }

  /** The expected numbers of an edge's calls. */
  private static final class Known {
    long calls;
    long nested;
  }

  private final Map<Edge, Known> known = new TreeMap<>();
  private final List<Integer> open = new ArrayList<>();
  private long givenUp;
  private CallStack stack;

  private void enter(int region) {
    int parent = open.isEmpty() ? -1 : open.get(open.size() - 1);
    known.computeIfAbsent(new Edge(parent, region), edge -> new Known());
    open.add(region);
    stack = Sensors.enter(region);
    assertThat(stack.depth).isEqualTo(open.size());
  }

  /** Ends a call; calls within it that have not ended are given up. */
  private void exit(int call) {
    stack.exit(call);
    while (open.size() > call) {
      open.remove(open.size() - 1);
      givenUp++;
    }
    int region = open.remove(call - 1);
    Known edge = known.get(new Edge(open.isEmpty() ? -1 : open.get(call - 2), region));
    edge.calls++;
    edge.nested += open.contains(region) ? 1 : 0;
  }

  private void walk(Random random, boolean jumps) {
    for (int step = 0; step < STEPS; step++) {
      if (open.isEmpty() || (open.size() < MOST_DEEP && random.nextInt(100) < 51)) {
        enter(random.nextInt(REGIONS) * random.nextInt(2));
      } else {
        boolean jump = jumps && random.nextInt(20) == 0;
        exit(jump ? 1 + random.nextInt(open.size()) : open.size());
      }
    }
    while (!open.isEmpty()) {
      exit(open.size());
    }
  }

  private static SharedMemory memory(Path file) throws Exception {
    Files.write(file, new byte[Layout.RECORDS_AT]);
    RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw");
    access.setLength(Layout.SIZE);
    ByteBuffer mapped = access.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, Layout.SIZE);
    return new SharedMemory(mapped, access, 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void records_randomCalls_holdWhatWasCalled(boolean jumps, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("memory");
    Sensors.open(memory(file));
    try {
      walk(new Random(jumps ? 7 : 11), jumps);
    } finally {
      Sensors.close();
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, Layout.SIZE).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(bytes.getLong(224)).as("given up").isEqualTo(givenUp);
      check(bytes, jumps);
    }
  }

  private void check(ByteBuffer bytes, boolean jumps) {
    Map<Integer, Long> inside = new TreeMap<>();
    Map<Integer, Long> below = new TreeMap<>();
    List<Edge> edges = new ArrayList<>();
    for (int record = 0; record < bytes.getInt(132); record++) {
      ByteBuffer at =
          bytes
              .slice(Layout.RECORDS_AT + record * Layout.RECORD_SIZE, Layout.RECORD_SIZE)
              .order(ByteOrder.LITTLE_ENDIAN);
      Edge edge = new Edge(at.getInt(16), at.getInt(12));
      edges.add(edge);
      check(edge, at);
      inside.merge(edge.region, at.getLong(INSIDE), Long::sum);
      below.merge(edge.parent, at.getLong(TOTAL), Long::sum);
    }
    Collections.sort(edges);
    assertThat(edges).containsExactlyElementsOf(known.keySet());
    if (!jumps) {
      inside.forEach(
          (region, nanos) ->
              assertThat(nanos)
                  .as("inside of %d", region)
                  .isEqualTo(below.getOrDefault(region, 0L)));
    }
  }

  private void check(Edge edge, ByteBuffer at) {
    Known should = known.get(edge);
    assertThat(at.getLong(COUNT)).as("calls of %s", edge).isEqualTo(should.calls);
    assertThat(at.getInt(0)).as("updates").isEqualTo(at.getInt(4)).isEqualTo((int) should.calls);
    assertThat(at.getLong(NESTED_COUNT)).as("nested in %s", edge).isEqualTo(should.nested);
    assertThat(at.getLong(OPEN_SINCE)).isZero();
    assertThat(at.getLong(NESTED)).isBetween(0L, at.getLong(TOTAL));
    long counted = 0;
    for (int bucket = 0; bucket < 44; bucket++) {
      counted += at.getLong(HISTOGRAM + 8 * bucket);
    }
    assertThat(counted).isEqualTo(should.calls);
    if (should.calls == 0) {
      assertThat(at.getLong(MIN)).isEqualTo(-1);
    } else {
      assertThat(at.getLong(MIN)).isBetween(0L, at.getLong(TOTAL) / should.calls);
      assertThat(at.getLong(MAX)).isBetween(at.getLong(TOTAL) / should.calls, at.getLong(TOTAL));
    }
  }
}
