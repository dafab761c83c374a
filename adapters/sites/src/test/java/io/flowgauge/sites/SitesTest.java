package io.flowgauge.sites;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.InstrumentationException;
import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.ProcessStatus;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.RegionProfile;
import io.flowgauge.instrumentation.StructureFilter;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.irl.IrlAnswer;
import io.flowgauge.instrumentation.irl.IrlPerformer;
import io.flowgauge.instrumentation.irl.RequestAnswer;
import io.flowgauge.instrumentation.simulated.SimulatedPrograms;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitesTest {
  private static final String MARK = "FLOWGAUGE_SITES_TEST";

  @TempDir private Path folder;
  private Laboratory lab;
  private final SimulatedPrograms programs = new SimulatedPrograms();

  @BeforeEach
  void found() throws Exception {
    lab = new Laboratory(folder);
  }

  @AfterEach
  void close() throws Exception {
    lab.close();
  }

  private SitesDaemon node(String place) throws Exception {
    return lab.node(place, programs.provider());
  }

  private static RequestAnswer answer(IrlAnswer answer, int request) {
    return answer.processes().get(0).answers().get(request);
  }

  @Test
  void perform_atNode_givesTheAnswerOfALocalPerformer() throws Exception {
    ContractTarget target = programs.start();
    Sites sites = lab.sites("alice", node("node1")).at("node1");
    Irl irl =
        Irl.on(target.pid())
            .attach()
            .getSir(StructureFilter.all())
            .getProfile()
            .deinstrument("nothing")
            .build();
    try (IrlPerformer local = IrlPerformer.of(programs.provider())) {
      IrlAnswer expected = local.perform(irl);
      IrlAnswer remote = sites.perform(irl);
      assertThat(remote.processes().get(0).process())
          .isEqualTo(expected.processes().get(0).process());
      assertThat(answer(remote, 0)).isEqualTo(answer(expected, 0));
      assertThat(answer(remote, 1)).isEqualTo(answer(expected, 1));
      assertThat(((RequestAnswer.Profiled) answer(remote, 2)).profile().regions()).isEmpty();
      assertThat(remote.notFound()).isEqualTo(expected.notFound());
    }
  }

  @Test
  void perform_throughHubAndSite_isTheSameAsAtTheNode() throws Exception {
    SitesDaemon node = node("siteA/node1");
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node));
    SitesDaemon hub = lab.hub(Laboratory.line("siteA", site));
    ContractTarget target = programs.start();
    Irl irl = Irl.on(target.pid()).attach().instrument("simulated:work::*").build();
    Sites atNode = lab.sites("alice", node).at("siteA/node1");
    Sites atHub = lab.sites("alice", hub).at("siteA/node1");
    IrlAnswer first = atHub.perform(irl);
    target.run(1, 4);
    Irl profile = Irl.on(target.pid()).getProfile().build();
    IrlAnswer direct = atNode.perform(profile);
    IrlAnswer throughHub = atHub.perform(profile);
    assertThat(first.refusals()).isEmpty();
    assertThat(throughHub.profiles().get(0).regions())
        .extracting(RegionProfile::calls)
        .isEqualTo(direct.profiles().get(0).regions().stream().map(RegionProfile::calls).toList())
        .contains(12L);
    assertThat(lab.audited("hub/hub")).contains("\"decision\":\"granted\"", "siteA/node1");
    assertThat(lab.audited("node/siteA/node1")).contains("spiffe://lab/site/siteA");
  }

  @Test
  void perform_siteCallsHub_needsNoPortOfTheSite() throws Exception {
    SitesDaemon node = node("siteB/node1");
    SitesDaemon hub = lab.hub("siteB calls\n");
    SitesDaemon site = lab.siteThatCalls("siteB", Laboratory.line("node1", node), hub);
    assertThat(site.port()).isEmpty();
    ContractTarget target = programs.start();
    Sites sites = lab.sites("alice", hub).at("siteB/node1");
    awaitPlace(sites);
    IrlAnswer answer =
        sites.perform(Irl.on(target.pid()).attach().getSir(StructureFilter.all()).build());
    assertThat(answer.refusals()).isEmpty();
    assertThat(answer(answer, 1)).isInstanceOf(RequestAnswer.Sir.class);
    site.close();
    assertThat(sites.perform(Irl.on(target.pid()).attach().build()).notFound())
        .singleElement()
        .satisfies(one -> assertThat(one.message()).contains("siteB"));
  }

  /** A call that never ends would prevent an orderly shutdown of the hub. */
  @Test
  void close_hubThatASiteCalls_endsTheCall() throws Exception {
    SitesDaemon hub = lab.hub("siteB calls\n");
    lab.siteThatCalls("siteB", Laboratory.line("node1", node("siteB/node1")), hub);
    awaitPlace(lab.sites("alice", hub));
    long begun = System.nanoTime();
    hub.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(4));
  }

  private static void awaitPlace(Sites sites) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!sites.ping().get(0).answer().refusals().isEmpty()) {
      assertThat(System.nanoTime()).as("the site calls in time").isLessThan(end);
      Thread.sleep(50);
    }
  }

  @Test
  void processes_ofTwoSites_areListedByPlace() throws Exception {
    SitesDaemon a = lab.site("siteA", Laboratory.line("node1", node("siteA/node1")));
    SitesDaemon b = lab.site("siteB", Laboratory.line("node1", node("siteB/node1")));
    SitesDaemon hub = lab.hub(Laboratory.line("siteA", a) + Laboratory.line("siteB", b));
    ContractTarget target = programs.start();
    Sites sites = lab.sites("alice", hub);
    assertThat(sites.processes())
        .extracting(PlacedAnswer::place)
        .containsExactlyInAnyOrder("siteA/node1", "siteB/node1");
    assertThat(sites.at("siteB/*").processes())
        .singleElement()
        .satisfies(
            one ->
                assertThat(one.answer().processes())
                    .extracting(process -> process.process().pid())
                    .containsExactly(target.pid()));
  }

  @Test
  void sums_ofNodesOfASite_areOne() throws Exception {
    AnyProcess first = new AnyProcess();
    AnyProcess second = new AnyProcess();
    String nodes =
        Laboratory.line("node1", lab.node("siteA/node1", first))
            + Laboratory.line("node2", lab.node("siteA/node2", second))
            + "gone 127.0.0.1:1\n";
    SitesDaemon hub = lab.hub(Laboratory.line("siteA", lab.site("siteA", nodes)));
    Sites sites = lab.sites("alice", hub);
    Process sleeper = sleeper();
    ProcessPattern pattern = ProcessPattern.any().withEnvironment(MARK, folder.toString());
    IrlAnswer put = sites.perform(Irl.on(pattern).attach().instrument("work::leaf").build());
    assertThat(put.processes()).hasSize(2);
    first.targets.get(sleeper.pid()).run(1, 5);
    second.targets.get(sleeper.pid()).run(2, 1);
    List<PlacedSums> sums = sites.sums(Irl.on(pattern).getProfile().build());
    sleeper.destroyForcibly();
    assertThat(sums).extracting(PlacedSums::place).containsExactly("siteA", "siteA/gone");
    assertThat(sums.get(0).sums().regions())
        .singleElement()
        .satisfies(region -> assertThat(region.calls()).isEqualTo(3 * (5 + 2)));
    assertThat(sums.get(0).sums().processes()).isEqualTo(2);
    assertThat(sums.get(1).refusals()).hasSize(1);
  }

  private Process sleeper() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("sleep", "600");
    builder.environment().put(MARK, folder.toString());
    return builder.start();
  }

  @Test
  void asProvider_process_isInstrumentedFromAfar() throws Exception {
    ContractTarget target = programs.start();
    Sites sites = lab.sites("alice", node("node1")).at("node1");
    assertThat(sites.asProvider().unavailable()).isEmpty();
    assertThat(sites.asProvider().processes())
        .extracting(one -> one.pid())
        .containsExactly(target.pid());
    try (InstrumentedProcess process = sites.asProvider().attach(target.pid()).orThrow()) {
      assertThat(process.status().isAlive()).isTrue();
      assertThat(process.instrument("simulated:work::leaf*").orThrow().done()).hasSize(1);
      target.run(1, 3);
      assertThat(process.profile().calls()).isEqualTo(9);
      assertThat(process.detach().orThrow().state()).isEqualTo(ProcessStatus.State.DETACHED);
    }
    assertThat(programs.sensors(target)).isZero();
  }

  @Test
  void lease_over_sensorsComeOut() throws Exception {
    ContractTarget target = programs.start();
    Sites sites = lab.sites("alice", node("node1")).at("node1").lease(Duration.ofSeconds(1));
    sites.perform(Irl.on(target.pid()).attach().instrument("work::leaf").build());
    long end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (programs.sensors(target) > 0) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  @Test
  void close_node_takesSensorsOut() throws Exception {
    ContractTarget target = programs.start();
    SitesDaemon node = node("node1");
    lab.sites("alice", node)
        .at("node1")
        .perform(Irl.on(target.pid()).attach().instrument("work::leaf").build());
    assertThat(programs.sensors(target)).isEqualTo(1);
    node.close();
    assertThat(programs.sensors(target)).isZero();
  }

  @Test
  void gridMap_changed_countsAtOnce() throws Exception {
    Sites bob = lab.sites("bob", node("node1")).at("node1");
    assertThatThrownBy(bob::ping)
        .isInstanceOf(InstrumentationException.class)
        .hasMessageContaining("not in the grid-map");
    Files.writeString(
        lab.gridMap, "spiffe://lab/user/bob " + System.getProperty("user.name") + "\n");
    assertThat(bob.ping()).hasSize(1);
    Files.writeString(lab.gridMap, "garbage\n");
    assertThatThrownBy(bob::ping).hasMessageContaining("not in the grid-map");
  }

  @Test
  void nodesFile_changed_countsAtOnce() throws Exception {
    SitesDaemon site = lab.site("siteA", "");
    Sites sites = lab.sites("alice", site);
    assertThatThrownBy(sites::ping).hasMessageContaining("found no place that matches *");
    lab.file("siteA", Laboratory.line("node1", node("siteA/node1")));
    assertThat(sites.ping()).extracting(PlacedAnswer::place).containsExactly("siteA/node1");
  }

  @Test
  void perform_nodeWithTheNameOfAnother_isNotTrusted() throws Exception {
    SitesDaemon site = lab.site("siteA", Laboratory.line("node1", node("siteA/node2")));
    assertThat(lab.sites("alice", site).ping())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.place()).isEqualTo("siteA/node1");
              assertThat(one.answer().notFound().get(0).message())
                  .contains("the service there is spiffe://lab/node/siteA/node2, which is not");
            });
  }

  @Test
  void perform_userThatServes_isNotTrusted() throws Exception {
    SitesDaemon site = lab.site("siteA", "");
    Sites other =
        lab.opened(
            Sites.connect(
                new Laboratory(Files.createDirectory(folder.resolve("other")))
                    .identity("user/alice"),
                Laboratory.address(site)));
    assertThatThrownBy(other::ping)
        .isInstanceOf(InstrumentationException.class)
        .satisfies(
            e ->
                assertThat(((InstrumentationException) e).refusal().code())
                    .isEqualTo(RefusalCode.SYSTEM))
        .hasMessageContaining(
            Laboratory.address(site)
                + ": no connection: the certificate of the other side is not valid here: ");
  }

  @Test
  void ping_serverOfSomethingElse_isNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answer =
          new Thread(
              () -> {
                try (Socket client = other.accept()) {
                  client
                      .getOutputStream()
                      .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(UTF_8));
                  client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answer.start();
      String address = "127.0.0.1:" + other.getLocalPort();
      Sites sites = lab.opened(Sites.connect(lab.identity("user/alice"), address));
      assertThatThrownBy(sites::ping)
          .hasMessageContaining(address + ": no connection: the service there does not use TLS");
      answer.join();
    }
  }
}
