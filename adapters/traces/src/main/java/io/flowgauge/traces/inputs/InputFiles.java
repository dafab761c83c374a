package io.flowgauge.traces.inputs;

import io.flowgauge.model.core.Fingerprint;
import io.flowgauge.model.core.WorkAttributes;
import io.flowgauge.traces.table.TextPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The input files of a run's activities. Once all are known, it states for each activity how many
 * files it reads and their total size, with and without the files that most activities of its type
 * read. A sum that includes a file of unknown size is unknown.
 *
 * <pre>{@code
 * files.recordSize("genome.fa", 3_000_000_000L);
 * files.recordInputs("align", List.of("genome.fa", "a.fq"), attributes);
 * files.addAttributes();
 * }</pre>
 *
 * Not thread-safe.
 */
public final class InputFiles {
  private static final long UNKNOWN = -1;

  /**
   * Up to this, the sum of two sizes is exact as a whole number, and each size is exact as a
   * double.
   */
  private static final long LARGEST = 1L << 53;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final Map<String, List<Reading>> byType = new LinkedHashMap<>();
  private final TextPool pool = new TextPool();
  private long[] sizes = new long[16];

  /** The files an activity reads, as distinct numbers. */
  private static final class Reading {
    private final int[] files;
    private final Map<String, String> attributes;

    private Reading(int[] files, Map<String, String> attributes) {
      this.files = files;
      this.attributes = attributes;
    }
  }

  /** Creates an empty set of files. */
  public InputFiles() {}

  /** Notes the size of a file; if several are stated, the largest counts. */
  public void recordSize(String file, long bytes) {
    int number = number(file);
    if (bytes >= 0 && bytes <= LARGEST) {
      sizes[number] = Math.max(sizes[number], bytes);
    }
  }

  /**
   * Notes all input files of an activity.
   *
   * @param attributes attributes of the activity; {@link #addAttributes()} adds to them
   */
  public void recordInputs(String type, Collection<String> files, Map<String, String> attributes) {
    FileList list = list();
    files.forEach(list::add);
    recordInputs(type, list, attributes);
  }

  /**
   * Notes all input files of an activity.
   *
   * @param files a list created by this object
   * @param attributes attributes of the activity; {@link #addAttributes()} adds to them
   */
  public void recordInputs(String type, FileList files, Map<String, String> attributes) {
    byType
        .computeIfAbsent(type, any -> new ArrayList<>())
        .add(new Reading(files.distinct(), attributes));
  }

  /** Creates an empty list of files. */
  public FileList list() {
    return new FileList(this);
  }

  /** Returns the number of known files. */
  public int count() {
    return names.size();
  }

  /** Returns the number of files known to be empty. */
  public long countEmpty() {
    return Arrays.stream(sizes, 0, names.size()).filter(size -> size == 0).count();
  }

  int number(String file) {
    Integer known = numbers.get(file);
    if (known != null) {
      return known;
    }
    numbers.put(file, names.size());
    if (names.size() == sizes.length) {
      sizes = Arrays.copyOf(sizes, 2 * sizes.length);
    }
    sizes[names.size()] = UNKNOWN;
    names.add(file);
    return names.size() - 1;
  }

  /** Adds counts, sizes and names of inputs to the attributes of all activities noted so far. */
  public void addAttributes() {
    int[] readers = new int[names.size()];
    for (List<Reading> all : byType.values()) {
      all.forEach(reading -> count(reading, readers, 1));
      all.forEach(reading -> addAttributes(reading, readers, all.size()));
      all.forEach(reading -> count(reading, readers, -1));
    }
  }

  private static void count(Reading reading, int[] readers, int step) {
    for (int file : reading.files) {
      readers[file] += step;
    }
  }

  private void addAttributes(Reading reading, int[] readers, int activities) {
    long all = 0;
    long own = 0;
    for (int file : reading.files) {
      boolean shared = readers[file] > 1 && 2L * readers[file] > activities;
      all = sum(all, sizes[file]);
      own = shared ? own : sum(own, sizes[file]);
    }
    put(WorkAttributes.INPUT_FILES, reading.files.length, reading.attributes);
    put(WorkAttributes.INPUT_BYTES, all, reading.attributes);
    put(WorkAttributes.OWN_INPUT_BYTES, own, reading.attributes);
    if (!reading.attributes.containsKey(WorkAttributes.ARGUMENTS) && reading.files.length > 0) {
      reading.attributes.put(WorkAttributes.INPUT_NAMES, pool.shared(fingerprint(reading)));
    }
  }

  private static long sum(long known, long size) {
    return known == UNKNOWN || size == UNKNOWN || known + size > LARGEST ? UNKNOWN : known + size;
  }

  private void put(String attribute, long number, Map<String, String> attributes) {
    if (number != UNKNOWN) {
      attributes.put(attribute, pool.shared(Long.toString(number)));
    }
  }

  private String fingerprint(Reading reading) {
    return Fingerprint.of(
        String.join("\n", Arrays.stream(reading.files).mapToObj(names::get).sorted().toList()));
  }
}
