package io.flowgauge.log.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogDestinationTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nothing",
        "ftp://host",
        "file:",
        "unix:",
        "tcp:host:1",
        "tcp://host",
        "tcp://host:0",
        "tcp://host:65536",
        "tcp://:1",
        "tcp://::1:1",
        "dir:",
        "dir:?max=1",
        "dir:a?max=0",
        "dir:a?max=-1",
        "dir:a?max=x",
        "dir:a?max=1&max=2",
        "dir:a?most=1",
        "dir:a?",
        "dir:a?=1"
      })
  void parse_noDestination_throws(String to) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogDestination.parse(to))
        .withMessageContaining("to must ");
  }

  @Test
  void parse_destination_knowsItsParts() {
    assertThat(LogDestination.parse("file:a b")).isEqualTo(new FileDestination(Path.of("a b")));
    assertThat(LogDestination.parse("tcp://[::1]:80/")).isEqualTo(new TcpDestination("::1", 80));
    assertThat(LogDestination.parse("tcp://a_b.c:1")).isEqualTo(new TcpDestination("a_b.c", 1));
    assertThat(LogDestination.parse("unix:/a")).isEqualTo(new UnixDestination(Path.of("/a")));
    assertThat(LogDestination.parse("dir:/a?b?keep=3&max=99&age=2"))
        .isEqualTo(new DirectoryDestination(Path.of("/a?b"), 99, 3, 2_000_000_000L));
  }

  @Test
  void open_nobodyListens_throws() throws IOException {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    assertThatThrownBy(LogDestination.parse("tcp://localhost:" + port)::open)
        .isInstanceOf(ConnectException.class);
    assertThatThrownBy(LogDestination.parse("unix:" + folder.resolve("none"))::open)
        .isInstanceOf(IOException.class);
  }

  @Test
  void open_hostUnknown_throws() {
    assertThatThrownBy(LogDestination.parse("tcp://host.invalid:1")::open)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("host.invalid");
  }

  private static void write(LogSink sink, int bytes) throws IOException {
    sink.part(bytes);
    sink.write(ByteBuffer.allocate(bytes / 2), ByteBuffer.allocate(bytes - bytes / 2));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("logs"))) {
      return files.sorted().toList();
    }
  }

  private LogSink directory(String options) throws IOException {
    return LogDestination.parse("dir:" + folder.resolve("logs") + "?" + options).open();
  }

  @Test
  void write_directory_beginsAFileWhenTheLastIsFull() throws IOException {
    try (LogSink sink = directory("max=100")) {
      int first = sink.part(60);
      write(sink, 60);
      assertThat(sink.part(40)).isEqualTo(first);
      write(sink, 40);
      assertThat(sink.part(1)).isNotEqualTo(first);
      write(sink, 500);
      write(sink, 1);
    }
    assertThat(files()).hasSize(3).extracting(Files::size).containsExactly(100L, 500L, 1L);
  }

  @Test
  void write_directoryKeepsTwo_deletesTheOldest() throws IOException {
    Files.createDirectories(folder.resolve("logs"));
    Files.createFile(folder.resolve("logs").resolve("0-mine.nlb"));
    try (LogSink sink = directory("max=10&keep=2")) {
      for (int bytes = 10; bytes < 20; bytes++) {
        write(sink, bytes);
      }
    }
    assertThat(files()).hasSize(3).extracting(Files::size).containsExactly(0L, 18L, 19L);
  }

  @Test
  void write_directoryInUseByAnother_leavesItsFile() throws IOException {
    try (LogSink other = directory("keep=1")) {
      write(other, 7);
      try (LogSink sink = directory("max=10&keep=1")) {
        for (int k = 0; k < 5; k++) {
          write(sink, 10);
        }
      }
      write(other, 7);
    }
    assertThat(files()).hasSize(2).extracting(Files::size).containsExactly(14L, 10L);
  }

  @Test
  void close_nothingWritten_leavesNoFile() throws IOException {
    try (LogSink sink = directory("max=10")) {
      sink.part(5);
      assertThat(files()).hasSize(1);
    }
    assertThat(files()).isEmpty();
  }
}
