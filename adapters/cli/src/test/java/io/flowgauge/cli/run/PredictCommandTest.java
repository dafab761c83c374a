package io.flowgauge.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.flowgauge.cli.Outcome;
import io.flowgauge.cli.Samples;
import io.flowgauge.testsupport.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PredictCommandTest {
  private static final int WIDTH = 100;
  private static final String NORMAL = "normal(mean=300, sd=200)";

  @TempDir private Path folder;

  private static Outcome predict(String... args) {
    String[] all = new String[args.length + 1];
    all[0] = "predict";
    System.arraycopy(args, 0, all, 1, args.length);
    Outcome outcome = Outcome.of(all);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    return outcome;
  }

  private static double number(Outcome json, String key) {
    Matcher matcher = Pattern.compile("\"" + key + "\" : ([-0-9.E]+)").matcher(json.out());
    assertThat(matcher.find()).as(key + " in " + json.out()).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** [Glatard] Fig. 2: the dashed path has two services of 160 s in total. */
  @ParameterizedTest
  @CsvSource({"1, 760", "3, 1098.51"})
  void predict_figure2_isAsPrinted(String dataSegments, double mean) {
    Outcome json =
        predict(
            "--mode=dp",
            "--services=2",
            "--service-time=80",
            "--data-segments=" + dataSegments,
            "--latency",
            NORMAL,
            "--format=json");

    assertThat(number(json, "meanSeconds")).isCloseTo(mean, within(0.01));
    assertThat(number(json, "deterministicSeconds")).isCloseTo(760, within(1e-9));
  }

  @Test
  void predict_anyLocale_isTheSameText() {
    String[] query = {"--services=2", "--data-segments=5000", "--latency=exponential(mean=60)"};
    String text = predict(query).out();
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      assertThat(predict(query).out()).isEqualTo(text).contains("5,000 data segments");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void predict_row_isText() {
    Outcome text =
        predict(
            "--mode",
            "dp",
            "--services",
            "3",
            "--data-segments",
            "12",
            "--latency",
            NORMAL,
            "--deadline",
            "0.5h");

    assertThat(text.out())
        .startsWith("3 services in a row\n═══════════════════\n12 data segments, data parallel.\n")
        .contains("The run is expected to take ", "The deadline of 30 min 00.0 s is met")
        .contains("MAKESPAN", "95 % within", "exact to", "Variability");
    assertFits(text);
  }

  @Test
  void predict_rowOnSlots_takesLonger() {
    String[] args = {"--data-segments=8", "--latency=exponential(mean=60)", "--format=json"};
    double unbounded = number(predict(args), "meanSeconds");
    Outcome onSlots =
        predict(
            "--slots=2", "--data-segments=8", "--latency=exponential(mean=60)", "--format=json");

    assertThat(number(onSlots, "meanSeconds")).isGreaterThan(unbounded);
    assertThat(onSlots.out()).contains("CONFIDENCE_INTERVAL", "on 2 slots");
  }

  /** A row with one data segment never uses more than one slot, however long it is. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void predict_longRowOnSlots_isAnsweredOrRefused() {
    String[] row = {"--services=100000000", "--latency=exponential(mean=60)", "--format=json"};
    assertThat(number(predict(with(row, "--slots=2")), "meanSeconds"))
        .isEqualTo(number(predict(row), "meanSeconds"));
    assertThat(number(predict(with(row, "--slots=3", "--data-segments=3")), "meanSeconds"))
        .isEqualTo(number(predict(with(row, "--data-segments=3")), "meanSeconds"));

    Outcome refused =
        Outcome.of(
            "predict",
            "--services=100000000",
            "--latency=exponential(mean=60)",
            "--slots=2",
            "--data-segments=3");
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "limited to 1048576 jobs, but there are 100000000 services times 3 data segments");
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void predict_lostJobs_saysSo() {
    String law = "outliers(rho=0.1, base=exponential(mean=60))";

    assertThat(predict("--data-segments=2", "--latency", law).out())
        .contains("completes only with a probability of 81.0 %", "infinite")
        .doesNotContain("NaN", "Infinity");
    assertThat(predict("--latency", law, "--format", "json").out())
        .contains(
            "\"infinite\" : \"completes only with a probability of 90.0 %, because jobs get lost\"")
        .doesNotContain("NaN", "Infinity", "meanSeconds");
  }

  @Test
  void predict_lawsOfDocument_areTheWorkflow() throws IOException {
    Path document = document("{\"type\": \"exponential\", \"mean\": 60}");
    Outcome once = predict(document.toString(), "--format=json");
    Outcome many =
        predict(document.toString(), "--mode=dsp", "--data-segments=12", "--format=json");

    assertThat(number(once, "meanSeconds")).isCloseTo(60 + 90, within(0.01));
    assertThat(number(many, "meanSeconds")).isGreaterThan(300);
    assertThat(once.out()).contains("\"criticality\"", "3 durations from the document's laws.");
    assertFits(predict(document.toString()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "3",
        "[]",
        "null",
        "{}",
        "{\"type\": 3}",
        "{\"type\": \"gama\"}",
        "{\"type\": \"normal\", \"mean\": 3}",
        "{\"type\": \"normal\", \"mean\": 3, \"sd\": -1}",
        "{\"type\": \"normal\", \"mean\": 3, \"sd\": null}",
        "{\"type\": \"mixture\", \"weights\": [], \"components\": []}"
      })
  void predict_wrongLaw_isOneLine(String law) throws IOException {
    Outcome outcome = Outcome.of("predict", document(law).toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err()).contains("laws.json", "$.activities.a.duration", "found", "expected");
  }

  @Test
  void predict_lawOfDocumentBeyondAllTimes_isOneLine() throws IOException {
    Outcome outcome =
        Outcome.of("predict", document("{\"type\": \"constant\", \"seconds\": 1e200}").toString());

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.errors()).hasSize(1);
    assertThat(outcome.err())
        .contains("laws.json: duration of a must be a law of times of at most 1.0E100 s")
        .doesNotContain("unexpected");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--service-time | 1e200 | service time must be 0 to 1.0E100 s, but is 1.0E200 s",
        "--latency | constant(seconds=1e200) | latency must be a law of times of at most 1.0E100 s",
        "--latency | exponential(mean=-1) | exponential: mean must be above 0"
      })
  void predict_optionBeyondItsRange_isNamed(String option, String value, String message)
      throws IOException {
    String run = document("{\"type\": \"exponential\", \"mean\": 60}").toString();

    Outcome outcome = Outcome.of("predict", run, option, value);
    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("flowgauge: " + option + ": " + message);
  }

  private Path document(String law) throws IOException {
    String exponential = "{\"duration\": {\"type\": \"exponential\", \"mean\": 60}}";
    String activities =
        "{\"a\": {\"duration\": "
            + law
            + "}, \"b\": "
            + exponential
            + ", \"c\": "
            + exponential
            + "}";
    return Files.writeString(
        folder.resolve("laws.json"),
        "{\"flowgauge\": 1, \"name\": \"laws\", \"activities\": "
            + activities
            + ", \"dependencies\": [[\"a\", \"b\"], [\"a\", \"c\"]]}");
  }

  @Test
  void predict_recordedRun_standsBesideWhatHappened() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Outcome text = predict(run);
    Outcome json = predict(run, "--format=json", "--slots=3");

    assertThat(text.out()).contains("It took 1 min 04.0 s", "of this run itself", "CRITICAL");
    assertFits(text);
    assertThat(number(json, "recordedSeconds")).isEqualTo(64);
  }

  /** A spread of 0 s would look like certainty. */
  @Test
  void predict_runWithoutEvents_saysThatNothingVaries() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("times.json"),
            "{\"flowgauge\": 1, \"start\": 0, \"end\": 90,"
                + " \"activities\": {\"a\": {\"wallclock\": 20}}}");
    String text = predict(document.toString()).out().replaceAll("\\s+", " ");

    assertThat(text)
        .contains("any time that activities wait comes on top.")
        .contains("The run is expected to take 20.0 s; no time in the forecast varies. It took")
        .contains("It took 1 min 30.0 s; the expected time is 77.8 % below that. MAKESPAN");
  }

  @Test
  void predict_runOnOtherTerms_takesThem() throws IOException {
    String run = Samples.forkJoin(folder).toString();
    Outcome json =
        predict(run, "--latency=constant(seconds=7)", "--service-time=3", "--format=json");

    assertThat(number(json, "meanSeconds")).isCloseTo(30, within(1e-6));
  }

  @Test
  void predict_recordedRunInJsonLines_isPredicted() throws IOException {
    Path file = folder.resolve("tasks.jsonl");
    String task =
        "{\"key\":\"%s\",\"worker\":\"tcp://n1:1\",\"thread\":1,\"status\":\"OK\",\"startstops\":"
            + "[{\"action\":\"compute\",\"start\":1700000000,\"stop\":1700000010}]}\n";
    Files.writeString(file, task.formatted("a") + task.formatted("b"));
    Outcome json = predict(file.toString(), "--format=json");
    assertThat(number(json, "meanSeconds")).isCloseTo(10, within(0.01));
  }

  @Test
  void predict_unfinishedRun_isOfTheRest() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("half.json"),
            """
            {"flowgauge": 1, "name": "half", "activities": {
              "a": {"type": "t", "events": [["STARTED", 0, 1], ["ACTIVE", 2, 1], ["COMPLETED", 12, 1]]},
              "b": {"type": "t", "events": [["STARTED", 12, 1], ["ACTIVE", 15, 1]]},
              "c": {"type": "t"}}, "dependencies": [["a", "b"], ["b", "c"]]}
            """);
    Outcome json = predict(document.toString(), "--deadline=40", "--format=json");

    assertThat(number(json, "elapsedSeconds")).isEqualTo(15);
    assertThat(number(json, "meanSeconds")).isCloseTo(9 + 12, within(1e-6));
    assertThat(number(json, "probabilityWithinDeadline")).isEqualTo(1);
    assertThat(predict(document.toString()).out()).contains("What remains", "REMAINING TIME");
  }

  @Test
  void predict_activityWithoutTimes_needsThem() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("bare.json"), "{\"flowgauge\": 1, \"activities\": {\"a\": {}}}");
    Outcome outcome = Outcome.of("predict", document.toString());

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.err()).contains("'a' has neither a law of duration nor measured times");
    predict(document.toString(), "--latency=exponential(mean=3)");
  }

  @Test
  void predict_asManyServicesAsThereCanBe_takesNoLongerThanFew() {
    Outcome json =
        predict(
            "--services=" + Integer.MAX_VALUE,
            "--latency=exponential(mean=1)",
            "--service-time=2",
            "--format=json");

    assertThat(number(json, "meanSeconds"))
        .isCloseTo(3.0 * Integer.MAX_VALUE, withinPercentage(1e-6));
    assertThat(json.out()).contains(Integer.MAX_VALUE + " services in a row");
  }

  @Test
  void predict_servicesThatDiffer_areNamedOneByOne() {
    Outcome json =
        predict(
            "--mode=dp",
            "--data-segments=2",
            "--service",
            "exponential(mean=60)",
            "--service=shifted(shift=40, base=exponential(mean=30))",
            "--format=json");

    assertThat(number(json, "meanSeconds")).isCloseTo(90 + 40 + 45, within(1e-6));
    assertThat(json.out()).contains("2 services in a row", "shifted(shift=40");
  }

  @Test
  void predict_deterministic_takesMeans() throws IOException {
    Path document = document("{\"type\": \"uniform\", \"lo\": 0, \"hi\": 60}");
    Outcome json = predict(document.toString(), "--mode=deterministic", "--format=json");

    assertThat(number(json, "meanSeconds")).isCloseTo(30 + 60, within(1e-9));
    assertThat(number(json, "sdSeconds")).isZero();
    assertThat(json.out()).contains("Every time is its mean.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--slots=0;--slots must be 1 or more, or any, but is '0'",
        "--slots=2 --data-segments=2000000;schedules on bounded slots are limited to 1048576 jobs",
        "--slots=many;--slots must be 1 or more, or any, but is 'many'",
        "--relative-error=2;--relative-error must be above 0 and below 1, but is 2.0",
        "--service=gamma();--service replaces",
        "--mode=both;there is no mode 'both', only asis, deterministic, dp, dsp",
        "--mode=asis;--mode asis needs a workflow",
        "--deadline=soon;--deadline must be a time",
        "--data-segments=0;--data-segments must be 1 or more",
        "--format=xml;there is no prediction format 'xml'"
      })
  void predict_wrongOption_isWrongUsage(String option, String message) {
    String all = "predict --latency=exponential(mean=60) " + option;
    Outcome outcome = Outcome.of(all.split(" ", -1));

    assertThat(outcome.status()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains(message);
  }

  @Test
  void predict_lawsBesideEvents_areOfTheRest() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("mixed.json"),
            """
            {"flowgauge": 1, "name": "mixed", "activities": {
              "a": {"type": "t", "events": [["STARTED", 0, 1], ["ACTIVE", 2, 1], ["COMPLETED", 12, 1]]},
              "b": {"type": "u", "duration": {"type": "constant", "seconds": 20},
                    "events": [["STARTED", 12, 1], ["ACTIVE", 15, 1]]},
              "c": {"type": "v", "duration": {"type": "uniform", "lo": 5, "hi": 15}}},
             "dependencies": [["a", "b"], ["b", "c"]]}
            """);
    Outcome json = predict(document.toString(), "--format=json");

    // b has run for 3 of its 20 s.
    assertThat(number(json, "meanSeconds")).isCloseTo(17 + 10, within(1e-6));
    assertThat(number(json, "elapsedSeconds")).isEqualTo(15);
    assertThat(json.out()).contains("2 durations from the document's laws.");
  }

  @Test
  void predict_sampleOnSlots_isNearWhatHappened() {
    String povray = Checkout.root().resolve("samples/povray").toString();
    Outcome json = predict(povray, "--format=json");

    assertThat(Math.abs(number(json, "relativeError"))).isLessThan(0.05);
    assertThat(json.out()).contains("on 2 slots", "taken to have waited for slots");
    assertThat(number(predict(povray, "--slots=any", "--format=json"), "relativeError"))
        .isGreaterThan(0.5);
    assertThat(number(predict(povray, "--slots=4", "--format=json"), "meanSeconds"))
        .isLessThan(number(json, "meanSeconds"));
    assertFits(predict(povray));
  }

  private static void assertFits(Outcome text) {
    assertThat(text.out()).doesNotContain("NaN", "Infinity", "null");
    assertThat(text.out().lines())
        .allMatch(line -> line.codePointCount(0, line.length()) <= WIDTH)
        .allMatch(line -> line.equals(line.stripTrailing()));
  }
}
