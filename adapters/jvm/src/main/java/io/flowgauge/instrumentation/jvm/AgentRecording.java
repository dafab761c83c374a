package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.Profile;
import io.flowgauge.instrumentation.TargetProcess;
import io.flowgauge.instrumentation.jvm.agent.core.Wire;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import io.flowgauge.instrumentation.shared.SharedBytes;
import io.flowgauge.instrumentation.shared.SharedClock;
import io.flowgauge.instrumentation.shared.SharedProfile;
import io.flowgauge.instrumentation.shared.SharedSensor;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The recording of one attachment's sensors: the shared memory and the regions' names. Stays
 * readable after the process has ended. Thread-safe.
 */
final class AgentRecording {
  /**
   * Ticks of the sensors' clock, {@link System#nanoTime}, which is the same in all processes of a
   * machine.
   */
  static final long TICKS_PER_SECOND = 1_000_000_000L;

  private static final int CHUNK = 1 << 16;
  private static final int NAME_BYTES_AT_MOST = 1 << 26;

  private final FileChannel memory;
  private final FileChannel names;
  private final SharedBytes bytes;
  private final SharedProfile profile;
  private final Map<Integer, CodeRegion> regions = new TreeMap<>();
  private long namesRead;

  AgentRecording(FileChannel memory, FileChannel names, TargetProcess process) {
    this.memory = memory;
    this.names = names;
    this.bytes = SharedBytes.of(memory);
    SharedClock clock =
        new SharedClock(TICKS_PER_SECOND, System.nanoTime(), Instant.now(), System::nanoTime);
    this.profile = new SharedProfile(bytes, process, clock, number -> "");
  }

  SharedProfile profile() {
    return profile;
  }

  Profile read(boolean attached, Instant since) {
    return profile.read(sensors(attached), since, Instant.now());
  }

  int dirty() {
    return bytes.intAt(Layout.DIRTY);
  }

  /** Starts the next flush. */
  void nextFlush() {
    ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try {
      memory.write(word.putInt(0, bytes.intAt(Layout.FLUSH) + 1), Layout.FLUSH);
      memory.write(word.rewind().putInt(0, 0), Layout.DIRTY);
    } catch (IOException e) {
      return; // The flush continues; updated records are found anyway.
    }
  }

  /** Returns each region that has or had a sensor, by number. */
  Map<Integer, SharedSensor> sensors(boolean attached) {
    Map<Integer, SharedSensor> sensors = new TreeMap<>();
    ByteBuffer entry = ByteBuffer.allocate(Layout.REGION_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    regions()
        .forEach(
            (number, region) -> {
              bytes.read(Layout.REGIONS_AT + (long) number * Layout.REGION_SIZE, entry);
              int flags = entry.getInt(Layout.REGION_FLAGS);
              if (flags != 0) {
                boolean installed = attached && (flags & Layout.INSTALLED) != 0;
                sensors.put(number, sensor(region, entry, installed));
              }
            });
    return sensors;
  }

  private static SharedSensor sensor(CodeRegion region, ByteBuffer entry, boolean installed) {
    Set<Metric> metrics = EnumSet.of(Metric.CALLS);
    int wanted = entry.getInt(Layout.REGION_METRICS);
    if ((wanted & Layout.WALL) != 0) {
      metrics.add(Metric.WALL_TIME);
    }
    if ((wanted & Layout.CPU_ADAPTIVE) != 0) {
      metrics.add(Metric.CPU_TIME);
    }
    return new SharedSensor(
        region, metrics, Optional.empty(), entry.getDouble(Layout.REGION_COST), installed);
  }

  /** Returns the regions by number, including those written since the last call. */
  private synchronized Map<Integer, CodeRegion> regions() {
    try {
      long size = Math.min(names.size(), NAME_BYTES_AT_MOST);
      if (size > namesRead) {
        readNames((int) Math.min(size - namesRead, Integer.MAX_VALUE));
      }
    } catch (IOException e) {
      // Unreadable: the regions known so far remain.
    }
    return new TreeMap<>(regions);
  }

  private void readNames(int length) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(length);
    int got = 0;
    for (int n = 0; n >= 0 && text.hasRemaining(); got += Math.max(n, 0)) {
      text.limit(Math.min(text.capacity(), text.position() + CHUNK));
      n = names.read(text, namesRead + got);
      text.limit(text.capacity());
    }
    ByteArrayInputStream source = new ByteArrayInputStream(text.array(), 0, got);
    DataInputStream in = new DataInputStream(source);
    while (source.available() > 0) {
      int number = in.readInt();
      CodeRegion region = Wire.readRegion(in, in.readUTF());
      if (number >= 0 && number < Layout.REGIONS && regions.size() < Layout.REGIONS) {
        regions.putIfAbsent(number, region);
      }
      // A region cut off at the end is read again once there is more.
      namesRead += got - source.available();
      got = source.available();
    }
  }
}
