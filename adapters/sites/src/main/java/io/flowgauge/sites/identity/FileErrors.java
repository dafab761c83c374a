package io.flowgauge.sites.identity;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Adds the file and the reason that errors of Java's file system may lack. Stateless. */
public final class FileErrors {
  private FileErrors() {}

  /** Returns an error of reading or writing a file whose message names the file and the reason. */
  static IOException named(Path file, IOException e) {
    return e instanceof FileSystemException
        ? withReason(e)
        : caused(new FileSystemException(file.toString(), null, e.getMessage()), e);
  }

  /** Returns an error whose message is more than the name of a file. */
  public static IOException withReason(IOException e) {
    if (e instanceof NoSuchFileException missing && missing.getReason() == null) {
      return caused(
          new NoSuchFileException(missing.getFile(), null, "there is no such file or folder"), e);
    }
    if (e instanceof AccessDeniedException denied && denied.getReason() == null) {
      return caused(new AccessDeniedException(denied.getFile(), null, "permission denied"), e);
    }
    return e;
  }

  private static IOException caused(IOException error, IOException cause) {
    error.initCause(cause);
    return error;
  }
}
