package io.flowgauge.archive;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.Field;
import io.flowgauge.log.FieldType;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Logs of random types with random values, some of them odd. */
public final class RandomLogs {
  private static final List<FieldType> TYPES = List.of(FieldType.values());
  private static final List<String> NAMES =
      List.of("select", "SELECT", "time", "Time", "a.b", "a_b", "host", "log_id", "\u00e9t\u00e9");
  private static final List<String> TEXTS =
      List.of(
          "",
          "\0",
          "a\0b",
          "'",
          "\"",
          "\\",
          "\\N",
          "\n",
          "\r\n",
          "\t",
          "NULL",
          "NaN",
          "1e5",
          " ",
          "\u00e4\u4e2d\ud83d\ude00",
          "\u007f\u0001\ufffd\uffff",
          "x".repeat(10_000));
  private static final double[] DOUBLES = {
    0,
    -0.0,
    1,
    -1,
    0.1,
    1e300,
    -1e-300,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    9007199254740991.0,
    1L << 62
  };
  private static final long[] LONGS = {
    0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 53
  };

  private final Random random;

  /** Creates a generator of logs. */
  public RandomLogs(Random random) {
    this.random = random;
  }

  public void write(Path file) throws IOException {
    try (EventLog log = EventLog.open(file)) {
      int types = 1 + random.nextInt(4);
      for (int k = 0; k < types; k++) {
        DeclaredEvent type = log.declare(schema());
        int events = random.nextInt(20);
        for (int event = 0; event < events; event++) {
          type.log(values(type.schema()));
        }
      }
    }
  }

  private EventSchema schema() {
    EventSchema.Builder schema = EventSchema.named(name());
    Set<String> names = new HashSet<>();
    int fields = random.nextInt(8);
    for (int k = 0; k < fields; k++) {
      String name = name();
      if (names.add(name)) {
        schema.field(name, type());
      }
    }
    String constant = name();
    if (names.add(constant)) {
      schema.constant(constant, value(type()));
    }
    return schema.build();
  }

  private FieldType type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  private String name() {
    if (random.nextBoolean()) {
      return NAMES.get(random.nextInt(NAMES.size()));
    }
    StringBuilder name = new StringBuilder();
    int length = 1 + random.nextInt(random.nextInt(10) == 0 ? 255 : 10);
    while (name.length() < length) {
      char c = (char) (33 + random.nextInt(94));
      name.append(c == '=' || c == '"' ? '_' : c);
    }
    return name.toString();
  }

  private Object[] values(EventSchema schema) {
    return schema.fields().stream().map(Field::type).map(this::value).toArray();
  }

  private Object value(FieldType type) {
    boolean odd = random.nextBoolean();
    return switch (type) {
      case INT32 -> (int) (odd ? LONGS[random.nextInt(LONGS.length)] : random.nextInt());
      case INT64 -> odd ? LONGS[random.nextInt(LONGS.length)] : random.nextLong();
      case FLOAT32 ->
          odd
              ? (float) DOUBLES[random.nextInt(DOUBLES.length)]
              : Float.intBitsToFloat(random.nextInt());
      case FLOAT64 ->
          odd
              ? DOUBLES[random.nextInt(DOUBLES.length)]
              : Double.longBitsToDouble(random.nextLong());
      case STRING -> odd ? TEXTS.get(random.nextInt(TEXTS.size())) : "t" + random.nextInt();
    };
  }
}
