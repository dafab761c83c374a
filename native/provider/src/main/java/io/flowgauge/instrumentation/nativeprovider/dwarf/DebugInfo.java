package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.SourcePosition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The debug information about the functions of an ELF file: where they are declared in the sources,
 * and which of them are inlined everywhere.
 *
 * <pre>{@code
 * DebugInfo info = DebugInfo.read(Path.of("/usr/bin/program"));
 * info.position(0x1189).ifPresent(System.out::println); // src/grid.c:17
 * }</pre>
 *
 * Addresses are those of the file: subtract the module's bias from those of a process. Immutable
 * and thread-safe.
 */
public final class DebugInfo {
  /** The information of a file without any. */
  public static final DebugInfo NONE = new DebugInfo(new TreeMap<>(), List.of(), new TreeMap<>());

  private static final Comparator<DebugFunction> BY_NAME =
      Comparator.comparing(DebugFunction::name).thenComparing(DebugFunction::linkageName);

  private final NavigableMap<Long, DebugFunction> functions;
  private final List<DebugFunction> inlined;
  private final NavigableMap<Long, Optional<SourcePosition>> lines;

  private DebugInfo(
      NavigableMap<Long, DebugFunction> functions,
      List<DebugFunction> inlined,
      NavigableMap<Long, Optional<SourcePosition>> lines) {
    this.functions = functions;
    this.inlined = inlined;
    this.lines = lines;
  }

  /**
   * Reads the debug information of a file, or of its separate debug file below {@code
   * /usr/lib/debug} or next to it.
   *
   * @return the information; {@link #NONE} if there is none
   * @throws DebugFormatException if it is not an ELF64 file, or is malformed
   */
  public static DebugInfo read(Path file) throws IOException {
    return read(file, DebugFile.ROOT);
  }

  /**
   * Reads the debug information of a file, or of its separate debug file.
   *
   * @return the information; {@link #NONE} if there is none
   * @throws DebugFormatException if it is not an ELF64 file, or is malformed
   */
  public static DebugInfo read(Path file, Path debugRoot) throws IOException {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(debugRoot, "debugRoot");
    Optional<Path> described = DebugFile.of(file, debugRoot);
    if (described.isEmpty()) {
      return NONE;
    }
    try (ElfSections sections = ElfSections.open(described.get())) {
      return new Reading(DebugSections.read(sections)).read();
    }
  }

  /** Returns all functions with code of their own, sorted by address. */
  public List<DebugFunction> functions() {
    return List.copyOf(functions.values());
  }

  /**
   * Returns all functions that have no code of their own anywhere in the file, because every call
   * of them is inlined; sorted by name.
   */
  public List<DebugFunction> inlined() {
    return inlined;
  }

  /** Returns the function whose code contains an address, if there is one. */
  public Optional<DebugFunction> function(long address) {
    Map.Entry<Long, DebugFunction> before = functions.floorEntry(address);
    return Optional.ofNullable(before)
        .map(Map.Entry::getValue)
        .filter(each -> address == each.address() || address - each.address() < each.size());
  }

  /**
   * Returns where the function that contains an address is declared. For code that only has line
   * numbers, such as assembler code, this is the line of the address.
   *
   * @return the position, if it is known
   */
  public Optional<SourcePosition> position(long address) {
    Optional<SourcePosition> declared = function(address).flatMap(DebugFunction::source);
    Map.Entry<Long, Optional<SourcePosition>> row = lines.floorEntry(address);
    return declared.isPresent() || row == null ? declared : row.getValue();
  }

  /** The state needed while a file is read. */
  private static final class Reading {
    private final DebugSections sections;
    private final Map<Long, FunctionEntry> entries = new LinkedHashMap<>();
    private final Set<Long> inlinedOrigins = new HashSet<>();
    private final TreeMap<Long, Optional<SourcePosition>> lines = new TreeMap<>();
    private final Map<String, SourcePosition> positions = new HashMap<>();

    Reading(DebugSections sections) {
      this.sections = sections;
    }

    DebugInfo read() throws DebugFormatException {
      Cursor info = sections.cursorAt(".debug_info", 0);
      while (info.hasMore()) {
        Unit unit = Unit.read(sections, info);
        if (!new UnitReader(unit, entries, inlinedOrigins).read()) {
          readLines(unit);
        }
      }
      NavigableMap<Long, DebugFunction> functions = functions();
      return new DebugInfo(functions, inlined(functions.values()), lines);
    }

    private void readLines(Unit unit) throws DebugFormatException {
      LineTable table = unit.lines();
      table.run(
          (address, file, line) -> {
            sections.budget.keepFunction();
            Optional<String> path = file < 0 ? Optional.empty() : table.file(file);
            int known = line > 0 && line <= Integer.MAX_VALUE ? (int) line : 0;
            lines.put(address, path.map(each -> position(each, known)));
          });
    }

    private SourcePosition position(String path, int line) {
      return positions.computeIfAbsent(path + ":" + line, each -> new SourcePosition(path, line));
    }

    private NavigableMap<Long, DebugFunction> functions() throws DebugFormatException {
      TreeMap<Long, DebugFunction> functions = new TreeMap<>();
      for (FunctionEntry each : entries.values()) {
        Optional<DebugFunction> function = each.hasCode ? each.resolve(entries) : Optional.empty();
        function.ifPresent(found -> functions.putIfAbsent(found.address(), found));
        if (each.hasCode && function.isEmpty()) {
          addNameless(each);
        }
      }
      return functions;
    }

    /**
     * Adds a function whose name is in a supplementary file, of which at least the position is
     * known.
     */
    private void addNameless(FunctionEntry entry) throws DebugFormatException {
      lines.put(entry.low, entry.source(entries));
      lines.putIfAbsent(entry.low + entry.size, Optional.empty());
    }

    private List<DebugFunction> inlined(Collection<DebugFunction> withCode)
        throws DebugFormatException {
      Set<String> linked = new HashSet<>();
      withCode.forEach(each -> linked.add(key(each)));
      List<DebugFunction> found = new ArrayList<>();
      for (Long origin : inlinedOrigins) {
        FunctionEntry entry = entries.get(origin);
        Optional<DebugFunction> function =
            entry == null ? Optional.empty() : entry.resolve(entries);
        function.filter(each -> linked.add(key(each))).ifPresent(found::add);
      }
      found.sort(BY_NAME);
      return List.copyOf(found);
    }

    /**
     * Returns a key of a function. The same function may be described in many units; static
     * functions of the same name are distinguished by their positions.
     */
    private static String key(DebugFunction function) {
      return function.name()
          + ' '
          + function.linkageName()
          + ' '
          + function.source().map(SourcePosition::toString).orElse("");
    }
  }
}
