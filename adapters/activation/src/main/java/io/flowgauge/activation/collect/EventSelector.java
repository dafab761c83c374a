package io.flowgauge.activation.collect;

import io.flowgauge.log.format.BodyHead;
import io.flowgauge.log.format.BodyLayout;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.TypeFilter;
import io.flowgauge.log.trigger.TriggerEntry;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Consumer;

/** Selects the events of a block that a request wants. Not thread-safe. */
final class EventSelector {
  private final TriggerEntry wanted;

  /** Keyed by identity, because a layout does not define equals. */
  private final Map<BodyLayout, TypeFilter> filters = new WeakHashMap<>();

  private final BlockDraft draft = new BlockDraft();
  private final BodyHead head = new BodyHead();
  private BodyLayout lastLayout;
  private TypeFilter lastFilter;

  EventSelector(TriggerEntry wanted) {
    this.wanted = wanted;
  }

  /**
   * Selects events of a block.
   *
   * @param types the types of its log
   * @param full receives the selected events; called again when there are more than a block can
   *     hold
   * @return number of events that could not be examined, because their type or form is unknown
   */
  int select(ReceivedBlock block, LogTypes types, Consumer<BlockDraft> full) {
    draft.begin(block.header());
    head.reset(block.header().baseNanos());
    int done = 0;
    try {
      ByteBuffer bodies = block.bodies();
      int at = 0;
      while (done < block.header().events()) {
        at = next(bodies, at, types, full);
        done++;
      }
    } catch (FormatException | IndexOutOfBoundsException e) {
      return finish(full, block.header().events() - done); // It is unknown where the rest begin.
    }
    return finish(full, 0);
  }

  private int finish(Consumer<BlockDraft> full, int unknown) {
    if (draft.events() > 0) {
      full.accept(draft);
    }
    return unknown;
  }

  private int next(ByteBuffer bodies, int at, LogTypes types, Consumer<BlockDraft> full)
      throws FormatException {
    head.read(bodies, at);
    LogTypes.Type type = types.get(head.typeId());
    if (type == null) {
      throw new FormatException("an event of unknown type " + head.typeId());
    }
    int values = at + head.bytes();
    int end = type.layout().end(bodies, values);
    if (end > bodies.limit()) {
      throw new FormatException("an event that ends after its block");
    }
    if (filter(type.layout()).accepts(bodies, values)) {
      pick(type, bodies, values, end - values, full);
    }
    return end;
  }

  /** Remembers the last filter, because events of one type come in runs. */
  private TypeFilter filter(BodyLayout layout) {
    if (layout != lastLayout) {
      lastLayout = layout;
      lastFilter = filters.computeIfAbsent(layout, l -> TypeFilter.of(l, List.of(wanted)));
    }
    return lastFilter;
  }

  private void pick(
      LogTypes.Type type, ByteBuffer bodies, int values, int bytes, Consumer<BlockDraft> full) {
    if (!draft.fits(type.header(), bytes)) {
      full.accept(draft);
      draft.restart();
    }
    draft.add(type.header(), head.nanos(), bodies, values, bytes);
  }
}
