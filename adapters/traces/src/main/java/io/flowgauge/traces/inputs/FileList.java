package io.flowgauge.traces.inputs;

import java.util.Arrays;

/** A list of files of a run, kept as their numbers in {@link InputFiles}. Not thread-safe. */
public final class FileList {
  private static final int[] NONE = {};

  private final InputFiles files;
  private int[] numbers = NONE;
  private int size;

  FileList(InputFiles files) {
    this.files = files;
  }

  /** Adds a file; adding it again has no effect. */
  public void add(String file) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(4, 2 * size));
    }
    numbers[size++] = files.number(file);
  }

  /** Returns each number once, in ascending order. */
  int[] distinct() {
    Arrays.sort(numbers, 0, size);
    int kept = 0;
    for (int k = 0; k < size; k++) {
      if (kept == 0 || numbers[kept - 1] != numbers[k]) {
        numbers[kept++] = numbers[k];
      }
    }
    size = kept;
    return Arrays.copyOf(numbers, size);
  }
}
