package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;
import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.util.Map;

/**
 * An entry of {@code .debug_info} that describes a type.
 *
 * @param tag its kind
 * @param encoding encoding of a base type
 * @param size size in bytes; 0 if the entry does not state it
 * @param underlyingOffset offset of the entry of the underlying type, such as that of a typedef or
 *     a const type; -1 for none
 */
record TypeEntry(int tag, int encoding, long size, long underlyingOffset) {
  private static final int MOST_REFERENCES = 16;

  /** Reads the type that an entry describes. */
  static TypeEntry read(EntryReader.Entry entry, AttributeReader reader)
      throws DebugFormatException {
    Abbreviation abbreviation = entry.abbreviation();
    int encoding = 0;
    long size = 0;
    long underlyingOffset = -1;
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      switch (abbreviation.attribute(i)) {
        case Dwarf.AT_ENCODING -> encoding = (int) value;
        case Dwarf.AT_BYTE_SIZE -> size = value;
        case Dwarf.AT_TYPE -> underlyingOffset = entry.unit().reference(reader.form, value);
        default -> {
          // of no interest here
        }
      }
    }
    return new TypeEntry(abbreviation.tag, encoding, size, underlyingOffset);
  }

  /** Returns the type itself or, for a typedef or qualified type, the underlying one. */
  private static TypeEntry resolved(long offset, Map<Long, TypeEntry> types) {
    TypeEntry each = types.get(offset);
    for (int k = 0; each != null && each.isVariant() && k < MOST_REFERENCES; k++) {
      each = types.get(each.underlyingOffset);
    }
    return each;
  }

  private boolean isVariant() {
    return switch (tag) {
      case Dwarf.TAG_TYPEDEF,
          Dwarf.TAG_CONST_TYPE,
          Dwarf.TAG_VOLATILE_TYPE,
          Dwarf.TAG_RESTRICT_TYPE,
          Dwarf.TAG_ATOMIC_TYPE ->
          true;
      default -> false;
    };
  }

  private boolean isPointer() {
    return switch (tag) {
      case Dwarf.TAG_POINTER_TYPE, Dwarf.TAG_REFERENCE_TYPE, Dwarf.TAG_RVALUE_REFERENCE_TYPE ->
          true;
      default -> false;
    };
  }

  /** Returns the kind of values of a type. */
  static Kind kind(long offset, Map<Long, TypeEntry> types) {
    TypeEntry found = resolved(offset, types);
    if (found == null) {
      return Kind.OTHER;
    }
    if (found.isPointer()) {
      return Kind.POINTER;
    }
    if (found.tag == Dwarf.TAG_ENUMERATION_TYPE) {
      return found.underlyingOffset >= 0 ? kind(found.underlyingOffset, types) : Kind.UNSIGNED;
    }
    return switch (found.encoding) {
      case Dwarf.ENCODING_SIGNED, Dwarf.ENCODING_SIGNED_CHAR -> Kind.SIGNED;
      case Dwarf.ENCODING_UNSIGNED, Dwarf.ENCODING_UNSIGNED_CHAR, Dwarf.ENCODING_UTF ->
          Kind.UNSIGNED;
      case Dwarf.ENCODING_FLOAT -> Kind.FLOAT;
      case Dwarf.ENCODING_BOOLEAN -> Kind.BOOLEAN;
      default -> Kind.OTHER;
    };
  }

  /** Returns the size of values of a type in bytes; 0 if it is not stated. */
  static long size(long offset, Map<Long, TypeEntry> types) {
    TypeEntry found = resolved(offset, types);
    if (found == null) {
      return 0;
    }
    return found.isPointer() ? Long.BYTES : found.size;
  }
}
