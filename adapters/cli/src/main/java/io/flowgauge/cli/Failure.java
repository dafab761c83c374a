package io.flowgauge.cli;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.Refusal;
import io.flowgauge.trace.TraceFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Describes failures in one line each. */
public final class Failure {
  private static final String DEBUG_HINT = " (FLOWGAUGE_DEBUG=1 shows where)";

  private Failure() {}

  /** Returns the line to print for a failure, without line breaks or control characters. */
  public static String message(Throwable failure) {
    Throwable cause =
        failure instanceof UncheckedIOException unchecked ? unchecked.getCause() : failure;
    return oneLine(cause instanceof IOException io ? ofInput(io) : unexpected(cause));
  }

  /**
   * Returns a text as one line without control characters, because messages quote inputs and
   * arguments, which can hold anything.
   */
  public static String oneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.strip().chars().forEach(c -> line.append(Character.isISOControl(c) ? ' ' : (char) c));
    return line.toString();
  }

  /** Returns the message of a refusal, with the code under which the documentation explains it. */
  public static String text(Refusal refusal) {
    return oneLine(refusal.message()) + " (" + refusal.code() + ")";
  }

  private static String ofInput(IOException e) {
    if (e instanceof TraceFormatException) {
      return e.getMessage();
    }
    if (e instanceof NoSuchFileException missing) {
      return missing.getFile() + ": found nothing by that name, expected a file or folder";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": found no permission, expected read or write access";
    }
    if (e instanceof FileAlreadyExistsException taken && taken.getReason() == null) {
      return taken.getFile() + ": found a file, expected a folder or a new name";
    }
    if (e instanceof FileSystemException other) {
      return other.getFile() + ": " + (other.getReason() == null ? kind(e) : other.getReason());
    }
    if (e instanceof EOFException) {
      return "found an early end of the input, expected more: " + kind(e);
    }
    return e.getMessage() == null ? kind(e) : e.getMessage();
  }

  private static String unexpected(Throwable failure) {
    if (failure instanceof InstrumentationException refused) {
      return text(refused.refusal());
    }
    if (failure instanceof OutOfMemoryError) {
      return "out of memory; allow more, for example with FLOWGAUGE_JAVA_OPTS=-Xmx8g";
    }
    String message = failure.getMessage();
    return "unexpected: " + (message == null ? "" : message + ", ") + kind(failure) + DEBUG_HINT;
  }

  private static String kind(Throwable failure) {
    return failure.getClass().getSimpleName();
  }
}
