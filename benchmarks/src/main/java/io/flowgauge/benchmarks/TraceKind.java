package io.flowgauge.benchmarks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.flowgauge.Flowgauge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Formats of traces whose reading is measured, each with a generator and a bare parser. */
public enum TraceKind {
  /** A trace of Nextflow with raw values, without dependencies. */
  NEXTFLOW("trace.txt", '\t'),
  /** The output of {@code sacct --parsable2}, with a step for each job. */
  SLURM("sacct.txt", '|'),
  /** An instance of WfCommons. */
  WFCOMMONS("run.wfformat.json", '{'),
  /** A run document of Flowgauge. */
  DOCUMENT("run.json", '{'),
  /** Spans in OTLP JSON. */
  OTLP("run.otlp.json", '{');

  private final String fileName;

  /** The separator of a table, or the brace that a JSON document begins with. */
  private final char mark;

  TraceKind(String fileName, char mark) {
    this.fileName = fileName;
    this.mark = mark;
  }

  /** Writes a trace of the given number of activities, the same one each time. */
  Path generate(int activities, Path folder) throws IOException {
    Path file = folder.resolve(fileName);
    switch (this) {
      case NEXTFLOW -> GeneratedTables.nextflow(activities, file);
      case SLURM -> GeneratedTables.slurm(activities, file);
      case WFCOMMONS, DOCUMENT, OTLP ->
          Flowgauge.write(
              Recordings.of(SimulatedRun.of(Shape.LAYERED, activities)).snapshot(), file);
    }
    return file;
  }

  /** Extracts every text of a file as plainly as its parser allows; returns their total length. */
  long parse(Path file) throws IOException {
    return mark == '{' ? tokens(file) : cells(file);
  }

  private static long tokens(Path file) throws IOException {
    long length = 0;
    try (JsonParser parser = new JsonFactory().createParser(Files.newInputStream(file))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        length += token.isScalarValue() ? parser.getText().length() : 0;
      }
    }
    return length;
  }

  private long cells(Path file) throws IOException {
    long length = 0;
    try (CsvReader<CsvRecord> rows =
        CsvReader.builder().fieldSeparator(mark).quoteCharacter('\0').ofCsvRecord(file)) {
      for (CsvRecord row : rows) {
        for (String cell : row.getFields()) {
          length += cell.length();
        }
      }
    }
    return length;
  }
}
