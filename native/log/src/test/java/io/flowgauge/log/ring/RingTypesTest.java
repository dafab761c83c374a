package io.flowgauge.log.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingTypesTest {
  private static final HeaderMessage FIRST =
      new HeaderMessage(1, EventSchema.named("first").int32("x").build());
  private static final HeaderMessage SECOND =
      new HeaderMessage(2, EventSchema.named("second").build());

  @TempDir private Path folder;
  private byte[] file;

  @BeforeEach
  void write() throws IOException {
    try (RingSession session = RingSession.open(folder, 7)) {
      session.describe(FIRST);
      session.describe(SECOND);
      try (Stream<Path> all = Files.list(folder)) {
        Path types = all.filter(each -> each.toString().endsWith(RingFiles.TYPES)).findAny().get();
        file = Files.readAllBytes(types);
      }
    }
  }

  @Test
  void decode_wholeFile_hasAllTypes() throws FormatException {
    assertThat(types(file)).containsExactly(FIRST, SECOND);
  }

  /** As after a power failure, when the file has its length but not its bytes. */
  @Test
  void decode_zerosAtTheEnd_hasTheTypesBefore() throws FormatException {
    for (int zeros = 1; zeros < 100; zeros++) {
      assertThat(types(Arrays.copyOf(file, file.length + zeros))).containsExactly(FIRST, SECOND);
    }
    int second = file.length - SECOND.bytes() - Integer.BYTES;
    byte[] lost = Arrays.copyOf(Arrays.copyOf(file, second), file.length);
    assertThat(types(lost)).containsExactly(FIRST);
  }

  private static List<HeaderMessage> types(byte[] bytes) throws FormatException {
    RingTypes decoded = RingTypes.decode(ByteBuffer.wrap(bytes));
    assertThat(decoded.log()).isEqualTo(7);
    return decoded.types();
  }
}
