package io.flowgauge.log.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.text.EventReader;
import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes, readers of text forms give events or refuse them. Runs as a test on the
 * inputs below; to search for worse inputs with Jazzer, one method at a time: {@code JAZZER_FUZZ=1
 * mvn -Dquick -pl native/log-text -am test -Dtest=HostileTextFuzzTest#bp_anyBytes_isReadOrRefused
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class HostileTextFuzzTest {
  private static final String DURATION = "30m";

  private static Stream<Arguments> texts() {
    return Stream.of(
            "ts=2014-05-13T16:53:20.000007Z event=transfer.end level=Info BYTES=65536 F=\"a b\"\n",
            "DATE=20140513165320.000007 HOST=h PROG=p LVL=Info NL.EVNT=transfer.end BYTES=1\n",
            "<events><event name=\"e\" time=\"2014-05-13T16:53:20.000000007Z\" host=\"h\""
                + " program=\"p\" pid=\"1\" tid=\"1\" thread=\"main\"><value name=\"B\""
                + " type=\"int32\">65536</value></event></events>",
            "# all\nevent=transfer.* where=BYTES>=65536&N<2 to=tcp://localhost:1 id=r1\n")
        .map(text -> Arguments.of((Object) text.getBytes(UTF_8)));
  }

  @MethodSource("texts")
  @FuzzTest(maxDuration = DURATION)
  void bp_anyBytes_isReadOrRefused(byte[] bytes) throws IOException {
    readText(EventReader.bp(new ByteArrayInputStream(bytes), "bp"));
  }

  @MethodSource("texts")
  @FuzzTest(maxDuration = DURATION)
  void ulm_anyBytes_isReadOrRefused(byte[] bytes) throws IOException {
    readText(EventReader.ulm(new ByteArrayInputStream(bytes), "ulm"));
  }

  @MethodSource("texts")
  @FuzzTest(maxDuration = DURATION)
  void xml_anyBytes_isReadOrRefused(byte[] bytes) throws IOException {
    try {
      readText(EventReader.xml(new ByteArrayInputStream(bytes), "xml"));
    } catch (TraceFormatException e) {
      return; // Invalid documents are refused.
    }
  }

  private static void readText(EventCursor events) throws IOException {
    try {
      Everything.readFrom(events);
    } catch (TraceFormatException e) {
      return; // Invalid events are refused.
    }
  }
}
