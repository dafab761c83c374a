package io.flowgauge.instrumentation.nativeprovider.dwarf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The files of a unit, and the program that maps addresses to lines. */
final class LineTable {
  static final LineTable NONE = new LineTable(null, List.of(), 0, null, null);

  private static final int PATH = 1;
  private static final int FOLDER_INDEX = 2;
  private static final int MOST_FILES = 1 << 20;

  private final Unit unit;
  private final List<String> files;
  private final int firstFile;
  private final LineProgram.Header header;
  private final Cursor program;

  private LineTable(
      Unit unit, List<String> files, int firstFile, LineProgram.Header header, Cursor program) {
    this.unit = unit;
    this.files = files;
    this.firstFile = firstFile;
    this.header = header;
    this.program = program;
  }

  /** Reads the table of a unit, without running its program. */
  static LineTable read(Unit unit) throws DebugFormatException {
    Cursor lines = unit.sections.cursorAt(".debug_line", unit.lineTable);
    long length = lines.unsigned32();
    int offsetSize = length == Dwarf.LONG_FORMAT ? Long.BYTES : Integer.BYTES;
    Cursor table = lines.part(length == Dwarf.LONG_FORMAT ? lines.signed64() : length);
    int version = table.unsigned16();
    if (version < 2 || version > 5) {
      throw new DebugFormatException(
          ".debug_line has a table of version " + version + ", but 2 to 5 are known");
    }
    if (version == 5) {
      table.skip(2);
    }
    Cursor names = table.part(table.offset(offsetSize));
    LineProgram.Header header = LineProgram.Header.read(names, version);
    List<String> files = version == 5 ? filesOf5(unit, names, offsetSize) : filesOf4(unit, names);
    return new LineTable(unit, files, version == 5 ? 0 : 1, header, table);
  }

  /** Returns the path of a file by its number; empty if there is no such file. */
  Optional<String> file(long number) {
    long index = number - firstFile;
    return index >= 0 && index < files.size() && !files.get((int) index).isEmpty()
        ? Optional.of(files.get((int) index))
        : Optional.empty();
  }

  /** Runs the program; must be called only once. */
  void run(LineProgram.Rows rows) throws DebugFormatException {
    if (program != null) {
      new LineProgram(header, program, unit).run(rows);
    }
  }

  private static List<String> filesOf4(Unit unit, Cursor names) throws DebugFormatException {
    List<String> folders = new ArrayList<>(List.of(unit.folder));
    for (String each = names.text(); !each.isEmpty(); each = names.text()) {
      unit.sections.budget.keepText(each);
      folders.add(join(unit.folder, each));
    }
    List<String> files = new ArrayList<>();
    for (String each = names.text(); !each.isEmpty(); each = names.text()) {
      long folder = names.unsignedLeb();
      names.unsignedLeb();
      names.unsignedLeb();
      files.add(path(unit, folders, folder, each));
    }
    return files;
  }

  private static String path(Unit unit, List<String> folders, long folder, String name)
      throws DebugFormatException {
    String path =
        folder >= 0 && folder < folders.size() ? join(folders.get((int) folder), name) : name;
    unit.sections.budget.keepFile();
    unit.sections.budget.keepText(path);
    return path;
  }

  private static String join(String folder, String name) {
    return folder.isEmpty() || name.startsWith("/") ? name : folder + "/" + name;
  }

  /** An entry of a table of version 5: a name, and the number of its folder. */
  private record Named(String name, long folder) {}

  private static List<String> filesOf5(Unit unit, Cursor names, int offsetSize)
      throws DebugFormatException {
    List<String> folders = new ArrayList<>();
    for (Named each : named(unit, names, offsetSize)) {
      folders.add(join(unit.folder, each.name()));
    }
    List<String> files = new ArrayList<>();
    for (Named each : named(unit, names, offsetSize)) {
      files.add(path(unit, folders, each.folder(), each.name()));
    }
    return files;
  }

  /** Reads the format of entries, then the entries. */
  private static List<Named> named(Unit unit, Cursor names, int offsetSize)
      throws DebugFormatException {
    int[] contents = new int[names.unsigned8()];
    int[] forms = new int[contents.length];
    for (int i = 0; i < contents.length; i++) {
      contents[i] = (int) names.unsignedLeb();
      forms[i] = (int) names.unsignedLeb();
    }
    long count = names.unsignedLeb();
    if (count < 0 || count > MOST_FILES) {
      throw new DebugFormatException(".debug_line has a table of " + count + " files");
    }
    List<Named> all = new ArrayList<>();
    AttributeReader reader = new AttributeReader(unit, names, offsetSize);
    for (long i = 0; i < count; i++) {
      all.add(namedOne(unit, reader, contents, forms));
    }
    return all;
  }

  private static Named namedOne(Unit unit, AttributeReader reader, int[] contents, int[] forms)
      throws DebugFormatException {
    String name = "";
    long folder = 0;
    unit.sections.budget.keepFile();
    unit.sections.budget.spend(contents.length);
    for (int i = 0; i < contents.length; i++) {
      long value = reader.read(forms[i], 0);
      if (contents[i] == PATH) {
        name =
            reader.form == Dwarf.FORM_STRING
                ? unit.sections.text(".debug_line", value)
                : unit.text(reader.form, value);
      } else if (contents[i] == FOLDER_INDEX) {
        folder = value;
      }
    }
    return new Named(name, folder);
  }
}
