package io.flowgauge.traces.condor;

import io.flowgauge.run.PhaseType;
import java.util.Optional;

/** Kinds of file transfer events, in order of their numbers in ads. */
enum FileTransfer {
  INPUT_QUEUED("Entered", "input"),
  INPUT_STARTED("Started", "input"),
  INPUT_FINISHED("Finished", "input"),
  OUTPUT_QUEUED("Entered", "output"),
  OUTPUT_STARTED("Started", "output"),
  OUTPUT_FINISHED("Finished", "output");

  private final String begin;
  private final String what;

  FileTransfer(String begin, String what) {
    this.begin = begin;
    this.what = what;
  }

  /** Returns the kind with a number, counted from 1 as in ads. */
  static Optional<FileTransfer> of(String number) {
    for (FileTransfer each : values()) {
      if (each.number().equals(number)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** Returns the number of the kind that a text of a log describes; empty if it describes none. */
  static String numberOf(String text) {
    for (FileTransfer each : values()) {
      if (text.startsWith(each.begin) && text.contains(each.what)) {
        return each.number();
      }
    }
    return "";
  }

  @SuppressWarnings("EnumOrdinal") // Declared in order of the numbers.
  private String number() {
    return String.valueOf(ordinal() + 1);
  }

  boolean isEnd() {
    return begin.equals("Finished");
  }

  /** Returns the name of the phase. */
  String phase() {
    return (what.equals("input") ? PhaseType.STAGE_IN : PhaseType.STAGE_OUT).label();
  }
}
