package io.flowgauge.flink;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetJobTest {
  @Test
  void duration_withAndWithoutUnit_isAsInTheCommand() {
    assertThat(FleetJob.duration("30")).isEqualTo(Duration.ofSeconds(30));
    assertThat(FleetJob.duration("10m")).isEqualTo(Duration.ofMinutes(10));
    assertThat(FleetJob.duration("3 d")).isEqualTo(Duration.ofDays(3));
    assertThat(FleetJob.duration("250 ms")).isEqualTo(Duration.ofMillis(250));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--settle|soon|'--settle': must be a time such as 30, 30s, 250ms, 10min, 2h or 3d, but is 'soon'",
        "--settle|''|'--settle': must be a time such as 30, 30s, 250ms, 10min, 2h or 3d, but is ''",
        "--forgotten|99999999999999999999|must be a time such as",
        "--forgotten|9223372036854775807 d|must be a time such as",
        "--stalled|-5|must be a time such as",
        "--stalled|0|--stalled must be above 0, but is PT0S",
        "--forgotten|0 ms|--forgotten must be above 0, but is PT0S",
        "--checkpoints|0|--checkpoints must be 10 ms to a year, but is PT0S",
        "--checkpoints|10 min|checkpoints every 600000 ms are too rare",
        "--checkpoints|366 d|--checkpoints must be 10 ms to a year, but is PT"
      })
  void execute_wrongTime_isNamedInOneLine(String option, String time, String words) {
    StringWriter err = new StringWriter();
    int status =
        FleetJob.command()
            .setErr(new PrintWriter(err))
            .execute("--kafka=127.0.0.1:1", option + "=" + time);
    assertThat(status).isEqualTo(2);
    assertThat(err.toString().lines().findFirst().orElseThrow()).contains(words);
    assertThat(err.toString()).doesNotContain("Exception").doesNotContain("\tat ");
  }
}
