package io.flowgauge.traces.condor;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.run.EventType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Turns events into jobs, by the mapping of {@link UserLogReader}. Not thread-safe. */
final class CondorJobs {
  private static final int TRANSFER = 40;
  private static final Pattern HOST = Pattern.compile("<([^>?]*)(?:\\?([^>]*))?>?");
  private static final Pattern ALIAS = Pattern.compile("(?:^|&)alias=([^&]+)");
  private static final Pattern CPU =
      Pattern.compile(
          "Usr (\\d{1,6}) (\\d\\d):(\\d\\d):(\\d\\d), Sys (\\d{1,6}) (\\d\\d):(\\d\\d):(\\d\\d)");

  private final Remarks remarks;
  private final Map<String, CondorJob> jobs = new LinkedHashMap<>();

  private final Map<String, List<CondorJob>> nodes = new HashMap<>();

  /** Jobs by the id of their submission. */
  private final Map<String, CondorJob> submitted = new HashMap<>();

  private final Set<String> seen = new HashSet<>();

  CondorJobs(Remarks remarks) {
    this.remarks = remarks;
  }

  Collection<CondorJob> jobs() {
    return jobs.values();
  }

  void take(UserLogEvent event) {
    // Several transfers may be logged in one second.
    String what = event.code() == TRANSFER ? event.value(UserLogEvent.TRANSFER) : "";
    if (!seen.add(event.code() + " " + event.job() + " " + event.nanos() + what)) {
      remarks.info("repeated events: the first is used", event.where());
      return;
    }
    if (event.code() == 0) {
      submit(event);
    } else if (event.code() == 16) {
      recordPostScript(event);
    } else {
      change(event, job(event));
    }
  }

  private void submit(UserLogEvent event) {
    CondorJob job = findOrAddJob(event.value(UserLogEvent.NODE), event);
    submitted.put(event.job(), job);
    job.begin(event.job()).addEvent(EventType.SUBMITTED, event.nanos());
  }

  private CondorJob findOrAddJob(String node, UserLogEvent event) {
    String key = node.isEmpty() ? "job " + event.job() : "node " + node + " " + event.proc();
    CondorJob known = jobs.get(key);
    if (known != null) {
      return known;
    }
    CondorJob job = new CondorJob(node, event.proc());
    jobs.put(key, job);
    if (!node.isEmpty()) {
      nodes.computeIfAbsent(node, name -> new ArrayList<>(1)).add(job);
    }
    return job;
  }

  /** Returns the jobs of a node of the DAG. */
  List<CondorJob> jobs(String node) {
    return nodes.getOrDefault(node, List.of());
  }

  private CondorJob job(UserLogEvent event) {
    CondorJob known = submitted.get(event.job());
    if (known != null) {
      return known;
    }
    remarks.warn("jobs without a submission in the log", event.where());
    CondorJob job = findOrAddJob("", event);
    submitted.put(event.job(), job);
    job.begin(event.job());
    return job;
  }

  private void change(UserLogEvent event, CondorJob job) {
    CondorAttempt attempt = job.last();
    switch (event.code()) {
      case 1 -> execute(event, job);
      case 2 -> attempt.end(EventType.FAILED, event.nanos());
      case 4 -> recordEviction(event, job);
      case 5 -> recordTermination(event, attempt);
      case 7 -> recordLostAttempt(event, job, "shadow exceptions");
      case 9 -> attempt.end(EventType.ABORTED, event.nanos());
      case 10 -> attempt.suspend(event.nanos());
      case 11 -> attempt.resume(event.nanos());
      case 12 -> recordHold(event, job);
      case 13 -> remarks.info("releases of held jobs", event.where());
      case 17, 27 -> attempt.addEvent(EventType.PENDING, event.nanos());
      case 22 -> remarks.info("hosts that were disconnected for a while", event.where());
      case 24 -> recordLostAttempt(event, job, "hosts that did not come back");
      case TRANSFER -> transfer(event, attempt);
      default -> remarkUnknown(event);
    }
  }

  /** Ignores events that change no state, such as sizes, checkpoints, messages and job ads. */
  private void remarkUnknown(UserLogEvent event) {
    if (event.code() > 49) {
      remarks.info("events of unknown numbers, left out", event.where());
    }
  }

  private void execute(UserLogEvent event, CondorJob job) {
    if (job.last().isActive() && !job.last().isSuspended()) {
      remarks.info("nodes of parallel jobs, or repeated starts: the last is used", event.where());
    }
    job.last().execute(event.nanos(), host(event));
  }

  /**
   * Returns the machine of the slot, or else the alias of the address, or else the address without
   * its port.
   */
  private static String host(UserLogEvent event) {
    String slot = event.value(UserLogEvent.SLOT);
    if (!slot.isEmpty()) {
      return slot.substring(slot.lastIndexOf('@') + 1);
    }
    String host = event.value(UserLogEvent.HOST);
    Matcher address = HOST.matcher(host);
    if (!address.find()) {
      return host;
    }
    Matcher alias = ALIAS.matcher(address.group(2) == null ? "" : address.group(2));
    String plain = address.group(1);
    int port = plain.lastIndexOf(':');
    return alias.find() ? alias.group(1) : port > 0 ? plain.substring(0, port) : plain;
  }

  /** A job with a checkpoint continues from there; any other loses the attempt. */
  private void recordEviction(UserLogEvent event, CondorJob job) {
    if (event.value(UserLogEvent.CHECKPOINTED).equals("true")) {
      remarks.info(
          "evictions with a checkpoint: SUSPENDED until the job runs again", event.where());
      job.last().suspend(event.nanos());
    } else {
      recordLostAttempt(event, job, "evictions");
    }
  }

  private void recordHold(UserLogEvent event, CondorJob job) {
    if (job.last().isActive()) {
      recordLostAttempt(event, job, "holds of running jobs");
    } else {
      remarks.info("holds of jobs in the queue: a part of their queueing time", event.where());
    }
  }

  /** A running job that returns to the queue must start again, which is another attempt. */
  private void recordLostAttempt(UserLogEvent event, CondorJob job, String what) {
    if (!job.last().isActive()) {
      remarks.info(what + " while the job did not run", event.where());
      return;
    }
    remarks.info(what + ": that attempt counts as FAILED, the job is queued again", event.where());
    job.last().end(EventType.FAILED, event.nanos());
    job.begin(event.job()).addEvent(EventType.SUBMITTED, event.nanos());
  }

  private void recordTermination(UserLogEvent event, CondorAttempt attempt) {
    String exit = event.value(UserLogEvent.RETURN_VALUE);
    String signal = event.value(UserLogEvent.SIGNAL);
    if (exit.isEmpty() && signal.isEmpty()) {
      remarks.error("ends of jobs without a result, which count as FAILED", event.where());
    }
    attempt.attribute("exit", exit);
    attempt.attribute("signal", signal);
    attempt.attribute("bytes_sent", event.value(UserLogEvent.SENT));
    attempt.attribute("bytes_received", event.value(UserLogEvent.RECEIVED));
    Matcher cpu = CPU.matcher(event.value(UserLogEvent.USAGE));
    if (cpu.find()) {
      attempt.attribute("cpu_seconds", String.valueOf(seconds(cpu, 1) + seconds(cpu, 5)));
    }
    attempt.terminate(exit.equals("0") ? EventType.COMPLETED : EventType.FAILED, event.nanos());
  }

  private static long seconds(Matcher usage, int days) {
    long hours = Long.parseLong(usage.group(days)) * 24 + Long.parseLong(usage.group(days + 1));
    long minutes = hours * 60 + Long.parseLong(usage.group(days + 2));
    return minutes * 60 + Long.parseLong(usage.group(days + 3));
  }

  private static void transfer(UserLogEvent event, CondorAttempt attempt) {
    Optional<FileTransfer> transfer = FileTransfer.of(event.value(UserLogEvent.TRANSFER));
    if (transfer.isPresent() && transfer.get().isEnd()) {
      attempt.transferEnds(transfer.get().phase(), event.nanos());
    } else if (transfer.isPresent()) {
      attempt.transferBegins(transfer.get().phase(), event.nanos());
    }
  }

  /** The script of a node with several jobs runs after all of them. */
  private void recordPostScript(UserLogEvent event) {
    String node = event.value(UserLogEvent.NODE);
    boolean good = event.value(UserLogEvent.RETURN_VALUE).equals("0");
    EventType type = good ? EventType.COMPLETED : EventType.FAILED;
    jobs(node).forEach(job -> job.last().endPostScript(type, event.nanos()));
    if (jobs(node).isEmpty()) {
      remarks.warn("POST scripts of nodes without a job in the log, left out", event.where());
    }
  }
}
