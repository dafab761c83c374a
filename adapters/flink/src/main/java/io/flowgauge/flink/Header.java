package io.flowgauge.flink;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;

/** A header of a record of Kafka, as Flink passes it on. */
public final class Header {
  /** Its name. */
  public String name = "";

  /** Its value, which may be null. */
  public byte[] value;

  /** Creates an empty header, for Flink. */
  public Header() {}

  static List<Header> of(Headers headers) {
    List<Header> all = new ArrayList<>();
    for (org.apache.kafka.common.header.Header each : headers) {
      Header one = new Header();
      one.name = each.key();
      one.value = each.value();
      all.add(one);
    }
    return all;
  }

  static void addTo(Headers headers, List<Header> all) {
    all.forEach(each -> headers.add(each.name, each.value));
  }
}
