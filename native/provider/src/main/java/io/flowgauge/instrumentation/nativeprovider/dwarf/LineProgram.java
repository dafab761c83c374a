package io.flowgauge.instrumentation.nativeprovider.dwarf;

/** Runs the program of a line table, which produces its rows. */
final class LineProgram {
  private static final int COPY = 1;
  private static final int ADVANCE_PC = 2;
  private static final int ADVANCE_LINE = 3;
  private static final int SET_FILE = 4;
  private static final int CONST_ADD_PC = 8;
  private static final int FIXED_ADVANCE_PC = 9;

  private static final int END_SEQUENCE = 1;
  private static final int SET_ADDRESS = 2;

  private final Header header;
  private final Cursor program;
  private final Unit unit;

  private long address;
  private long file;
  private long line;

  LineProgram(Header header, Cursor program, Unit unit) {
    this.header = header;
    this.program = program;
    this.unit = unit;
  }

  /** Receives the rows of a program. */
  interface Rows {
    /**
     * Receives a row: from this address on, code belongs to that line, or to none if the file is
     * -1.
     */
    void row(long address, long file, long line) throws DebugFormatException;
  }

  /** The parameters of a program. */
  static final class Header {
    private final int instructionLength;
    private final int lineBase;
    private final int lineRange;
    private final int[] operands;

    private Header(int instructionLength, int lineBase, int lineRange, int[] operands) {
      this.instructionLength = instructionLength;
      this.lineBase = lineBase;
      this.lineRange = lineRange;
      this.operands = operands;
    }

    static Header read(Cursor cursor, int version) throws DebugFormatException {
      int instructionLength = cursor.unsigned8();
      cursor.skip(version >= 4 ? 2 : 1);
      int lineBase = cursor.signed8();
      int lineRange = cursor.unsigned8();
      int opcodeBase = cursor.unsigned8();
      if (lineRange == 0 || opcodeBase == 0) {
        throw new DebugFormatException(".debug_line has a table without special opcodes");
      }
      int[] operands = new int[opcodeBase];
      for (int i = 1; i < opcodeBase; i++) {
        operands[i] = cursor.unsigned8();
      }
      return new Header(instructionLength, lineBase, lineRange, operands);
    }

    private int opcodeBase() {
      return operands.length;
    }
  }

  void run(Rows rows) throws DebugFormatException {
    reset();
    while (program.hasMore()) {
      unit.sections.budget.spend(1);
      int opcode = program.unsigned8();
      if (opcode >= header.opcodeBase()) {
        advanceSpecial(opcode);
        line += header.lineBase + (opcode - header.opcodeBase()) % header.lineRange;
        rows.row(address, file, line);
      } else if (opcode == 0) {
        extended(rows);
      } else {
        standard(opcode, rows);
      }
    }
  }

  private void reset() {
    address = 0;
    file = 1;
    line = 1;
  }

  private void advanceSpecial(int opcode) {
    int steps = (opcode - header.opcodeBase()) / header.lineRange;
    address += (long) steps * header.instructionLength;
  }

  private void extended(Rows rows) throws DebugFormatException {
    Cursor operation = program.part(program.unsignedLeb());
    if (!operation.hasMore()) {
      return;
    }
    int opcode = operation.unsigned8();
    if (opcode == END_SEQUENCE) {
      rows.row(address, -1, 0);
      reset();
    } else if (opcode == SET_ADDRESS) {
      address = operation.signed64();
    }
  }

  private void standard(int opcode, Rows rows) throws DebugFormatException {
    switch (opcode) {
      case COPY -> {
        rows.row(address, file, line);
      }
      case ADVANCE_PC -> {
        address += program.unsignedLeb() * header.instructionLength;
      }
      case ADVANCE_LINE -> {
        line += program.signedLeb();
      }
      case SET_FILE -> {
        file = program.unsignedLeb();
      }
      case CONST_ADD_PC -> {
        advanceSpecial(255);
      }
      case FIXED_ADVANCE_PC -> {
        address += program.unsigned16();
      }
      default -> {
        for (int i = 0; i < header.operands[opcode]; i++) {
          program.unsignedLeb();
        }
      }
    }
  }
}
