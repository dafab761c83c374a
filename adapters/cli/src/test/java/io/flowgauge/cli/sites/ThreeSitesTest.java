package io.flowgauge.cli.sites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.Flowgauge;
import io.flowgauge.analysis.OverheadClass;
import io.flowgauge.analysis.RunReport;
import io.flowgauge.instrumentation.activity.PhaseMapping;
import io.flowgauge.instrumentation.irl.Irl;
import io.flowgauge.instrumentation.tracking.ProcessPattern;
import io.flowgauge.run.ActivityExecution;
import io.flowgauge.run.CodeProfile;
import io.flowgauge.run.HostLoad;
import io.flowgauge.run.PhaseType;
import io.flowgauge.run.WorkflowRun;
import io.flowgauge.sites.SiteTimes;
import io.flowgauge.sites.Sites;
import io.flowgauge.spi.ReportRenderer;
import io.flowgauge.testsupport.Commands;
import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A workflow over three sites: its engine at the first, tasks at the second, the ranks of an MPI
 * program at the third; and one report at the hub. The sites are network namespaces of this
 * machine. Tasks share its first processor with an unrelated program; ranks use the second one.
 * Takes a minute or two and prints the report: {@code mvn -Dquick -pl adapters/cli -am test
 * -Dtest=ThreeSitesTest -Dsurefire.failIfNoSpecifiedTests=false -Dflowgauge.long=true}. Needs root,
 * ip, tc, unshare, setsid, taskset, gcc, Open MPI and two processors.
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "flowgauge.long", matches = "true")
class ThreeSitesTest {
  private static final int SITES = 3;
  private static final int PORT = 14381;
  private static final int NODE_PORT = 14382;

  @TempDir private Path folder;

  private void build() throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two processors");
    assumeTrue(
        Commands.find("mpicc.openmpi").isPresent() && Commands.find("mpirun.openmpi").isPresent(),
        "needs Open MPI: apt-get install openmpi-bin libopenmpi-dev");
    compile("gcc", "mosaic.c", "fg-project");
    Files.copy(folder.resolve("fg-project"), folder.resolve("fg-add"));
    compile("mpicc.openmpi", "simulate.c", "fg-simulate");
    Files.writeString(folder.resolve("busy"), "#!/bin/sh\nwhile :; do :; done\n");
    assertThat(folder.resolve("busy").toFile().setExecutable(true)).isTrue();
    Files.write(folder.resolve("in"), new byte[8 << 18]);
  }

  private void compile(String compiler, String source, String name) throws Exception {
    Process process =
        new ProcessBuilder(
                compiler,
                "-O1",
                Path.of("src/test/c", source).toString(),
                "-o",
                folder.resolve(name).toString(),
                "-lm")
            .inheritIO()
            .start();
    assertThat(process.waitFor()).isZero();
  }

  /**
   * Starts three sites, each with a node and a worker that waits for commands, and a hub; returns
   * the hub's address.
   */
  private String start(ServedMachines machines) throws IOException {
    StringBuilder sites = new StringBuilder();
    for (int k = 1; k <= SITES; k++) {
      String address = machines.machine();
      Path nodes =
          Files.writeString(folder.resolve("nodes" + k), "n " + address + ":" + NODE_PORT + "\n");
      String node = "node/s" + k + "/n";
      machines.serve(
          address,
          node,
          List.of(
              "--listen=" + address + ":" + NODE_PORT,
              "--events=" + machines.folder(node).resolve("events")),
          ThreeSitesEngine.worker(ThreeSitesEngine.queue(folder, "s" + k)));
      machines.serve(address, "site/s" + k, List.of("--places=" + nodes, "--listen=" + PORT), "");
      sites.append("s" + k + " " + address + ":" + PORT + "\n");
    }
    String hub = machines.machine();
    Path file = Files.writeString(folder.resolve("sites"), sites.toString());
    machines.serve(hub, "hub/hub", List.of("--places=" + file, "--listen=" + PORT), "");
    return hub + ":" + PORT;
  }

  /** Warms services up: real ones run for months, this test does not. */
  private static void warmUp(Sites sites) {
    Irl document =
        Irl.on(ProcessPattern.named("dash"), ProcessPattern.named("bash"))
            .attach()
            .instrument(PhaseMapping.defaults().request())
            .getProfile()
            .detach()
            .build();
    for (int k = 0; k < 3; k++) {
      assertThat(sites.perform(document).profiles()).hasSizeGreaterThanOrEqualTo(SITES);
    }
  }

  private String engine(ServedMachines machines) {
    List<String> command =
        JavaCommand.with(
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-cp",
            String.join(":", ServedElsewhere.classPath()),
            ThreeSitesEngine.class.getName(),
            folder.toString(),
            machines.folder("node/s1/n").resolve("events/triggers").toString());
    return String.join(" ", command) + " >" + folder.resolve("engine.log") + " 2>&1";
  }

  @Test
  void report_atTheHub_measuresCommunicationAndReportsExternalLoadBySite() throws Exception {
    build();
    WorkflowRun run;
    try (ServedMachines machines = new ServedMachines(folder);
        Sites sites = Sites.connect(machines.alice(), start(machines))) {
      ServedMachines.await(sites, SITES);
      warmUp(sites);
      ThreeSitesEngine.submit(folder, "s2", "cd " + folder + "; exec taskset -c 0 ./busy");
      ThreeSitesEngine.submit(folder, "s1", engine(machines));
      run = ThreeSitesReport.measure(sites, "three-sites");
    }
    assertThat(run.isFinished()).isTrue();
    RunReport report = Flowgauge.report(run);
    List<SiteTimes> sites = SiteTimes.of(run);
    print(report, sites);
    assertRanks(run.execution("simulate").orElseThrow(), report);
    assertTasks(run);
    assertExternalLoad(sites);
    assertThat(run.hostLoads())
        .extracting(HostLoad::host)
        .contains("s1/n", "s2/n", "s3/n")
        .allMatch(host -> host.matches("s[123]/n"));
  }

  private static void print(RunReport report, List<SiteTimes> sites) throws IOException {
    for (ReportRenderer renderer : ServiceLoader.load(ReportRenderer.class)) {
      if (renderer.format().equals("text")) {
        renderer.render(report, System.out);
      }
    }
    sites.forEach(System.out::println);
  }

  /** Rank 1 has half of the work, and waits for rank 0 the rest of the time. */
  private static void assertRanks(ActivityExecution ranks, RunReport report) {
    double communicated =
        ranks.phaseTimes().getOrDefault(PhaseType.COMMUNICATION, Duration.ZERO).toNanos() / 1e9;
    assertThat(communicated / seconds(ranks)).isBetween(0.1, 0.8);
    CodeProfile profile = ranks.codeProfiles().get(ranks.codeProfiles().size() - 1);
    assertThat(profile.regions())
        .anySatisfy(
            region -> {
              assertThat(region.name()).endsWith(":MPI_Sendrecv");
              assertThat(region.calls()).isGreaterThan(10_000);
            });
    assertThat(report.overheads().total().overhead(OverheadClass.COMMUNICATION).value())
        .isPositive();
  }

  private static double seconds(ActivityExecution execution) {
    var last = execution.attempts().get(execution.attempts().size() - 1);
    return (last.ended().orElseThrow() - last.active().orElseThrow()) / 1e9;
  }

  /** Each task writes its image at the end, when sensors are in. */
  private static void assertTasks(WorkflowRun run) {
    for (String id : List.of("project-1", "project-4", "add")) {
      assertThat(run.execution(id).orElseThrow().phaseTimes())
          .as(id)
          .containsKeys(PhaseType.IO, PhaseType.EXTERNAL_LOAD);
    }
  }

  private static void assertExternalLoad(List<SiteTimes> all) {
    Map<String, SiteTimes> sites =
        all.stream().collect(Collectors.toMap(SiteTimes::site, Function.identity()));
    double beside = sites.get("s2").share(PhaseType.EXTERNAL_LOAD);
    assertThat(beside).isBetween(0.2, 0.97);
    for (String site : List.of("s1", "s3")) {
      assertThat(sites.get(site).share(PhaseType.EXTERNAL_LOAD)).as(site).isLessThan(beside / 2);
    }
  }
}
