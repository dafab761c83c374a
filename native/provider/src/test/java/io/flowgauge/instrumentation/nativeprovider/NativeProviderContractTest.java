package io.flowgauge.instrumentation.nativeprovider;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.contract.ContractLaunch;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.contract.InstrumentationProviderContract;
import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class NativeProviderContractTest extends InstrumentationProviderContract {
  private static final String UNIT = "obedient";
  private static final int CALLS = 500;
  private static final int EXIT_CODE = 7;

  private final InstrumentationProvider provider = new NativeProvider();

  @Override
  public InstrumentationProvider provider() {
    return provider;
  }

  private static Path program() throws Exception {
    return CPrograms.program(UNIT, List.of(), List.of());
  }

  @Override
  public ContractTarget startTarget() throws Exception {
    Target target = new Target(new ProcessBuilder(program().toString()).start());
    assertThat(target.answer()).isEqualTo("ready");
    return target;
  }

  @Override
  public Optional<ContractLaunch> launchable() throws Exception {
    return Optional.of(
        new ContractLaunch(
            LaunchRequest.of(program().toString(), "" + CALLS, "" + EXIT_CODE),
            new RegionPattern(UNIT, "caller"),
            CALLS,
            EXIT_CODE));
  }

  /** A target that tells the program what to do. */
  private static final class Target implements ContractTarget {
    private final Process process;
    private final BufferedReader answers;
    private final Writer commands;

    Target(Process process) {
      this.process = process;
      this.answers = process.inputReader();
      this.commands = process.outputWriter();
    }

    String answer() throws IOException {
      return answers.readLine();
    }

    private void say(String command) throws IOException {
      commands.write(command + "\n");
      commands.flush();
    }

    @Override
    public long pid() {
      return process.pid();
    }

    @Override
    public RegionPattern caller() {
      return new RegionPattern(UNIT, "caller");
    }

    @Override
    public RegionPattern leaf() {
      return new RegionPattern(UNIT, "leaf");
    }

    @Override
    public Optional<RegionPattern> refused() {
      return Optional.of(new RegionPattern("libc.so.6", "vfork")); // vfork returns twice.
    }

    @Override
    public void run(int threads, int rounds) throws IOException {
      say("run " + threads + " " + rounds);
      assertThat(answer()).isEqualTo("done");
    }

    @Override
    public void exit() throws Exception {
      say("exit");
      process.waitFor();
    }

    @Override
    public void close() {
      process.destroyForcibly();
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
