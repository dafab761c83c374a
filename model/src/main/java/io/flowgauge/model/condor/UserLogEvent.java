package io.flowgauge.model.condor;

import java.util.List;

/**
 * An event of a user log.
 *
 * @param code its number
 * @param cluster the submission
 * @param proc the job in it
 * @param nanos when
 * @param text what follows the time
 * @param body the lines below, without blanks around them
 * @param where its place
 */
record UserLogEvent(
    int code, long cluster, long proc, long nanos, String text, List<String> body, String where) {

  /** The job as HTCondor calls it. */
  String job() {
    return cluster + "." + proc;
  }

  /** The rest of the first line of the body that begins with something; empty without one. */
  String after(String begin) {
    for (String line : body) {
      if (line.startsWith(begin)) {
        return line.substring(begin.length()).strip();
      }
    }
    return "";
  }
}
