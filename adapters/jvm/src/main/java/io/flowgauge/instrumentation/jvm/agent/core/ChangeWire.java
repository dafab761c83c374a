package io.flowgauge.instrumentation.jvm.agent.core;

import io.flowgauge.instrumentation.Change;
import io.flowgauge.instrumentation.RegionPattern;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads changes, for both ends of the socket. */
public final class ChangeWire {
  private static final int SET = 1;
  private static final int CALL = 2;
  private static final int ARGUMENT = 3;
  private static final int RESULT = 4;
  private static final int REPLACE = 5;

  private static final int NONE = 0;
  private static final int WHOLE = 1;
  private static final int FRACTION = 2;
  private static final int MOST = 1 << 16;

  private ChangeWire() {}

  /**
   * Writes a change.
   *
   * @param out receives the change
   */
  public static void write(DataOutput out, Change change) throws IOException {
    Wire.writePatterns(out, List.of(change.target()));
    if (change instanceof Change.SetVariable set) {
      out.writeByte(SET);
      writeNumber(out, Optional.of(set.value()));
    } else if (change instanceof Change.CallFunction call) {
      out.writeByte(CALL);
      writeNumbers(out, call.arguments());
      out.writeBoolean(call.undo().isPresent());
      writeNumbers(out, call.undo().orElse(List.of()));
    } else if (change instanceof Change.RewriteArgument rewrite) {
      out.writeByte(ARGUMENT);
      writeArgument(out, rewrite.argument());
      writeNumber(out, Optional.of(rewrite.value()));
      writeConditions(out, rewrite.conditions());
    } else if (change instanceof Change.RewriteResult rewrite) {
      out.writeByte(RESULT);
      writeNumber(out, Optional.of(rewrite.value()));
      writeConditions(out, rewrite.conditions());
    } else if (change instanceof Change.ReplaceFunction replace) {
      out.writeByte(REPLACE);
      out.writeUTF(replace.library().toAbsolutePath().toString());
      out.writeUTF(replace.function());
    } else {
      throw new IllegalArgumentException("not a change that is known here: " + change);
    }
  }

  /**
   * Reads a change.
   *
   * @param in where the change is read from
   */
  public static Change read(DataInput in) throws IOException {
    List<RegionPattern> patterns = Wire.readPatterns(in);
    if (patterns.size() != 1) {
      throw new IOException("a change has one target, not " + patterns.size());
    }
    RegionPattern target = patterns.get(0);
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case SET -> new Change.SetVariable(target, readValue(in));
      case CALL -> readCall(in, target);
      case ARGUMENT ->
          new Change.RewriteArgument(target, readArgument(in), readValue(in), readConditions(in));
      case RESULT -> new Change.RewriteResult(target, readValue(in), readConditions(in));
      case REPLACE -> new Change.ReplaceFunction(target, readPath(in), in.readUTF());
      default -> throw new IOException("no such change: " + kind);
    };
  }

  private static Change readCall(DataInput in, RegionPattern target) throws IOException {
    List<Number> arguments = readNumbers(in);
    boolean undoable = in.readBoolean();
    List<Number> undo = readNumbers(in);
    return new Change.CallFunction(
        target, arguments, undoable ? Optional.of(undo) : Optional.empty());
  }

  private static Path readPath(DataInput in) throws IOException {
    try {
      return Path.of(in.readUTF());
    } catch (InvalidPathException e) {
      throw new IOException("not a path: " + e.getInput(), e);
    }
  }

  /**
   * Writes an optional number.
   *
   * @param out receives the number
   */
  public static void writeNumber(DataOutput out, Optional<Number> number) throws IOException {
    if (number.isEmpty()) {
      out.writeByte(NONE);
    } else if (number.get() instanceof Double fraction) {
      out.writeByte(FRACTION);
      out.writeDouble(fraction);
    } else {
      out.writeByte(WHOLE);
      out.writeLong(number.get().longValue());
    }
  }

  /**
   * Reads an optional number.
   *
   * @param in where the number is read from
   */
  public static Optional<Number> readNumber(DataInput in) throws IOException {
    int kind = in.readUnsignedByte();
    return switch (kind) {
      case NONE -> Optional.empty();
      case WHOLE -> Optional.of(in.readLong());
      case FRACTION -> Optional.of(in.readDouble());
      default -> throw new IOException("no such number: " + kind);
    };
  }

  private static Number readValue(DataInput in) throws IOException {
    return readNumber(in).orElseThrow(() -> new IOException("a value is missing"));
  }

  private static void writeNumbers(DataOutput out, List<Number> numbers) throws IOException {
    out.writeInt(numbers.size());
    for (Number each : numbers) {
      writeNumber(out, Optional.of(each));
    }
  }

  private static int readCount(DataInput in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST) {
      throw new IOException("a change cannot have " + count + " arguments or conditions");
    }
    return count;
  }

  private static List<Number> readNumbers(DataInput in) throws IOException {
    int count = readCount(in);
    List<Number> numbers = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      numbers.add(readValue(in));
    }
    return numbers;
  }

  private static void writeArgument(DataOutput out, Change.Argument argument) throws IOException {
    out.writeInt(argument.index());
    out.writeInt(argument.pointedBytes());
  }

  private static Change.Argument readArgument(DataInput in) throws IOException {
    return new Change.Argument(in.readInt(), in.readInt());
  }

  private static void writeConditions(DataOutput out, List<Change.Condition> conditions)
      throws IOException {
    out.writeInt(conditions.size());
    for (Change.Condition each : conditions) {
      writeArgument(out, each.argument());
      out.writeLong(each.value());
    }
  }

  private static List<Change.Condition> readConditions(DataInput in) throws IOException {
    int count = readCount(in);
    List<Change.Condition> conditions = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      conditions.add(new Change.Condition(readArgument(in), in.readLong()));
    }
    return conditions;
  }
}
