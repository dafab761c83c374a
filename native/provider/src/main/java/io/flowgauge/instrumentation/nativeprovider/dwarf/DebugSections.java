package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** The debug sections of a file in memory, and the remaining budget for reading them. */
final class DebugSections {
  private static final String[] NAMES = {
    ".debug_info",
    ".debug_abbrev",
    ".debug_str",
    ".debug_line",
    ".debug_line_str",
    ".debug_str_offsets",
    ".debug_addr",
    ".debug_rnglists",
    ".debug_ranges"
  };

  private final Map<String, byte[]> contents = new HashMap<>();
  private final Map<Long, Abbreviations> abbreviations = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  final Budget budget;

  private DebugSections(Map<String, byte[]> contents) {
    this.contents.putAll(contents);
    this.budget = Budget.forBytes(contents.values().stream().mapToLong(each -> each.length).sum());
  }

  static DebugSections read(ElfSections sections) throws IOException {
    Map<String, byte[]> contents = new HashMap<>();
    for (String name : NAMES) {
      contents.put(name, sections.content(name));
    }
    return new DebugSections(contents);
  }

  Cursor cursorAt(String section, long offset) throws DebugFormatException {
    return Cursor.at(section, contents.get(section), offset);
  }

  Abbreviations abbreviations(long offset) throws DebugFormatException {
    Abbreviations known = abbreviations.get(offset);
    if (known == null) {
      known = Abbreviations.read(cursorAt(".debug_abbrev", offset), budget);
      abbreviations.put(offset, known);
    }
    return known;
  }

  /** Returns the text at an offset of a section of texts; equal texts share memory. */
  String text(String section, long offset) throws DebugFormatException {
    String text = cursorAt(section, offset).text();
    budget.spend(1 + text.length());
    String known = texts.get(text);
    if (known == null) {
      budget.keepText(text);
      texts.put(text, text);
    }
    return known == null ? text : known;
  }
}
