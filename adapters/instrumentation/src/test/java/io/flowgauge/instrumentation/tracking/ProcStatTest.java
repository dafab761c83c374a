package io.flowgauge.instrumentation.tracking;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ProcStatTest {
  /** Fields 4 to 52, each with 100 times its number as value. */
  private static final String REST =
      IntStream.rangeClosed(4, 52).mapToObj(k -> " " + 100 * k).collect(Collectors.joining());

  private static Optional<ProcStat> parse(String line) {
    return ProcStat.parse(9, line.getBytes(ISO_8859_1));
  }

  @Property
  void parse_anyName_isNotTakenForFields(
      @ForAll @StringLength(max = 40) @CharRange(to = '\u00ff') String name) {
    assertThat(parse("9 (" + name + ") S" + REST))
        .hasValueSatisfying(
            stat -> {
              assertThat(stat.parent()).isEqualTo(400);
              assertThat(stat.startTicks()).isEqualTo(2200);
              assertThat(stat.layout())
                  .isEqualTo(new ProcStat.Layout("2600", "2800", "4800", "5000"));
            });
  }

  @Property
  void parse_anything_neverFails(@ForAll byte[] line) {
    assertThat(ProcStat.parse(9, line)).isEmpty();
  }

  @Test
  void parse_zombieOrDead_isEmpty() {
    assertThat(parse("9 (a) Z" + REST)).isEmpty();
    assertThat(parse("9 (a) X" + REST)).isEmpty();
  }

  @Test
  void parse_cutLine_isEmptyOrWithoutLayout() {
    assertThat(parse("9 (a) S 5 7 7 0")).isEmpty();
    assertThat(parse("9 (a) S" + REST.replaceFirst(" 4000 .*", "")))
        .hasValueSatisfying(
            stat -> assertThat(stat.layout()).isEqualTo(new ProcStat.Layout("1", "0", "0", "0")));
  }

  @Test
  void parse_programBeingLoaded_isEmpty() {
    assertThat(parse("9 (a) R" + REST.replace(" 2600", " 0"))).isEmpty();
    assertThat(parse("9 (a) R" + REST.replace(" 2800", " 0"))).isEmpty();
  }

  @Test
  void parse_anotherUsers_isThereWithoutLayout() {
    String hidden = REST.replace(" 2600", " 1").replaceAll(" (2800|4800|5000)", " 0");

    assertThat(parse("9 (a) S" + hidden)).isPresent();
  }

  @Test
  void isSameImage_afterExecOrReuse_isNot() {
    ProcStat stat = parse("9 (a) S" + REST).orElseThrow();
    ProcStat execed = parse("9 (b) R" + REST.replace(" 2800", " 2801")).orElseThrow();
    ProcStat reused = parse("9 (a) S" + REST.replace(" 2200", " 2201")).orElseThrow();
    ProcStat orphaned = parse("9 (a) S" + REST.replace(" 400 ", " 1 ")).orElseThrow();

    assertThat(stat.isSameImage(execed)).isFalse();
    assertThat(stat.isSameProcess(execed)).isTrue();
    assertThat(stat.isSameProcess(reused)).isFalse();
    assertThat(stat.isSameImage(orphaned)).isTrue();
  }
}
