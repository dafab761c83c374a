package io.flowgauge.log.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.log.read.EventCursor;
import io.flowgauge.log.read.LogReader;
import io.flowgauge.log.trigger.TriggerFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the bytes, readers give events, count a loss, or throw a declared exception. Runs as a
 * test on the inputs below; to search for worse inputs with Jazzer, one method at a time: {@code
 * JAZZER_FUZZ=1 mvn -Dquick -pl native/log -am test
 * -Dtest=HostileInputFuzzTest#log_soundChecksums_isRead -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class HostileInputFuzzTest {
  private static final String DURATION = "30m";
  private static final byte LITTLE = 1;
  private static final int MARKER_BYTES = 8;

  private static Stream<Arguments> logs() throws IOException {
    return Stream.of(
        Arguments.of((Object) golden("golden-1-little.nlb")),
        Arguments.of((Object) golden("golden-1-big.nlb")));
  }

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = LogReader.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private static Stream<Arguments> triggers() {
    return Stream.of(
            "ts=2014-05-13T16:53:20.000007Z event=transfer.end level=Info BYTES=65536 F=\"a b\"\n",
            "# all\nevent=transfer.* where=BYTES>=65536&N<2 to=tcp://localhost:1 id=r1\n")
        .map(text -> Arguments.of((Object) text.getBytes(UTF_8)));
  }

  @MethodSource("logs")
  @FuzzTest(maxDuration = DURATION)
  void log_anyBytes_isRead(byte[] bytes) throws IOException {
    read(bytes);
  }

  /** Corrects checksums first, as hardly any changed bytes would get past them. */
  @MethodSource("logs")
  @FuzzTest(maxDuration = DURATION)
  void log_soundChecksums_isRead(byte[] bytes) throws IOException {
    ByteBuffer log = ByteBuffer.wrap(bytes);
    for (int at = 0; at + BlockHeader.BYTES <= bytes.length; at++) {
      if (BlockHeader.mayBeginAt(log, at)) {
        mend(log, at);
        at += MARKER_BYTES;
      }
    }
    read(bytes);
  }

  /** Corrects the checksums of the sections that a block has. */
  private static void mend(ByteBuffer log, int at) {
    log.order(log.get(at + 9) == LITTLE ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    long descriptors = 0L + log.getInt(at + 76) + log.getInt(at + 80);
    int bodies = log.getInt(at + 12);
    int from = at + BlockHeader.BYTES;
    if (fits(log, from, descriptors) && fits(log, from + descriptors, bodies)) {
      log.putInt(at + 84, BlockHeader.checksum(log, from, (int) descriptors));
      log.putInt(at + 88, BlockHeader.checksum(log, from + (int) descriptors, bodies));
    }
    log.putInt(at + 92, BlockHeader.checksum(log, at, 92));
  }

  private static boolean fits(ByteBuffer log, long from, long bytes) {
    return bytes >= 0 && from + bytes <= log.limit();
  }

  private static void read(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("fuzz", ".nlb");
    try {
      Files.write(file, bytes);
      try (LogReader log = LogReader.open(file)) {
        Everything.readFrom(log.cursor());
        log.blocks().forEach(HostileInputFuzzTest::readUnchecked);
        log.losses();
        log.streams();
      }
    } finally {
      Files.delete(file);
    }
  }

  private static void readUnchecked(EventCursor events) {
    try {
      Everything.readFrom(events);
    } catch (IOException e) {
      throw new AssertionError("a file that was read before", e);
    }
  }

  @MethodSource("triggers")
  @FuzzTest(maxDuration = DURATION)
  void trigger_anyBytes_isRead(byte[] bytes) throws IOException {
    Path file = Files.createTempFile("fuzz", ".trigger");
    try {
      Files.write(file, bytes);
      TriggerFile.at(file).read();
    } finally {
      Files.delete(file);
    }
  }
}
