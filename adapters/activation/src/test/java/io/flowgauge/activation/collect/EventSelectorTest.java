package io.flowgauge.activation.collect;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.ClockAnchor;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.format.IdentitySection;
import io.flowgauge.log.format.Text;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Events selected from blocks, compared with events selected from a list. */
class EventSelectorTest {
  private static final EventSchema SIZED =
      EventSchema.named("a.sized").int32("n").float64("size").string("text").build();
  private static final EventSchema PLAIN = EventSchema.named("b.plain").int64("n").build();
  private static final StreamIdentity WHO =
      new StreamIdentity("h", "p", 1, Optional.empty(), 1, "t");

  /** An event of either type; large gaps cause long and full event heads. */
  private record Event(boolean sized, long gap, int n, double size, String text) {
    String words(long at) {
      return sized ? at + " " + n + " " + size + " " + text : at + " " + n;
    }
  }

  @Provide
  Arbitrary<List<List<Event>>> blocks() {
    Arbitrary<Long> gaps =
        Arbitraries.of(0L, 1L, 0xFFFFL, 0x10000L, 0xFFFFFFFFL, 0x100000000L, -5L);
    Arbitrary<Event> events =
        Combinators.combine(
                Arbitraries.of(true, false),
                gaps,
                Arbitraries.integers().between(-3, 3),
                Arbitraries.of(-1.5, 0.0, 2.5, Double.NaN),
                Arbitraries.of("", "x", "two words", "\u00e4\u4e2d"))
            .as(Event::new);
    return events.list().ofMaxSize(40).list().ofMinSize(1).ofMaxSize(8);
  }

  @Provide
  Arbitrary<TriggerEntry> entries() {
    Arbitrary<String> names = Arbitraries.of("*", "a.*", "a.sized", "b.plain", "c", "b*");
    Arbitrary<List<Condition>> where =
        Arbitraries.of("n>0", "n!=1", "size>=0", "size<2.5", "n<=2", "text==1", "absent>0")
            .map(Condition::parse)
            .list()
            .ofMaxSize(2);
    return Combinators.combine(names, where)
        .as((name, all) -> TriggerEntry.of(name, "file:x").withConditions(all));
  }

  private static boolean wants(TriggerEntry entry, Event event) {
    return entry.matches(event.sized() ? SIZED.name() : PLAIN.name())
        && entry.where().stream().allMatch(c -> holds(c, event));
  }

  private static boolean holds(Condition condition, Event event) {
    return switch (condition.field()) {
      case "n" -> condition.holds((long) event.n());
      case "size" -> event.sized() && condition.holds(event.size());
      default -> false;
    };
  }

  @Property(tries = 300)
  void select_anyBlocks_givesALogOfTheWantedEvents(
      @ForAll("blocks") List<List<Event>> blocks,
      @ForAll("entries") TriggerEntry entry,
      @ForAll boolean big)
      throws Exception {
    ByteOrder order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    List<String> expected = new ArrayList<>();
    ByteArrayOutputStream picked = new ByteArrayOutputStream();
    LogTypes types = new LogTypes();
    Source source = new Source(new StreamKey(7, 0), types);
    DerivedStream derived = new DerivedStream(new StreamKey(8, 0));
    EventSelector selector = new EventSelector(entry);
    long nanos = 1L << 40;
    int number = 0;
    for (List<Event> events : blocks) {
      ReceivedBlock block = block(order, events, nanos, number++);
      for (Event event : events) {
        nanos += event.gap();
        if (wants(entry, event)) {
          expected.add(event.words(nanos));
        }
      }
      assertThat(block.isSound()).isTrue();
      source.describe(block);
      int unknown =
          selector.select(
              block,
              types,
              draft -> {
                picked.writeBytes(derived.block(draft, source).array());
                derived.advancePast(draft);
              });
      assertThat(unknown).isZero();
    }
    assertThat(read(picked.toByteArray())).isEqualTo(expected);
  }

  private static List<String> read(byte[] log) throws IOException {
    Path file = Files.createTempFile("picked", ".nlb");
    try {
      Files.write(file, log);
      try (LogReader reader = LogReader.open(file)) {
        List<String> events =
            reader
                .events()
                .map(e -> e.timeNanos() + " " + words(e.values().values()))
                .collect(Collectors.toList());
        assertThat(reader.losses()).isEmpty();
        return events;
      }
    } finally {
      Files.delete(file);
    }
  }

  private static String words(Iterable<Object> values) {
    List<String> words = new ArrayList<>();
    values.forEach(value -> words.add(String.valueOf(value)));
    return String.join(" ", words);
  }

  /** Returns a block of an application; the first ten blocks describe all types. */
  private static ReceivedBlock block(ByteOrder order, List<Event> events, long base, int number)
      throws Exception {
    ByteBuffer bodies = ByteBuffer.allocate(1 << 20).order(order);
    long last = base;
    for (Event event : events) {
      put(bodies, event, last);
      last += event.gap();
    }
    return block(order, bodies.flip(), events.size(), base, number);
  }

  private static void put(ByteBuffer to, Event event, long last) {
    int id = event.sized() ? 1 : 300;
    int at = to.position();
    int values = at + BodyHead.put(to, at, id, last + event.gap(), last);
    if (event.sized()) {
      BodyLayout layout = new BodyLayout(SIZED);
      to.putInt(values + layout.place(0), event.n());
      to.putDouble(values + layout.place(1), event.size());
      to.position(Text.put(to, values + layout.numberBytes(), event.text()));
    } else {
      to.putLong(values, event.n()).position(values + Long.BYTES);
    }
  }

  private static ReceivedBlock block(
      ByteOrder order, ByteBuffer bodies, int events, long base, int number) throws Exception {
    byte[] identity = IdentitySection.encode(WHO, order);
    ByteBuffer descriptors = ByteBuffer.allocate(4096).order(order).put(identity);
    new HeaderMessage(1, SIZED).encode(descriptors);
    new HeaderMessage(300, PLAIN).encode(descriptors);
    descriptors.flip();
    BlockHeader.Sections sections =
        new BlockHeader.Sections(
            identity.length,
            descriptors.limit() - identity.length,
            bodies.limit(),
            BlockHeader.checksum(descriptors, 0, descriptors.limit()),
            BlockHeader.checksum(bodies, 0, bodies.limit()));
    ByteBuffer all = ByteBuffer.allocate(96 + sections.bytes());
    new BlockHeader(order, false, 7, 0, number, 0, 0, events, new ClockAnchor(0, 0), base, sections)
        .encode(all);
    return ReceivedBlock.of(all.put(descriptors).put(bodies).flip());
  }

  /**
   * Selects every other event of a block of 1 MiB; their heads become longer, so they no longer fit
   * into one block.
   */
  @Test
  void select_whereHeadsGrow_makesSeveralBlocks() throws Exception {
    ByteBuffer bodies = ByteBuffer.allocate(BlockHeader.MAX_SECTION).order(ByteOrder.BIG_ENDIAN);
    int events = 0;
    long last = 0;
    while (bodies.remaining() > 100) {
      Event event = new Event(false, 0xFFFF, events % 4 == 0 ? 0 : 1, 0, "");
      put(bodies, event, last);
      last += event.gap();
      events++;
    }
    bodies.flip();
    ReceivedBlock block = block(ByteOrder.BIG_ENDIAN, bodies, events, 0, 0);
    Source source = new Source(new StreamKey(7, 0), new LogTypes());
    source.describe(block);
    DerivedStream derived = new DerivedStream(new StreamKey(8, 0));
    ByteArrayOutputStream picked = new ByteArrayOutputStream();
    new EventSelector(TriggerEntry.of("*", "file:x"))
        .select(
            block,
            source.types(),
            draft -> {
              picked.writeBytes(derived.block(draft, source).array());
              derived.advancePast(draft);
            });

    assertThat(read(picked.toByteArray())).hasSize(events);
    assertThat(derived.place().number()).isBetween(1, 3);
  }

  @Test
  void select_unknownType_countsTheRest() throws Exception {
    ReceivedBlock block =
        block(
            ByteOrder.LITTLE_ENDIAN,
            List.of(
                new Event(true, 1, 1, 1, ""),
                new Event(false, 1, 2, 1, ""),
                new Event(true, 1, 3, 1, "")),
            0,
            0);
    LogTypes types = new LogTypes();
    types.add(new HeaderMessage(1, SIZED));
    List<Integer> picked = new ArrayList<>();

    int unknown =
        new EventSelector(TriggerEntry.of("*", "file:x"))
            .select(block, types, draft -> picked.add(draft.events()));

    assertThat(unknown).isEqualTo(2);
    assertThat(picked).containsExactly(1);
  }
}
