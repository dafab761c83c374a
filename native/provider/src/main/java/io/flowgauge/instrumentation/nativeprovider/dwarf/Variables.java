package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Variable.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the variables of an ELF file from its symbol tables and its debug information, which adds
 * types. Files are not trusted, as for {@link DebugInfo}.
 */
public final class Variables {
  private static final int SYMBOL_BYTES = 24;
  private static final int OBJECT = 1;
  private static final int THREAD_LOCAL = 6;
  private static final int LOCAL = 0;

  private final Map<String, Variable> found = new LinkedHashMap<>();

  private Variables() {}

  /**
   * Reads the variables of a file, or of its separate debug file.
   *
   * @return all variables, each once
   * @throws DebugFormatException if it is not an ELF64 file, or is malformed
   */
  public static List<Variable> read(Path file) throws IOException {
    Variables variables = new Variables();
    try (ElfSections sections = ElfSections.open(file)) {
      variables.symbols(sections, ".dynsym", ".dynstr");
      variables.symbols(sections, ".symtab", ".strtab");
    }
    Optional<Path> described = DebugFile.of(file, DebugFile.ROOT);
    if (described.isPresent()) {
      try (ElfSections sections = ElfSections.open(described.get())) {
        if (!described.get().equals(file)) {
          variables.symbols(sections, ".symtab", ".strtab");
        }
        variables.described(DebugSections.read(sections));
      }
    }
    return List.copyOf(variables.found.values());
  }

  private void symbols(ElfSections sections, String table, String strings) throws IOException {
    Cursor symbols = Cursor.at(table, sections.content(table), 0);
    byte[] texts = sections.content(strings);
    boolean isDynamic = table.equals(".dynsym");
    for (long left = sections.size(table) / SYMBOL_BYTES; left > 0; left--) {
      long name = symbols.unsigned32();
      int info = symbols.unsigned8();
      symbols.skip(1);
      int section = symbols.unsigned16();
      long address = symbols.signed64();
      long size = symbols.signed64();
      int symbol = info & 0xf;
      if (section != 0 && (symbol == OBJECT || symbol == THREAD_LOCAL) && name < texts.length) {
        Kind kind = symbol == OBJECT ? Kind.UNKNOWN : Kind.THREAD_LOCAL;
        boolean isExported = isDynamic && info >> 4 != LOCAL;
        symbol(Cursor.at(strings, texts, name).text(), address, size, kind, isExported);
      }
    }
  }

  private void symbol(String text, long address, long size, Kind kind, boolean isExported) {
    int version = text.indexOf('@');
    String name = version > 0 ? text.substring(0, version) : text;
    if (!name.isEmpty()) {
      Variable variable = new Variable(PlainName.of(name), name, address, size, kind, isExported);
      found.putIfAbsent(key(name, address), variable);
    }
  }

  private static String key(String linkageName, long address) {
    return linkageName + " " + address;
  }

  /**
   * Adds the variables of the debug information. Their names and types, which are those of the
   * sources, replace those of the symbols.
   */
  private void described(DebugSections sections) throws DebugFormatException {
    VariableReader reader = new VariableReader();
    UnitReader.readAll(sections, reader);
    Map<Long, List<Variable>> byAddress = new LinkedHashMap<>();
    found
        .values()
        .forEach(v -> byAddress.computeIfAbsent(v.address(), a -> new ArrayList<>()).add(v));
    Set<Long> done = new HashSet<>();
    for (Variable described : reader.variables()) {
      List<Variable> known = byAddress.getOrDefault(described.address(), List.of());
      if (done.add(described.address())) {
        known.stream().filter(v -> v.kind() == Kind.UNKNOWN).forEach(v -> replace(v, described));
        if (known.isEmpty() && described.address() != 0) {
          found.put(key(described.linkageName(), described.address()), described);
        }
      }
    }
  }

  private void replace(Variable symbol, Variable described) {
    long size = described.size() == 0 ? symbol.size() : described.size();
    found.put(
        key(symbol.linkageName(), symbol.address()),
        new Variable(
            described.name(),
            symbol.linkageName(),
            symbol.address(),
            size,
            described.kind(),
            symbol.isExported()));
  }
}
