package io.flowgauge.log.read;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.StreamIdentity;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Iterates over blocks of one stream, one after another. */
final class BlockCursor implements EventCursor {
  private static final String CUT_OFF = "an event that is cut off";

  private final StreamIndex stream;
  private final TypeTable types;
  private final Iterator<BlockRef> blocks;
  private final EventRange passedOver;
  private final BodyHead head = new BodyHead();

  private BlockRef block;
  private ByteBuffer bytes = ByteBuffer.allocate(0);

  /** Events of the block that have not been read yet. */
  private int left;

  private int next;
  private long wallLessMonotonic;

  private BodyLayout layout;
  private int values;

  BlockCursor(StreamIndex stream, List<BlockRef> blocks, EventRange passedOver) {
    this.stream = stream;
    this.blocks = blocks.iterator();
    this.passedOver = passedOver;
    types = stream.types();
  }

  @Override
  public boolean next() throws IOException {
    while (left == 0 || !readNext()) {
      if (!blocks.hasNext()) {
        layout = null;
        left = 0;
        return false;
      }
      load(blocks.next());
    }
    left--;
    return true;
  }

  private void load(BlockRef ref) throws IOException {
    block = ref;
    next = 0;
    left = ref.header().events();
    head.reset(ref.header().baseNanos());
    wallLessMonotonic = ref.header().anchor().wallNanos(0);
    try {
      bytes = ref.bodies(bytes);
    } catch (FormatException e) {
      giveUp(e.getMessage());
    }
    for (int k = passedOver.countAtStartOf(ref.header()); k > 0 && left > 0; k--) {
      readNext();
      left = Math.max(0, left - 1);
    }
  }

  private void giveUp(String found) {
    block.markDamaged(found, left);
    left = 0;
  }

  private boolean readNext() {
    try {
      head.read(bytes, next);
      layout = types.get(head.typeId());
      if (layout == null) {
        giveUp("an event of unknown type " + head.typeId());
        return false;
      }
      values = next + head.bytes();
      next = layout.end(bytes, values);
      if (next <= bytes.limit()) {
        return true;
      }
      giveUp(CUT_OFF);
    } catch (FormatException e) {
      giveUp(e.getMessage());
    } catch (IndexOutOfBoundsException e) {
      giveUp(CUT_OFF);
    }
    return false;
  }

  private BodyLayout current() {
    if (layout == null) {
      throw new IllegalStateException("no current event: next() must have returned true");
    }
    return layout;
  }

  @Override
  public long timeNanos() {
    current();
    return head.nanos() + wallLessMonotonic;
  }

  @Override
  public EventSchema schema() {
    return current().schema();
  }

  @Override
  public Optional<StreamIdentity> source() {
    current();
    return stream.source();
  }

  @Override
  public Optional<StreamId> stream() {
    current();
    return stream.id();
  }

  @Override
  public long number() {
    current();
    BlockHeader header = block.header();
    return header.firstEvent() + header.events() - left - 1;
  }

  @Override
  public int int32(int field) {
    return bytes.getInt(place(field, FieldType.INT32));
  }

  @Override
  public long int64(int field) {
    return current().type(field) == FieldType.INT32
        ? int32(field)
        : bytes.getLong(place(field, FieldType.INT64));
  }

  @Override
  public float float32(int field) {
    return bytes.getFloat(place(field, FieldType.FLOAT32));
  }

  @Override
  public double float64(int field) {
    return current().type(field) == FieldType.FLOAT32
        ? float32(field)
        : bytes.getDouble(place(field, FieldType.FLOAT64));
  }

  @Override
  public String string(int field) {
    check(field, FieldType.STRING);
    return Text.get(bytes, layout.textAt(bytes, values, layout.place(field)));
  }

  private int place(int field, FieldType type) {
    check(field, type);
    return values + layout.place(field);
  }

  private void check(int field, FieldType type) {
    if (current().type(field) != type) {
      throw new IllegalArgumentException(
          "field " + layout.schema().fields().get(field) + " is not of type " + type.label());
    }
  }

  @Override
  public LogEvent event() {
    Object[] all = new Object[current().schema().fields().size()];
    for (int k = 0; k < all.length; k++) {
      all[k] = value(k);
    }
    LogEvent event = LogEvent.of(timeNanos(), layout.schema(), all);
    return source().map(event::from).orElse(event);
  }

  private Object value(int field) {
    return switch (layout.type(field)) {
      case INT32 -> int32(field);
      case INT64 -> int64(field);
      case FLOAT32 -> float32(field);
      case FLOAT64 -> float64(field);
      case STRING -> string(field);
    };
  }
}
