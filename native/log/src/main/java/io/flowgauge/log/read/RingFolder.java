package io.flowgauge.log.read;

import io.flowgauge.log.format.FormatException;
import io.flowgauge.log.format.HeaderMessage;
import io.flowgauge.log.ring.RingFiles;
import io.flowgauge.log.ring.RingHeader;
import io.flowgauge.log.ring.RingReader;
import io.flowgauge.log.ring.RingSnapshot;
import io.flowgauge.log.ring.RingTypes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** The rings next to a log, or a single ring, read repeatedly. Not thread-safe. */
final class RingFolder implements Closeable {
  /** Greatest size accepted for a type file, larger than any real one. */
  private static final int MAX_TYPES_BYTES = 1 << 26;

  /** A ring as it was read last. */
  record Seen(Path path, RingSnapshot ring) {}

  /** Lists the existing rings. */
  private interface Listing {
    List<Path> rings() throws IOException;
  }

  private final Listing listing;
  private final Map<Path, RingReader> readers = new LinkedHashMap<>();
  private final List<LogLoss> losses = new ArrayList<>();
  private List<Seen> seen = List.of();

  private RingFolder(Listing listing) {
    this.listing = listing;
  }

  /** Returns a reader of all rings of a folder, which may not exist. */
  static RingFolder of(Path folder) {
    return new RingFolder(() -> RingFiles.rings(folder));
  }

  /** Returns a reader of the given rings. */
  static RingFolder ofFiles(List<Path> rings) {
    return new RingFolder(() -> rings);
  }

  /** Whether a file is a ring. */
  static boolean isRing(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    ByteBuffer first = ByteBuffer.allocate(RingHeader.BYTES);
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.read(first);
    }
    return RingHeader.begins(first.flip(), RingHeader.Kind.RING);
  }

  /** Reads the current contents of the rings. */
  void refresh() throws IOException {
    losses.clear();
    List<Seen> found = new ArrayList<>();
    List<Path> rings = listing.rings();
    closeOthers(Set.copyOf(rings));
    for (Path path : rings) {
      readRing(path, found);
    }
    seen = found;
  }

  /**
   * Closes readers of rings that are gone, because a deleted file takes up disk space until it is
   * closed.
   */
  private void closeOthers(Set<Path> rings) throws IOException {
    for (Iterator<Map.Entry<Path, RingReader>> all = readers.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<Path, RingReader> each = all.next();
      if (!rings.contains(each.getKey())) {
        all.remove();
        each.getValue().close();
      }
    }
  }

  private void readRing(Path path, List<Seen> found) throws IOException {
    try {
      RingReader reader = readers.get(path);
      if (reader == null) {
        reader = new RingReader(path);
        readers.put(path, reader);
      }
      reader.snapshot().ifPresent(ring -> found.add(new Seen(path, ring)));
    } catch (NoSuchFileException e) {
      return; // Deleted meanwhile, so everything in it is in the log.
    } catch (FormatException e) {
      losses.add(wholeFileLoss(path, e));
    }
  }

  List<Seen> seen() {
    return seen;
  }

  /** Records a part of a ring that cannot be read. */
  void addLoss(LogLoss loss) {
    losses.add(loss);
  }

  List<LogLoss> losses() {
    return losses;
  }

  /** Reports the event types of the rings read last, with the numbers of their logs. */
  void types(BiConsumer<Long, HeaderMessage> found) throws IOException {
    for (Path file : seen.stream().map(s -> RingFiles.types(s.path())).distinct().toList()) {
      typesIn(file, found);
    }
  }

  private void typesIn(Path file, BiConsumer<Long, HeaderMessage> found) throws IOException {
    try {
      RingTypes all = RingTypes.decode(ByteBuffer.wrap(readTypes(file)));
      all.types().forEach(type -> found.accept(all.log(), type));
    } catch (NoSuchFileException e) {
      return; // Its events will be reported as of unknown types.
    } catch (FormatException e) {
      losses.add(wholeFileLoss(file, e));
    }
  }

  private static LogLoss wholeFileLoss(Path file, FormatException found) throws IOException {
    long bytes = Files.exists(file) ? Files.size(file) : 0;
    return new LogLoss(file, 0, bytes, 0, found.getMessage());
  }

  private static byte[] readTypes(Path file) throws IOException, FormatException {
    if (Files.size(file) > MAX_TYPES_BYTES) {
      throw new FormatException("too long for the types of a log");
    }
    return Files.readAllBytes(file);
  }

  @Override
  public void close() throws IOException {
    for (RingReader reader : readers.values()) {
      reader.close();
    }
  }
}
