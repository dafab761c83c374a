package io.flowgauge.log.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.flowgauge.log.format.BlockHeader;
import io.flowgauge.netlogger.BpLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The forms an event log can have. Immutable and thread-safe. */
public enum EventForm {
  /** The binary form, described in {@code io.flowgauge.log}. */
  BINARY("binary", "nlb"),
  /** See {@link EventWriter#bp}. */
  BP("bp", "bp"),
  /** See {@link EventWriter#ulm}. */
  ULM("ulm", "ulm"),
  /** See {@link EventWriter#xml}. */
  XML("xml", "xml"),
  /** See {@link EventWriter#jsonLines}; written only. */
  JSON_LINES("jsonl", "jsonl"),
  /** See {@link EventWriter#csv}; written only. */
  CSV("csv", "csv");

  /** Number of bytes that suffice to detect the form of nearly any log. */
  public static final int START_BYTES = 1 << 16;

  private static final byte[] ULM_STREAM = {'U', 'L', 'M', 0};

  private final String label;
  private final String suffix;

  EventForm(String label, String suffix) {
    this.label = label;
    this.suffix = suffix;
  }

  /**
   * The form's name on command lines and in documents.
   *
   * @return a lower-case word
   */
  public String label() {
    return label;
  }

  /**
   * The form of a name.
   *
   * @param label a name, as {@link #label()} returns it
   * @return the form, or empty if there is none with that name
   */
  public static Optional<EventForm> labelled(String label) {
    for (EventForm form : values()) {
      if (form.label.equals(label)) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /**
   * The form that a file's name indicates: {@code .nlb} is binary; the others end in their labels.
   *
   * @param file a file, which need not exist
   * @return the form, or empty if no form has this ending
   */
  public static Optional<EventForm> named(Path file) {
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    for (EventForm form : values()) {
      if (name.endsWith("." + form.suffix)) {
        return Optional.of(form);
      }
    }
    return Optional.empty();
  }

  /**
   * Detects the form of a log by its content or, if that is empty or damaged from the beginning, by
   * its name.
   *
   * @param file a file
   * @return the form, or empty if no form that can be read matches
   * @throws IOException if the file cannot be read
   */
  public static Optional<EventForm> of(Path file) throws IOException {
    byte[] start;
    try (InputStream in = Files.newInputStream(file)) {
      start = in.readNBytes(START_BYTES);
    }
    return of(start)
        .or(
            () ->
                named(file).filter(form -> form == BINARY || (start.length == 0 && form.isRead())));
  }

  /**
   * Detects the form of a log by its content.
   *
   * @param start its first {@value #START_BYTES} bytes, or all if it has fewer
   * @return the form, or empty if no form that can be read matches
   */
  public static Optional<EventForm> of(byte[] start) {
    if (holdsBlock(start)) {
      return Optional.of(BINARY);
    }
    if (ByteBuffer.wrap(start).mismatch(ByteBuffer.wrap(ULM_STREAM)) == ULM_STREAM.length) {
      return Optional.of(ULM);
    }
    return isMarkup(start) ? Optional.of(XML) : ofLines(start);
  }

  private static boolean isMarkup(byte[] start) {
    String text = new String(start, UTF_8).replaceFirst("^\uFEFF", "").stripLeading();
    return text.startsWith("<") && (text.contains("<log") || text.contains("<event"));
  }

  private static boolean holdsBlock(byte[] start) {
    ByteBuffer bytes = ByteBuffer.wrap(start);
    for (int k = 0; k <= start.length - BlockHeader.MARKER_BYTES; k++) {
      if (BlockHeader.mayBeginAt(bytes, k)) {
        return true;
      }
    }
    return false;
  }

  /** Decides by the first line that has the names of a form; lines before it may be damaged. */
  private static Optional<EventForm> ofLines(byte[] start) {
    BpLine line = new BpLine();
    for (int begin = 0; begin < start.length; ) {
      int end = begin;
      while (end < start.length && start[end] != '\n') {
        end++;
      }
      Optional<EventForm> form = ofLine(line, start, begin, end);
      if (form.isPresent()) {
        return form;
      }
      begin = end + 1;
    }
    return Optional.empty();
  }

  private static Optional<EventForm> ofLine(BpLine line, byte[] bytes, int begin, int end) {
    line.parse(bytes, begin, end); // Even a line that is cut off has its first fields.
    for (PairForm form : PairForm.values()) {
      if (line.text(form.timeKey()).isPresent() && line.text(form.eventKey()).isPresent()) {
        return Optional.of(form == PairForm.BP ? BP : ULM);
      }
    }
    return Optional.empty();
  }

  /**
   * Whether logs of this form can be read.
   *
   * @return whether they can
   */
  public boolean isRead() {
    return this != JSON_LINES && this != CSV;
  }
}
