package io.flowgauge.log.text;

/** Names of elements and attributes of the XML form. */
final class XmlNames {
  static final String LOG = "log";
  static final String EVENT = "event";
  static final String VALUE = "value";
  static final String NAME = "name";
  static final String TIME = "time";
  static final String TYPE = "type";
  static final String LIFELINE = "lifeline";
  static final String CONSTANT = "constant";
  static final String HOST = "host";
  static final String PROGRAM = "program";
  static final String PROCESS = "pid";
  static final String PROCESS_START = "started";
  static final String THREAD_ID = "tid";
  static final String THREAD = "thread";

  private XmlNames() {}
}
