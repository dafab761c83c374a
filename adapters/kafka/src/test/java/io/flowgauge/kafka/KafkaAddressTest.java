package io.flowgauge.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KafkaAddressTest {
  private static final String SECRET = "hunter2";

  @Test
  void parse_serversTopicAndSettings_areTakenApart() {
    KafkaAddress address =
        KafkaAddress.parse("//a:9092,b:9092/runs.events?ssl.key.password=a%26b&acks=1");
    assertThat(address.servers()).isEqualTo("a:9092,b:9092");
    assertThat(address.topic()).isEqualTo("runs.events");
    assertThat(address.producer()).containsEntry("ssl.key.password", "a&b");
    assertThat(address).hasToString("kafka://a:9092,b:9092/runs.events");
  }

  @Test
  void parse_malformed_isRefusedWithoutTheValuesOfItsSettings() {
    assertThatThrownBy(() -> KafkaAddress.parse("//a/events?ssl.key.password=" + SECRET + "&x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("but is 'kafka://a/events?ssl.key.password=…&x'");
    assertThatThrownBy(() -> KafkaAddress.parse("//a:1/t?ssl.key.password=" + SECRET + "&x"))
        .hasMessageNotContaining(SECRET);
  }
}
