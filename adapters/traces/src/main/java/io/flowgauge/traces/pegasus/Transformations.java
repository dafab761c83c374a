package io.flowgauge.traces.pegasus;

/**
 * Parses transformations, the programs of tasks: {@code namespace::name:version}, both ends
 * optional.
 */
final class Transformations {
  private static final String NAMESPACE_END = "::";

  private Transformations() {}

  /** Returns the name alone, so that runs of different versions have the same type of activity. */
  static String name(String transformation) {
    int namespace = transformation.indexOf(NAMESPACE_END);
    String rest =
        namespace < 0
            ? transformation
            : transformation.substring(namespace + NAMESPACE_END.length());
    int version = rest.lastIndexOf(':');
    String name = version < 0 ? rest : rest.substring(0, version);
    return name.isEmpty() ? transformation : name;
  }
}
