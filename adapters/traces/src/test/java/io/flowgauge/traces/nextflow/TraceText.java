package io.flowgauge.traces.nextflow;

import io.flowgauge.trace.RunReader;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.RecordedRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes small tables to files for readers. In their text, a blank stands for a tab. */
final class TraceText {
  private final Path folder;

  TraceText(Path folder) {
    this.folder = folder;
  }

  /** Writes a tab-separated file; {@code ~} stands for a blank inside a cell. */
  TraceFile table(String name, String... rows) {
    return file(name, String.join("\n", rows).replace(' ', '\t').replace('~', ' ') + "\n");
  }

  TraceFile file(String name, String text) {
    try {
      Path path = Files.writeString(folder.resolve(name), text);
      return new TraceFile(path, text.substring(0, Math.min(text.length(), TraceFile.HEAD_CHARS)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RecordedRun read(TraceFile trace, TraceFile... companions) throws IOException {
    return read(new NextflowTraceReader(), trace, companions);
  }

  static RecordedRun read(RunReader reader, TraceFile trace, TraceFile... companions)
      throws IOException {
    RecordedRun run = new RecordedRun(trace.fileName());
    reader.read(trace, List.of(companions), run);
    return run;
  }

  /** Returns dependencies as {@code a->b}. */
  static List<String> dependencies(RecordedRun run) {
    List<String> all = new ArrayList<>();
    run.dependencies.forEach(edge -> all.add(edge.from() + "->" + edge.to()));
    return all;
  }
}
