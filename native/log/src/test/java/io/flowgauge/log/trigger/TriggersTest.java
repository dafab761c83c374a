package io.flowgauge.log.trigger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class TriggersTest {
  private static final BigDecimal LIMIT = new BigDecimal("1e20");

  @Test
  void parse_entryOfTheContract_givesItsParts() {
    Triggers triggers =
        Triggers.parse(
            "event=transfer.end where=BYTES>=65536&MS<10 to=file:/data/transfers.nlb id=r1\n");

    assertThat(triggers.problems()).isEmpty();
    assertThat(triggers.entries())
        .containsExactly(
            new TriggerEntry(
                "transfer.end",
                List.of(
                    Condition.of("BYTES", Operator.AT_LEAST, BigDecimal.valueOf(65_536)),
                    Condition.of("MS", Operator.LESS, BigDecimal.TEN)),
                "file:/data/transfers.nlb",
                Optional.of("r1")));
  }

  @Test
  void parse_commentsBlanksAndQuotes_passesOver() {
    Triggers triggers =
        Triggers.parse("# a comment\r\n\r\n  # another\nevent=\"*\" to=\"file:/a b\\\\\\\"c\"");

    assertThat(triggers.problems()).isEmpty();
    assertThat(triggers.entries()).containsExactly(TriggerEntry.of("*", "file:/a b\\\"c"));
  }

  @Test
  void parse_badLines_reportsEachAndKeepsTheOthers() {
    Triggers triggers =
        Triggers.parse(
            """
            event=a
            event=a to=file:/a
            event=a to=nowhere
            event=a to=file:/a were=n>5
            event=a event=b to=file:/a
            event=a to=file:/a where=n>5&
            event="a to=file:/a
            to=file:/a
            event=a to=file:/a id=\u0007
            event=b to=file:/b
            """);

    assertThat(triggers.entries())
        .containsExactly(TriggerEntry.of("a", "file:/a"), TriggerEntry.of("b", "file:/b"));
    assertThat(triggers.problems())
        .hasSize(8)
        .allMatch(p -> p.matches("line [1-9]: .+"))
        .contains("line 1: found no 'to'")
        .contains(
            "line 3: to must be a scheme, a colon and an address, such as file:PATH, was 'nowhere'")
        .contains("line 4: found 'were', expected event, where, to and id, each at most once")
        .contains(
            "line 7: found a quoted value without its closing quote at byte 20, expected"
                + " name=value");
  }

  @Test
  void parse_noText_reports() {
    byte[] line = "event=\u00e9 to=file:/a".getBytes(StandardCharsets.ISO_8859_1);

    assertThat(Triggers.parse(line).problems()).hasSize(1);
  }

  @Test
  void matches_nameOrPrefix_isAsWritten() {
    assertThat(TriggerEntry.of("*", "file:x").matches("any")).isTrue();
    assertThat(TriggerEntry.of("transfer.*", "file:x").matches("transfer.end")).isTrue();
    assertThat(TriggerEntry.of("transfer.*", "file:x").matches("transfer")).isFalse();
    assertThat(TriggerEntry.of("transfer", "file:x").matches("transfer.end")).isFalse();
    assertThat(TriggerEntry.of("transfer", "file:x").matches("transfer")).isTrue();
  }

  @Test
  void new_noText_throws() {
    for (String bad : new String[] {"", "a\nb", "\ud800"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> TriggerEntry.of(bad, "file:x"));
      assertThatIllegalArgumentException().isThrownBy(() -> TriggerEntry.of("a", "file:" + bad));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> TriggerEntry.of("a", "file:x").withId(bad));
    }
  }

  @Property
  void parse_written_isTheSame(@ForAll("entries") List<TriggerEntry> entries) {
    StringBuilder text = new StringBuilder();
    entries.forEach(entry -> text.append(entry).append('\n'));

    assertThat(Triggers.parse(text.toString())).isEqualTo(new Triggers(entries, List.of()));
  }

  @Property
  void parse_anyText_neverThrows(@ForAll byte[] text) {
    assertThat(Triggers.parse(text)).isNotNull();
  }

  @Provide
  Arbitrary<List<TriggerEntry>> entries() {
    return Combinators.combine(
            texts(), conditions().list().ofMaxSize(3), texts(), texts().optional())
        .as((event, where, to, id) -> new TriggerEntry(event, where, "x:" + to, id))
        .list()
        .ofMaxSize(5);
  }

  private static Arbitrary<String> texts() {
    return Arbitraries.strings()
        .all()
        .ofMinLength(1)
        .ofMaxLength(10)
        .filter(text -> !TriggerEntry.hasForbidden(text));
  }

  private static Arbitrary<Condition> conditions() {
    return Combinators.combine(
            Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(5),
            Arbitraries.of(Operator.class),
            Arbitraries.bigDecimals().between(LIMIT.negate(), LIMIT).ofScale(3))
        .as(Condition::of);
  }
}
