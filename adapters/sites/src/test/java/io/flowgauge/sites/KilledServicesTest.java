package io.flowgauge.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.activation.ActivationRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes, sites and hubs are killed at random moments, and connections are cut: no event is lost or
 * arrives twice. With {@code -Dflowgauge.long=true}, a hundred of each.
 */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class KilledServicesTest {
  private static final boolean LONG = Boolean.getBoolean("flowgauge.long");
  private static final int KILLS = LONG ? 100 : 3;
  private static final int CUTS = LONG ? 100 : 10;
  private static final String PLACE = "siteA/node1";

  @TempDir private Path folder;
  private Laboratory lab;
  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private ServedElsewhere served(String name, String places) throws Exception {
    Path file =
        places.isEmpty()
            ? null
            : Files.writeString(folder.resolve(name.replace('/', '-') + ".places"), places);
    return lab.opened(new ServedElsewhere(lab, name, file, "-XX:TieredStopAtLevel=1"));
  }

  private ReceivedEvents receive(String address) throws Exception {
    Sites sites = lab.opened(Sites.connect(lab.identity("user/alice"), address));
    return lab.opened(
        new ReceivedEvents(
            sites
                .at(PLACE)
                .lease(Duration.ofHours(1))
                .events(ActivationRequest.of("r1", "transfer.end")),
            folder));
  }

  private LoggingProgram program() throws Exception {
    return lab.opened(new LoggingProgram(lab.events("node/" + PLACE).resolve("triggers")));
  }

  private void log(LoggingProgram program, ReceivedEvents received, int rounds) throws Exception {
    for (int k = 0; k < rounds; k++) {
      program.logOn(1 + random.nextInt(200));
      if (k % 20 == 0) {
        received.take();
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private void check(LoggingProgram program, ReceivedEvents received) throws Exception {
    received.awaitNumbers(PLACE, program.logged());
    assertThat(received.numbers(PLACE))
        .as("seed %d", seed)
        .isEqualTo(LongStream.range(0, program.logged()).boxed().toList());
    assertThat(received.losses(PLACE)).as("seed %d", seed).isEmpty();
    assertThat(received.streams(PLACE).get(0).dropped()).as("seed %d", seed).isZero();
  }

  @Test
  void services_killed_loseAndDoubleNothing() throws Exception {
    ServedElsewhere node = served("node/" + PLACE, "");
    ServedElsewhere site = served("site/siteA", "node1 " + node.address() + "\n");
    ServedElsewhere hub = served("hub/hub", "siteA " + site.address() + "\n");
    List<ServedElsewhere> all = List.of(node, site, hub);
    ReceivedEvents received = receive(hub.address());
    LoggingProgram program = program();
    program.awaitOn();
    for (int k = 0; k < KILLS; k++) {
      log(program, received, 50 + random.nextInt(200));
      ServedElsewhere victim = all.get(LONG ? random.nextInt(all.size()) : k);
      victim.kill();
      log(program, received, random.nextInt(50));
      victim.start();
    }
    log(program, received, 100);
    check(program, received);
  }

  @Test
  void connections_cut_loseAndDoubleNothing() throws Exception {
    ServedElsewhere node = served("node/" + PLACE, "");
    CuttingRelay toNode = lab.opened(new CuttingRelay(node.port()));
    ServedElsewhere site = served("site/siteA", "node1 " + toNode.address() + "\n");
    CuttingRelay toSite = lab.opened(new CuttingRelay(site.port()));
    ReceivedEvents received = receive(toSite.address());
    LoggingProgram program = program();
    program.awaitOn();
    for (int k = 0; k < CUTS; k++) {
      log(program, received, 20 + random.nextInt(200));
      (random.nextBoolean() ? toNode : toSite).cut();
    }
    log(program, received, 100);
    check(program, received);
  }
}
