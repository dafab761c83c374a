package io.flowgauge.instrumentation.nativeprovider.dwarf;

/** Reads the values of attributes as numbers, whose meaning depends on the form. */
final class AttributeReader {
  private static final int MOST_INDIRECTIONS = 4;

  private final Unit unit;
  private final Cursor cursor;
  private final int offsetSize;

  /**
   * The form of the value last read; for an indirect form, the one that the value itself states.
   */
  int form;

  /** The block last read. */
  Cursor block;

  AttributeReader(Unit unit, Cursor cursor) {
    this(unit, cursor, unit.offsetSize);
  }

  /** Creates a reader for a table whose offsets may have another size than those of its unit. */
  AttributeReader(Unit unit, Cursor cursor, int offsetSize) {
    this.unit = unit;
    this.cursor = cursor;
    this.offsetSize = offsetSize;
  }

  /** Reads the next value: a number, an offset, or 0 for a block. */
  long read(int wanted, long constant) throws DebugFormatException {
    form = wanted;
    for (int i = 0; form == Dwarf.FORM_INDIRECT && i < MOST_INDIRECTIONS; i++) {
      form = (int) cursor.unsignedLeb();
    }
    switch (form) {
      case Dwarf.FORM_IMPLICIT_CONST -> {
        return constant;
      }
      case Dwarf.FORM_FLAG_PRESENT -> {
        return 1;
      }
      case Dwarf.FORM_ADDR -> {
        return address();
      }
      case Dwarf.FORM_SDATA -> {
        return cursor.signedLeb();
      }
      case Dwarf.FORM_STRING -> {
        long at = cursor.position();
        cursor.skipText();
        return at;
      }
      default -> {
        return readSized();
      }
    }
  }

  private long address() throws DebugFormatException {
    return unit.addressSize == Integer.BYTES ? cursor.unsigned32() : cursor.signed64();
  }

  private long readSized() throws DebugFormatException {
    switch (form) {
      case Dwarf.FORM_DATA1,
          Dwarf.FORM_FLAG,
          Dwarf.FORM_REF1,
          Dwarf.FORM_STRX1,
          Dwarf.FORM_ADDRX1 -> {
        return cursor.unsigned8();
      }
      case Dwarf.FORM_DATA2, Dwarf.FORM_REF2, Dwarf.FORM_STRX2, Dwarf.FORM_ADDRX2 -> {
        return cursor.unsigned16();
      }
      case Dwarf.FORM_STRX3, Dwarf.FORM_ADDRX3 -> {
        return cursor.unsigned24();
      }
      case Dwarf.FORM_DATA4,
          Dwarf.FORM_REF4,
          Dwarf.FORM_STRX4,
          Dwarf.FORM_ADDRX4,
          Dwarf.FORM_REF_SUP4 -> {
        return cursor.unsigned32();
      }
      case Dwarf.FORM_DATA8, Dwarf.FORM_REF8, Dwarf.FORM_REF_SIG8, Dwarf.FORM_REF_SUP8 -> {
        return cursor.signed64();
      }
      default -> {
        return readOther();
      }
    }
  }

  private long readOther() throws DebugFormatException {
    switch (form) {
      case Dwarf.FORM_UDATA,
          Dwarf.FORM_REF_UDATA,
          Dwarf.FORM_STRX,
          Dwarf.FORM_ADDRX,
          Dwarf.FORM_LOCLISTX,
          Dwarf.FORM_RNGLISTX -> {
        return cursor.unsignedLeb();
      }
      case Dwarf.FORM_STRP,
          Dwarf.FORM_LINE_STRP,
          Dwarf.FORM_SEC_OFFSET,
          Dwarf.FORM_STRP_SUP,
          Dwarf.FORM_GNU_REF_ALT,
          Dwarf.FORM_GNU_STRP_ALT -> {
        return cursor.offset(offsetSize);
      }
      case Dwarf.FORM_REF_ADDR -> {
        return unit.version == 2 ? address() : cursor.offset(offsetSize);
      }
      default -> {
        return readBlock();
      }
    }
  }

  private long readBlock() throws DebugFormatException {
    switch (form) {
      case Dwarf.FORM_BLOCK1 -> {
        block = cursor.part(cursor.unsigned8());
        return 0;
      }
      case Dwarf.FORM_BLOCK2 -> {
        block = cursor.part(cursor.unsigned16());
        return 0;
      }
      case Dwarf.FORM_BLOCK4 -> {
        block = cursor.part(cursor.unsigned32());
        return 0;
      }
      case Dwarf.FORM_BLOCK, Dwarf.FORM_EXPRLOC -> {
        block = cursor.part(cursor.unsignedLeb());
        return 0;
      }
      case Dwarf.FORM_DATA16 -> {
        cursor.skip(16);
        return 0;
      }
      default -> {
        throw new DebugFormatException(
            ".debug_info has a value of form 0x"
                + Integer.toHexString(form)
                + ", which is unknown");
      }
    }
  }
}
