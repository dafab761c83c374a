package io.flowgauge.traces.pegasus;

import io.flowgauge.model.core.Remarks;
import io.flowgauge.netlogger.BpLine;
import java.util.OptionalLong;

/**
 * Assigns events of job instances, their hosts and their invocations to the instances. Not
 * thread-safe.
 */
final class InstanceEvents {
  private final StampedeEvent event;
  private final BpLine line;
  private final Remarks remarks;

  InstanceEvents(StampedeEvent event, Remarks remarks) {
    this.event = event;
    this.line = event.line();
    this.remarks = remarks;
  }

  void addHost(PlannedWorkflow plan) {
    OptionalLong submission = submission();
    if (submission.isEmpty()) {
      return;
    }
    JobInstance instance = instance(plan, submission.getAsLong());
    String name = event.text("hostname");
    if (!instance.host().isEmpty() && !name.isEmpty() && !instance.host().equals(name)) {
      remarks.warn("jobs on several hosts: the last is used", event.text("job.id"));
    }
    instance.setPlace(name, event.text("site"));
  }

  /** Adds an invocation; negative numbers denote pre and post scripts, which are ignored. */
  void addInvocation(PlannedWorkflow plan) {
    OptionalLong number = event.number("inv.id");
    if (number.isPresent() && number.getAsLong() >= 0) {
      submission().ifPresent(submission -> addInvocation(plan, submission, number.getAsLong()));
    }
  }

  private void addInvocation(PlannedWorkflow plan, long submission, long number) {
    Invocations all = instance(plan, submission).invocations();
    if (!all.isNew(number)) {
      remarks.info("repeated invocations: the first is used", event.position());
      return;
    }
    OptionalLong duration = line.nanos("dur");
    if (duration.isEmpty() || duration.getAsLong() < 0) {
      remarks.error(
          "invocations without a readable duration: no T for their job", event.position());
    }
    all.add(line.time("start_time"), duration, line.nanos("remote_cpu_time"));
  }

  void addMoment(PlannedWorkflow plan, Moment moment) {
    OptionalLong submission = submission();
    OptionalLong time = event.time();
    if (submission.isPresent() && time.isPresent()) {
      addMoment(instance(plan, submission.getAsLong()), moment, time.getAsLong());
    }
  }

  private void addMoment(JobInstance instance, Moment moment, long nanos) {
    OptionalLong status = line.integer("status");
    OptionalLong exit = line.integer("exitcode");
    boolean failure = status.orElse(0) != 0 || exit.orElse(0) != 0;
    if (moment.hasOutcome() && status.isEmpty() && exit.isEmpty()) {
      remarks.error("ends without a readable status, left out", event.position());
    } else if (moment == Moment.MAIN_TERM && failure) {
      instance.evicted(nanos);
    } else {
      describe(instance, moment);
      instance.recordMoment(moment, nanos, failure);
    }
  }

  private void describe(JobInstance instance, Moment moment) {
    line.text("sched.id").ifPresent(instance::setSchedulerId);
    if (moment == Moment.MAIN_END) {
      instance.setPlace("", event.text("site"));
      instance.setExitCode(event.text("exitcode"));
    } else if (moment == Moment.POST_END && instance.exitCode().isEmpty()) {
      instance.setExitCode(event.text("exitcode"));
    }
  }

  private OptionalLong submission() {
    return event.has("job.id") ? event.number("job_inst.id") : OptionalLong.empty();
  }

  private JobInstance instance(PlannedWorkflow plan, long submission) {
    return plan.job(event.text("job.id")).instance(submission);
  }
}
