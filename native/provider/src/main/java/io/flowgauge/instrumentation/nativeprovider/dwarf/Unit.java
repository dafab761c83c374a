package io.flowgauge.instrumentation.nativeprovider.dwarf;

/**
 * A unit of {@code .debug_info}, which describes the code that a compiler made of one source file.
 * Not thread-safe.
 */
final class Unit {
  private static final int TYPE_UNIT = 2;
  private static final int SPLIT_TYPE_UNIT = 6;
  private static final int SKELETON_UNIT = 4;
  private static final int SPLIT_UNIT = 5;

  final DebugSections sections;
  final long begin;
  final int version;
  final int offsetSize;
  final int addressSize;
  final Abbreviations abbreviations;

  /** The unit's entries. */
  final Cursor entries;

  // These are attributes of the unit's first entry.
  long textOffsetsBase;
  long addressesBase;
  long rangesBase;
  long lowAddress;
  long lineTable = -1;
  String folder = "";
  private LineTable lines;

  private Unit(DebugSections sections, long begin, Header header) throws DebugFormatException {
    this.sections = sections;
    this.begin = begin;
    this.version = header.version;
    this.offsetSize = header.offsetSize;
    this.addressSize = header.addressSize;
    this.abbreviations = sections.abbreviations(header.abbreviationsAt);
    this.entries = header.entries;
    this.textOffsetsBase = offsetSize == Long.BYTES ? 16 : 8;
    this.addressesBase = 8;
  }

  private record Header(
      int version, int offsetSize, int addressSize, long abbreviationsAt, Cursor entries) {}

  /** Reads the header of a unit, and moves the cursor to the next unit. */
  static Unit read(DebugSections sections, Cursor info) throws DebugFormatException {
    long begin = info.position();
    long length = info.unsigned32();
    int offsetSize = length == Dwarf.LONG_FORMAT ? Long.BYTES : Integer.BYTES;
    Cursor content = info.part(length == Dwarf.LONG_FORMAT ? info.signed64() : length);
    int version = content.unsigned16();
    if (version < 2 || version > 5) {
      throw new DebugFormatException(
          ".debug_info has a unit of version "
              + version
              + " at "
              + begin
              + ", but 2 to 5 are known");
    }
    return new Unit(sections, begin, header(version, offsetSize, content));
  }

  private static Header header(int version, int offsetSize, Cursor content)
      throws DebugFormatException {
    if (version < 5) {
      long abbreviationsAt = content.offset(offsetSize);
      return new Header(version, offsetSize, content.unsigned8(), abbreviationsAt, content);
    }
    int type = content.unsigned8();
    int addressSize = content.unsigned8();
    long abbreviationsAt = content.offset(offsetSize);
    if (type == SKELETON_UNIT || type == SPLIT_UNIT) {
      content.skip(8);
    } else if (type == TYPE_UNIT || type == SPLIT_TYPE_UNIT) {
      content.skip(8 + offsetSize);
    }
    return new Header(version, offsetSize, addressSize, abbreviationsAt, content);
  }

  long address(int form, long raw) throws DebugFormatException {
    if (form == Dwarf.FORM_ADDR) {
      return raw;
    }
    return sections.cursorAt(".debug_addr", addressesBase + raw * addressSize).signed64();
  }

  /** Returns the text of an attribute; empty for a text in a supplementary file. */
  String text(int form, long raw) throws DebugFormatException {
    switch (form) {
      case Dwarf.FORM_STRING -> {
        return sections.text(".debug_info", raw);
      }
      case Dwarf.FORM_STRP -> {
        return sections.text(".debug_str", raw);
      }
      case Dwarf.FORM_LINE_STRP -> {
        return sections.text(".debug_line_str", raw);
      }
      case Dwarf.FORM_STRX,
          Dwarf.FORM_STRX1,
          Dwarf.FORM_STRX2,
          Dwarf.FORM_STRX3,
          Dwarf.FORM_STRX4 -> {
        Cursor offsets =
            sections.cursorAt(".debug_str_offsets", textOffsetsBase + raw * offsetSize);
        return sections.text(".debug_str", offsets.offset(offsetSize));
      }
      default -> {
        return "";
      }
    }
  }

  /** Returns the offset of the entry to which an attribute refers; -1 if it is in another file. */
  long reference(int form, long raw) {
    switch (form) {
      case Dwarf.FORM_REF1,
          Dwarf.FORM_REF2,
          Dwarf.FORM_REF4,
          Dwarf.FORM_REF8,
          Dwarf.FORM_REF_UDATA -> {
        return begin + raw;
      }
      case Dwarf.FORM_REF_ADDR -> {
        return raw;
      }
      default -> {
        return -1;
      }
    }
  }

  /** Returns the line table of the unit; an empty one if it has none. */
  LineTable lines() throws DebugFormatException {
    if (lines == null) {
      lines = lineTable < 0 ? LineTable.NONE : LineTable.read(this);
    }
    return lines;
  }
}
