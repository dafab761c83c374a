package io.flowgauge.log.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Appends to files in a directory, one after another. Several processes may share a directory: each
 * has its own files, which are locked while it appends to them, and none deletes a locked file.
 */
final class DirectorySink implements LogSink {
  private static final String SUFFIX = ".nlb";

  /**
   * File names that this class or the C writer assigns; other files in the directory are never
   * deleted.
   */
  private static final Pattern OWN_NAME =
      Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}-\\d+-c?\\d+" + Pattern.quote(SUFFIX));

  /** Begins file names with the time, so that they sort by it. */
  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final AtomicInteger COUNT = new AtomicInteger();

  /**
   * The files that this process appends to. They must not be tested for a lock, which would release
   * it.
   */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  /**
   * The locked byte, beyond the end of any file, so that the lock does not keep others from
   * reading.
   */
  private static final long LOCKED = Long.MAX_VALUE - 1;

  private final DirectoryDestination options;

  /** Null before the first block. */
  private Path path;

  private FileSink file;
  private long openedNanos;
  private int part;

  DirectorySink(DirectoryDestination options) {
    this.options = options;
  }

  @Override
  public int part(int bytes) throws IOException {
    if (file == null || isFull(bytes) || !file.isInPlace()) {
      close();
      begin();
    }
    return part;
  }

  private boolean isFull(int bytes) {
    return file.written() > 0
        && (file.written() + bytes > options.maxBytes()
            || System.nanoTime() - openedNanos >= options.maxAgeNanos());
  }

  private void begin() throws IOException {
    Files.createDirectories(options.path());
    removeOldest();
    do {
      close(); // Needed if another process found the file before it was locked and deleted it.
      path = options.path().resolve(name());
      file = new FileSink(path);
      OURS.add(path);
      file.channel().lock(LOCKED, 1, false);
    } while (!file.isInPlace());
    openedNanos = System.nanoTime();
    part++;
  }

  private static String name() {
    long process = ProcessHandle.current().pid();
    return NAME.format(Instant.now()) + "-" + process + "-" + COUNT.getAndIncrement() + SUFFIX;
  }

  private void removeOldest() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(options.path())) {
      files = all.filter(DirectorySink::hasOwnName).sorted().toList();
    }
    long surplus = files.size() + 1 - options.keep();
    for (int k = 0; k < surplus; k++) {
      if (!isInUse(files.get(k))) {
        Files.deleteIfExists(files.get(k));
      }
    }
  }

  private static boolean hasOwnName(Path file) {
    return OWN_NAME.matcher(file.getFileName().toString()).matches();
  }

  private static boolean isInUse(Path old) {
    if (OURS.contains(old)) {
      return true;
    }
    try (FileChannel channel = FileChannel.open(old, StandardOpenOption.WRITE)) {
      return channel.tryLock(LOCKED, 1, false) == null;
    } catch (IOException e) {
      return true; // Not ours to delete.
    }
  }

  @Override
  public void write(ByteBuffer... block) throws IOException {
    file.write(block);
  }

  @Override
  public void force() throws IOException {
    if (file != null) {
      file.force();
    }
  }

  @Override
  public void close() throws IOException {
    if (file == null) {
      return;
    }
    boolean empty = file.written() == 0;
    try {
      file.close();
      if (empty) {
        Files.deleteIfExists(path);
      }
    } finally {
      file = null;
      OURS.remove(path);
    }
  }
}
