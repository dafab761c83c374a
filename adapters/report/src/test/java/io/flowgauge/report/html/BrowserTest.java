package io.flowgauge.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.comparison.Comparison;
import io.flowgauge.comparison.Difference;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.comparison.RunGroup;
import io.flowgauge.comparison.RunValues;
import io.flowgauge.prediction.MeasuredTimes;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.wording.Summary;
import io.flowgauge.run.EventType;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.testsupport.QuietTab;
import io.flowgauge.testsupport.Tab;
import io.flowgauge.trace.Times;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The page in a real browser: what it shows, how it is used, and which network requests it makes.
 */
@ExtendWith(QuietTab.class)
class BrowserTest {
  private static final String CANVAS = "#timeline canvas";
  private static final double MOST_PROCESSOR_SECONDS = 3;

  @TempDir private Path folder;
  private Tab tab;

  @BeforeEach
  void use(Tab opened) {
    tab = opened;
  }

  private Tab open(RunReport... reports) throws IOException {
    return Pages.show(tab, Pages.write(folder, reports));
  }

  private double number(String attribute) {
    return Double.parseDouble(tab.attribute(CANVAS, attribute));
  }

  private String cells(String table) {
    return tab.evaluate(
            "[...document.querySelectorAll('"
                + table
                + " tbody tr')].map(r => [...r.cells].map(c => c.textContent).join('|')).join('\\n')")
        .asText();
  }

  @Test
  void metrics_ofMeasuredLoad_sayHowMuchOfItWasMeasured() throws Exception {
    RunRecorder recorder = Flowgauge.recorder("loaded");
    recorder.record("a", EventType.STARTED, 0, 1);
    recorder.record("a", EventType.ACTIVE, 0, 1);
    recorder.record("a", EventType.COMPLETED, 10_000_000_000L, 1);
    recorder.phaseTime("a", PhaseType.EXTERNAL_LOAD, 3_000_000_000L);
    open(Flowgauge.report(recorder.snapshot()));
    assertThat(tab.text("#metrics").replace('\u00a0', ' '))
        .contains("3.0 s of waiting while other programs held the processors was measured");
  }

  /** Reports on an activity that took 10 s. */
  private static RunReport ideal(long seconds) {
    RunRecorder recorder = Flowgauge.recorder("ideally " + seconds + " s");
    recorder.record("a", EventType.ACTIVE, 0, 1);
    recorder.record("a", EventType.COMPLETED, 10_000_000_000L, 1);
    recorder.ideal("a", seconds * 1_000_000_000L);
    return Flowgauge.report(recorder.snapshot());
  }

  @Test
  void hierarchy_negativeExternalLoad_saysWhy() throws Exception {
    open(ideal(13));
    tab.click("#overheads [data-value=regions]");
    assertThat(tab.text("#overheads figure + .note"))
        .startsWith("External load is negative because ideal times and phases within");
  }

  @Test
  void comparison_negativeExternalLoad_saysWhy() throws Exception {
    open(ideal(10), ideal(13));
    assertThat(tab.text("#compared-overheads"))
        .contains("External load is negative because ideal times and phases within");
    tab.click("#compared-overheads [data-value=critical-path]");
    assertThat(tab.text("#compared-overheads")).doesNotContain("is negative");
  }

  @Test
  void page_ofSample_showsTheReportsNumbers() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);

    assertThat(tab.text("h1")).isEqualTo("montage");
    assertThat(tab.text(".verdict").replace('\u00a0', ' '))
        .isEqualTo(Summary.of(report).verdict().get(0));
    assertThat(tab.text(".figures"))
        .contains("Makespan" + Human.brief(Times.seconds(report.attribution().makespanNanos())));
    String overheads = cells("#overhead-table");
    for (OverheadClass overhead : report.attribution().classes().keySet()) {
      var total = report.overheads().total();
      assertThat(overheads)
          .contains(
              overhead.label().replace('-', ' ')
                  + "|"
                  + Human.brief(total.overhead(overhead).value())
                  + "|"
                  + Human.percent(total.severity(overhead).value())
                  + "||"
                  + Human.brief(Times.seconds(report.attribution().overheadNanos(overhead))));
    }
    String path = cells("#path-table");
    for (var step : report.attribution().criticalPath()) {
      assertThat(path).contains(step.activity() + "|");
      assertThat(path).contains(Human.brief(Times.seconds(step.nanos())));
    }
    String types = cells("#type-table");
    for (var type : report.metrics().types()) {
      assertThat(types)
          .contains(
              type.type() + "|" + type.count() + "|" + Human.brief(type.meanSeconds().value()));
    }
    assertThat(cells("#remark-table").lines().count()).isEqualTo(report.diagnostics().size());
  }

  @Test
  void page_ofSample_showsForkJoinsDelaysAndForecast() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);

    String sections = cells("#section-table");
    for (var fork : report.metrics().slowdowns()) {
      var overheads = report.overheads().of(fork.section());
      assertThat(sections)
          .contains("|" + Human.brief(overheads.time().value()) + "|")
          .contains("|" + Human.ratio(fork.slowdown().value()) + "|");
    }
    var delay = report.metrics().synchronizationDelay(report.run().workflow().indexOf("ADD"));
    assertThat(cells("#delay-table"))
        .startsWith(
            "ADD||17|"
                + Human.brief(delay.min().value())
                + "|"
                + Human.brief(delay.mean().value())
                + "|"
                + Human.brief(delay.max().value()));
    var times = MeasuredTimes.of(report.run()).asItRan();
    var forecast = times.predict(report.run().workflow()).forecast();
    assertThat(cells("#forecast-table"))
        .contains("mean|" + Human.brief(forecast.mean()))
        .contains("90 % within|" + Human.brief(forecast.quantile(0.9)))
        .contains("observed|" + Human.brief(Times.seconds(report.attribution().makespanNanos())));
    assertThat(tab.attribute("#forecast-chart", "aria-label"))
        .contains("50.0 % within " + Human.brief(forecast.quantile(0.5)));
  }

  @Test
  void workflow_switch_showsTypesActivitiesAndRegions() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);
    String label = "#workflow .graph svg";

    assertThat(tab.attribute(label, "aria-label")).startsWith("9 types, ");
    assertThat(tab.evaluate("document.querySelectorAll('#workflow .arrow').length").asInt())
        .isEqualTo(tab.evaluate("document.querySelectorAll('#workflow .edge').length").asInt())
        .isPositive();
    tab.click("#workflow [data-value=activities]");
    assertThat(tab.attribute(label, "aria-label")).isEqualTo("80 activities, 268 edges, 8 layers");
    assertThat(tab.evaluate("document.querySelectorAll('#workflow .box.on').length").asInt())
        .isEqualTo(report.attribution().criticalPath().size());
    tab.click("#workflow [data-value=regions]");
    String before = cells("#region-tree");
    assertThat(before.lines().count()).isEqualTo(report.overheads().regions().size());
    tab.click("#region-tree .toggle");
    assertThat(cells("#region-tree").lines().count()).isEqualTo(1);
    tab.press("Enter");
    assertThat(cells("#region-tree")).isEqualTo(before);
  }

  @Test
  void workflow_namesWithRoom_areShownInFull() throws Exception {
    open(Pages.sample("montage"));
    assertThat(tab.text("#workflow .graph"))
        .contains("PROJECT × 16", "OVERLAPS")
        .doesNotContain("OVERLAPS ×");
    assertThat(tab.text("#workflow .note")).startsWith("An edge stands for all dependencies");
  }

  @Test
  void workflow_withoutDependencies_saysSo() throws Exception {
    RunRecorder recorder = Flowgauge.recorder("bare");
    recorder.record("a", EventType.ACTIVE, Instant.ofEpochSecond(1), 1);
    recorder.record("b", EventType.ACTIVE, Instant.ofEpochSecond(2), 1);
    recorder.record("a", EventType.COMPLETED, Instant.ofEpochSecond(3), 1);
    recorder.record("b", EventType.COMPLETED, Instant.ofEpochSecond(4), 1);
    open(Flowgauge.report(recorder.snapshot()));
    assertThat(tab.text("#workflow .note")).startsWith("The input has no dependencies. ");
  }

  @Test
  void comparison_ofRuns_setsThemSideBySide() throws Exception {
    RunReport one = Pages.sample("montage-sites/resources-1");
    RunReport two = Pages.sample("montage-sites/resources-2");
    open(one, two);
    double first = Times.seconds(one.attribution().makespanNanos());
    double second = Times.seconds(two.attribution().makespanNanos());

    assertThat(cells("#makespan-table").lines())
        .containsExactly(
            "1 resources-1|1|" + Human.brief(first) + "|–||",
            "2 resources-2|1|"
                + Human.brief(second)
                + "|–|−"
                + Human.brief(first - second)
                + "|"
                + Human.percent(second / first - 1).replace('-', '−'));
    assertThat(cells("#compare-overhead")).startsWith("useful (ideal)|");
    assertThat(tab.evaluate("document.querySelectorAll('#timelines canvas').length").asInt())
        .isEqualTo(2);
    tab.click(".runs [data-value=\"1\"]");
    assertThat(tab.text("h1")).isEqualTo("resources-2");
    assertThat(tab.text(".figures")).contains(Human.brief(second));
    tab.click(".runs [data-value=\"-1\"]");
    assertThat(tab.text("h1")).isEqualTo("Comparison");
  }

  /**
   * Compares two versions: runs of one differ by a few seconds, those of the other take 100 s more.
   */
  private static Comparison versions(RunReport report) {
    List<RunGroup> groups = new ArrayList<>();
    for (String version : List.of("old", "new")) {
      List<RunValues> runs = new ArrayList<>();
      for (int k = 0; k < 4; k++) {
        Map<Quantity, Double> values = new TreeMap<>(RunValues.of(report, List.of()).values());
        values.put(Quantity.MAKESPAN, 100.0 + k + (version.equals("new") ? 100 : 0));
        runs.add(RunValues.of("run " + k, Set.of(), values));
      }
      groups.add(new RunGroup(version, runs));
    }
    return Flowgauge.compare(groups);
  }

  @Test
  void comparison_ofVersions_separatesDifferenceFromNoise() throws Exception {
    Comparison comparison = versions(Pages.sample("montage"));
    StringBuilder html = new StringBuilder();
    new HtmlComparison().render(comparison, html);
    Pages.show(tab, Files.writeString(folder.resolve("versions.html"), html, UTF_8));
    var difference =
        comparison.quantity(Quantity.MAKESPAN).orElseThrow().differences().get(1).orElseThrow();

    assertThat(tab.text(".verdict").replace('\u00a0', ' '))
        .isEqualTo("new took 1 min 40 s more than old, a change of +98.5 %.");
    assertThat(cells("#makespan-table").lines().toList().get(1))
        .startsWith("new|4|3 min 22 s|1.3 s|+1 min 40 s|+98.5 %|")
        .contains(
            "+"
                + Human.brief(difference.low().value())
                + " … +"
                + Human.brief(difference.high().value()))
        .endsWith(difference.verdict().label());
    assertThat(difference.verdict()).isEqualTo(Difference.Verdict.EXCEEDS_NOISE);
    assertThat(tab.evaluate("document.querySelectorAll('circle.run').length").asInt()).isEqualTo(8);
    // Everything else is equal.
    assertThat(tab.evaluate("document.querySelectorAll('#difference-table').length").asInt())
        .isZero();
  }

  @Test
  void comparison_ofSites_showsSpeedupsAndRefinements() throws Exception {
    List<RunGroup> groups = new ArrayList<>();
    for (String site : List.of("A", "B", "AB")) {
      groups.add(
          new RunGroup(site, List.of(RunValues.of(Pages.sample("dft-sites/" + site), List.of()))));
    }
    Comparison comparison = Flowgauge.compare(groups);
    StringBuilder html = new StringBuilder();
    new HtmlComparison().render(comparison, html);
    Pages.show(tab, Files.writeString(folder.resolve("sites.html"), html, UTF_8));

    assertThat(cells("#speedup-table").lines())
        .containsExactlyElementsOf(
            comparison.siteSpeedups().stream()
                .map(
                    s ->
                        String.join(
                            "|",
                            s.group(),
                            String.join(", ", s.sites()),
                            Human.brief(s.makespanSeconds()),
                            Human.ratio(s.speedup().speedup()),
                            "",
                            Human.ratio(s.speedup().efficiency()),
                            ""))
                .toList());
    assertThat(cells("#refinement-table").lines().count())
        .isEqualTo(comparison.refinements().size());
    assertThat(cells("#slowdown-table").lines().count()).isEqualTo(comparison.slowdowns().size());
    assertThat(cells("#difference-table").lines().count()).isEqualTo(14);
    tab.click("#differences [data-value=\"2\"]");
    tab.click("#compared-types [data-value=load-imbalance]");
    assertThat(cells("#compare-type")).contains("lapw1|");
  }

  @Test
  void timelines_ofRuns_areZoomedTogether() throws Exception {
    open(Pages.sample("montage-sites/resources-1"), Pages.sample("montage-sites/resources-5"));
    String second = "#timelines .run-lane:nth-of-type(2) canvas";
    double end = Double.parseDouble(tab.attribute(second, "data-end"));

    tab.focus("#timelines canvas");
    tab.press("+");

    assertThat(tab.attribute(second, "data-begin"))
        .isEqualTo(tab.attribute("#timelines canvas", "data-begin"))
        .isEqualTo(Double.toString(end / 4));
  }

  @Test
  void page_ofCrowd_isSummedUp() throws Exception {
    StringBuilder html = new StringBuilder();
    HtmlPage.of(List.of(Flowgauge.report(Pages.layers(400, 40))), new Extent(399, true))
        .write(html);
    Pages.show(tab, Files.writeString(folder.resolve("crowd.html"), html, UTF_8));

    assertThat(tab.text("#timeline .lead"))
        .startsWith("400 activities are too many to draw one by one (up to 399 are).");
    assertThat(tab.attribute("#timeline canvas", "aria-label"))
        .isEqualTo("Timeline: up to 40 activities at once");
    tab.click("#timeline details.table summary");
    assertThat(tab.evaluate("document.querySelectorAll('#timeline tbody tr').length").asInt())
        .isEqualTo(20);
    assertThat(cells("#type-table").lines().count()).isEqualTo(5);
    assertThat(cells("#path-table")).isNotEmpty();
  }

  @Test
  void page_onPaper_isLightAndWithoutControls() throws Exception {
    tab.theme("dark");
    open(Pages.sample("montage"));

    tab.evaluate("dispatchEvent(new Event('beforeprint'))");
    tab.call("Emulation.setEmulatedMedia", Map.of("media", "print"));
    tab.drawn();

    assertThat(tab.evaluate("document.querySelector('.tools').checkVisibility()").asBoolean())
        .isFalse();
    assertThat(tab.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(255, 255, 255)");
    assertThat(tab.call("Page.printToPDF", Map.of()).get("data").asText()).startsWith("JVBER");
  }

  /** Returns elements that can be scrolled sideways: the page itself or parts of it. */
  private List<String> scrolledSideways() {
    List<String> found = new ArrayList<>();
    tab.evaluate(
            "[document.scrollingElement, ...document.querySelectorAll('body *')]"
                + ".filter(e => e.scrollWidth > e.clientWidth + 1 && (e === document.scrollingElement"
                + " || ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)))"
                + ".map(e => e.tagName + '.' + e.className + ' ' + (e.closest('section')?.id || ''))")
        .forEach(each -> found.add(each.asText()));
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"montage", "povray-slurm", "dft-sites/ABC", "registration"})
  void page_onAPhone_scrollsNowhereSideways(String sample) throws Exception {
    tab.size(400, 800);
    open(Pages.sample(sample));
    tab.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })");
    tab.drawn();
    assertThat(scrolledSideways()).isEmpty();

    for (String graph : List.of("types", "activities", "regions")) {
      tab.evaluate("document.querySelector('#workflow [data-value=" + graph + "]')?.click()");
      tab.drawn();
      assertThat(scrolledSideways()).as(graph).isEmpty();
    }
  }

  @Test
  void comparison_onAPhone_scrollsNowhereSideways() throws Exception {
    tab.size(400, 800);
    open(Pages.sample("montage-sites/resources-1"), Pages.sample("montage-sites/resources-5"));
    assertThat(scrolledSideways()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"types", "activities"})
  void page_onPaper_keepsTheWholeGraph(String graph) throws Exception {
    open(Pages.sample("montage"));
    tab.click("#workflow [data-value=" + graph + "]");
    tab.evaluate("dispatchEvent(new Event('beforeprint'))");
    tab.call("Emulation.setEmulatedMedia", Map.of("media", "print"));
    tab.drawn();

    JsonNode sizes =
        tab.evaluate(
            "(box => { const svg = box.querySelector('svg').getBoundingClientRect();"
                + " const main = document.querySelector('main').getBoundingClientRect();"
                + " return [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth,"
                + " svg.right - main.right, svg.height, main.width]; })"
                + "(document.querySelector('.graph'))");
    assertThat(sizes.get(0).asDouble()).isLessThanOrEqualTo(1);
    assertThat(sizes.get(1).asDouble()).isLessThanOrEqualTo(1);
    assertThat(sizes.get(2).asDouble()).isLessThanOrEqualTo(1);
    double millimetre = 96 / 25.4;
    assertThat(sizes.get(3).asDouble()).isLessThan(245 * millimetre);
    assertThat(sizes.get(4).asDouble()).isLessThan(190 * millimetre);
  }

  private List<String> column(int number) {
    return cells("#activity-table").lines().map(row -> row.split("\\|", -1)[number]).toList();
  }

  private void sortBy(int column) {
    tab.click("#activity-table th:nth-child(" + (column + 1) + ") button");
  }

  private void search(String text) {
    tab.evaluate(
        "(i => { i.value = '"
            + text
            + "'; i.dispatchEvent(new Event('input')); })(document.querySelector('#activities input'))");
    tab.drawn();
  }

  @Test
  void activities_sortFilterAndSearch_showThose() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);
    var workflow = report.run().workflow();
    List<Integer> longest =
        IntStream.range(0, workflow.activityCount())
            .boxed()
            .sorted(
                Comparator.comparingDouble(
                    (Integer a) -> -report.metrics().processingTime(a).value()))
            .limit(25)
            .toList();

    sortBy(6);
    sortBy(6);
    assertThat(column(0)).isEqualTo(longest.stream().map(a -> workflow.activity(a).id()).toList());
    assertThat(tab.attribute("#activity-table th:nth-child(7)", "aria-sort"))
        .isEqualTo("descending");
    sortBy(0);
    assertThat(column(0).subList(0, 3))
        .containsExactly("ADD", "BACKGROUND (img_000)", "BACKGROUND (img_001)");
    tab.click(".pages button:last-child");
    assertThat(tab.text(".pages [role=status]")).isEqualTo("26 to 50 of 80");
    search("proj IMG_01");
    assertThat(column(0))
        .containsExactlyElementsOf(
            IntStream.range(10, 16).mapToObj(n -> "PROJECT (img_0" + n + ")").toList());
    assertThat(tab.text(".pages [role=status]")).isEqualTo("1 to 6 of 6 found among 80");
    search("");
    tab.evaluate(
        "(s => { s.value = [...s.options].find(o => o.text === 'DIFFFIT').value;"
            + " s.dispatchEvent(new Event('change')); })(document.querySelector('#activities select'))");
    assertThat(tab.text(".pages [role=status]")).isEqualTo("1 to 25 of 42 found among 80");
    assertThat(column(1)).containsOnly("DIFFFIT");
    search("nothing");
    assertThat(tab.text(".pages [role=status]")).isEqualTo("none found among 80");
  }

  @Test
  void activities_keys_sortAndTurnPages() throws Exception {
    open(Pages.sample("montage"));
    tab.focus("#activity-table th:nth-child(1) button");
    tab.press("Enter");
    assertThat(column(0).get(0)).isEqualTo("ADD");
    assertThat(tab.evaluate("document.activeElement.textContent").asText()).isEqualTo("activity");
    tab.focus(".pages button:last-child");
    tab.press("Enter");
    assertThat(tab.text(".pages [role=status]")).isEqualTo("26 to 50 of 80");
  }

  @Test
  void activities_ofManyRows_stayQuick() throws Exception {
    Pages.show(tab, Pages.write(folder, Flowgauge.report(Pages.layers(20_000, 1_000))));
    tab.counting();
    double before = tab.processorSeconds();

    sortBy(0);
    assertThat(column(0).get(24)).isEqualTo("a24");
    search("a1999 type4");
    assertThat(column(0)).hasSize(10);
    search("");
    sortBy(7);

    assertThat(tab.processorSeconds() - before).isLessThan(1);
  }

  @Test
  void resources_ofSample_areThoseOfTheTrace() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);
    double[] cpu =
        report.run().workflow().activities().stream()
            .filter(a -> a.type().equals("PROJECT"))
            .mapToDouble(a -> Double.parseDouble(a.attributes().get("%cpu")) / 100)
            .sorted()
            .toArray();

    assertThat(cpu).hasSize(16);
    assertThat(cells("#resource-table"))
        .contains(
            String.join(
                "|",
                "PROJECT|16",
                Human.percent(cpu[0]),
                Human.percent((cpu[7] + cpu[8]) / 2),
                Human.percent(DoubleStream.of(cpu).average().orElseThrow()),
                Human.percent(cpu[15])));
    tab.click("#resources [data-value=memory]");
    assertThat(cells("#resource-table")).contains("HEADER|1|3.2 MiB|3.2 MiB|3.2 MiB|3.2 MiB");
    tab.click("#resources [data-value=written]");
    assertThat(cells("#resource-table")).contains("HEADER|1|22.8 KiB|");
  }

  @Test
  void resources_ofRunWithoutAny_areLeftOut() throws Exception {
    open(Flowgauge.report(Pages.layers(5, 2)));
    assertThat(tab.evaluate("document.getElementById('resources') === null").asBoolean()).isTrue();
  }

  @Test
  void formats_ofPage_equalThoseOfText() throws Exception {
    open(Pages.sample("montage"));
    String script =
        new String(HtmlReport.class.getResourceAsStream("format.js").readAllBytes(), UTF_8);
    double[] values =
        DoubleStream.iterate(3.7e-10, v -> v < 1e8, v -> v * 1.37)
            .flatMap(v -> DoubleStream.of(v, -v))
            .toArray();
    StringBuilder list = new StringBuilder();
    for (double value : values) {
      list.append(value).append(',');
    }

    JsonNode texts =
        tab.evaluate(
            "(() => {" + script + "; return [" + list + "].map(v => [brief(v), percent(v)]);})()");

    for (int k = 0; k < values.length; k++) {
      assertThat(texts.get(k).get(0).asText()).isEqualTo(Human.brief(values[k]));
      assertThat(texts.get(k).get(1).asText()).isEqualTo(Human.percent(values[k]));
    }
  }

  @Test
  void timeline_keys_zoomMoveAndSelect() throws Exception {
    open(Pages.sample("povray"));
    double length = number("data-end");
    tab.focus(CANVAS);

    tab.press("+");
    assertThat(number("data-end") - number("data-begin")).isCloseTo(length / 2, within(1e-6));
    double begin = number("data-begin");
    tab.press("ArrowRight");
    assertThat(number("data-begin")).isCloseTo(begin + length / 10, within(1e-6));
    tab.press("0");
    assertThat(number("data-end")).isEqualTo(length);
    tab.press("ArrowDown");
    assertThat(tab.text("#tip")).contains("processing for ");
    tab.press("Escape");
    assertThat(tab.attribute("#tip", "hidden")).isEmpty();
  }

  /**
   * As in Nextflow's default trace, which states only when tasks were submitted and when they
   * ended.
   */
  @Test
  void timeline_withoutActive_callsNothingWaiting() throws Exception {
    open(withoutActive(2));

    assertThat(tab.text("#timeline .key")).startsWith("waiting or processing");
    assertThat(cells("#activity-table")).contains("|–|30.0 s|");
    tab.focus(CANVAS);
    tab.press("ArrowDown");
    assertThat(tab.text("#tip")).contains("waiting or processing for 31.9 s");
    assertThat(tab.text("#path")).contains("the last to end: what it waited for is not known.");
  }

  @Test
  void timeline_ofCrowdWithoutActive_callsNothingWaiting() throws Exception {
    StringBuilder html = new StringBuilder();
    HtmlPage.of(List.of(withoutActive(400)), new Extent(399, true)).write(html);
    Pages.show(tab, Files.writeString(folder.resolve("crowd.html"), html, UTF_8));

    assertThat(tab.text("#timeline .key")).isEqualTo("waiting or processing");
    tab.click("#timeline details.table summary");
    assertThat(cells("#timeline").lines()).hasSize(20).allMatch(row -> row.endsWith("|400"));
  }

  private static RunReport withoutActive(int activities) {
    RunRecorder recorder = Flowgauge.recorder("default trace");
    for (int k = 0; k < activities; k++) {
      recorder.activity(Activity.of("a" + k, "a"));
      recorder.record("a" + k, EventType.SUBMITTED, 1_700_000_000_123_457_000L, 1);
      recorder.record("a" + k, EventType.COMPLETED, 1_700_000_031_987_654_000L, 1);
      recorder.wallclock("a" + k, Times.nanos(30.0));
    }
    return Flowgauge.report(recorder.snapshot());
  }

  @Test
  void timeline_dragAndSwitch_showOtherSpansAndRows() throws Exception {
    RunReport report = Pages.sample("montage");
    open(report);
    double length = number("data-end");

    tab.drag(CANVAS, 0.5, 0.75, 0.3);
    assertThat(number("data-end") - number("data-begin")).isBetween(length / 5, length / 2);
    tab.click("#timeline-reset");
    assertThat(number("data-end")).isEqualTo(length);
    tab.click("#timeline [data-value=activity]");
    assertThat(number("data-rows")).isEqualTo(report.run().workflow().activityCount());
    tab.click("#timeline [data-value=processor]");
    assertThat(number("data-rows")).isEqualTo(2);
    tab.click("#timeline details.table summary");
    assertThat(
            tab.evaluate("document.querySelectorAll('#timeline details tbody tr').length").asInt())
        .isEqualTo(80);
  }

  @Test
  void theme_ofSystemAndSwitch_changesColours() throws Exception {
    String color = "getComputedStyle(document.body).backgroundColor";
    tab.theme("dark");
    open(Pages.sample("montage"));
    String dark = tab.evaluate(color).asText();

    tab.click("#theme");
    String light = tab.evaluate(color).asText();

    assertThat(dark).isEqualTo("rgb(18, 21, 24)");
    assertThat(light).isEqualTo("rgb(247, 247, 245)");
    assertThat(tab.text("#theme")).isEqualTo("Dark");
  }

  @Test
  void hierarchy_keys_zoomInAndOut() throws Exception {
    open(Pages.sample("montage"));
    tab.focus("#icicle [data-id=makespan]");

    tab.press("ArrowDown");
    tab.press("ArrowRight");
    assertThat(tab.evaluate("document.activeElement.dataset.id").asText()).isEqualTo("total");
    tab.press("ArrowDown");
    tab.press("Enter");
    assertThat(tab.attribute("#icicle", "aria-label")).contains("within middleware");
    assertThat(
            tab.evaluate("document.querySelectorAll('#icicle [data-id=serialisation]').length")
                .asInt())
        .isZero();
    tab.press("Escape");
    assertThat(tab.attribute("#icicle", "aria-label")).contains("whole");
    assertThat(
            tab.evaluate("document.querySelectorAll('#icicle [data-id=serialisation]').length")
                .asInt())
        .isEqualTo(1);
  }

  @Test
  void tabKey_fromTheTop_reachesEveryControlAndShowsFocus() throws Exception {
    open(Pages.sample("montage"));
    int controls =
        tab.evaluate(
                "[...document.querySelectorAll('a, button:not([disabled]), input, select, summary, [tabindex=\"0\"]')]"
                    + ".filter(e => e.checkVisibility()).length")
            .asInt();
    int reached = 0;
    for (int k = 0; k < controls; k++) {
      tab.press("Tab");
      boolean visible =
          tab.evaluate(
                  "document.activeElement !== document.body && (e => e.dataset.seen ? false : (e.dataset.seen = 1,"
                      + " e.matches(':focus-visible')))(document.activeElement)")
              .asBoolean();
      reached += visible ? 1 : 0;
    }

    assertThat(reached).isEqualTo(controls).isGreaterThan(15);
  }

  @Test
  void charts_ofPage_haveLabels() throws Exception {
    open(Pages.sample("montage"));

    JsonNode unnamed =
        tab.evaluate(
            "[...document.querySelectorAll('canvas[role=img], svg, button, [role=button], section')]"
                + ".filter(e => !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby') && !e.textContent)"
                + ".map(e => e.outerHTML)");

    assertThat(StreamSupport.stream(unnamed.spliterator(), false)).isEmpty();
  }

  @Test
  void names_thatLookLikeMarkup_areShownAsTheyAre() throws Exception {
    String name = "</script><img src=x onerror=alert(1)>";
    var recorder = Flowgauge.recorder(name);
    recorder.activity(Activity.of(name, "<b>type</b>"));
    recorder.activity(Activity.of("__proto__", "constructor"));
    open(Flowgauge.report(recorder.snapshot()));

    assertThat(tab.text("h1")).isEqualTo(name);
    assertThat(cells("#type-table")).contains("<b>type</b>").contains("constructor");
    assertThat(tab.evaluate("document.querySelectorAll('img, main b').length").asInt()).isZero();
  }

  @Test
  void page_ofFiveActivities_isDrawn() throws Exception {
    open(Flowgauge.report(Pages.layers(5, 2)));

    assertThat(number("data-rows")).isPositive();
    assertThat(cells("#path-table").lines().count()).isEqualTo(3);
  }

  @Test
  void page_ofManyActivities_opensFast() throws Exception {
    Path page = Pages.write(folder, Flowgauge.report(Pages.layers(50_000, 1_000)));
    Pages.show(tab.counting(), page);

    assertThat(tab.processorSeconds()).isLessThan(MOST_PROCESSOR_SECONDS);
    tab.click("#timeline [data-value=activity]");
    assertThat(number("data-rows")).isEqualTo(50_000);
    tab.drag(CANVAS, 0.5, 0.52, 0.5);
    assertThat(number("data-rows")).isBetween(500.0, 5_000.0);
  }
}
