package io.flowgauge.instrumentation.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.AgentMain;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import io.flowgauge.instrumentation.jvm.sensor.Layout;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A private folder where provider and agent meet: the agent's jar, the shared memory, the regions'
 * names and the socket. Its name cannot be guessed, and only the user of provider and agent may
 * open the files in it. It is deleted once both have opened everything. Not thread-safe.
 */
final class Folder implements AutoCloseable {
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final Set<PosixFilePermission> PASSABLE =
      PosixFilePermissions.fromString("rwx--x--x");
  private static final int LONGEST_FAILURE = 500;
  private static final String PREFIX = "flowgauge-jvm-";

  private final Path path;
  private final Instant created = Instant.now();
  private final FileChannel memory;
  private final FileChannel regions;
  private final ServerSocketChannel server;

  private Folder(Path path, FileChannel memory, FileChannel regions, ServerSocketChannel server) {
    this.path = path;
    this.memory = memory;
    this.regions = regions;
    this.server = server;
  }

  /**
   * Creates a folder.
   *
   * @param known the folder of an earlier attachment, where the target's virtual machine expects
   *     the agent's jar
   */
  static Folder create(Optional<Path> known) throws IOException {
    Folder folder = opened(directory(known));
    try {
      folder.writeHeader();
      return folder;
    } catch (IOException e) {
      folder.abandon();
      throw e;
    }
  }

  private static Folder opened(Path path) throws IOException {
    try {
      Files.write(path.resolve(AgentProtocol.JAR), AgentJar.bytes());
      Files.createFile(path.resolve(AgentMain.FAILURE));
      FileChannel memory = file(path, AgentProtocol.MEMORY);
      FileChannel regions = file(path, AgentProtocol.REGIONS);
      ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      server.configureBlocking(false);
      server.bind(UnixDomainSocketAddress.of(path.resolve(AgentProtocol.SOCKET)));
      return new Folder(path, memory, regions, server);
    } catch (IOException e) {
      delete(path);
      throw e;
    }
  }

  /**
   * Creates a folder, as root for another user's target: the files are given to that user, but not
   * the folder, so that root deletes nothing else.
   */
  static Folder createFor(int user) throws IOException {
    Folder folder = create(Optional.empty());
    try {
      folder.giveTo(user);
      return folder;
    } catch (IOException e) {
      folder.abandon();
      throw e;
    }
  }

  /** Returns the refusal if a folder cannot be created. */
  static Outcome<InstrumentedProcess> refused(IOException why) {
    return Outcome.refused(
        RefusalCode.SYSTEM,
        "cannot create a private folder with room for 600 KB below "
            + System.getProperty("java.io.tmpdir")
            + "; name another folder with -Djava.io.tmpdir: "
            + why);
  }

  private static Path directory(Optional<Path> known) throws IOException {
    if (known.isPresent()) {
      try {
        return Files.createDirectory(known.get(), PRIVATE);
      } catch (IOException e) {
        // In use, or its parent is gone; another folder will do.
      }
    }
    return Files.createTempDirectory(PREFIX, PRIVATE);
  }

  private static FileChannel file(Path folder, String name) throws IOException {
    return FileChannel.open(
        folder.resolve(name),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  /** Writes everything before the records, to reserve disk space for it. */
  private void writeHeader() throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Layout.RECORDS_AT).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(Layout.MAGIC).putInt(Layout.VERSION).putInt(Layout.HEADER_SIZE);
    bytes.putLong(Layout.SIZE).putInt(Layout.REGIONS).putInt(Layout.THREADS);
    bytes.putInt(Layout.RECORDS).putInt(Layout.RECORD_SIZE);
    bytes.putLong(Layout.REGIONS_AT).putLong(Layout.THREADS_AT).putLong(Layout.RECORDS_AT);
    bytes.putLong(AgentRecording.TICKS_PER_SECOND).putLong(System.nanoTime());
    bytes.putLong(created.getEpochSecond() * 1_000_000_000L + created.getNano());
    bytes.putInt(Layout.FLUSH, 1).rewind();
    for (long at = 0; bytes.hasRemaining(); ) {
      at += memory.write(bytes, at);
    }
    memory.write(ByteBuffer.allocate(1), Layout.SIZE - 1L);
  }

  private void giveTo(int user) throws IOException {
    for (String file :
        List.of(
            AgentProtocol.JAR,
            AgentMain.FAILURE,
            AgentProtocol.MEMORY,
            AgentProtocol.REGIONS,
            AgentProtocol.SOCKET)) {
      Path given = path.resolve(file);
      Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rw-------"));
      Files.setAttribute(given, "unix:uid", user);
    }
    Files.setPosixFilePermissions(path, PASSABLE);
  }

  Path path() {
    return path;
  }

  Path jar() {
    return path.resolve(AgentProtocol.JAR);
  }

  /** Returns why the agent did not start, if it says so. */
  Optional<String> failure() throws IOException {
    try (InputStream in = Files.newInputStream(path.resolve(AgentMain.FAILURE))) {
      String text = new String(in.readNBytes(LONGEST_FAILURE), UTF_8).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
  }

  FileChannel memory() {
    return memory;
  }

  FileChannel regions() {
    return regions;
  }

  ServerSocketChannel server() {
    return server;
  }

  /**
   * Deletes the folder. Open files stay open, except the socket, to which nobody connects any
   * longer.
   */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // The socket is deleted below.
    }
    delete(path);
  }

  /** Deletes the folder after a failure, and closes the files as well. */
  void abandon() {
    close();
    try (memory;
        regions) {
      return;
    } catch (IOException e) {
      return; // The files are deleted already.
    }
  }

  private static void delete(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      return; // The folder is private, and empty or nearly so: it does no harm.
    }
  }
}
