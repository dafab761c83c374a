package io.flowgauge.cli;

import io.flowgauge.lake.Lake;
import io.flowgauge.store.ExperimentRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Opens databases named by arguments: an SQLite file, a lake, or a JDBC URL. */
public final class DatabasePlace {
  private static final Pattern URL = Pattern.compile("jdbc:.*|" + Lake.PREFIX + ".*|[a-z]+://.*");
  private static final Pattern SECRET = Pattern.compile("(?i).*[?&](ssl)?password=.*");

  private DatabasePlace() {}

  /** Opens a database. */
  public interface Opening<P, T> {
    T of(P place) throws IOException;
  }

  public static boolean isUrl(String place) {
    return URL.matcher(place).matches();
  }

  /** Whether a database exists; true for one on a server, which is not asked. */
  public static boolean exists(String place) {
    return place.startsWith(Lake.PREFIX)
        ? Files.isDirectory(Path.of(place.substring(Lake.PREFIX.length())))
        : isUrl(place) || Files.exists(Path.of(place));
  }

  /** Returns a place without the parts that may hold a password, for messages. */
  public static String shown(String place) {
    return isUrl(place) ? place.replaceFirst("[?].*", "").replaceFirst("//.*@", "//") : place;
  }

  /** Warns of a password among the arguments of this process. */
  public static void warnOfPassword(String place, Session session) {
    if (isUrl(place) && SECRET.matcher(place).matches()) {
      session.say(
          "anyone who lists the processes of this machine can see the password in the URL; put it"
              + " into PGPASSWORD, into ~/.pgpass, or into the file that PGPASSFILE names");
    }
  }

  /** Opens an existing experiment repository for queries. */
  public static ExperimentRepository existing(String place) throws IOException {
    return open(place, ExperimentRepository::openExisting, ExperimentRepository::connectExisting);
  }

  /** Opens a database; an invalid name is reported as wrong usage. */
  public static <T> T open(String place, Opening<Path, T> file, Opening<String, T> url)
      throws IOException {
    if (place.equals(Session.STANDARD.toString())) {
      throw new WrongUsageException("a database must be a file or a URL, but is -");
    }
    try {
      return isUrl(place) ? url.of(place) : file.of(Path.of(place));
    } catch (IllegalArgumentException e) {
      throw new WrongUsageException(String.valueOf(e.getMessage()));
    }
  }
}
