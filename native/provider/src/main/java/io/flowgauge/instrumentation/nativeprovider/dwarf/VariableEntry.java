package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.util.Map;

/** An entry of {@code .debug_info} that describes a variable, or part of its description. */
final class VariableEntry {
  final String name;
  final String linkageName;
  final long type;
  final long origin;
  final boolean hasAddress;
  final long address;

  VariableEntry(
      String name, String linkageName, long type, long origin, boolean hasAddress, long address) {
    this.name = name;
    this.linkageName = linkageName;
    this.type = type;
    this.origin = origin;
    this.hasAddress = hasAddress;
    this.address = address;
  }

  /** Returns the entry completed by the entries to which it refers. */
  VariableEntry whole(Map<Long, VariableEntry> entries) {
    VariableEntry whole = this;
    for (int k = 0; whole.origin >= 0 && k < Budget.MOST_REFERENCES; k++) {
      VariableEntry other = entries.get(whole.origin);
      if (other == null) {
        break;
      }
      whole =
          new VariableEntry(
              whole.name.isEmpty() ? other.name : whole.name,
              whole.linkageName.isEmpty() ? other.linkageName : whole.linkageName,
              whole.type < 0 ? other.type : whole.type,
              other.origin,
              hasAddress,
              address);
    }
    return whole;
  }
}
