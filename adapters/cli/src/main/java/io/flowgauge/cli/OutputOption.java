package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a command writes its answer. */
final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to a file, which is replaced when what is written is complete.")
  private Path file;

  /** Writes an answer. */
  interface Answer {
    void write(Writer out) throws IOException;
  }

  /** Finds an answer. */
  interface Question {
    Answer answer() throws IOException;
  }

  /**
   * All is read and analysed before anything is written: the output is complete, or there is none.
   * That a file cannot be written is said before that.
   */
  void write(Session session, Question question) throws IOException {
    if (file == null) {
      question.answer().write(session.text());
      session.text().flush();
      return;
    }
    try (NewFile target = new NewFile(file)) {
      Answer answer = question.answer();
      try (Writer out = Files.newBufferedWriter(target.draft(), UTF_8)) {
        answer.write(out);
      }
      target.publish();
    }
  }
}
