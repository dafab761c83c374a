package io.flowgauge.kafka;

import io.flowgauge.fleet.FleetTopics;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A topic of a Kafka cluster.
 *
 * @param servers addresses of some brokers, joined by commas
 * @param topic the topic
 * @param settings further settings of the client, by Kafka's names
 */
record KafkaAddress(String servers, String topic, Map<String, String> settings) {
  static final String SCHEME = "kafka";

  private static final Pattern ADDRESS =
      Pattern.compile("//([^/?]+:\\d{1,5})/([A-Za-z0-9._-]{1,249})(?:\\?(.*))?");

  private static final Pattern VALUE = Pattern.compile("=[^&]*");

  static KafkaAddress parse(String address) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches()) {
      throw malformed(address);
    }
    Map<String, String> settings = new TreeMap<>();
    if (parts.group(3) != null) {
      for (String setting : parts.group(3).split("&", -1)) {
        int equals = setting.indexOf('=');
        if (equals < 1) {
          throw malformed(address);
        }
        settings.put(decoded(setting.substring(0, equals)), decoded(setting.substring(equals + 1)));
      }
    }
    return new KafkaAddress(parts.group(1), parts.group(2), settings);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Describes a malformed address, without the values of its settings, which may be passwords. */
  private static IllegalArgumentException malformed(String address) {
    return new IllegalArgumentException(
        "to must be kafka://HOST:PORT[,HOST:PORT]/TOPIC[?SETTING=VALUE&...], but is '"
            + SCHEME
            + ":"
            + VALUE.matcher(address).replaceAll("=…")
            + "'");
  }

  /**
   * Returns the settings of a producer that loses no record, duplicates none and keeps their order.
   */
  Properties producer() {
    Properties all = new Properties();
    all.put("bootstrap.servers", servers);
    all.put("acks", "all");
    all.put("enable.idempotence", "true");
    all.put("max.in.flight.requests.per.connection", String.valueOf(FleetTopics.REQUESTS));
    all.put("delivery.timeout.ms", String.valueOf(Integer.MAX_VALUE));
    all.put("compression.type", "lz4");
    all.put("linger.ms", "5");
    all.put("max.block.ms", "5000");
    all.put("batch.size", String.valueOf(1 << 17));
    all.put("max.request.size", String.valueOf(1 << 22));
    all.putAll(settings);
    return all;
  }

  /** Returns the address without settings, which may contain passwords. */
  @Override
  public String toString() {
    return SCHEME + "://" + servers + "/" + topic;
  }
}
