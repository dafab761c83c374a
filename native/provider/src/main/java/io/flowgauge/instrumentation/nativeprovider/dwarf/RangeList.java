package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.util.Optional;

/**
 * Reads lists of address ranges: {@code .debug_ranges} up to version 4, {@code .debug_rnglists}
 * from version 5 on.
 */
final class RangeList {
  private static final long NEW_BASE = -1;

  private static final int END = 0;
  private static final int BASE_INDEX = 1;
  private static final int START_END_INDEX = 2;
  private static final int START_INDEX_LENGTH = 3;
  private static final int OFFSETS = 4;
  private static final int BASE = 5;
  private static final int START_END = 6;
  private static final int START_LENGTH = 7;

  private final Unit unit;
  private long base;

  RangeList(Unit unit) {
    this.unit = unit;
    this.base = unit.lowAddress;
  }

  /**
   * Returns the range that begins at the wanted address, else the first one.
   *
   * @param wanted -1 for any
   */
  Optional<AddressRange> entryRange(int form, long raw, long wanted) throws DebugFormatException {
    Cursor cursor = open(form, raw);
    Optional<AddressRange> first = Optional.empty();
    for (AddressRange each = next(cursor); each != null; each = next(cursor)) {
      unit.sections.budget.spend(4);
      boolean isReal = each.size() > 0 && each.begin() != 0;
      if (isReal && (wanted == -1 || each.begin() == wanted)) {
        return Optional.of(each);
      }
      first = isReal && first.isEmpty() ? Optional.of(each) : first;
    }
    return first;
  }

  private Cursor open(int form, long raw) throws DebugFormatException {
    if (unit.version < 5) {
      return unit.sections.cursorAt(".debug_ranges", raw);
    }
    if (form != Dwarf.FORM_RNGLISTX) {
      return unit.sections.cursorAt(".debug_rnglists", raw);
    }
    Cursor index =
        unit.sections.cursorAt(".debug_rnglists", unit.rangesBase + raw * unit.offsetSize);
    return unit.sections.cursorAt(
        ".debug_rnglists", unit.rangesBase + index.offset(unit.offsetSize));
  }

  /** Reads the next range; returns null at the end. */
  private AddressRange next(Cursor cursor) throws DebugFormatException {
    return unit.version < 5 ? nextPair(cursor) : nextTagged(cursor);
  }

  private AddressRange nextPair(Cursor cursor) throws DebugFormatException {
    while (true) {
      long from = cursor.signed64();
      long to = cursor.signed64();
      unit.sections.budget.spend(2);
      if (from == 0 && to == 0) {
        return null;
      }
      if (from != NEW_BASE) {
        return new AddressRange(base + from, to - from);
      }
      base = to;
    }
  }

  private AddressRange nextTagged(Cursor cursor) throws DebugFormatException {
    while (true) {
      unit.sections.budget.spend(2);
      int kind = cursor.unsigned8();
      switch (kind) {
        case END -> {
          return null;
        }
        case BASE_INDEX -> {
          base = indexed(cursor);
        }
        case BASE -> {
          base = cursor.signed64();
        }
        default -> {
          return range(kind, cursor);
        }
      }
    }
  }

  private AddressRange range(int kind, Cursor cursor) throws DebugFormatException {
    switch (kind) {
      case START_END_INDEX -> {
        return between(indexed(cursor), indexed(cursor));
      }
      case START_INDEX_LENGTH -> {
        return new AddressRange(indexed(cursor), cursor.unsignedLeb());
      }
      case OFFSETS -> {
        return between(base + cursor.unsignedLeb(), base + cursor.unsignedLeb());
      }
      case START_END -> {
        return between(cursor.signed64(), cursor.signed64());
      }
      case START_LENGTH -> {
        return new AddressRange(cursor.signed64(), cursor.unsignedLeb());
      }
      default -> {
        throw new DebugFormatException(
            ".debug_rnglists has an entry of kind " + kind + ", which is unknown");
      }
    }
  }

  private static AddressRange between(long from, long to) {
    return new AddressRange(from, to - from);
  }

  private long indexed(Cursor cursor) throws DebugFormatException {
    return unit.address(Dwarf.FORM_ADDRX, cursor.unsignedLeb());
  }
}
