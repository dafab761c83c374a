package io.flowgauge.cli.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.flowgauge.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogStatsCommandTest {
  @TempDir private Path folder;

  @Test
  void stats_text_isTheWholeReport() throws IOException {
    Path log = EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 11));
    Outcome outcome = Outcome.of("log", "stats", log.toString());

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.out())
        .isEqualTo(
            """
            21 events of 2 names, 200 a second
            2014-05-13T16:53:20.000000000Z to 2014-05-13T16:53:20.100000000Z, 100 ms

            EVENTS  (times count from the first event)
              name            count  per second  first    last
              transfer.end       10       90.91    0 s   99 ms
              transfer.start     11         100    0 s  100 ms

            VALUES  (of numeric fields other than ids)
              name          field  count     min    mean     max    sd
              transfer.end  BYTES     10  65,536  65,541  65,545  3.03
              transfer.end  rate      10    0.50    0.50    0.50  0.00

            DURATIONS  (from .start to .end with the same id)
              name      count    mean    50 %    90 %    99 %     max  open
              transfer     10  4.5 ms  4.0 ms  8.0 ms  9.0 ms  9.0 ms     1

            STREAMS  (all streams of the logs, whichever events are selected)
              host and program  thread  process  events  lost  dropped
              foo/gridftp       main       4711      21     0        0
            """);
  }

  @Test
  void stats_json_isOneObject() throws IOException {
    Path log = EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 11));
    JsonNode all =
        new ObjectMapper()
            .readTree(Outcome.of("log", "stats", log.toString(), "--format=json").out());

    assertThat(all.get("events").asInt()).isEqualTo(21);
    assertThat(all.at("/types/0/fields/BYTES/mean").asDouble()).isEqualTo(65540.5);
    assertThat(all.at("/durations/0/quantiles/0.5").asDouble()).isCloseTo(0.004, within(4e-5));
    assertThat(all.at("/durations/0/open").asInt()).isOne();
    assertThat(all.at("/streams/0/complete").asBoolean()).isTrue();
    assertThat(all.at("/losses")).isEmpty();
  }

  @Test
  void stats_pairsOfText_needNamedLifelines() throws IOException {
    Path bp = EventLogs.bp(folder.resolve("t.bp"), EventLogs.transfers("foo", 11));
    String unnamed = Outcome.of("log", "stats", bp.toString()).out();
    String named = Outcome.of("log", "stats", bp.toString(), "--lifeline", "BLOCK_ID").out();

    assertThat(unnamed).contains("which end of transfer: name the field that holds the id with");
    assertThat(named).contains("  transfer     10  4.5 ms").doesNotContain("BLOCK_ID");
  }

  @Test
  void stats_oddPairs_areCounted() throws IOException {
    Path bp =
        Files.writeString(
            folder.resolve("t.bp"),
            """
            ts=1 event=a.end id=1
            ts=2 event=a.start id=2
            ts=3 event=a.start id=2
            ts=1.5 event=a.end id=2
            ts=5 event=a.start id=3
            """);

    assertThat(Outcome.of("log", "stats", bp.toString(), "--lifeline=id").out())
        .containsPattern("a +0 +2\\n")
        .contains("a: 1 end without a start", "a: 1 end before the start");
  }

  @Test
  void stats_durationTooLongForNanoseconds_isTheLongest() throws IOException {
    Path bp =
        Files.writeString(
            folder.resolve("t.bp"),
            """
            ts=1700-01-01T00:00:00Z event=a.start id=1
            ts=2200-01-01T00:00:00Z event=a.end id=1
            """);
    Outcome outcome = Outcome.of("log", "stats", bp.toString(), "--lifeline=id");

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("2 events of 2 names, 1.1e-10 a second", "00Z, 106752 d 00 h")
        .containsPattern("a +1 +106752 d 00 h");
  }

  @Test
  void stats_lostAndDropped_areReported() throws IOException {
    byte[] log =
        Files.readAllBytes(
            EventLogs.binary(folder.resolve("t.nlb"), EventLogs.transfers("foo", 11)));
    Path cut = Files.write(folder.resolve("cut.nlb"), Arrays.copyOf(log, 300));
    Outcome outcome = Outcome.of("log", "stats", cut.toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out())
        .startsWith("0 events\n")
        .contains("MISSING\n", "cut.nlb: byte 0: a block that is cut off; 300 bytes, 21 events");
  }

  /** Compares with the definition of a quantile on sorted durations. */
  @Property(tries = 200)
  void quantile_ofAnyDurations_isRightToOnePercent(
      @ForAll @NotEmpty List<@LongRange(max = 1L << 60) Long> nanos,
      @ForAll @DoubleRange(max = 1) double fraction) {
    DurationSummary summary = new DurationSummary();
    nanos.forEach(summary::add);
    int rank = Math.max(1, (int) Math.ceil(fraction * nanos.size()));
    double exact = nanos.stream().sorted().toList().get(rank - 1) * 1e-9;

    assertThat(summary.quantile(fraction)).isCloseTo(exact, within(0.01 * exact + 1e-18));
  }
}
