package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the entries of variables and types. Not thread-safe. */
final class VariableReader implements EntryReader {
  private final Map<Long, VariableEntry> variables = new HashMap<>();
  private final Map<Long, TypeEntry> types = new HashMap<>();

  @Override
  public boolean wants(int tag) {
    return switch (tag) {
      case Dwarf.TAG_VARIABLE,
          Dwarf.TAG_BASE_TYPE,
          Dwarf.TAG_ENUMERATION_TYPE,
          Dwarf.TAG_TYPEDEF,
          Dwarf.TAG_CONST_TYPE,
          Dwarf.TAG_VOLATILE_TYPE,
          Dwarf.TAG_ATOMIC_TYPE ->
          true;
      default -> false;
    };
  }

  @Override
  public void read(Entry entry, AttributeReader reader) throws DebugFormatException {
    entry.unit().sections.budget.keepFunction();
    if (entry.abbreviation().tag == Dwarf.TAG_VARIABLE) {
      variables.put(entry.offset(), variable(entry, reader));
    } else {
      types.put(entry.offset(), TypeEntry.read(entry, reader));
    }
  }

  private static VariableEntry variable(Entry entry, AttributeReader reader)
      throws DebugFormatException {
    Abbreviation abbreviation = entry.abbreviation();
    Unit unit = entry.unit();
    String name = "";
    String linkageName = "";
    long type = -1;
    long origin = -1;
    Cursor place = null;
    for (int i = 0; i < abbreviation.count(); i++) {
      reader.block = null;
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      switch (abbreviation.attribute(i)) {
        case Dwarf.AT_NAME -> name = Scope.qualify(entry.scope(), unit.text(reader.form, value));
        case Dwarf.AT_LINKAGE_NAME, Dwarf.AT_MIPS_LINKAGE_NAME ->
            linkageName = unit.text(reader.form, value);
        case Dwarf.AT_TYPE -> type = unit.reference(reader.form, value);
        case Dwarf.AT_ABSTRACT_ORIGIN, Dwarf.AT_SPECIFICATION ->
            origin = unit.reference(reader.form, value);
        case Dwarf.AT_LOCATION -> place = reader.block;
        default -> {
          // of no interest here
        }
      }
    }
    long[] address = new long[1];
    boolean hasAddress = place != null && isAddress(place, unit, address);
    return new VariableEntry(name, linkageName, type, origin, hasAddress, address[0]);
  }

  /** Whether a location is only a fixed address, which is stored in the array. */
  private static boolean isAddress(Cursor place, Unit unit, long[] address)
      throws DebugFormatException {
    if (!place.hasMore()) {
      return false;
    }
    switch (place.unsigned8()) {
      case Dwarf.OP_ADDR ->
          address[0] = unit.addressSize == Integer.BYTES ? place.unsigned32() : place.signed64();
      case Dwarf.OP_ADDRX, Dwarf.OP_GNU_ADDR_INDEX ->
          address[0] = unit.address(Dwarf.FORM_ADDRX, place.unsignedLeb());
      default -> {
        return false;
      }
    }
    return !place.hasMore();
  }

  /** Returns the variables that have an address and a name. */
  List<Variable> variables() {
    List<Variable> found = new ArrayList<>();
    for (VariableEntry each : variables.values()) {
      VariableEntry whole = each.hasAddress ? each.whole(variables) : each;
      if (each.hasAddress && !whole.name.isEmpty()) {
        found.add(
            new Variable(
                whole.name,
                whole.linkageName.isEmpty() ? whole.name : whole.linkageName,
                whole.address,
                TypeEntry.size(whole.type, types),
                TypeEntry.kind(whole.type, types),
                false));
      }
    }
    return found;
  }
}
