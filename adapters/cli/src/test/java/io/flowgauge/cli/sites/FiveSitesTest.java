package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.sites.PlacedSums;
import io.flowgauge.sites.Sites;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Five sites, as network namespaces of this machine with rate-limited, delayed links between them
 * and twenty real processes in each. Takes two minutes and prints its measurements: {@code mvn
 * -Dquick -pl adapters/cli -am test -Dtest=FiveSitesTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dflowgauge.long=true}. Needs root, ip, tc, unshare and gcc.
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class FiveSitesTest {
  private static final int SITES = 5;
  private static final int PROCESSES = 20;

  /**
   * Requests until the JIT compilers of eleven JVMs, which share the processors of one machine, are
   * done.
   */
  private static final int WARM_UPS = 40;

  private static final int ROUNDS = 20;

  private static final Duration DELAY = Duration.ofMillis(10);

  /** From the requester to the hub, on to a site, and back. */
  private static final long ROUND_TRIP_MILLIS = 4 * DELAY.toMillis();

  private static final int PORT = 14381;
  private static final int NODE_PORT = 14382;
  private static final ProcessPattern ALL = ProcessPattern.named("fg-five");

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private ServedMachines machines;
  private Path program;
  private final List<String> siteAddresses = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  private void prepare() throws Exception {
    machines = opened(new ServedMachines(folder));
    program =
        CompiledProgram.of(
            folder,
            "fg-five",
            """
            #include <unistd.h>
            __attribute__((noinline)) int step(int k) { return usleep(20000 + k); }
            int main(void) { for (int k = 0; !step(k % 7); k++) {} return 0; }
            """);
  }

  /** Starts sites with a node each, the hub, and a requester, each on its own machine. */
  private Sites start() throws Exception {
    StringBuilder sites = new StringBuilder();
    for (int k = 1; k <= SITES; k++) {
      String address = machines.machine();
      siteAddresses.add(address);
      Path nodes =
          Files.writeString(folder.resolve("nodes" + k), "n " + address + ":" + NODE_PORT + "\n");
      machines.serve(
          address,
          "node/s" + k + "/n",
          List.of("--listen=" + address + ":" + NODE_PORT),
          "i=0; while [ $i -lt " + PROCESSES + " ]; do " + program + " & i=$((i+1)); done;");
      machines.serve(address, "site/s" + k, List.of("--places=" + nodes, "--listen=" + PORT), "");
      sites.append("s" + k + " " + relayed(address) + "\n");
    }
    String hub = machines.machine();
    Path file = Files.writeString(folder.resolve("sites"), sites.toString());
    machines.serve(hub, "hub/hub", List.of("--places=" + file, "--listen=" + PORT), "");
    return opened(Sites.connect(machines.alice(), relayed(hub)).within(Duration.ofSeconds(60)));
  }

  private String relayed(String address) throws IOException {
    DelayRelay relay =
        opened(
            new DelayRelay(
                InetAddress.getByName(machines.gateway()),
                new InetSocketAddress(address, PORT),
                DELAY));
    return machines.gateway() + ":" + relay.port();
  }

  /**
   * The times of one kind of request: the first, during which services load classes, and later
   * ones.
   */
  private static final class Times {
    private final String what;
    private final long target;
    private final List<Long> millis = new ArrayList<>();

    Times(String what, long target) {
      this.what = what;
      this.target = target + 2 * ROUND_TRIP_MILLIS;
    }

    <T> T of(Supplier<T> request) {
      long start = System.nanoTime();
      T answer = request.get();
      millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
      return answer;
    }

    void print() {
      List<Long> warm = millis.subList(WARM_UPS, millis.size()).stream().sorted().toList();
      System.out.printf(
          "%d sites x %d, %s: first %d ms; after %d, %d to %d ms, median %d ms; target %d ms%n",
          SITES,
          PROCESSES,
          what,
          millis.get(0),
          WARM_UPS,
          warm.get(0),
          warm.get(warm.size() - 1),
          warm.get(warm.size() / 2),
          target);
    }
  }

  @Test
  void perform_acrossSites_isDoneEverywhereAsAtTheNode() throws Exception {
    prepare();
    Sites sites = start();
    ServedMachines.await(sites, SITES);
    Irl instrument = Irl.on(ALL).attach().instrument("fg-five:step").build();
    Irl profile = Irl.on(ALL).getProfile().build();
    Irl out = Irl.on(ALL).detach().build();
    Times puts = new Times("instrument all", 500);
    Times profiles = new Times("aggregated profile", 200);
    Times outs = new Times("take all out", 500);
    for (int k = 0; k < WARM_UPS + ROUNDS; k++) {
      IrlAnswer put = puts.of(() -> sites.perform(instrument));
      assertThat(put.refusals()).isEmpty();
      assertThat(put.processes()).hasSize(SITES * PROCESSES);
      Thread.sleep(100); // Enough for each program to call its function.
      assertCounted(profiles.of(() -> sites.sums(profile)));
      if (k == 0) {
        assertSameAtNode(sites);
      }
      assertThat(outs.of(() -> sites.perform(out)).refusals()).isEmpty();
    }
    List.of(puts, profiles, outs).forEach(Times::print);
  }

  private static void assertCounted(List<PlacedSums> sums) {
    assertThat(sums).hasSize(SITES);
    for (PlacedSums one : sums) {
      assertThat(one.refusals()).isEmpty();
      assertThat(one.sums().processes()).isEqualTo(PROCESSES);
      assertThat(one.sums().regions())
          .singleElement()
          .satisfies(region -> assertThat(region.calls()).isPositive());
    }
  }

  private void assertSameAtNode(Sites sites) throws IOException {
    Irl structure = Irl.on(ALL).getSir(StructureFilter.all()).build();
    IrlAnswer across = sites.at("s1/n").perform(structure);
    String node = siteAddresses.get(0) + ":" + NODE_PORT;
    try (Sites there = Sites.connect(machines.alice(), node)) {
      assertThat(there.at("s1/n").perform(structure)).isEqualTo(across);
    }
    assertThat(across.processes())
        .hasSize(PROCESSES)
        .allSatisfy(one -> assertThat(one.answers()).allMatch(RequestAnswer.Sir.class::isInstance));
  }
}
