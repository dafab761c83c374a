package io.flowgauge.instrumentation.jvm.agent.core;

/**
 * The protocol between provider and agent on their socket. In both directions a message is an int,
 * the number of bytes that follow, and these bytes. The agent begins with its hello: {@link
 * #MAGIC}, {@link #VERSION}, its pid (long), whether another provider has a session (boolean), why
 * calls are not timed by the processor's counter (text, empty if they are). Then each request,
 * which begins with one of the bytes below, has one answer. The answer begins with a boolean: true,
 * followed by the result, or false, followed by the code and message of a refusal. Texts are as
 * {@link java.io.DataOutput#writeUTF} writes them. The end of the connection ends the session,
 * undoes all changes and removes all sensors.
 */
public final class AgentProtocol {
  /** The first number of a hello. */
  public static final int MAGIC = 0x46474a31;

  /**
   * Increased with every change of the requests, of the sensor classes, or of the shared memory.
   */
  public static final int VERSION = 5;

  /** Most bytes of a message. */
  public static final int MOST_BYTES = 1 << 28;

  /**
   * Asks for the structure: patterns to include and to exclude, whether sources are wanted. Answer:
   * units.
   */
  public static final int STRUCTURE = 1;

  /** Asks what {@link #INSTRUMENT} would do, in the same form. */
  public static final int CHECK = 2;

  /** Puts sensors in: patterns to include and to exclude, metrics, cost limit. Answer: results. */
  public static final int INSTRUMENT = 3;

  /** Removes sensors: patterns. Answer: results. */
  public static final int DEINSTRUMENT = 4;

  /** Removes a sensor that costs too much: the number of its region. The answer is empty. */
  public static final int OVER_LIMIT = 5;

  /** Lets a launched program continue to main. The answer is empty. */
  public static final int RESUME = 6;

  /** Undoes all changes, removes all sensors and ends the session. The answer is empty. */
  public static final int CLOSE = 7;

  /**
   * Makes the change that follows. Answer: code and message of a refusal, both empty if it was
   * made, and then its number, the value before, the result, and for how many nanoseconds it
   * stopped the program.
   */
  public static final int CHANGE = 8;

  /**
   * Undoes a change: its number. Answer: code and message of a refusal as above, and if they are
   * empty, how many calls the change was applied to.
   */
  public static final int UNDO = 9;

  /** Asks how many calls a change was applied to so far: its number. Answer: the calls. */
  public static final int CALLS = 10;

  /**
   * Asks where threads are. Answer: for how many nanoseconds threads were stopped at most, the
   * number of threads, and for each its id, whether it runs, the number of methods, {@link #DEPTH}
   * at most, and their classes and names, the innermost first.
   */
  public static final int POSITIONS = 11;

  /** Most methods reported of a thread's stack. */
  public static final int DEPTH = 32;

  /** The file in the provider's folder that is the shared memory. */
  public static final String MEMORY = "memory";

  /** The file to which regions are written before their sensors are put in. */
  public static final String REGIONS = "regions";

  /** The socket. */
  public static final String SOCKET = "control";

  /** The agent's jar. */
  public static final String JAR = "agent.jar";

  /** The system property that names the folder for a later attachment to use again. */
  public static final String FOLDER_PROPERTY = "io.flowgauge.instrumentation.jvm.folder";

  private AgentProtocol() {}
}
