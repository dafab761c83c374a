package io.flowgauge.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.Flowgauge;
import io.flowgauge.history.History;
import io.flowgauge.history.LearnedForecast;
import io.flowgauge.history.LearnedPrediction;
import io.flowgauge.history.LearnedRun;
import io.flowgauge.history.NoForecastException;
import io.flowgauge.learning.saved.Checksum;
import io.flowgauge.run.EventType;
import io.flowgauge.run.RunRecorder;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.spi.DocumentFormat;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.Activity;
import io.flowgauge.workflow.Workflow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFileTest {
  private static final String WORD = "marker";

  @TempDir private Path folder;

  private Path saved(History history) throws IOException {
    Path file = folder.resolve("model.json");
    history.save(file);
    return file;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void read_saved_predictsTheSame(long seed) throws IOException {
    RandomRuns random = new RandomRuns(seed, WORD);
    List<WorkflowRun> runs = random.runs(5 + (int) seed);
    History history = History.of(runs);
    History read = History.read(saved(history));

    assertThat(read).hasToString(history.toString());
    assertThat(read.types()).isEqualTo(history.types());
    for (WorkflowRun each : List.of(runs.get(0), runs.get(1), random.run(99, 10, 1))) {
      assertThat(answers(read, each)).isEqualTo(answers(history, each));
    }
  }

  /** Returns every answer about a run as text, to the last digit. */
  private static List<String> answers(History history, WorkflowRun run) {
    LearnedPrediction prediction = history.predict(run.workflow()).samples(32);
    List<String> answers = new ArrayList<>();
    answers.add(prediction.basis().toString());
    List<LearnedPrediction> asked =
        List.of(
            prediction,
            prediction.slots(2),
            prediction.unboundedSlots(),
            prediction.machine(WORD + ".host1"),
            prediction.machine("elsewhere"),
            prediction.machine(run.workflow().activity(0).id(), WORD + ".host2"),
            prediction.inputFactor(2));
    for (LearnedPrediction each : asked) {
      answers.add(answer(each::forecast));
      answers.add(each.activity(run.workflow().activity(1).id()).quantile(0.9) + "");
    }
    for (Activity each : run.workflow().activities()) {
      answers.add(each.id() + " " + prediction.activity(each.id()).quantile(0.3));
    }
    LearnedRun followed = prediction.machine(WORD + ".host0").start();
    int half = run.workflow().activityCount() / 2;
    for (int k = 0; k <= half; k++) {
      String id = run.workflow().activity(k).id();
      followed.started(id, WORD + ".host" + k % 2, k);
      if (k < half) {
        followed.finished(id, k + 25.5);
      }
    }
    answers.add(answer(() -> followed.remaining(half + 26)));
    return answers;
  }

  private static String answer(Supplier<LearnedForecast> asked) {
    try {
      LearnedForecast forecast = asked.get();
      return forecast.quantile(0.1)
          + " "
          + forecast.quantile(0.5)
          + " "
          + forecast.quantile(0.95)
          + " "
          + forecast.sources()
          + " "
          + forecast.sdAfterOneMoreRun()
          + " "
          + forecast.basis();
    } catch (NoForecastException e) {
      return e.getMessage();
    }
  }

  @Test
  void remaining_ofARunThatGoesOn_isTheSame() throws IOException {
    RandomRuns random = new RandomRuns(3, WORD);
    History history = History.of(random.runs(7));
    WorkflowRun going = random.begun(6);
    LearnedForecast known = history.predict(going.workflow()).remaining(going);
    LearnedForecast read = History.read(saved(history)).predict(going.workflow()).remaining(going);

    assertThat(known.mean()).isPositive();
    assertThat(read.quantile(0.9)).isEqualTo(known.quantile(0.9));
    assertThat(read.basis()).hasToString(known.basis().toString());
  }

  /** Records eight activities in one queue and two in another; each queue has one slot. */
  private static WorkflowRun onQueues(int day, int recorded) {
    RunRecorder recorder = Flowgauge.recorder("queues");
    long start = day * 86_400_000_000_000L;
    recorder.start(start);
    for (int k = 0; k < 10; k++) {
      String id = "a_" + k;
      String queue = k < 8 ? "long" : "short";
      recorder.activity(Activity.of(id, "a").withAttribute("queue", queue));
      long begin = start + k % 8 * 10_000_000_000L;
      if (k % 8 < recorded) {
        recorder.record(id, EventType.ACTIVE, begin, 1);
        recorder.record(id, EventType.COMPLETED, begin + 10_000_000_000L, 1);
      }
    }
    return recorder.snapshot();
  }

  @Test
  void remaining_onQueuesWithSlotsOfTheirOwn_isTheSame() throws IOException {
    History history = History.of(List.of(onQueues(1, 8), onQueues(2, 8), onQueues(3, 8)));
    WorkflowRun going = onQueues(4, 3);
    LearnedForecast known = history.predict(going.workflow()).remaining(going);
    LearnedForecast read = History.read(saved(history)).predict(going.workflow()).remaining(going);

    // Five activities of the long queue are left on its one slot; on two shared slots they would
    // take 30 s.
    assertThat(known.quantile(0.5)).isBetween(45.0, 55.0);
    assertThat(read.quantile(0.5)).isEqualTo(known.quantile(0.5));
  }

  @Test
  void read_workflowAlikeToOtherRuns_isStretchedAsTheMostAlike() throws IOException {
    History history = History.of(new RandomRuns(4, WORD).runs(8));
    Workflow other = Flowgauge.workflow("other").then("type0").then("type1").build();
    LearnedForecast known = history.predict(other).forecast();
    LearnedForecast read = History.read(saved(history)).predict(other).forecast();

    assertThat(read.basis()).hasToString(known.basis().toString());
    assertThat(read.quantile(0.5) / known.quantile(0.5)).isBetween(0.99, 1.01);
    assertThat(read.quantile(0.9) / known.quantile(0.9)).isBetween(0.7, 1.4).isNotEqualTo(1);
  }

  @Test
  void read_noRuns_knowsNothing() throws IOException {
    History read = History.read(saved(History.of()));

    assertThat(read.runs()).isZero();
    assertThat(read.predict(new RandomRuns(1, WORD).run(1, 8, 0).workflow()).basis().toString())
        .startsWith("no earlier run");
  }

  @Test
  void save_ofWhatWasRead_isTheSameFile() throws IOException {
    Path first = saved(History.of(new RandomRuns(6, WORD).runs(5)));
    Path second = folder.resolve("again.json");
    History.read(first).save(second);

    assertThat(second).hasSameTextualContentAs(first);
    History.read(first).saveWithMachineNames(second);
    assertThat(second).hasSameTextualContentAs(first);
  }

  @Test
  void save_namesOfAllKinds_areNotInTheFile() throws IOException {
    List<WorkflowRun> runs = new RandomRuns(3, WORD).runs(6);
    History history = History.of(runs);

    assertThat(history.machines()).isNotEmpty().allMatch(name -> name.startsWith(WORD));
    assertThat(Files.readString(saved(history))).doesNotContainIgnoringCase(WORD);
    assertThat(Files.readString(saved(history)))
        .contains("type1", "\"binds\"", "\"place\"")
        .doesNotContain("fits", "home");
  }

  @Test
  void saveWithMachineNames_asked_hasThemAndNoOthers() throws IOException {
    History history = History.of(new RandomRuns(3, WORD).runs(6));
    Path file = folder.resolve("model.json");
    history.saveWithMachineNames(file);
    String text = Files.readString(file);

    assertThat(History.read(file).machines()).isEqualTo(history.machines());
    assertThat(text).contains(WORD + ".host1", WORD + ".site");
    assertThat(text.replace(WORD + ".host", "").replace(WORD + ".site", "")).doesNotContain(WORD);
    History.read(file).save(file);
    assertThat(Files.readString(file)).doesNotContain(WORD);
  }

  /** Each activity is stored twice, with and without its machine; all else is small. */
  @Test
  void save_manyActivities_takesRoomForWorkAlone() throws IOException {
    int activities = 4000;
    RandomRuns random = new RandomRuns(4, WORD);
    History history = History.of(random.run(1, activities, 0), random.run(2, activities, 0));
    Path file = saved(history);

    assertThat(Files.size(file)).isLessThan(2 * 65L * activities + 200_000);
  }

  @Test
  void read_folder_isAnErrorThatNamesIt() {
    assertThatThrownBy(() -> History.read(folder))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(folder + ": found a folder, expected a model file");
  }

  @Test
  void read_cutAnywhere_isAnError() throws IOException {
    byte[] all = Files.readAllBytes(saved(History.of(new RandomRuns(5, WORD).run(1, 4, 0))));
    Path file = folder.resolve("cut.json");
    for (int length = 0;
        length < all.length - 1;
        length++) { // A missing last line feed is accepted.
      Files.write(file, Arrays.copyOf(all, length));
      assertThatThrownBy(() -> History.read(file))
          .isInstanceOf(TraceFormatException.class)
          .hasMessageContaining("cut.json")
          .hasMessageContaining("expected");
    }
  }

  @Test
  void read_bytesChanged_isAnErrorOrTheSameModel() throws IOException {
    List<WorkflowRun> runs = new RandomRuns(4, WORD).runs(2);
    History history = History.of(runs);
    byte[] all = Files.readAllBytes(saved(history));
    Path file = folder.resolve("changed.json");
    Random random = new Random(1);
    int errors = 0;
    for (int k = 0; k < 1000; k++) {
      byte[] changed = all.clone();
      for (int n = 0; n <= k % 3; n++) {
        changed[random.nextInt(changed.length)] =
            (byte) (k % 2 == 0 ? random.nextInt() : "0127{}[],\":e-".charAt(random.nextInt(13)));
      }
      Files.write(file, changed);
      try {
        History.read(file).save(file);
        assertThat(file).hasBinaryContent(all);
      } catch (TraceFormatException e) {
        assertThat(e).hasMessageStartingWith(file + ": ").hasMessageContaining(", expected ");
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(900);
  }

  /** Even a file with a valid checksum may hold wrong values. */
  @Test
  void read_wrongValuesOfTheRightSum_isAnErrorOrAModel() throws IOException {
    Path saved = saved(History.of(new RandomRuns(4, WORD).runs(2)));
    Map<String, Object> good = DocumentFormat.installed().read(saved);
    Path file = folder.resolve("wrong.json");
    Random random = new Random(1);
    int errors = 0;
    for (int k = 0; k < 1000; k++) {
      Map<String, Object> document = copy(good);
      document.remove("checksum");
      change(document, random);
      document.put("checksum", Checksum.of(document));
      DocumentFormat.installed().write(document, file);
      try {
        History.read(file);
      } catch (TraceFormatException e) {
        assertThat(e).hasMessageStartingWith(file + ": $").hasMessageContaining(", expected ");
        errors++;
      }
    }
    assertThat(errors).isGreaterThan(500);
  }

  /** Returns a deep copy of a document that keeps the order of its members. */
  private static Map<String, Object> copy(Map<?, ?> object) {
    Map<String, Object> copy = new LinkedHashMap<>();
    object.forEach((key, value) -> copy.put((String) key, copyOfValue(value)));
    return copy;
  }

  private static Object copyOfValue(Object value) {
    if (value instanceof Map<?, ?> map) {
      return copy(map);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(each -> copy.add(copyOfValue(each)));
      return copy;
    }
    return value;
  }

  /** Changes or removes one value anywhere in a document. */
  @SuppressWarnings("unchecked")
  private static void change(Object within, Random random) {
    List<Object> wrong = List.of(0.0, -1.0, 1e-300, 1e300, 0.5, 3e9, "", true, List.of(), Map.of());
    Object other = wrong.get(random.nextInt(wrong.size()));
    if (within instanceof Map<?, ?> map) {
      Map<String, Object> members = (Map<String, Object>) map;
      String key = new ArrayList<>(members.keySet()).get(random.nextInt(members.size()));
      if (isFull(members.get(key)) && random.nextInt(8) > 0) {
        change(members.get(key), random);
      } else if (random.nextInt(4) == 0) {
        members.remove(key);
      } else {
        members.put(key, other);
      }
    } else {
      List<Object> elements = (List<Object>) within;
      int index = random.nextInt(elements.size());
      if (isFull(elements.get(index)) && random.nextInt(8) > 0) {
        change(elements.get(index), random);
      } else {
        elements.set(index, other);
      }
    }
  }

  private static boolean isFull(Object value) {
    return (value instanceof Map<?, ?> map && !map.isEmpty())
        || (value instanceof List<?> list && !list.isEmpty());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|$: found an object without format, expected one with it",
        "{\"format\": 1}|$.format: found 1.0, expected a text",
        "{\"format\": \"x\"}|$.format: found \"x\", expected \"flowgauge model\"",
        "{\"format\": \"flowgauge model\", \"version\": 2}"
            + "|$.version: found 2.0, expected version 1",
        "[]|$: found an array, expected an object"
      })
  void read_noModel_saysWhatItIs(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("x.json"), text);

    assertThatThrownBy(() -> History.read(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessage(file + ": " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"binds\":true|\"binds\":1|.slots.binds: found 1.0, expected true or false",
        "\"activities\":8|\"activities\":-8|.activities: found -8.0, expected a whole number of 0 or more",
        "\"runs\":[0,1|\"runs\":[0,7|$.calibrations[0].runs[1]: found 7.0, expected the number of a run",
        "\"types\":[\"type0\"|\"types\":[0|.types[0]: found 0.0, expected a text",
        "\"starts\":[|\"starts\":[[1,999999999],|.starts[0][1]: found 9.99999999E8, expected a sample",
        "\"salt\":|\"pepper\":|$: found an object without salt, expected one with it",
        "\"greatest\":|\"greatest\":1|$: found values that do not match the checksum, expected"
            + " values with checksum"
      })
  void read_oneValueChanged_saysWhere(String from, String to, String message) throws IOException {
    RandomRuns random = new RandomRuns(0, WORD);
    Path file = saved(History.of(random.run(1, 8, 0), random.run(2, 8, 0)));
    String text = Files.readString(file);

    assertThat(text).contains(from);
    Files.writeString(file, text.replaceFirst(Pattern.quote(from), to));
    assertThatThrownBy(() -> History.read(file)).hasMessageContaining(message);
  }

  @Test
  void isSaved_ofFiles_isHowTheyBegin() throws IOException {
    Path file = saved(History.of());
    Path spaced = folder.resolve("spaced.json");
    Files.writeString(spaced, "\n { \"format\" : \"flowgauge model\",");

    assertThat(History.isSaved(file)).isTrue();
    assertThat(History.isSaved(spaced)).isTrue();
    assertThat(History.isSaved(folder)).isFalse();
    assertThat(History.isSaved(Files.writeString(spaced, "{\"format\": \"x\"}"))).isFalse();
    assertThat(History.isSaved(Files.write(spaced, new byte[0]))).isFalse();
  }
}
