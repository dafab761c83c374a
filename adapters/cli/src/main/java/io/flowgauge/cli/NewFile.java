package io.flowgauge.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.cli.terminal.ClosedPipeException;
import io.flowgauge.cli.terminal.PipeStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A file that appears under its name only once it is complete: it is written next to its final
 * place, under a name with the same extension, and then renamed. Not thread-safe.
 */
public final class NewFile implements AutoCloseable {
  /**
   * Maximum number of characters that are kept of a name; each takes up to four bytes, and file
   * systems allow 255 bytes.
   */
  private static final int LONGEST = 40;

  private final Path target;
  private final Path draft;

  /** Deletes the draft if this process is ended meanwhile. */
  private final Thread ending = new Thread(this::removeDrafts, "flowgauge-drafts");

  /**
   * Prepares a file to be written.
   *
   * @param file its name; an existing file is replaced in the end
   */
  public NewFile(Path file) throws IOException {
    checkName(file);
    // A link to a file is kept. A name such as /dev/stdout can be a pipe, which has no real path.
    this.target = Files.isRegularFile(file) ? file.toRealPath() : file.toAbsolutePath();
    Path folder = target.getParent();
    if (folder == null || Files.isDirectory(target)) {
      throw new FileSystemException(file.toString(), null, "found a folder, expected a file name");
    }
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    if (!Files.isWritable(Files.exists(target) ? target : folder)) {
      throw new AccessDeniedException(file.toString());
    }
    // A device or pipe, such as /dev/null, is written directly.
    boolean isPlain = !Files.exists(target) || Files.isRegularFile(target);
    this.draft = isPlain ? folder.resolve(draftName(target)) : target;
    if (isPlain) {
      Runtime.getRuntime().addShutdownHook(ending);
    }
  }

  /** Refuses {@link Session#STANDARD}, which would become a file of that name. */
  public static void checkName(Path file) {
    if (file.equals(Session.STANDARD)) {
      throw new WrongUsageException("this needs a file, not - for standard output");
    }
  }

  /** Refuses {@link Session#STANDARD} as the name of a folder. */
  public static void checkFolderName(Path folder) {
    if (folder.equals(Session.STANDARD)) {
      throw new WrongUsageException("this needs a folder, not - for standard output");
    }
  }

  /**
   * Returns the name of the draft, which keeps only the end of a long name, to leave room for
   * additions by this class and by writers.
   */
  private static String draftName(Path target) {
    String name = target.getFileName().toString();
    int kept = Math.min(LONGEST, name.codePointCount(0, name.length()));
    String end = name.substring(name.offsetByCodePoints(name.length(), -kept));
    return "." + ProcessHandle.current().pid() + "." + end;
  }

  /** Returns the file to be written, whose name has the same extension. */
  public Path draft() {
    return draft;
  }

  /**
   * Writes the draft. A failure that names no file, as for a full disk, is given the name of this
   * one; a closed pipe throws a {@link ClosedPipeException}.
   *
   * @param writing writes the draft, and reads nothing
   */
  public <T> T write(Session.Work<T> writing) throws IOException {
    try {
      return writing.done();
    } catch (IOException e) {
      throw named(target, e);
    }
  }

  /** Returns a failure to write a file, with the name of the file if it names none. */
  public static IOException named(Path file, IOException e) {
    return e.getClass() == IOException.class ? ClosedPipeException.sorted(file.toString(), e) : e;
  }

  /** Opens the draft for writing bytes, which fails as {@link #write} does. */
  public OutputStream bytes() throws IOException {
    return new PipeStream(
        target.toString(), new BufferedOutputStream(Files.newOutputStream(draft)));
  }

  /** Writes text. */
  public interface Text {
    void write(Writer out) throws IOException;
  }

  /** Writes the draft as text in UTF-8; a failure names the file as {@link #write} does. */
  public void writeText(Text text) throws IOException {
    write(
        () -> {
          try (Writer out = Files.newBufferedWriter(draft, UTF_8)) {
            text.write(out);
          }
          return draft;
        });
  }

  /** Renames the draft to the name of the file. */
  public void publish() throws IOException {
    if (!draft.equals(target)) {
      write(this::forceDraft);
      keepPermissions();
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Forces the draft to the disk, because otherwise its new name may reach the disk before its
   * content.
   */
  private Path forceDraft() throws IOException {
    try (FileChannel written = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    return draft;
  }

  /**
   * Copies the permissions of the replaced file, so that users who could not read it cannot read
   * this one.
   */
  private void keepPermissions() throws IOException {
    if (Files.exists(target)
        && Files.getFileAttributeView(target, PosixFileAttributeView.class) != null) {
      Set<PosixFilePermission> before = Files.getPosixFilePermissions(target);
      if (!before.equals(Files.getPosixFilePermissions(draft))) {
        Files.setPosixFilePermissions(draft, before);
      }
    }
  }

  /** Removes a draft that was not published. */
  @Override
  public void close() throws IOException {
    if (!draft.equals(target)) {
      Files.deleteIfExists(draft);
    }
    try {
      Runtime.getRuntime().removeShutdownHook(ending);
    } catch (IllegalStateException e) {
      // The process is ending, and its shutdown hook removes the draft.
      return;
    }
  }

  /** Deletes the draft, and parts that its writer keeps under names derived from it. */
  private void removeDrafts() {
    draft.toFile().delete();
    String name = draft.getFileName().toString();
    File[] parts = draft.getParent().toFile().listFiles((folder, part) -> part.endsWith(".part"));
    for (File part : parts == null ? new File[0] : parts) {
      if (part.getName().startsWith(name) || part.getName().startsWith("." + name)) {
        part.delete();
      }
    }
  }
}
