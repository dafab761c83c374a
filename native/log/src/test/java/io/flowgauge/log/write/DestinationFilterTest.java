package io.flowgauge.log.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.LogEvent;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.trigger.Condition;
import io.flowgauge.log.trigger.Operator;
import io.flowgauge.log.trigger.TriggerEntry;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random entries select from random events the same ones as a slow, plain rule. */
class DestinationFilterTest {
  private static final List<EventSchema> SCHEMAS =
      List.of(
          EventSchema.named("a.x").int32("i").int64("l").string("s").build(),
          EventSchema.named("a.y").float32("f").string("s").float64("d").int32("i").build(),
          EventSchema.named("b").string("i").float64("d").build(),
          EventSchema.named("c").build());

  private static Object value(Random random, EventSchema schema, int field) {
    int n = random.nextInt(7);
    return switch (schema.fields().get(field).type()) {
      case INT32 -> n;
      case INT64 -> (long) n;
      case FLOAT32 -> n / 2f;
      case FLOAT64 -> n == 6 ? Double.NaN : n / 2.0;
      case STRING -> "x".repeat(n);
    };
  }

  @Property(tries = 60)
  void log_anyEntries_chooseAsTheRuleSays(
      @ForAll("entries") List<TriggerEntry> entries, @ForAll long seed) throws Exception {
    Path folder = Files.createTempDirectory("event-filter");
    Path all = folder.resolve("all");
    Path chosen = folder.resolve("chosen");
    Path triggers = folder.resolve("triggers");
    Stream<String> lines =
        entries.stream()
            .map(e -> new TriggerEntry(e.event(), e.where(), "file:" + chosen, e.id()).toString());
    Files.write(triggers, Stream.concat(lines, Stream.of("event=* to=file:" + all)).toList());
    try {
      log(triggers, new Random(seed));
      assertThat(events(chosen))
          .containsExactlyElementsOf(
              events(all).stream().filter(e -> isWanted(entries, e)).toList());
    } finally {
      for (Path each : List.of(all, chosen, triggers, folder)) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static void log(Path triggers, Random random) throws Exception {
    try (EventLog log = EventLog.triggeredBy(triggers).flushEvery(Duration.ofDays(1)).open()) {
      List<DeclaredEvent> types = SCHEMAS.stream().map(log::declare).toList();
      while (!types.get(0).isEnabled()) {
        Thread.sleep(1);
      }
      for (int k = 0; k < 300; k++) {
        DeclaredEvent type = types.get(random.nextInt(types.size()));
        int fields = type.schema().fields().size();
        type.log(
            IntStream.range(0, fields).mapToObj(f -> value(random, type.schema(), f)).toArray());
        if (random.nextInt(100) == 0) {
          assertThat(log.flush()).isTrue();
        }
      }
    }
  }

  private static List<LogEvent> events(Path file) throws IOException {
    if (Files.notExists(file)) {
      return List.of();
    }
    try (LogReader log = LogReader.open(file)) {
      return log.events().toList();
    }
  }

  private static boolean isWanted(List<TriggerEntry> entries, LogEvent event) {
    return entries.stream()
        .anyMatch(
            e ->
                e.matches(event.schema().name())
                    && e.where().stream().allMatch(c -> holds(c, event.value(c.field()))));
  }

  private static boolean holds(Condition condition, Optional<Object> value) {
    if (value.isEmpty() || !(value.get() instanceof Number number)) {
      return false;
    }
    double left = number.doubleValue();
    double right = condition.number().doubleValue();
    return switch (condition.operator()) {
      case LESS -> left < right;
      case AT_MOST -> left <= right;
      case MORE -> left > right;
      case AT_LEAST -> left >= right;
      case EQUAL -> left == right;
      case NOT_EQUAL -> left != right;
    };
  }

  @Provide
  Arbitrary<List<TriggerEntry>> entries() {
    return Combinators.combine(
            Arbitraries.of("*", "a.*", "a.x", "a.y", "b", "c", "d"),
            conditions().list().ofMaxSize(2))
        .as((event, where) -> new TriggerEntry(event, where, "file:x", Optional.empty()))
        .list()
        .ofMaxSize(4);
  }

  private static Arbitrary<Condition> conditions() {
    return Combinators.combine(
            Arbitraries.of("i", "l", "f", "d", "s"),
            Arbitraries.of(Operator.class),
            Arbitraries.of("0", "1", "1.5", "2", "3", "6").map(BigDecimal::new))
        .as(Condition::of);
  }
}
