package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the entries of functions, their parameters, and types. Not thread-safe. */
final class SignatureReader implements EntryReader {
  /** A function or a parameter, or part of its description. */
  private static final class Part {
    private long type = -1;
    private long origin = -1;
    private Optional<AddressRange> code = Optional.empty();
    private final List<Long> parameters = new ArrayList<>();
    private boolean isVariadic;
  }

  private final Map<Long, Part> functions = new HashMap<>();
  private final Map<Long, Part> parameters = new HashMap<>();
  private final Map<Long, TypeEntry> types = new HashMap<>();

  /**
   * The function whose parameters may follow; null for none. {@code lastDepth} is how many entries
   * enclose it.
   */
  private Part last;

  private int lastDepth;

  @Override
  public boolean wants(int tag) {
    return switch (tag) {
      case Dwarf.TAG_SUBPROGRAM,
          Dwarf.TAG_SUBROUTINE_TYPE,
          Dwarf.TAG_FORMAL_PARAMETER,
          Dwarf.TAG_UNSPECIFIED_PARAMETERS,
          Dwarf.TAG_GNU_FORMAL_PARAMETER_PACK,
          Dwarf.TAG_POINTER_TYPE,
          Dwarf.TAG_REFERENCE_TYPE,
          Dwarf.TAG_RVALUE_REFERENCE_TYPE,
          Dwarf.TAG_BASE_TYPE,
          Dwarf.TAG_ENUMERATION_TYPE,
          Dwarf.TAG_TYPEDEF,
          Dwarf.TAG_CONST_TYPE,
          Dwarf.TAG_VOLATILE_TYPE,
          Dwarf.TAG_RESTRICT_TYPE,
          Dwarf.TAG_ATOMIC_TYPE ->
          true;
      default -> false;
    };
  }

  @Override
  public void read(Entry entry, AttributeReader reader) throws DebugFormatException {
    entry.unit().sections.budget.keepFunction();
    boolean isOfLast = last != null && entry.depth() == lastDepth + 1;
    switch (entry.abbreviation().tag) {
      case Dwarf.TAG_SUBPROGRAM -> {
        last = part(entry, reader);
        lastDepth = entry.depth();
        functions.put(entry.offset(), last);
      }
      case Dwarf.TAG_SUBROUTINE_TYPE -> {
        part(entry, reader);
        last = null;
      }
      case Dwarf.TAG_FORMAL_PARAMETER -> {
        parameters.put(entry.offset(), part(entry, reader));
        if (isOfLast) {
          last.parameters.add(entry.offset());
        }
      }
      case Dwarf.TAG_UNSPECIFIED_PARAMETERS, Dwarf.TAG_GNU_FORMAL_PARAMETER_PACK -> {
        part(entry, reader);
        if (isOfLast) {
          last.isVariadic = true;
        }
      }
      default -> types.put(entry.offset(), TypeEntry.read(entry, reader));
    }
  }

  private static Part part(Entry entry, AttributeReader reader) throws DebugFormatException {
    Abbreviation abbreviation = entry.abbreviation();
    Part part = new Part();
    CodePlace place = new CodePlace();
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      switch (abbreviation.attribute(i)) {
        case Dwarf.AT_TYPE -> part.type = entry.unit().reference(reader.form, value);
        case Dwarf.AT_ABSTRACT_ORIGIN, Dwarf.AT_SPECIFICATION ->
            part.origin = entry.unit().reference(reader.form, value);
        default -> place.acceptAttribute(abbreviation.attribute(i), reader.form, value);
      }
    }
    part.code = place.resolve(entry.unit());
    return part;
  }

  /** Returns the signatures of functions with code of their own, by address. */
  Map<Long, Signature> signatures() {
    Map<Long, Signature> found = new HashMap<>();
    for (Part each : functions.values()) {
      each.code.ifPresent(code -> found.putIfAbsent(code.begin(), signature(each)));
    }
    return found;
  }

  private Signature signature(Part function) {
    long result = type(function, functions);
    boolean isVariadic = false;
    for (Part each : chain(function, functions)) {
      isVariadic |= each.isVariadic;
    }
    return new Signature(
        result < 0 ? Optional.empty() : Optional.of(type(result)),
        function.parameters.stream()
            .map(offset -> type(type(parameters.get(offset), parameters)))
            .toList(),
        isVariadic);
  }

  private Signature.Type type(long offset) {
    return new Signature.Type(TypeEntry.kind(offset, types), TypeEntry.size(offset, types));
  }

  private static long type(Part part, Map<Long, Part> all) {
    return chain(part, all).stream()
        .mapToLong(each -> each.type)
        .filter(t -> t >= 0)
        .findFirst()
        .orElse(-1);
  }

  /** Returns a part and those that it refers to. */
  private static List<Part> chain(Part part, Map<Long, Part> all) {
    List<Part> chain = new ArrayList<>();
    for (Part each = part; each != null && chain.size() < Budget.MOST_REFERENCES; ) {
      chain.add(each);
      each = each.origin < 0 ? null : all.get(each.origin);
    }
    return chain;
  }
}
