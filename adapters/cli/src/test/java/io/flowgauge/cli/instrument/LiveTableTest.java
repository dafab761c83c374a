package io.flowgauge.cli.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.analysis.Measured;
import io.flowgauge.cli.terminal.Screen;
import io.flowgauge.instrumentation.Backend;
import io.flowgauge.instrumentation.CallDurations;
import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.Metric;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.SensorReport;
import io.flowgauge.instrumentation.SensorResult;
import io.flowgauge.report.layout.Page;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LiveTableTest {
  private static final CodeRegion REGION =
      new CodeRegion(
          "a-long-name-of-a-library.so.6",
          "and::a::long::name<of, a, function>::of(C, plus, plus)",
          "x",
          1,
          1,
          Optional.empty(),
          false);

  private static final RegionProfile PROFILE =
      RegionProfile.builder(REGION)
          .calls(123_456)
          .wall(CallDurations.of(123_456, 9.87654e9, 12.3, 4.5678e9), 1.2e9)
          .cpu(Measured.of(3.3))
          .cost(1e6)
          .build();

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 100, 120, 200})
  void table_ofAnyWidth_isNoWider(int width) throws IOException {
    StringBuilder text = new StringBuilder();
    new RegionTable(width, 5).write(new Page(text), List.of(PROFILE), RegionTable.Frame.of(20e9));

    assertThat(text.toString().lines()).hasSize(2).allMatch(line -> line.length() <= width);
    assertThat(text.toString()).contains("region", "calls", "total", "share", "mean", "123 k");
    assertThat(text.toString().contains("min")).isEqualTo(width > 130);
  }

  /** Optional columns are dropped before a name is shortened. */
  @Test
  void table_narrow_hasNamesWholeThatFitIntoHalfOfIt() throws IOException {
    String name = "solver::step(int, double const*, long)";
    RegionProfile region =
        RegionProfile.builder(new CodeRegion("u", name, "f", 1, 1, Optional.empty(), false))
            .calls(1000)
            .wall(CallDurations.of(1000, 2e9, 1, 1e9), 1e9)
            .build();
    StringBuilder text = new StringBuilder();
    new RegionTable(80, 5).write(new Page(text), List.of(region), RegionTable.Frame.of(20e9));

    assertThat(text.toString()).contains("u:" + name, "calls", "total", "share", "mean");
    assertThat(text.toString().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void table_withCounters_hasThemBelowWithTheReasonsOfThoseThatLack() throws IOException {
    RegionProfile.Builder region =
        RegionProfile.builder(REGION)
            .calls(1000)
            .counter(Metric.CYCLES, Measured.absent("this machine has none"))
            .counter(Metric.INSTRUCTIONS, Measured.absent("this machine has none"))
            .counter(Metric.PAGE_FAULTS, Measured.of(12_345, 250, 1000))
            .counter(Metric.CONTEXT_SWITCHES, Measured.of(7, 1000, 1000));
    StringBuilder text = new StringBuilder();
    new RegionTable(100, 5)
        .write(new Page(text), List.of(region.build()), RegionTable.Frame.of(20e9));

    assertThat(text.toString().lines().skip(3))
        .satisfiesExactly(
            titles -> assertThat(titles).matches("  region +page-faults +context-switches"),
            row -> assertThat(row).matches("  a-long-name.* 12\\.3 k in 25\\.0 % of calls +7"),
            why ->
                assertThat(why)
                    .isEqualTo("  Not measured: cycles, instructions: this machine has none"));
  }

  @Test
  void table_processorTimeOfSomeCalls_saysOfHowMany() throws IOException {
    RegionProfile region =
        RegionProfile.builder(new CodeRegion("u", "f", "f", 1, 1, Optional.empty(), false))
            .calls(1000)
            .wall(CallDurations.of(1000, 2e9, 1, 1e9), 1e9)
            .cpu(Measured.of(0.25, 100, 1000))
            .build();
    for (int width : new int[] {60, 80, 100, 120, 200}) {
      StringBuilder text = new StringBuilder();
      new RegionTable(width, 5).write(new Page(text), List.of(region), RegionTable.Frame.of(20e9));

      assertThat(text.toString().contains("CPU")).isEqualTo(text.toString().contains("250 ms"));
      assertThat(text.toString().contains("250 ms"))
          .isEqualTo(text.toString().contains("250 ms in 10.0 % of calls"))
          .isEqualTo(width > 60);
      assertThat(text.toString().lines()).allMatch(line -> line.length() <= width);
    }
  }

  @Test
  void table_recursiveFunctions_haveTheTotalOfTheirOutermostCallsAndSaySo() throws IOException {
    RegionProfile region =
        RegionProfile.builder(new CodeRegion("u", "f", "f", 1, 1, Optional.empty(), false))
            .calls(10)
            .nested(8, 4e9)
            .wall(CallDurations.of(10, 6e9, 1, 1e9), 1e9)
            .build();
    StringBuilder text = new StringBuilder();
    new RegionTable(120, 5).write(new Page(text), List.of(region), RegionTable.Frame.of(20e9));

    assertThat(text.toString()).containsPattern("u:f +10 .* 2\\.00 s +10\\.0 %.* 600 ms ");
    assertThat(text.toString())
        .contains(
            "For recursive functions, total, share and CPU cover only the outermost calls: u:f.");
  }

  @Test
  void table_ratesAndShares_areOfTheFrame() {
    var frame = new RegionTable.Frame(10e9, 2e9, Map.of(REGION, 123_000L));

    assertThat(RegionColumn.RATE.cell(PROFILE, frame)).isEqualTo("228");
    assertThat(RegionColumn.SHARE.cell(PROFILE, frame)).isEqualTo("98.8 %");
    assertThat(RegionColumn.COST.cell(PROFILE, frame)).isEqualTo("< 0.1 %");
  }

  @Test
  void sensors_someByTheKernel_areNamed() throws IOException {
    SensorReport report =
        new SensorReport(
            List.of(
                new SensorResult(REGION, Optional.empty(), Backend.AGENT, 6),
                new SensorResult(REGION, Optional.empty(), Backend.KERNEL, 9000)),
            List.of(),
            Duration.ofMillis(2),
            Duration.ofNanos(60));
    StringBuilder text = new StringBuilder();
    RefusedText.write(new Page(text), report);

    assertThat(text.toString())
        .startsWith("  2 sensors, put in within 2.00 ms with all threads stopped for 60.0 ns\n")
        .contains("including 1 kernel probe, most of whose cost", "and::a::long::name<of, a");
  }

  @Test
  void sensors_noThreadStopped_isSaid() throws IOException {
    SensorResult done = new SensorResult(REGION, Optional.empty(), Backend.AGENT, 6);
    SensorReport report =
        new SensorReport(List.of(done), List.of(), Duration.ofMillis(2), Duration.ZERO);
    StringBuilder text = new StringBuilder();
    RefusedText.write(new Page(text), report);

    assertThat(text).hasToString("  1 sensor, put in within 2.00 ms without stopping any thread\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "step(int, char) | solver:step(int, char)",
        "void grid::step<std::vector<int> >(std::vector<int> const&, long) const"
            + " | solver:grid::step<std::vector<int> >",
        "(anonymous namespace)::Grid::operator()(std::string const&, unsigned long) const"
            + " | solver:(anonymous namespace)::Grid::operator()",
        "grid::chain(int, std::function<double (int)> const&) [clone .constprop.0]"
            + " | solver:grid::chain [clone .constprop.0]",
        "<solver::grid::Grid as core::iter::traits::iterator::Iterator>::next"
            + " | solver:<solver::grid::Grid as core::iter::traits::iterator::Iterator>::next"
      })
  void label_ofALongName_isWithoutParameters(String name, String label) {
    CodeRegion region = new CodeRegion("solver", name, "x", 1, 1, Optional.empty(), false);

    assertThat(RegionLabel.of(region)).isEqualTo(label);
  }

  @Test
  void screen_onATerminal_showsPagesInPlace() throws IOException {
    StringWriter out = new StringWriter();
    Screen screen = new Screen(out, true);
    screen.show("a\nb\n");
    screen.show("c\n");
    screen.show("d\n");

    assertThat(out.toString()).isEqualTo("a\nb\n\u001b[2A\r\u001b[Jc\n\u001b[1A\r\u001b[Jd\n");
  }

  @Test
  void screen_linesWiderThanTheTerminal_areErasedWhole() throws IOException {
    var out = new StringWriter();
    Screen screen = new Screen(out, true, 10);
    screen.show("1234567890\n12345678901\n\n");
    screen.show("x\n");

    assertThat(out.toString()).contains("\u001b[4A\r\u001b[J").endsWith("x\n");
  }

  @Test
  void screen_elsewhere_appendsPages() throws IOException {
    StringWriter out = new StringWriter();
    Screen screen = new Screen(out, false);
    screen.show("a\n");
    screen.show("b\n");

    assertThat(out.toString()).isEqualTo("a\n\nb\n");
  }

  @ParameterizedTest
  @CsvSource({"24 80, 80", "24 10, 60", "1 9999, 400", "0 0, 120", "rubbish, 120", "'', 120"})
  void columns_ofSttysAnswer_areWithinReason(String size, int columns) {
    assertThat(Screen.columns(size)).isEqualTo(columns);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns", "6.25, 6.25 ns", "13.14, 13.1 ns", "999.4, 999 ns", "999.6, 1.00 µs",
    "1e6, 1.00 ms", "1.5e9, 1.50 s", "1.19e11, 119 s", "1.2e11, 2 min 00 s", "3.6e12, 1 h 00 min"
  })
  void nanos_anyTime_hasThreeDigits(double nanos, String text) {
    assertThat(Nanos.text(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "950, 950", "4.5, 4.50", "999.6, 1.00 k", "123456, 123 k", "2e13, 20.0 T"})
  void count_anyNumber_hasThreeDigits(double count, String text) {
    assertThat(Nanos.count(count)).isEqualTo(text);
  }
}
