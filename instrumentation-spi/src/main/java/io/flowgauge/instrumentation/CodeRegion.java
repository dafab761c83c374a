package io.flowgauge.instrumentation;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A piece of code that a sensor can measure: a function of a unit, or a Java method. Regions are
 * named by unit and name, so that one request fits many processes. Immutable and thread-safe.
 *
 * @param unit the name of its unit, such as {@code libm.so.6}; a Java class
 * @param name its name: demangled, or a method with its parameter types
 * @param linkageName its name as linked; the same as the name if it has no other
 * @param address its address in this process; 0 if it has none
 * @param size its size in bytes; 0 if unknown
 * @param source where it begins in its source, if known
 * @param inlined whether it was inlined everywhere, so that there is no code to put a sensor on
 * @param unitAliases other file names of its unit: a library's soname, the names by which a program
 *     was started
 */
public record CodeRegion(
    String unit,
    String name,
    String linkageName,
    long address,
    long size,
    Optional<SourcePosition> source,
    boolean inlined,
    Set<String> unitAliases) {
  /**
   * Checks the parts.
   *
   * @param unit the name of its unit
   * @param name its name
   * @param linkageName its name as linked
   * @param address where it is
   * @param size its size
   * @param source where it begins in its source
   * @param inlined whether it was inlined everywhere
   * @param unitAliases what else its unit is called
   */
  public CodeRegion {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(linkageName, "linkageName");
    Objects.requireNonNull(source, "source");
    unitAliases = Set.copyOf(unitAliases);
  }

  /**
   * A region of a unit that has only one name.
   *
   * @param unit the name of its unit
   * @param name its name
   * @param linkageName its name as linked
   * @param address where it is
   * @param size its size
   * @param source where it begins in its source
   * @param inlined whether it was inlined everywhere
   */
  public CodeRegion(
      String unit,
      String name,
      String linkageName,
      long address,
      long size,
      Optional<SourcePosition> source,
      boolean inlined) {
    this(unit, name, linkageName, address, size, source, inlined, Set.of());
  }

  /**
   * Unit and name.
   *
   * @return {@code unit:name}
   */
  public String qualifiedName() {
    return unit + ":" + name;
  }

  /**
   * The name without the parameters and the return type a demangler puts around it.
   *
   * @return for example {@code ns::f<int>} for {@code void ns::f<int>(char*) const}; the name
   *     itself if there is nothing around it
   */
  public String shortName() {
    int end = QualifiedName.end(name);
    return name.substring(QualifiedName.begin(name, end), end);
  }

  @Override
  public String toString() {
    return "CodeRegion["
        + qualifiedName()
        + (address == 0 ? "" : String.format(Locale.ROOT, ", 0x%x", address))
        + (size == 0 ? "" : ", " + size + " bytes")
        + source.map(position -> ", " + position).orElse("")
        + (inlined ? ", inlined]" : "]");
  }
}
