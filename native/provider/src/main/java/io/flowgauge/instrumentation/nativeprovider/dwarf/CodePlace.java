package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.util.Optional;

/** The location of a function's code as its entry states it: two addresses, or a list of ranges. */
final class CodePlace {
  private int lowForm;
  private long low;
  private int highForm;
  private long high;
  private int rangesForm;
  private long ranges;
  private int entryForm;
  private long entry;

  /** Keeps an attribute if it belongs to the location; returns whether it does. */
  boolean acceptAttribute(int attribute, int form, long value) {
    switch (attribute) {
      case Dwarf.AT_LOW_PC -> {
        lowForm = form;
        low = value;
        return true;
      }
      case Dwarf.AT_HIGH_PC -> {
        highForm = form;
        high = value;
        return true;
      }
      case Dwarf.AT_RANGES -> {
        rangesForm = form;
        ranges = value;
        return true;
      }
      case Dwarf.AT_ENTRY_PC -> {
        entryForm = form;
        entry = value;
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  /**
   * Returns the part of the code that begins with the function's entry; empty if the function has
   * no code.
   */
  Optional<AddressRange> resolve(Unit unit) throws DebugFormatException {
    if (rangesForm != 0) {
      long wanted = entryForm != 0 && isAddress(entryForm) ? unit.address(entryForm, entry) : -1;
      return new RangeList(unit).entryRange(rangesForm, ranges, wanted);
    }
    if (lowForm == 0) {
      return Optional.empty();
    }
    long begin = unit.address(lowForm, low);
    return begin == 0 ? Optional.empty() : Optional.of(new AddressRange(begin, size(unit, begin)));
  }

  private long size(Unit unit, long begin) throws DebugFormatException {
    if (highForm == 0) {
      return 0;
    }
    long size = isAddress(highForm) ? unit.address(highForm, high) - begin : high;
    return Math.max(0, size);
  }

  private static boolean isAddress(int form) {
    switch (form) {
      case Dwarf.FORM_ADDR,
          Dwarf.FORM_ADDRX,
          Dwarf.FORM_ADDRX1,
          Dwarf.FORM_ADDRX2,
          Dwarf.FORM_ADDRX3,
          Dwarf.FORM_ADDRX4 -> {
        return true;
      }
      default -> {
        return false;
      }
    }
  }
}
