package io.flowgauge.instrumentation.jvm.agent.core;

/**
 * The protocol of provider and agent over their socket. In both directions a message is an int, the
 * number of bytes that follow, and these bytes. The agent begins with its hello: {@link #MAGIC},
 * {@link #VERSION}, its pid (long), whether the session is taken (boolean), why calls are not timed
 * by the processor's counter (text, empty if they are). Then each request, which begins with a byte
 * below, has one answer, which begins with a boolean: true, and what was asked for, or false and
 * the code and message of a refusal. Texts are as {@link java.io.DataOutput#writeUTF} writes them.
 * The end of the connection ends the session, undoes all changes and takes all sensors out.
 */
public final class AgentProtocol {
  /** Begins a hello. */
  public static final int MAGIC = 0x46474a31;

  /** Changes with every change of the requests, of the sensor classes, or of the shared memory. */
  public static final int VERSION = 5;

  /** Greatest number of bytes of a message. */
  public static final int MOST_BYTES = 1 << 28;

  /** Patterns to include and to exclude, whether sources; back come units. */
  public static final int STRUCTURE = 1;

  /** As {@link #INSTRUMENT}, without doing it. */
  public static final int CHECK = 2;

  /** Patterns to include and to exclude, metrics, limit; back come results. */
  public static final int INSTRUMENT = 3;

  /** Patterns; back come results. */
  public static final int DEINSTRUMENT = 4;

  /** The number of a region whose sensor costs too much; nothing comes back. */
  public static final int OVER_LIMIT = 5;

  /** Lets a launched program go on to main; nothing comes back. */
  public static final int RESUME = 6;

  /** Undoes all changes and takes all sensors out; only the success comes back. */
  public static final int CLOSE = 7;

  /**
   * A change; back come the code and the message of a refusal, both empty if it was made, and then
   * its number, what was before, what was returned, and for how many nanoseconds it stopped the
   * program.
   */
  public static final int CHANGE = 8;

  /** The number of a change to undo; back comes a refusal as above, or how many calls it met. */
  public static final int UNDO = 9;

  /** The number of a change; back comes how many calls it met so far. */
  public static final int CALLS = 10;

  /**
   * Nothing more; back come for how many nanoseconds threads stood still at most, their number, and
   * for each its id, whether it runs, and how many methods, {@link #DEPTH} at most, which are
   * classes and names, the innermost first.
   */
  public static final int POSITIONS = 11;

  /** Greatest number of calls of a thread that are reported. */
  public static final int DEPTH = 32;

  /** Names of the files in the provider's folder: the shared memory. */
  public static final String MEMORY = "memory";

  /** The file regions are written down in before their sensors go in. */
  public static final String REGIONS = "regions";

  /** The socket. */
  public static final String SOCKET = "control";

  /** The agent's jar. */
  public static final String JAR = "agent.jar";

  /** The system property that names the folder for a later attachment to use again. */
  public static final String FOLDER_PROPERTY = "io.flowgauge.instrumentation.jvm.folder";

  private AgentProtocol() {}
}
