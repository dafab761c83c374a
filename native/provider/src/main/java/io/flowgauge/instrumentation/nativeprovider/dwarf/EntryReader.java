package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;

/** Keeps some of the entries of units. Not thread-safe. */
interface EntryReader {
  /**
   * An entry, before its attributes.
   *
   * @param scope what it is in, null for none
   * @param depth how many entries it is in
   */
  record Entry(Abbreviation abbreviation, long offset, Unit unit, Scope scope, int depth) {}

  /** Whether an entry of a kind is of interest. */
  boolean wants(int tag);

  /** Reads an entry of which {@link #wants} is true. */
  void read(Entry entry, AttributeReader reader) throws DebugFormatException;
}
