package io.flowgauge.traces.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.flowgauge.Flowgauge;
import io.flowgauge.run.EventType;
import io.flowgauge.run.TimeBase;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.trace.Diagnostic;
import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.trace.TraceFormatException;
import io.flowgauge.workflow.RegionKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunDocumentReaderTest {
  private static final String EXAMPLE =
      """
      { 'flowgauge': 1, 'name': 'fork-join', 'start': 0.0,
        'processors': { 'p1': {'speed': 2.0, 'slots': 3, 'site': 'linz'} },
        'activities': {
          'a': { 'type': 'mProject', 'kind': 'COMPUTE', 'processor': 'p1', 'wallclock': 40.0,
                 'ideal': 25.0,
                 'events': [['STARTED', 1.0, 1], ['ACTIVE', 5.0, 1], ['FAILED', 6.1, 1],
                            ['STARTED', 7, 2], ['COMPLETED', 47.0, 2]],
                 'phases': [['stage-in', 6.0, 9.0]] },
          'b': {} },
        'dependencies': [['a', 'b']],
        'services': [['scheduling', 0.0, 1.5]] }
      """;

  @Test
  void read_example_hasEveryPart() throws IOException {
    WorkflowRun run = read(EXAMPLE);
    assertThat(run.name()).isEqualTo("fork-join");
    assertThat(run.processors()).hasToString("[Processor[name=p1, speed=2.0, slots=3, site=linz]]");
    assertThat(run.execution("a").orElseThrow().wallclock()).contains(Duration.ofSeconds(40));
    assertThat(run.execution("a").orElseThrow().ideal()).contains(Duration.ofSeconds(25));
    assertThat(run.execution("a").orElseThrow().phases()).hasSize(1);
    assertThat(run.execution("a").orElseThrow().attempts())
        .allMatch(attempt -> attempt.processor().orElseThrow().equals("p1"))
        .extracting(attempt -> attempt.outcome().orElseThrow())
        .containsExactly(EventType.FAILED, EventType.COMPLETED);
    assertThat(run.workflow().find("b").orElseThrow().type()).isEqualTo("b");
    assertThat(run.workflow().dependencies()).hasToString("[a -> b]");
    assertThat(run.services()).hasSize(1);
    assertThat(run.makespan()).contains(Duration.ofSeconds(47));
  }

  @Test
  void read_decimalSeconds_loseNothing() throws IOException {
    WorkflowRun run =
        read("{'flowgauge':1,'activities':{'a':{'events':[['ACTIVE',0.123456789,1]]}}}");
    assertThat(run.startNanos()).hasValue(123_456_789L);
  }

  @Test
  void read_noDependencies_isOneParallelSection() throws IOException {
    WorkflowRun run = read("{'flowgauge':1,'activities':{'a':{},'b':{},'c':{}}}");
    assertThat(run.workflow().regions().kind()).isEqualTo(RegionKind.PARALLEL);
    assertThat(run.workflow().regions().members()).hasSize(3);
  }

  @Test
  void read_instants_areUtc() throws IOException {
    WorkflowRun run =
        read("{'flowgauge':1,'start':'1970-01-01T02:00:01+02:00','activities':{'a':{}}}");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UTC);
    assertThat(run.startNanos()).hasValue(1_000_000_000L);
  }

  @Test
  void read_localTimes_areOfUnknownZone() throws IOException {
    WorkflowRun run = read("{'flowgauge':1,'start':'1970-01-01T00:00:01','activities':{'a':{}}}");
    assertThat(run.timeBase()).isEqualTo(TimeBase.UNKNOWN_ZONE);
    assertThat(run.diagnostics())
        .anyMatch(d -> d.toString().contains("$.start: times have no zone"));
  }

  @Test
  void read_unknownKeys_giveOneRemark() throws IOException {
    WorkflowRun run =
        read("{'flowgauge':1,'x':[1],'activities':{'a':{'cost':1},'b':{'cost':NaN}}}");
    assertThat(run.diagnostics())
        .extracting(Diagnostic::message)
        .contains("unknown keys are ignored: $.x, $.activities.a.cost (1 more of that name)");
  }

  @Test
  void read_durationLaws_areRemarkedWhereNothingWasMeasured() throws IOException {
    WorkflowRun run =
        read("{'flowgauge':1,'activities':{'a':{'duration':{'type':'normal','mean':1,'sd':2}}}}");
    assertThat(run.diagnostics()).anyMatch(d -> d.message().startsWith("a stochastic workflow"));
    assertThat(run.diagnostics()).noneMatch(d -> d.message().contains("unknown"));
  }

  @Test
  void read_keysInAnyOrder_areTheSame() throws IOException {
    WorkflowRun run =
        read(
            "{'regions':{'links':[[0,1]],'irregular':['a',{'name':'n','sub-workflow':['b']}]},"
                + "'dependencies':[['a','b']],'activities':{'a':{'processor':'p'},'b':{}},"
                + "'processors':{'p':{}},'flowgauge':1}");
    assertThat(run.workflow().regions().kind()).isEqualTo(RegionKind.IRREGULAR);
    assertThat(run.workflow().regions().members().get(1).name()).isEqualTo("n");
    assertThat(run.diagnostics()).noneMatch(d -> d.severity() != Diagnostic.Severity.INFO);
  }

  /** Each line: the wrong part, the path in the message, and part of its text. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'name':3 | $.name: | found 3",
        "'start':'soon' | $.start: | found \"soon\"",
        "'start':NaN | $.start: | found NaN",
        "'start':-Infinity | $.start: | found -Infinity",
        "'start':1e999999999 | $.start: | 292 years",
        "'start':true | $.start: | found true",
        "'start':1e99999999999999 | $.start: | 292 years",
        "'timeBase':'mars' | $.timeBase: | unknown-zone",
        "'start':3,'timeBase':'utc' | $.timeBase: | number of seconds",
        "'start':'2026-01-01T00:00:00Z','services':[['s',1,2]] | $.services[0][1]: | $.start",
        "'services':[['s',2,1]] | $.services[0][2]: | before its start",
        "'services':[['s',2]] | $.services[0]: | 2 elements",
        "'processors':{'p':{'speed':0}} | $.processors.p.speed: | above 0",
        "'processors':{'p':{'speed':1e999}} | $.processors.p.speed: | above 0",
        "'processors':{'p':{'slots':0}} | $.processors.p.slots: | 1 or more",
        "'processors':{'p':{'slots':1.5}} | $.processors.p.slots: | 1 or more",
        "'processors':{'p':{},'p':{}} | $.processors.p: | second time",
        "'dependencies':[['a','z']] | $.dependencies[0][1]: | unknown reference \"z\"",
        "'dependencies':[['a','b'],['z','a']] | $.dependencies[1][0]: | unknown reference \"z\"",
        "'dependencies':[['a']] | $.dependencies[0]: | 1 element",
        "'dependencies':[['a','a']] | $.dependencies[0]: | a -> a",
        "'dependencies':[['a','b'],['b','a']] | $.dependencies[1]: | a -> b -> a",
        "'regions':'a' | $.regions: | without b",
        "'regions':{'sequence':['a','b','a']} | $.regions.sequence[2]: | second time",
        "'regions':{'sequence':['a','b','z']} | $.regions.sequence[2]: | unknown reference",
        "'regions':{'sequence':['a'],'parallel':['b']} | $.regions.parallel: | exactly one",
        "'regions':{'sequence':[]} | $.regions.sequence: | no member",
        "'regions':{} | $.regions: | none of them",
        "'regions':{'parallel':['a','b'],'links':[[0,1]]} | $.regions.links: | irregular",
        "'regions':{'irregular':['a','b'],'links':[[0,2]]} | $.regions.links[0]: | below 2",
        "'diagnostics':[{'where':'x'}] | $.diagnostics[0]: | severity",
        "'recordedMakespan':-1 | $.recordedMakespan: | found -1",
      })
  void read_wrongPart_namesPath(String part, String path, String says) {
    refuse("{'flowgauge':1,%s,'activities':{'a':{},'b':{}}}".formatted(part), path, says);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'type':'' | $.activities.a.type: | empty text",
        "'kind':'compute' | $.activities.a.kind: | one of [COMPUTE, TRANSFER]",
        "'processor':'p' | $.activities.a.processor: | unknown reference \"p\"",
        "'attemptProcessors':{'0':'p'} | $.activities.a.attemptProcessors['0']: | counted from 1",
        "'wallclock':-1 | $.activities.a.wallclock: | found -1",
        "'ideal':'1' | $.activities.a.ideal: | found \"1\"",
        "'events':{} | $.activities.a.events: | found an object",
        "'events':[['ACTIVE',1]] | $.activities.a.events[0]: | [TYPE, time, attempt]",
        "'events':[['RUNNING',1,1]] | $.activities.a.events[0][0]: | ACTIVE",
        "'events':[['ACTIVE',1,1],['ACTIVE',[],1]] | $.activities.a.events[1][1]: | an array",
        "'events':[['ACTIVE',1,0]] | $.activities.a.events[0][2]: | counted from 1",
        "'events':[['ACTIVE',1,1.5]] | $.activities.a.events[0][2]: | counted from 1",
        "'events':[['ACTIVE',1,99999999999]] | $.activities.a.events[0][2]: | counted from 1",
        "'phases':[['x',3,2.5]] | $.activities.a.phases[0][2]: | 500000000 ns before",
        "'iteration':0 | $.activities.a.iteration: | counted from 1",
        "'attributes':{'k':1} | $.activities.a.attributes.k: | found 1",
        "'duration':3 | $.activities.a.duration: | law",
      })
  void read_wrongActivity_namesPath(String part, String path, String says) {
    refuse("{'flowgauge':1,'activities':{'a':{%s}}}".formatted(part), path, says);
  }

  @Test
  void read_unknownProcessor_isNamedWhereItStandsFirst() {
    refuse(
        "{'flowgauge':1,'activities':{'a':{'processor':'p'},'b':{'processor':'p'}}}",
        "$.activities.a.processor:",
        "unknown reference \"p\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'flowgauge':1}",
        "{'flowgauge':1,'activities':{'a':{},'a':{}}}",
        "{'flowgauge':1,'activities':{'':{}}}",
        "{'flowgauge':1,'activities':{'a':{}}} {}",
        "{'flowgauge':1,'activities':{'a':{}",
        "{'flowgauge':1,'activities':[]}",
        "{'flowgauge':1,'activities':{'a':{}},}",
        "{'flowgauge':1,'activities':{'a':\u0000}}"
      })
  void read_malformed_isRefused(String text) {
    refuse(text, "", "expected");
  }

  @Test
  void read_otherVersion_isRefused() {
    refuse("{'flowgauge':2,'activities':{}}", "$.flowgauge: found 2", "version 1");
    refuse("{'flowgauge':'1','activities':{}}", "$.flowgauge: found \"1\"", "version 1");
  }

  @Test
  void read_deepNesting_isRefused() {
    refuse("{'flowgauge':1,'x':" + "[".repeat(100_000), "$.x", "nesting depth");
    refuse("{'flowgauge':1,'regions':" + "{'sequence':[".repeat(10_000), "$.regions", "depth");
  }

  @Test
  void read_hugeNumbers_areRefused() {
    refuse("{'flowgauge':1,'start':" + "9".repeat(100_000) + "}", "$", "length");
    refuse(
        "{'flowgauge':1,'activities':{'a':{'events':[['ACTIVE',1e-999999999,0]]}}}", "$", "from 1");
  }

  @ParameterizedTest
  @CsvSource({
    "1e308, 'found 1e308, which is above 2147483647, expected the number of an attempt'",
    "2147483648, 'found 2147483648, which is above 2147483647, expected the number of'",
    "1.5, 'found 1.5, expected the number of an attempt'",
    "-1e308, 'found -1e308, expected the number of an attempt'"
  })
  void read_attemptThatIsNoWholeNumber_isRefused(String attempt, String says) {
    refuse(
        "{'flowgauge':1,'activities':{'a':{'events':[['ACTIVE',1," + attempt + "]]}}}",
        "$.activities.a.events[0][2]",
        says);
  }

  @Test
  void match_documents_areRecognised() {
    assertThat(match("\uFEFF{\"flowgauge\": 1")).isEqualTo(RunReader.Match.RUN);
    assertThat(match("{\"name\": \"x\", \"activities\": {")).isEqualTo(RunReader.Match.RUN);
    assertThat(match("{\"x\": {\"activities\": 1}}")).isEqualTo(RunReader.Match.NO);
    assertThat(match("[1, 2")).isEqualTo(RunReader.Match.NO);
    assertThat(match("\u0000\u0001")).isEqualTo(RunReader.Match.NO);
    assertThat(match("")).isEqualTo(RunReader.Match.NO);
  }

  @Test
  void write_unfinishedRun_saysThatNowIsLost() throws IOException {
    var recorder = Flowgauge.recorder("live");
    recorder.record("a", EventType.ACTIVE, 0, 1);
    WorkflowRun run = recorder.snapshot(Instant.ofEpochSecond(9));
    assertThat(new RunDocumentWriter().write(run, OutputStream.nullOutputStream()))
        .singleElement()
        .hasToString(
            "warning: run: the run was not finished: its open states were measured until"
                + " 1970-01-01T00:00:09Z, but a reader of the document measures them until the last"
                + " event");
  }

  @Test
  void write_runBetweenActivities_saysThatItIsTakenAsFinished() throws IOException {
    var recorder = Flowgauge.recorder("live");
    recorder.dependency("a", "b");
    assertTakenAsFinished(recorder.snapshot(Instant.ofEpochSecond(1)));
    recorder.record("a", EventType.ACTIVE, 2_000_000_000L, 1);
    recorder.record("a", EventType.COMPLETED, 3_000_000_000L, 1);
    assertTakenAsFinished(recorder.snapshot(Instant.ofEpochSecond(9)));
    assertThat(new RunDocumentWriter().write(recorder.snapshot(), OutputStream.nullOutputStream()))
        .isEmpty();
  }

  private static void assertTakenAsFinished(WorkflowRun run) throws IOException {
    var out = new ByteArrayOutputStream();
    assertThat(new RunDocumentWriter().write(run, out))
        .singleElement()
        .hasToString(
            "warning: run: the run was not finished, but since no activity was under way, a reader"
                + " of the document takes it as finished");
    assertThat(run.isFinished()).isFalse();
    assertThat(read(out.toString(StandardCharsets.UTF_8)).isFinished()).isTrue();
  }

  private static WorkflowRun read(String text) throws IOException {
    return RunDocumentRoundTripTest.read(text.replace('\'', '"'));
  }

  private static RunReader.Match match(String head) {
    return new RunDocumentReader().match(new TraceFile(Path.of("x.json"), head));
  }

  private static void refuse(String text, String path, String says) {
    assertThatExceptionOfType(TraceFormatException.class)
        .isThrownBy(() -> read(text))
        .satisfies(
            e ->
                assertThat(List.of(e.getMessage().split("\n", -1)))
                    .singleElement()
                    .asString()
                    .contains("run.json: " + (path == null ? "" : path))
                    .contains(says));
  }
}
