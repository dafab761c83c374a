package io.flowgauge.instrumentation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Selects code regions by unit and name, both with the wildcards {@code *} (any characters) and
 * {@code ?} (one character). A backslash before a wildcard or another backslash makes that
 * character literal; any other backslash is literal itself. Case matters.
 *
 * <p>The unit may be given by its name or any of its {@linkplain CodeRegion#unitAliases aliases}:
 * {@code libhts.so.3} or {@code libhts.so.1.16}; {@code redis-server} or {@code redis-check-rdb},
 * to which it is a link.
 *
 * <p>The name may be the region's linkage name or its name. In a C++ or Java name you may leave out
 * the parameter list and everything after it, and the return type that a demangler puts before a
 * template function: {@code pov::trace}, {@code pov::trace(int)} and {@code _ZN3pov5traceEi} name
 * the same function.
 *
 * <p>Compiled once. Immutable and thread-safe.
 */
public final class RegionPattern {
  private static final String ANY = "*";

  /** Every region of every unit. */
  public static final RegionPattern ALL = new RegionPattern(ANY, ANY);

  private final String unit;
  private final String name;
  private final Glob unitGlob;
  private final Glob nameGlob;

  /**
   * Makes a pattern from its parts.
   *
   * @param unit pattern of the unit's name; {@code *} for any
   * @param name pattern of the region's name
   * @throws IllegalArgumentException if a part is empty
   */
  public RegionPattern(String unit, String name) {
    this.unit = notEmpty(unit, "unit");
    this.name = notEmpty(name, "name");
    this.unitGlob = Glob.compile(unit);
    this.nameGlob = Glob.compile(name);
  }

  private static String notEmpty(String part, String what) {
    if (Objects.requireNonNull(part, what).isEmpty()) {
      throw new IllegalArgumentException(
          what + " of a region pattern must not be empty; * stands for any");
    }
    return part;
  }

  /**
   * Reads {@code unit:name}, or {@code name} for any unit. The first single colon is the separator,
   * so {@code a::b} is a name; in {@code :::}, the first colon is the separator.
   *
   * @param text the pattern
   * @return the pattern
   * @throws IllegalArgumentException if a part is empty
   */
  public static RegionPattern parse(String text) {
    int colon = separator(Objects.requireNonNull(text, "text"));
    try {
      return colon < 0
          ? new RegionPattern(ANY, text)
          : new RegionPattern(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "region pattern \"" + text + "\" has an empty part; expected unit:name or name", e);
    }
  }

  private static int separator(String text) {
    int from = text.indexOf(':');
    while (from >= 0) {
      int to = from;
      while (to < text.length() && text.charAt(to) == ':') {
        to++;
      }
      if ((to - from) % 2 == 1) {
        return from;
      }
      from = text.indexOf(':', to);
    }
    return -1;
  }

  /**
   * A pattern that matches one region, and others only if they have the same unit and name.
   *
   * @param region the region
   * @return its pattern, without wildcards
   */
  public static RegionPattern of(CodeRegion region) {
    return new RegionPattern(Glob.literal(region.unit()), Glob.literal(region.name()));
  }

  /**
   * Pattern of the unit's name.
   *
   * @return {@code *} for any
   */
  public String unit() {
    return unit;
  }

  /**
   * Pattern of the region's name.
   *
   * @return {@code *} for any
   */
  public String name() {
    return name;
  }

  /**
   * Whether it matches a region.
   *
   * @param region the region
   * @return true if it does
   */
  public boolean matches(CodeRegion region) {
    return matchesUnitOf(region) && matchesName(region);
  }

  /**
   * Whether it matches the unit of a region.
   *
   * @param region the region
   * @return true if it matches one of the unit's names
   */
  public boolean matchesUnitOf(CodeRegion region) {
    return matchesUnit(region.unit()) || region.unitAliases().stream().anyMatch(this::matchesUnit);
  }

  private boolean matchesName(CodeRegion region) {
    String full = region.name();
    if (nameGlob.matches(full) || nameGlob.matches(region.linkageName())) {
      return true;
    }
    int end = QualifiedName.end(full);
    int begin = QualifiedName.begin(full, end);
    return (end < full.length() && nameGlob.matches(full, 0, end))
        || (begin > 0
            && (nameGlob.matches(full, begin, full.length())
                || nameGlob.matches(full, begin, end)));
  }

  /** Returns the one name it matches; empty if it has wildcards. */
  Optional<String> literalName() {
    return nameGlob.literal();
  }

  /** Returns the names by which a pattern can match a region. */
  static List<String> names(CodeRegion region) {
    String full = region.name();
    int end = QualifiedName.end(full);
    int begin = QualifiedName.begin(full, end);
    List<String> names = new ArrayList<>(List.of(full, region.linkageName()));
    if (end < full.length()) {
      names.add(full.substring(0, end));
    }
    if (begin > 0) {
      names.add(full.substring(begin));
      names.add(full.substring(begin, end));
    }
    return names;
  }

  /**
   * Whether regions of a unit can match; if not, there is no need to look at them.
   *
   * @param unitName one of the unit's names
   * @return false if no region of a unit with that name can match
   */
  public boolean matchesUnit(String unitName) {
    return unitGlob.matches(unitName);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RegionPattern that && unit.equals(that.unit) && name.equals(that.name);
  }

  @Override
  public int hashCode() {
    return Objects.hash(unit, name);
  }

  /**
   * The pattern as {@link #parse} reads it.
   *
   * @return {@code unit:name}
   */
  @Override
  public String toString() {
    return unit + ":" + name;
  }
}
