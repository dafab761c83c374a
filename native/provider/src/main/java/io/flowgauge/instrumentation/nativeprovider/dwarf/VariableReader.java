package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps the variables and types among the entries of units. Not thread-safe. */
final class VariableReader {
  private final Map<Long, VariableEntry> variables = new HashMap<>();
  private final Map<Long, TypeEntry> types = new HashMap<>();

  /** Whether an entry of a kind is of interest. */
  static boolean wants(int tag) {
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

  /** Reads an entry of which {@link #wants} is true. */
  void read(Abbreviation abbreviation, long offset, Unit unit, AttributeReader reader, Scope scope)
      throws DebugFormatException {
    unit.sections.budget.keepFunction();
    if (abbreviation.tag == Dwarf.TAG_VARIABLE) {
      variables.put(offset, variable(abbreviation, unit, reader, scope));
    } else {
      types.put(offset, type(abbreviation, unit, reader));
    }
  }

  private static TypeEntry type(Abbreviation abbreviation, Unit unit, AttributeReader reader)
      throws DebugFormatException {
    int encoding = 0;
    long size = 0;
    long of = -1;
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      switch (abbreviation.attribute(i)) {
        case Dwarf.AT_ENCODING -> encoding = (int) value;
        case Dwarf.AT_BYTE_SIZE -> size = value;
        case Dwarf.AT_TYPE -> of = unit.reference(reader.form, value);
        default -> {
          // of no interest here
        }
      }
    }
    return new TypeEntry(abbreviation.tag, encoding, size, of);
  }

  private static VariableEntry variable(
      Abbreviation abbreviation, Unit unit, AttributeReader reader, Scope scope)
      throws DebugFormatException {
    String name = "";
    String linkageName = "";
    long type = -1;
    long origin = -1;
    Cursor place = null;
    for (int i = 0; i < abbreviation.count(); i++) {
      reader.block = null;
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      switch (abbreviation.attribute(i)) {
        case Dwarf.AT_NAME -> name = Scope.qualify(scope, unit.text(reader.form, value));
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

  /** Whether a location is nothing but an address. */
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

  /** The variables that have an address and a name. */
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
