package io.flowgauge.sites.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Maps requesters to local users: a file with lines such as {@code spiffe://lab/user/alice alice},
 * and comments after {@code #}. Words after the local user give a requester further rights: see
 * {@link Right}. The file is read again when it has changed; while it cannot be read, no requester
 * is known. Thread-safe.
 */
public final class GridMap {
  private static final System.Logger LOGGER = System.getLogger(GridMap.class.getName());

  private final Path file;
  private Version version;
  private Map<String, LocalUser> users;

  /** A right beyond measuring the user's processes; the file has its name in lower case. */
  public enum Right {
    /** To change processes. */
    CHANGE,
    /** To run programs. */
    RUN;

    private static Optional<Right> of(String word) {
      return Arrays.stream(values()).filter(one -> one.toString().equals(word)).findFirst();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The local user that a requester is mapped to.
   *
   * @param name the user's name
   * @param rights the requester's rights beyond measuring
   */
  public record LocalUser(String name, Set<Right> rights) {}

  /** File attributes that differ once the file has changed. */
  private record Version(FileTime modified, long size, Object inode) {
    static Version of(Path file) throws IOException {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return new Version(now.lastModifiedTime(), now.size(), now.fileKey());
    }
  }

  private GridMap(Path file, Version version, Map<String, LocalUser> users) {
    this.file = file;
    this.version = version;
    this.users = users;
  }

  /**
   * Reads a map.
   *
   * @throws IOException if it cannot be read, or a line is malformed
   */
  public static GridMap load(Path file) throws IOException {
    return new GridMap(file, Version.of(file), read(file));
  }

  private static Map<String, LocalUser> read(Path file) throws IOException {
    Map<String, LocalUser> users = new HashMap<>();
    List<String> lines = TextLines.of(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (line.isEmpty()) {
        continue;
      }
      List<String> parts = List.of(line.split("\\s+", -1));
      List<Optional<Right>> rights = parts.stream().skip(2).map(Right::of).toList();
      if (parts.size() < 2
          || !isUser(parts.get(0))
          || rights.contains(Optional.<Right>empty())
          || users.put(parts.get(0), localUser(parts.get(1), rights)) != null) {
        throw new IOException(
            file
                + ", line "
                + (i + 1)
                + ": found '"
                + line
                + "', expected spiffe://LABORATORY/user/NAME, a local user and optionally words of "
                + Arrays.toString(Right.values())
                + ", each identity at most once");
      }
    }
    return users;
  }

  private static LocalUser localUser(String name, List<Optional<Right>> rights) {
    return new LocalUser(
        name, rights.stream().map(Optional::orElseThrow).collect(Collectors.toUnmodifiableSet()));
  }

  private static boolean isUser(String text) {
    try {
      return SpiffeId.parse(text).kind() == SpiffeId.Kind.USER;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Returns the local user of a requester; empty if there is none. */
  public synchronized Optional<LocalUser> localUser(SpiffeId requester) {
    try {
      Version now = Version.of(file);
      if (!now.equals(version)) {
        users = read(file);
        version = now;
      }
    } catch (IOException e) {
      LOGGER.log(
          System.Logger.Level.WARNING,
          "all requests are refused until the grid-map can be read: "
              + FileErrors.withReason(e).getMessage());
      users = Map.of();
      version = null;
    }
    return Optional.ofNullable(users.get(requester.toString()));
  }
}
