package io.flowgauge.log.oracle;

import io.flowgauge.log.oracle.OracleEncoder.Block;
import io.flowgauge.log.oracle.OracleEncoder.Event;
import io.flowgauge.log.oracle.OracleEncoder.EventShape;
import io.flowgauge.log.oracle.OracleEncoder.Head;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Random logs, block by block, as another writer might produce them. */
final class OracleLogs {
  private static final List<Head> HEADS = List.of(Head.values());
  private static final int[] IDS = {1, 2, 250, 251, 254, 255, 256, 65_535};
  private static final String[] TEXTS = {"", "x", "z\u00FCrich", "a b\n\"=", "\uD83D\uDE00", "\0"};

  private final Random random;
  private final boolean describeAlways;
  private final List<EventShape> types = new ArrayList<>();

  OracleLogs(Random random, boolean describeAlways) {
    this.random = random;
    this.describeAlways = describeAlways;
    for (int id : IDS) {
      List<Integer> codes = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        codes.add(1 + random.nextInt(5));
      }
      types.add(new EventShape(id, "event." + id, codes));
    }
  }

  /** Returns the blocks of a log, stream by stream, each stream with or without an end. */
  List<List<Block>> log(long log) {
    List<List<Block>> streams = new ArrayList<>();
    for (int stream = random.nextInt(3); stream >= 0; stream--) {
      streams.add(stream(log, stream));
    }
    return streams;
  }

  private List<Block> stream(long log, int stream) {
    List<Block> blocks = new ArrayList<>();
    ByteOrder order = random.nextBoolean() ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    Set<Integer> known = new HashSet<>();
    long before = 0;
    long clock = random.nextLong() >> 1;
    long wall = 1_400_000_000_000_000_000L + random.nextInt();
    long dropped = 0;
    int count = 1 + random.nextInt(9);
    for (int number = 0; number < count; number++) {
      dropped += random.nextInt(4) == 0 ? random.nextInt(100) : 0;
      List<Event> events = events(clock);
      boolean identity = number == 0 || Integer.bitCount(number) == 1;
      Set<Integer> described = described(events, known, identity || describeAlways);
      Block block =
          new Block(
              order, 1, log, stream, number, before, dropped, wall, clock, clock, identity,
              described, events);
      blocks.add(block);
      before += events.size();
      clock = events.isEmpty() ? clock : events.get(events.size() - 1).clock();
    }
    if (random.nextBoolean()) {
      blocks.add(
          new Block(
              order, 2, log, stream, count, before, dropped, wall, clock, clock, false, Set.of(),
              List.of()));
    }
    return blocks;
  }

  private static Set<Integer> described(List<Event> events, Set<Integer> known, boolean all) {
    Set<Integer> described = new HashSet<>();
    for (Event event : events) {
      if (known.add(event.type().id()) || all) {
        described.add(event.type().id());
      }
    }
    return described;
  }

  private List<Event> events(long start) {
    List<Event> events = new ArrayList<>();
    long clock = start;
    for (int i = random.nextInt(12); i > 0; i--) {
      clock += delta();
      EventShape type = types.get(random.nextInt(types.size()));
      Head head = HEADS.get(random.nextInt(HEADS.size()));
      List<Object> values = new ArrayList<>();
      type.codes().forEach(code -> values.add(value(code)));
      events.add(new Event(type, clock, head, values));
    }
    return events;
  }

  private long delta() {
    return switch (random.nextInt(6)) {
      case 0 -> 0;
      case 1 -> (1 << 16) - random.nextInt(2);
      case 2 -> (1L << 32) - random.nextInt(2);
      case 3 -> 1L << random.nextInt(50);
      default -> random.nextInt(1 << 16);
    };
  }

  private Object value(int code) {
    return switch (code) {
      case 1 -> random.nextInt();
      case 2 -> random.nextLong();
      case 3 -> Float.intBitsToFloat(random.nextInt());
      case 4 -> Double.longBitsToDouble(random.nextLong());
      default -> TEXTS[random.nextInt(TEXTS.length)];
    };
  }
}
