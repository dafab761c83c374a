package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.ring.RingMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Runs of random messages contain what was written, checked by decoding one message after another.
 */
class LaneReaderTest {
  private static final int CAPACITY = 1 << 18;
  private static final int BATCHES = 8;
  private static final long[] STEPS = {0, 1, 40, 0xFFFF, 0x10000, 0xFFFFFFFFL, 1L << 32};

  private record Message(int typeId, long nanos) {}

  private final Map<Integer, DeclaredEvent> types = new HashMap<>();
  private Lane lane;
  private long now;

  @BeforeTry
  void makeLane() {
    Rings rings = Rings.inMemory(CAPACITY, "rings");
    rings.start(1);
    Lanes lanes = new Lanes(rings, Origin.ofThisProcess(), false, () -> {});
    declare(lanes, 1, EventSchema.named("number").int32("n").build());
    declare(lanes, 2, EventSchema.named("nothing").build());
    declare(lanes, 3, EventSchema.named("text").int32("n").string("s").build());
    declare(lanes, BodyHead.MAX_SHORT_TYPE, EventSchema.named("last").int64("l").build());
    declare(lanes, BodyHead.MAX_SHORT_TYPE + 1, EventSchema.named("wide").int32("n").build());
    Thread owner = Thread.currentThread();
    Lane.Source source = new Lane.Source(0, Origin.ofThisProcess().identity(owner));
    lane = new Lane(owner, RingMemory.allocate(CAPACITY), source, false, () -> {});
    now = lane.created();
    rings.close(List.of());
  }

  private void declare(Lanes lanes, int id, EventSchema schema) {
    types.put(id, new DeclaredEvent(lanes, id, schema));
  }

  @Property(tries = 40)
  void cut_anyMessages_holdsThemAll(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    LaneReader reader = new LaneReader(lane, types::get);
    for (int k = 0; k < BATCHES; k++) {
      List<Message> logged = log(random);
      List<Message> read = new ArrayList<>();
      long tail = lane.tail();
      for (Run run = reader.nextRun(tail); run != null; run = reader.nextRun(tail)) {
        read.addAll(decode(run));
        reader.advance();
      }
      assertThat(read).isEqualTo(logged);
      assertThat(reader.position()).isEqualTo(tail);
      assertThat(reader.baseNanos()).isEqualTo(now);
      lane.free(tail);
    }
  }

  /** Logs messages, at most until the ring is full, many of them of the type of the one before. */
  private List<Message> log(Random random) {
    List<Message> logged = new ArrayList<>();
    List<Integer> ids = List.copyOf(types.keySet());
    int id = ids.get(0);
    for (int k = 1 + random.nextInt(50_000); k > 0; k--) {
      id = random.nextInt(4) == 0 ? ids.get(random.nextInt(ids.size())) : id;
      long next = now + STEPS[random.nextInt(random.nextInt(STEPS.length) + 1)];
      String text = "x".repeat(random.nextInt(5));
      BodyLayout layout = types.get(id).layout();
      int textBytes = layout.texts() == 0 ? 0 : DeclaredEvent.addText(0, text);
      if (!lane.begin(next, id, layout.numberBytes(), textBytes)) {
        return logged;
      }
      put(layout, random, text);
      lane.commit();
      now = next;
      logged.add(new Message(id, now));
    }
    return logged;
  }

  private void put(BodyLayout layout, Random random, String text) {
    for (int at = 0; at < layout.numberBytes(); at += Integer.BYTES) {
      lane.int32(at, random.nextInt());
    }
    if (layout.texts() > 0) {
      lane.string(text);
    }
  }

  private List<Message> decode(Run run) throws Exception {
    ByteBuffer bodies = run.bodies().duplicate().order(lane.memory().order());
    List<Message> messages = new ArrayList<>();
    BitSet typeIds = new BitSet();
    BodyHead head = new BodyHead();
    head.reset(run.baseNanos());
    int at = 0;
    while (at < bodies.limit()) {
      head.read(bodies, at);
      at = types.get(head.typeId()).layout().end(bodies, at + head.bytes());
      messages.add(new Message(head.typeId(), head.nanos()));
      typeIds.set(head.typeId());
    }
    assertThat(at).isEqualTo(run.bytes()).isLessThan(LaneReader.RUN + 64);
    assertThat(run.events()).isEqualTo(messages.size());
    assertThat(run.types()).isEqualTo(typeIds);
    return messages;
  }
}
