package io.flowgauge.traces.makeflow;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import io.flowgauge.trace.TraceFile;
import io.flowgauge.traces.files.TraceLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/**
 * The transactions of a manager of Work Queue or TaskVine, read line by line: {@code time pid TASK
 * number state ...}, {@code time pid WORKER id ...}. Not thread-safe.
 */
final class TransactionLog {
  private static final Pattern LINE =
      Pattern.compile(
          "\\d{10,19} \\d+ (?:MANAGER|MASTER|WORKER|TASK|CATEGORY|TRANSFER|LIBRARY) .*");
  private static final Pattern CORES = Micros.named("cores");
  private static final Pattern WALL_TIME = Micros.named("wall_time");
  private static final Pattern WORKER_START = Micros.named("time_worker_start");
  private static final Pattern WORKER_END = Micros.named("time_worker_end");
  private static final String HEADER = "# time manager_pid ";

  private final Remarks remarks;

  /** Tasks by number; a manager that is restarted numbers them from 1 again. */
  private final Map<Long, List<WorkQueueTask>> tasks = new LinkedHashMap<>();

  /** Workers by id, and by address. */
  private final Map<String, Worker> workers = new HashMap<>();

  private OptionalLong started = OptionalLong.empty();
  private long starts;
  private String where = "";
  private long nanos;

  /**
   * Tasks of the current start of the manager by number; those of earlier starts no longer change.
   */
  private final Map<Long, WorkQueueTask> current = new HashMap<>();

  private TransactionLog(Remarks remarks) {
    this.remarks = remarks;
  }

  static boolean matches(TraceFile file) {
    return file.head().startsWith(HEADER)
        || file.head().lines().limit(1).anyMatch(line -> LINE.matcher(line).matches());
  }

  static TransactionLog parse(TraceFile file, Remarks remarks) throws IOException {
    TransactionLog log = new TransactionLog(remarks);
    try (TraceLines lines = TraceLines.of(file)) {
      while (lines.next()) {
        log.line(lines);
      }
    }
    return log;
  }

  /** Returns all tasks, in the order of their numbers' first appearance. */
  List<WorkQueueTask> tasks() {
    return tasks.values().stream().flatMap(List::stream).toList();
  }

  /** Returns the tasks with a number: one for each start of the manager. */
  List<WorkQueueTask> tasks(long number) {
    return tasks.getOrDefault(number, List.of());
  }

  Set<Worker> workers() {
    return new LinkedHashSet<>(workers.values());
  }

  /** Returns when the manager was first started. */
  OptionalLong started() {
    return started;
  }

  /** Returns how often the manager was started. */
  long starts() {
    return starts;
  }

  /** Returns a worker by the key that lines about tasks use for it. */
  Worker worker(String key) {
    return workers.computeIfAbsent(key, Worker::new);
  }

  private void line(TraceLines lines) {
    String text = lines.text();
    if (text.isBlank() || text.startsWith("#")) {
      return;
    }
    where = "line " + lines.number();
    StringTokenizer words = new StringTokenizer(text, " \t");
    OptionalLong time = Micros.nanos(word(words));
    OptionalLong manager = Micros.whole(word(words));
    if (time.isEmpty() || manager.isEmpty() || !words.hasMoreTokens()) {
      malformed(lines.isTerminated());
      return;
    }
    nanos = time.getAsLong();
    transaction(word(words), words);
  }

  private static String word(StringTokenizer words) {
    return words.hasMoreTokens() ? words.nextToken() : "";
  }

  private static String restOfLine(StringTokenizer words) {
    return words.hasMoreTokens() ? words.nextToken("\n") : "";
  }

  private void malformed(boolean terminated) {
    remarks.error(
        terminated
            ? "lines that are not transactions, left out"
            : "lines cut off at the end of the file, left out",
        where);
  }

  private void transaction(String kind, StringTokenizer words) {
    switch (kind) {
      case "TASK" -> task(words);
      case "WORKER" -> worker(words);
      case "TRANSFER" -> transfer(words);
      case "MANAGER", "MASTER" -> manager(words);
      case "CATEGORY", "LIBRARY" -> {}
      default -> remarks.info("transactions of unknown kinds, left out", where + ": " + kind);
    }
  }

  /** Reads an event of the manager; TaskVine puts the process number before it. */
  private void manager(StringTokenizer words) {
    String event = word(words);
    if (event.equals("START") || word(words).equals("START")) {
      starts++;
      started = started.isPresent() ? started : OptionalLong.of(nanos);
      current.clear();
    }
  }

  /**
   * Reads an event of a worker. Work Queue writes {@code id address event}, TaskVine {@code id
   * event address}.
   */
  private void worker(StringTokenizer words) {
    Worker worker = worker(word(words));
    String second = word(words);
    switch (second) {
      case "RESOURCES" -> cores(restOfLine(words)).ifPresent(worker::setCores);
      case "CONNECTION" -> connected(worker, word(words));
      case "DISCONNECTION" -> worker.recordDeparture(word(words));
      case "TRANSFER" ->
          remarks.info("transfers recorded only for a worker, not for a task", where);
      case "CACHE_UPDATE" -> {}
      default -> {
        String event = word(words);
        if (event.equals("CONNECTION")) {
          connected(worker, second);
        } else if (event.equals("DISCONNECTION")) {
          worker.recordDeparture(word(words));
        } else {
          remarks.info("unknown events of workers, left out", where);
        }
      }
    }
  }

  private void connected(Worker worker, String address) {
    worker.recordDeparture("");
    if (!address.isEmpty()) {
      worker.setAddress(address);
      workers.put(address, worker);
    }
  }

  private static Optional<BigDecimal> cores(String json) {
    String number = Micros.quantity(json, CORES);
    try {
      return number.isEmpty() || number.length() > 12
          ? Optional.empty()
          : Optional.of(new BigDecimal(number));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void task(StringTokenizer words) {
    OptionalLong number = Micros.whole(word(words));
    if (number.isEmpty()) {
      remarks.error("transactions of tasks without their number, left out", where);
      return;
    }
    WorkQueueTask task = current.computeIfAbsent(number.getAsLong(), this::added);
    String state = word(words);
    switch (state) {
      case "WAITING", "READY" -> waiting(task, word(words));
      case "RUNNING" -> running(task, word(words), restOfLine(words));
      case "WAITING_RETRIEVAL" -> task.last().beginRetrieval(nanos);
      case "RETRIEVED" -> {
        task.last().setResult(word(words), word(words));
        task.last().endRetrieval(nanos, measured(restOfLine(words)));
      }
      case "DONE" -> {
        task.last().setResult(word(words), word(words));
        task.last().recordReturn(nanos);
      }
      case "CANCELED" -> task.last().end(EventType.ABORTED, nanos);
      default -> remarks.info("unknown states of tasks, left out", where);
    }
  }

  private WorkQueueTask added(long number) {
    WorkQueueTask task = new WorkQueueTask(number);
    tasks.computeIfAbsent(number, n -> new ArrayList<>(1)).add(task);
    return task;
  }

  private void waiting(WorkQueueTask task, String category) {
    task.category(category);
    Dispatch last = task.last();
    if (last.running().isPresent() && last.end().isEmpty()) {
      backToQueue(task, last);
      last = task.next();
    } else if (last.end().isPresent()) {
      last = task.next();
    }
    last.beginWaiting(nanos);
  }

  private void backToQueue(WorkQueueTask task, Dispatch last) {
    String reason = worker(last.worker()).departureReason();
    remarks.info(
        "tasks that went back to the queue ("
            + (reason.isEmpty()
                ? "their worker was still there"
                : "their worker was lost: " + reason)
            + "): that attempt counts as FAILED",
        "task " + task.number() + " on " + worker(last.worker()).name());
    last.recordLoss(nanos);
  }

  private void running(WorkQueueTask task, String worker, String allocation) {
    Dispatch last = task.last();
    if (last.running().isPresent() && last.end().isEmpty()) {
      remarks.warn("tasks that ran again without having ended", where);
      last = task.next();
    } else if (last.end().isPresent()) {
      last = task.next();
    }
    last.beginRunning(nanos, worker);
    cores(allocation).ifPresent(worker(worker)::recordAllocation);
  }

  /**
   * Returns the measured running time: the wall time of a monitored task, or else the difference
   * between the start and end that a TaskVine worker logs.
   */
  private static OptionalLong measured(String json) {
    OptionalLong wallTime = Micros.ofSeconds(Micros.quantity(json, WALL_TIME));
    OptionalLong begin = Micros.ofSeconds(Micros.quantity(json, WORKER_START));
    OptionalLong end = Micros.ofSeconds(Micros.quantity(json, WORKER_END));
    if (wallTime.isPresent() && wallTime.getAsLong() > 0) {
      return wallTime;
    }
    boolean known = begin.isPresent() && end.isPresent() && begin.getAsLong() > 0;
    return known && end.getAsLong() >= begin.getAsLong()
        ? OptionalLong.of(end.getAsLong() - begin.getAsLong())
        : OptionalLong.empty();
  }

  /**
   * Reads {@code (INPUT|OUTPUT) task cache-flag megabytes seconds name}, which is logged at the end
   * of a transfer.
   */
  private void transfer(StringTokenizer words) {
    boolean input = word(words).equals("INPUT");
    OptionalLong number = Micros.whole(word(words));
    word(words);
    word(words);
    OptionalLong length = Micros.ofSeconds(word(words));
    boolean readable = length.isPresent() && length.getAsLong() >= 0 && length.getAsLong() <= nanos;
    if (number.isEmpty() || !readable) {
      remarks.error("transfers without a readable task or time, left out", where);
    } else if (input) {
      WorkQueueTask task = current.computeIfAbsent(number.getAsLong(), this::added);
      if (task.last().end().isPresent()) {
        task.next();
      }
      task.last().addInputTransfer(nanos - length.getAsLong(), nanos);
    }
  }
}
