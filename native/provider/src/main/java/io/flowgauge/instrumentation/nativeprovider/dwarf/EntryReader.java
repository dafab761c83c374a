package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;

/** Reads the entries of some kinds in all units. Not thread-safe. */
interface EntryReader {
  /**
   * An entry whose attributes have yet to be read.
   *
   * @param scope the scope that contains it; null for none
   * @param depth how many entries enclose it
   */
  record Entry(Abbreviation abbreviation, long offset, Unit unit, Scope scope, int depth) {}

  /** Whether entries of a kind are to be read. */
  boolean wants(int tag);

  /** Reads an entry for whose kind {@link #wants} is true. */
  void read(Entry entry, AttributeReader reader) throws DebugFormatException;
}
