package io.flowgauge.instrumentation.nativeprovider.dwarf;

import io.flowgauge.instrumentation.nativeprovider.dwarf.Abbreviations.Abbreviation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Walks the entries of a unit, and collects those of functions. */
final class UnitReader {
  private static final int DEEPEST = 4096;

  private final Unit unit;
  private final Budget budget;
  private final AttributeReader reader;
  private final Map<Long, FunctionEntry> functions;
  private final Set<Long> inlined;
  private final Optional<EntryReader> others;

  /** The scope of each entry whose children are being read; null for none. */
  private final List<Scope> scopes = new ArrayList<>();

  private boolean hasCode;

  UnitReader(Unit unit, Map<Long, FunctionEntry> functions, Set<Long> inlined) {
    this(unit, functions, inlined, Optional.empty());
  }

  private UnitReader(
      Unit unit,
      Map<Long, FunctionEntry> functions,
      Set<Long> inlined,
      Optional<EntryReader> others) {
    this.unit = unit;
    this.budget = unit.sections.budget;
    this.reader = new AttributeReader(unit, unit.entries);
    this.functions = functions;
    this.inlined = inlined;
    this.others = others;
  }

  /** Reads all units, and passes the entries that a reader wants to it. */
  static void readAll(DebugSections sections, EntryReader others) throws DebugFormatException {
    Cursor info = sections.cursorAt(".debug_info", 0);
    while (info.hasMore()) {
      Unit unit = Unit.read(sections, info);
      new UnitReader(unit, new HashMap<>(), new HashSet<>(), Optional.of(others)).read();
    }
  }

  /** Reads all entries; returns whether there is a function with code among them. */
  boolean read() throws DebugFormatException {
    boolean isFirst = true;
    while (unit.entries.hasMore()) {
      long offset = unit.entries.position();
      long code = unit.entries.unsignedLeb();
      budget.spend(1);
      if (code == 0) {
        leave();
        continue;
      }
      Abbreviation abbreviation = unit.abbreviations.of(code);
      budget.spend(abbreviation.count());
      Scope inside = isFirst ? readUnit(abbreviation) : readEntry(abbreviation, offset);
      isFirst = false;
      if (abbreviation.hasChildren) {
        enter(inside);
      }
    }
    return hasCode;
  }

  private void enter(Scope inside) throws DebugFormatException {
    if (scopes.size() == DEEPEST) {
      throw new DebugFormatException(".debug_info has entries nested deeper than " + DEEPEST);
    }
    scopes.add(inside);
  }

  private Scope scope() {
    return scopes.isEmpty() ? null : scopes.get(scopes.size() - 1);
  }

  /** Leaves an entry with children; a unit may contain more end marks than needed. */
  private void leave() {
    if (!scopes.isEmpty()) {
      scopes.remove(scopes.size() - 1);
    }
  }

  /** Reads an entry; returns the scope of its children. */
  private Scope readEntry(Abbreviation abbreviation, long offset) throws DebugFormatException {
    if (others.isPresent() && others.get().wants(abbreviation.tag)) {
      others
          .get()
          .read(new EntryReader.Entry(abbreviation, offset, unit, scope(), scopes.size()), reader);
      return scope();
    }
    switch (abbreviation.tag) {
      case Dwarf.TAG_SUBPROGRAM, Dwarf.TAG_ENTRY_POINT -> {
        readFunction(abbreviation, offset);
        return scope();
      }
      case Dwarf.TAG_INLINED_SUBROUTINE -> {
        readInlined(abbreviation);
        return scope();
      }
      case Dwarf.TAG_NAMESPACE,
          Dwarf.TAG_MODULE,
          Dwarf.TAG_CLASS_TYPE,
          Dwarf.TAG_STRUCTURE_TYPE,
          Dwarf.TAG_UNION_TYPE -> {
        return readScope(abbreviation);
      }
      default -> {
        skip(abbreviation);
        return scope();
      }
    }
  }

  private void skip(Abbreviation abbreviation) throws DebugFormatException {
    for (int i = 0; i < abbreviation.count(); i++) {
      reader.read(abbreviation.form(i), abbreviation.constant(i));
    }
  }

  /**
   * Reads the entry of the unit. Texts and addresses are resolved last, because they depend on
   * bases among the attributes.
   */
  private Scope readUnit(Abbreviation abbreviation) throws DebugFormatException {
    int folderForm = 0;
    long folder = 0;
    int lowForm = 0;
    long low = 0;
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      int attribute = abbreviation.attribute(i);
      if (attribute == Dwarf.AT_COMP_DIR) {
        folderForm = reader.form;
        folder = value;
      } else if (attribute == Dwarf.AT_LOW_PC) {
        lowForm = reader.form;
        low = value;
      } else {
        takeBase(attribute, value);
      }
    }
    unit.folder = folderForm == 0 ? "" : unit.text(folderForm, folder);
    unit.lowAddress = lowForm == 0 ? 0 : unit.address(lowForm, low);
    return null;
  }

  private void takeBase(int attribute, long value) {
    switch (attribute) {
      case Dwarf.AT_STMT_LIST -> {
        unit.lineTable = value;
      }
      case Dwarf.AT_STR_OFFSETS_BASE -> {
        unit.textOffsetsBase = value;
      }
      case Dwarf.AT_ADDR_BASE -> {
        unit.addressesBase = value;
      }
      case Dwarf.AT_RNGLISTS_BASE -> {
        unit.rangesBase = value;
      }
      default -> {
        // of no interest here
      }
    }
  }

  private Scope readScope(Abbreviation abbreviation) throws DebugFormatException {
    String name = "";
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      if (abbreviation.attribute(i) == Dwarf.AT_NAME) {
        name = unit.text(reader.form, value);
      }
    }
    return name.isEmpty() ? scope() : new Scope(scope(), name);
  }

  private void readInlined(Abbreviation abbreviation) throws DebugFormatException {
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      if (abbreviation.attribute(i) == Dwarf.AT_ABSTRACT_ORIGIN) {
        inlined.add(unit.reference(reader.form, value));
      }
    }
  }

  private void readFunction(Abbreviation abbreviation, long offset) throws DebugFormatException {
    budget.keepFunction();
    FunctionEntry entry = new FunctionEntry(unit, scope());
    CodePlace place = new CodePlace();
    for (int i = 0; i < abbreviation.count(); i++) {
      long value = reader.read(abbreviation.form(i), abbreviation.constant(i));
      int attribute = abbreviation.attribute(i);
      if (!place.acceptAttribute(attribute, reader.form, value)) {
        take(entry, attribute, reader.form, value);
      }
    }
    Optional<AddressRange> code = place.resolve(unit);
    if (code.isPresent()) {
      entry.hasCode = true;
      entry.low = code.get().begin();
      entry.size = code.get().size();
      hasCode = true;
    }
    functions.put(offset, entry);
  }

  private void take(FunctionEntry entry, int attribute, int form, long value) {
    switch (attribute) {
      case Dwarf.AT_NAME -> {
        entry.nameForm = form;
        entry.name = value;
      }
      case Dwarf.AT_LINKAGE_NAME, Dwarf.AT_MIPS_LINKAGE_NAME -> {
        entry.linkageForm = form;
        entry.linkageName = value;
      }
      case Dwarf.AT_DECL_FILE -> {
        entry.file = value;
      }
      case Dwarf.AT_DECL_LINE -> {
        entry.line = value;
      }
      case Dwarf.AT_ABSTRACT_ORIGIN, Dwarf.AT_SPECIFICATION -> {
        entry.origin = unit.reference(form, value);
      }
      default -> {
        // of no interest here
      }
    }
  }
}
