package io.flowgauge.log.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FollowTest {
  @TempDir Path folder;

  /** The file grows byte by byte: no event is read early, twice or never. */
  @Test
  void appended_fileGrowsByteByByte_givesEachEventOnce() throws IOException {
    byte[] whole = Logs.bytes(folder, 3, 4);
    Path file = folder.resolve("growing.nlb");
    Files.createFile(file);
    List<Integer> numbers = new ArrayList<>();

    try (LogReader log = LogReader.open(file)) {
      for (byte b : whole) {
        Files.write(file, new byte[] {b}, StandardOpenOption.APPEND);
        EventCursor events = log.appended();
        while (events.next()) {
          numbers.add(events.int32(0));
        }
      }

      assertThat(numbers).isEqualTo(IntStream.range(0, 12).boxed().toList());
      assertThat(log.losses()).isEmpty();
      assertThat(log.streams().get(0).complete()).isTrue();
    }
  }

  @Test
  void appended_firstCall_givesAll() throws IOException {
    Path file = folder.resolve("whole.nlb");
    Logs.write(file, 2, 2);

    try (LogReader log = LogReader.open(file)) {
      EventCursor events = log.appended();
      for (int k = 0; k < 4; k++) {
        assertThat(events.next()).isTrue();
      }
      assertThat(events.next()).isFalse();
      assertThat(log.appended().next()).isFalse();
      assertThat(Logs.numbers(log)).hasSize(4);
    }
  }

  private static List<Integer> appended(LogReader log) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (EventCursor events = log.appended(); events.next(); ) {
      numbers.add(events.int32(0));
    }
    return numbers;
  }

  /** As {@code logrotate} does it: the writer goes on in a new file. */
  @Test
  void appended_fileMovedDeletedOrEmptied_givesWhatFollows() throws Exception {
    Path file = folder.resolve("rotated.nlb");
    try (EventLog writer = EventLog.open(file);
        LogReader log = LogReader.open(file)) {
      DeclaredEvent numbered = writer.declare(Logs.NUMBERED);
      Logs.log(numbered, 0, 3);
      writer.flush();
      Files.move(file, folder.resolve("rotated.nlb.1"));
      assertThat(appended(log)).containsExactly(0, 1, 2);

      Logs.log(numbered, 3, 5);
      writer.flush();
      assertThat(appended(log)).containsExactly(3, 4);

      Files.delete(file);
      assertThat(appended(log)).isEmpty();
      Logs.log(numbered, 5, 7);
      writer.flush();
      assertThat(appended(log)).containsExactly(5, 6);

      Files.newByteChannel(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
          .close();
      assertThat(appended(log)).isEmpty();
      Logs.log(numbered, 7, 9);
      writer.flush();
      assertThat(appended(log)).containsExactly(7, 8);
      assertThat(log.losses()).isEmpty();
    }
  }

  /**
   * Each session of a program has its own rings, and many sessions may come while a log is read.
   */
  @Test
  @EnabledOnOs(OS.LINUX)
  void appended_manySessions_keepsNoFilesOpen() throws IOException {
    Path file = folder.resolve("sessions.nlb");
    Logs.write(file, 1, 1);

    try (LogReader log = LogReader.open(file)) {
      for (int k = 0; k < 3; k++) {
        try (EventLog writer = EventLog.to(file).buffer(1 << 18).open()) {
          Logs.log(writer.declare(Logs.NUMBERED), 0, 1);
          log.appended();
        }
      }
      log.appended();

      assertThat(openFiles()).noneMatch(name -> name.contains("sessions.nlb.rings"));
    }
  }

  private static List<String> openFiles() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        names.add(target(each).toString());
      }
    }
    return names;
  }

  private static Path target(Path link) throws IOException {
    try {
      return Files.readSymbolicLink(link);
    } catch (NoSuchFileException e) {
      return link; // The folder's own descriptor, or one closed meanwhile.
    }
  }
}
