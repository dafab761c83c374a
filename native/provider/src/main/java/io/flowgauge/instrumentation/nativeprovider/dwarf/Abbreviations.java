package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The abbreviations of a unit, by code: the shapes that its entries can have. Immutable once read.
 */
final class Abbreviations {
  private static final int MOST_ATTRIBUTES = 4096;

  private final Map<Long, Abbreviation> byCode = new HashMap<>();

  private Abbreviations() {}

  /** The attributes of an entry, in order, with the form of each. */
  static final class Abbreviation {
    final int tag;
    final boolean hasChildren;
    private int[] attributes = new int[4];
    private int[] forms = new int[4];
    private long[] constants = new long[4];
    private int count;

    private Abbreviation(int tag, boolean hasChildren) {
      this.tag = tag;
      this.hasChildren = hasChildren;
    }

    private void add(int attribute, int form, long constant) {
      if (count == attributes.length) {
        attributes = Arrays.copyOf(attributes, count * 2);
        forms = Arrays.copyOf(forms, count * 2);
        constants = Arrays.copyOf(constants, count * 2);
      }
      attributes[count] = attribute;
      forms[count] = form;
      constants[count++] = constant;
    }

    int count() {
      return count;
    }

    int attribute(int number) {
      return attributes[number];
    }

    int form(int number) {
      return forms[number];
    }

    /** Returns the value of an attribute that is the same in all entries. */
    long constant(int number) {
      return constants[number];
    }
  }

  /** Reads a table up to its end mark. */
  static Abbreviations read(Cursor cursor, Budget budget) throws DebugFormatException {
    Abbreviations all = new Abbreviations();
    while (cursor.hasMore()) {
      long code = cursor.unsignedLeb();
      if (code == 0) {
        break;
      }
      all.byCode.putIfAbsent(code, readOne(cursor, budget));
    }
    return all;
  }

  private static Abbreviation readOne(Cursor cursor, Budget budget) throws DebugFormatException {
    budget.keepAbbreviation();
    Abbreviation one = new Abbreviation((int) cursor.unsignedLeb(), cursor.unsigned8() != 0);
    while (true) {
      int attribute = (int) cursor.unsignedLeb();
      int form = (int) cursor.unsignedLeb();
      long constant = form == Dwarf.FORM_IMPLICIT_CONST ? cursor.signedLeb() : 0;
      budget.spend(2);
      if (attribute == 0 && form == 0) {
        return one;
      }
      if (one.count == MOST_ATTRIBUTES) {
        throw new DebugFormatException(
            ".debug_abbrev has an entry of more than " + MOST_ATTRIBUTES + " attributes");
      }
      one.add(attribute, form, constant);
    }
  }

  Abbreviation of(long code) throws DebugFormatException {
    Abbreviation found = byCode.get(code);
    if (found == null) {
      throw new DebugFormatException(
          ".debug_info has an entry of shape " + code + ", which .debug_abbrev does not know");
    }
    return found;
  }
}
