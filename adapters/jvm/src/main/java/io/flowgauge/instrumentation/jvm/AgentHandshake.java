package io.flowgauge.instrumentation.jvm;

import io.flowgauge.instrumentation.InstrumentedProcess;
import io.flowgauge.instrumentation.Outcome;
import io.flowgauge.instrumentation.RefusalCode;
import io.flowgauge.instrumentation.jvm.agent.core.AgentProtocol;
import java.io.IOException;
import java.time.Duration;

/** The first exchange with an agent. */
final class AgentHandshake {
  private AgentHandshake() {}

  /**
   * Waits for the agent to report, and starts to use it.
   *
   * @param folder where provider and agent meet
   * @param target the agent's process
   * @param longest longest time to wait
   * @param starting whether the process is held before main
   */
  static Outcome<InstrumentedProcess> begin(
      Folder folder, JavaTarget target, Duration longest, boolean starting) {
    AgentLink link;
    AgentLink.Hello hello;
    try {
      link = AgentLink.accept(folder.server(), longest, target::isAlive);
      hello = link.hello();
    } catch (IOException e) {
      return Outcome.refused(
          target.isAlive() ? RefusalCode.HELPER : RefusalCode.NO_PROCESS,
          "the agent in "
              + ProcFiles.describe(target.process().pid())
              + " did not report: "
              + e.getMessage());
    }
    Outcome<InstrumentedProcess> outcome = judge(hello, target);
    if (outcome != null) {
      link.close();
      return outcome;
    }
    AgentRecording recording =
        new AgentRecording(folder.memory(), folder.regions(), target.process());
    return Outcome.done(new JvmProcess(target, link, recording, starting, hello.counterFailure()));
  }

  /** Returns why the agent cannot be used; null if it can. */
  private static Outcome<InstrumentedProcess> judge(AgentLink.Hello hello, JavaTarget target) {
    long pid = target.process().pid();
    if (hello.version() != AgentProtocol.VERSION) {
      return Outcome.refused(
          RefusalCode.UNSUPPORTED,
          ProcFiles.describe(pid)
              + " holds the agent of another version of Flowgauge until it ends;"
              + " use that version, or restart the process");
    }
    if (hello.pid() != pid) {
      return Outcome.refused(
          RefusalCode.NO_ATTACH,
          ProcFiles.describe(pid)
              + " has the number "
              + hello.pid()
              + " in its own container; run the instrumenter in that"
              + " container");
    }
    if (hello.hasOtherInstrumenter()) {
      return Outcome.refused(
          RefusalCode.ALREADY_OPEN,
          "another instrumenter is attached to " + ProcFiles.describe(pid));
    }
    return null;
  }
}
