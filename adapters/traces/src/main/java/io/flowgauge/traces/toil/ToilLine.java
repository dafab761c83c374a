package io.flowgauge.traces.toil;

import io.flowgauge.trace.Times;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a log.
 *
 * @param nanos when it was written, in epoch nanoseconds; empty if it has no time
 * @param logger what wrote it, such as {@code toil.leader}; empty if it has no time
 * @param quoted whether it stands in the log of a worker that the leader's log repeats
 */
record ToilLine(OptionalLong nanos, String logger, String message, boolean quoted) {
  /** Written even into files, by some versions. */
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private static final Pattern FORM =
      Pattern.compile(
          "(\t?)\\[(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[+-]\\d{4})] \\[[^\\]]*] \\[[A-Z]]"
              + " \\[([^\\]]*)] (.*)");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssxx");

  /** A line with its time; empty if it is none. */
  static Optional<ToilLine> timed(String text) {
    Matcher found = FORM.matcher(COLOUR.matcher(text).replaceAll(""));
    if (!found.matches()) {
      return Optional.empty();
    }
    try {
      long nanos = Times.epochNanos(OffsetDateTime.parse(found.group(2), TIME).toInstant());
      return Optional.of(
          new ToilLine(
              OptionalLong.of(nanos), found.group(3), found.group(4), !found.group(1).isEmpty()));
    } catch (DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** A line as {@code --logFile} has it. */
  static ToilLine bare(String text) {
    return new ToilLine(OptionalLong.empty(), "", COLOUR.matcher(text).replaceAll(""), false);
  }

  /** What follows a word at its beginning. */
  Optional<String> after(String prefix) {
    return message.startsWith(prefix)
        ? Optional.of(message.substring(prefix.length()))
        : Optional.empty();
  }
}
