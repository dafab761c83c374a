package io.flowgauge.cli.run;

import io.flowgauge.cli.NewFile;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.WrongUsageException;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for where a command writes its answer. */
final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Write to this file, replacing it only once the output is complete. - is standard"
              + " output.")
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
   * Reads and analyses everything before writing anything, so that the output is complete or
   * absent. Fails at the beginning if the file cannot be written.
   */
  void write(Session session, Question question) throws IOException {
    if (file == null || file.equals(Session.STANDARD)) {
      question.answer().write(session.text());
      session.text().flush();
      return;
    }
    try (NewFile target = new NewFile(file)) {
      Answer answer = question.answer();
      target.writeText(answer::write);
      target.publish();
    }
  }

  /** Writes an answer that is not text. */
  interface FileAnswer {
    void write(Path file) throws IOException;
  }

  /** Finds such an answer. */
  interface FileQuestion {
    FileAnswer answer() throws IOException;
  }

  /** Works like {@link #write}, but needs a file. */
  void writeFile(FileQuestion question) throws IOException {
    if (file == null) {
      throw new WrongUsageException("this format is not text, so it needs -o FILE");
    }
    try (NewFile target = new NewFile(file)) {
      FileAnswer answer = question.answer();
      target.write(
          () -> {
            answer.write(target.draft());
            return target;
          });
      target.publish();
    }
  }
}
