package io.flowgauge.log.trigger;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.trace.TraceFormatException;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a trigger file and changes it atomically: readers see either the old entries or the new
 * ones. Writers in any number of threads and processes take turns, by a lock on a file next to it,
 * and leave each other's lines alone. Thread-safe.
 *
 * <pre>{@code
 * TriggerFile triggers = TriggerFile.at(Path.of("server.triggers"));
 * triggers.add(TriggerEntry.of("transfer.*", "tcp://monitor:14380").withId("r1"));
 * ...
 * triggers.remove("r1");
 * }</pre>
 */
public final class TriggerFile {
  /** Most bytes of a file. */
  static final int MAX_BYTES = 1 << 20;

  private static final String LOCK = ".lock";
  private static final String TEMPORARY = ".new";

  private final Path path;

  private TriggerFile(Path path) {
    this.path = Objects.requireNonNull(path, "path");
  }

  /**
   * Names a trigger file, which need not exist yet.
   *
   * @param path where it is
   * @return the file
   */
  public static TriggerFile at(Path path) {
    return new TriggerFile(path);
  }

  /**
   * Where it is.
   *
   * @return the path
   */
  public Path path() {
    return path;
  }

  /**
   * Reads the file.
   *
   * @return its entries and problems; none if there is no such file
   * @throws IOException if it cannot be read, or has more than 1 MiB
   */
  public Triggers read() throws IOException {
    return Triggers.parse(bytes().orElse(new byte[0]));
  }

  /**
   * Reads the bytes of the file, by which changes are noticed.
   *
   * @return the bytes, or empty if there is no such file
   * @throws IOException if it cannot be read, or has more than 1 MiB
   */
  Optional<byte[]> bytes() throws IOException {
    try (InputStream file = Files.newInputStream(path)) {
      byte[] bytes = file.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new TraceFormatException(
            path.toString(),
            "",
            "a larger file",
            "a trigger file of at most " + MAX_BYTES + " bytes");
      }
      return Optional.of(bytes);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Adds an entry after the others.
   *
   * @param entry the entry
   * @throws IOException if the file cannot be changed, or other writers keep it locked for ten
   *     seconds
   */
  public void add(TriggerEntry entry) throws IOException {
    Objects.requireNonNull(entry, "entry");
    change(Optional.empty(), List.of(entry));
  }

  /**
   * Removes all entries with an id.
   *
   * @param id the id
   * @return how many entries were removed
   * @throws IOException if the file cannot be changed, or other writers keep it locked for ten
   *     seconds
   */
  public int remove(String id) throws IOException {
    return replace(id, List.of());
  }

  /**
   * Replaces all entries that have an id, in one step.
   *
   * @param id the id of the entries to remove
   * @param entries the new entries, appended after all others
   * @return how many entries were removed
   * @throws IOException if the file cannot be changed, or other writers keep it locked for ten
   *     seconds
   */
  public int replace(String id, List<TriggerEntry> entries) throws IOException {
    Objects.requireNonNull(id, "id");
    return change(Optional.of(id), List.copyOf(entries));
  }

  private int change(Optional<String> gone, List<TriggerEntry> added) throws IOException {
    Path real = Files.exists(path) ? path.toRealPath() : path;
    TriggerLock lock = TriggerLock.acquire(sibling(real, LOCK));
    try {
      return changeLocked(real, gone, added);
    } finally {
      lock.close();
    }
  }

  private int changeLocked(Path real, Optional<String> gone, List<TriggerEntry> added)
      throws IOException {
    byte[] old = bytes().orElse(new byte[0]);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int removed = copy(old, gone, text);
    for (TriggerEntry entry : added) {
      text.writeBytes((entry + "\n").getBytes(UTF_8));
    }
    if (removed > 0 || !added.isEmpty()) {
      put(real, text.toByteArray());
    }
    return removed;
  }

  private static Path sibling(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /**
   * Copies all lines, well-formed or not, except entries with the id to remove; returns how many
   * were left out.
   */
  private static int copy(byte[] old, Optional<String> gone, ByteArrayOutputStream text) {
    int removed = 0;
    for (int begin = 0; begin < old.length; ) {
      int end = Triggers.lineEnd(old, begin);
      if (gone.isPresent() && hasId(old, begin, end, gone)) {
        removed++;
      } else {
        text.write(old, begin, end - begin);
        text.write('\n');
      }
      begin = end + 1;
    }
    return removed;
  }

  private static boolean hasId(byte[] text, int begin, int end, Optional<String> id) {
    try {
      return TriggerLine.parse(text, begin, end).map(TriggerEntry::id).equals(Optional.of(id));
    } catch (IllegalArgumentException e) {
      return false; // Malformed lines are kept.
    }
  }

  private static void put(Path real, byte[] text) throws IOException {
    if (text.length > MAX_BYTES) {
      throw new IOException(
          real + " must have at most " + MAX_BYTES + " bytes, would have " + text.length);
    }
    Path temporary = sibling(real, TEMPORARY);
    try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
      out.write(text);
      out.getChannel().force(true); // Else the new name may reach the disk before the content.
    }
    if (Files.exists(real)) {
      copyPermissions(real, temporary);
    }
    Files.move(temporary, real, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void copyPermissions(Path from, Path to) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(to, PosixFileAttributeView.class);
    if (view != null) {
      view.setPermissions(Files.getPosixFilePermissions(from));
    }
  }

  @Override
  public String toString() {
    return "TriggerFile[" + path + "]";
  }
}
