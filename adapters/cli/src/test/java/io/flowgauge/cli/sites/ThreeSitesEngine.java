package io.flowgauge.cli.sites;

import io.flowgauge.log.EventSchema;
import io.flowgauge.log.write.DeclaredEvent;
import io.flowgauge.log.write.EventLog;
import io.flowgauge.run.EventType;
import io.flowgauge.run.Processor;
import io.flowgauge.runlog.LoggedActivity;
import io.flowgauge.runlog.RunLog;
import io.flowgauge.workflow.Activity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * A workflow engine at the first site: four images are projected, two at a time, and added up at
 * the second site, while MPI ranks simulate at the third; the sum is viewed at the first. Programs
 * are submitted by writing their commands to the queue of a site, which its worker reads, as a
 * batch system does.
 */
final class ThreeSitesEngine {
  private static final int IMAGES = 4;
  private static final int ROUNDS = 4000;
  private static final int STEPS = 60_000;
  private static final long POLL_MILLIS = 10;

  private final Path folder;
  private final RunLog run;
  private final Semaphore slots = new Semaphore(2);
  private final Map<String, Thread> activities = new LinkedHashMap<>();

  private ThreeSitesEngine(Path folder, RunLog run) {
    this.folder = folder;
    this.run = run;
  }

  /** Returns a script for the worker of a site, a shell that reads commands from a queue. */
  static String worker(Path queue) {
    return "mkfifo "
        + queue
        + "; (exec 3<>"
        + queue
        + "; while read -r line <&3; do sh -c \"$line\" & done) &";
  }

  static Path queue(Path folder, String site) {
    return folder.resolve("queue-" + site);
  }

  /** Returns a command that runs on one processor, at a higher priority than other load. */
  static String ahead(int processor, String command) {
    return "setsid -w sh -c 'echo -10 > /proc/self/autogroup; exec nice -n -10 taskset -c "
        + processor
        + " "
        + command
        + "'";
  }

  /** Submits a command to the worker of a site. */
  static void submit(Path folder, String site, String command) throws IOException {
    Files.writeString(queue(folder, site), command + "\n", StandardOpenOption.WRITE);
  }

  /**
   * Runs the workflow once run events are requested.
   *
   * @param args the folder of programs, images and queues, and the trigger file
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    try (EventLog log =
        EventLog.triggeredBy(Path.of(args[1]))
            .pollEvery(Duration.ofMillis(50))
            .flushEvery(Duration.ofMillis(50))
            .open()) {
      DeclaredEvent wanted = log.declare(EventSchema.named("run.wanted").int64("n").build());
      while (!wanted.isEnabled()) {
        Thread.sleep(POLL_MILLIS);
      }
      new ThreeSitesEngine(folder, RunLog.begin(log, "three-sites", "mosaic and simulation")).run();
    }
  }

  private void run() throws InterruptedException {
    for (int site = 1; site <= 3; site++) {
      run.processor(new Processor("s" + site + "/n", 1, site == 1 ? 1 : 2, "s" + site));
    }
    StringBuilder add = new StringBuilder("taskset -c 0 ./fg-add sum 1500");
    String[] projected = new String[IMAGES];
    for (int k = 1; k <= IMAGES; k++) {
      projected[k - 1] = "project-" + k;
      activity("project-" + k, "s2", "taskset -c 0 ./fg-project in out-" + k + " " + ROUNDS);
      add.append(" out-").append(k);
    }
    activity(
        "simulate",
        "s3",
        ahead(
            1,
            "mpirun.openmpi --allow-run-as-root --host localhost:2 --bind-to none --mca btl"
                + " self,vader --mca mpi_yield_when_idle 1 -n 2 ./fg-simulate "
                + STEPS));
    activity("add", "s2", add.toString(), projected);
    activity("view", "s1", ahead(1, "./fg-project sum view 300"), "add", "simulate");
    for (Thread each : activities.values()) {
      each.join();
    }
    run.end(nanos());
  }

  private static long nanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private void activity(String id, String site, String command, String... earlier) {
    String type = id.replaceAll("-\\d+$", "");
    LoggedActivity logged = run.activity(Activity.of(id, type));
    List.of(earlier).forEach(before -> run.dependency(before, id));
    List<Thread> before = List.of(earlier).stream().map(activities::get).toList();
    Thread thread =
        new Thread(
            () -> {
              try {
                for (Thread each : before) {
                  each.join();
                }
                logged.log(EventType.STARTED, 1);
                logged.log(EventType.SUBMITTED, 1);
                slots(site).acquire();
                execute(logged, id, site, command);
                slots(site).release();
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(id, e);
              }
            });
    activities.put(id, thread);
    thread.start();
  }

  /** Returns the slots of a site; only at the second do tasks wait for them. */
  private Semaphore slots(String site) {
    return site.equals("s2") ? slots : new Semaphore(1);
  }

  private void execute(LoggedActivity logged, String id, String site, String command)
      throws IOException, InterruptedException {
    logged.assign(1, site + "/n");
    submit(
        folder,
        site,
        String.format(
            "cd %s; date +%%s%%N > %s.b; mv %s.b %s.began; FLOWGAUGE_ACTIVITY=%s %s > %s.out 2>&1;"
                + " echo $? $(date +%%s%%N) > %s.e; mv %s.e %s.ended",
            folder, id, id, id, id, command, id, id, id, id));
    logged.log(EventType.ACTIVE, 1, Long.parseLong(await(id + ".began")));
    String[] ended = await(id + ".ended").split(" ", -1);
    EventType how = ended[0].equals("0") ? EventType.COMPLETED : EventType.FAILED;
    logged.log(how, 1, Long.parseLong(ended[1]));
  }

  private String await(String name) throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    while (!Files.exists(file)) {
      Thread.sleep(POLL_MILLIS);
    }
    return Files.readString(file).strip();
  }
}
