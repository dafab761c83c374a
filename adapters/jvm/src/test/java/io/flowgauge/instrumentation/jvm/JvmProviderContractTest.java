package io.flowgauge.instrumentation.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowgauge.instrumentation.InstrumentationProvider;
import io.flowgauge.instrumentation.LaunchRequest;
import io.flowgauge.instrumentation.RegionPattern;
import io.flowgauge.instrumentation.contract.ContractLaunch;
import io.flowgauge.instrumentation.contract.ContractTarget;
import io.flowgauge.instrumentation.contract.InstrumentationProviderContract;
import io.flowgauge.instrumentation.jvm.program.Obedient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;

class JvmProviderContractTest extends InstrumentationProviderContract {
  private static final String UNIT = Obedient.class.getName();
  private static final int CALLS = 500;
  private static final int EXIT_CODE = 7;

  /**
   * Programs that tests have released, for reuse: starting one for each test would take most of the
   * time.
   */
  private static final Queue<JavaProgram> IDLE = new ConcurrentLinkedQueue<>();

  private final InstrumentationProvider provider = new JvmProvider();

  @AfterAll
  static void endPrograms() {
    IDLE.forEach(JavaProgram::close);
    IDLE.clear();
  }

  @Override
  public InstrumentationProvider provider() {
    return provider;
  }

  @Override
  public ContractTarget startTarget() throws IOException {
    JavaProgram idle = IDLE.poll();
    return new Target(idle == null ? started() : idle);
  }

  private static JavaProgram started() throws IOException {
    JavaProgram program = JavaProgram.start(Obedient.class);
    assertThat(program.line()).isEqualTo("ready");
    return program;
  }

  @Override
  public Optional<ContractLaunch> launchable() {
    List<String> command =
        JavaProgram.command(List.of(), Obedient.class, "" + CALLS, "" + EXIT_CODE);
    return Optional.of(
        new ContractLaunch(
            LaunchRequest.of(command.toArray(String[]::new)),
            new RegionPattern(UNIT, "caller"),
            CALLS,
            EXIT_CODE));
  }

  /** A target that tells the program what to do. */
  private record Target(JavaProgram program) implements ContractTarget {
    @Override
    public long pid() {
      return program.pid();
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
      return Optional.of(new RegionPattern(UNIT + "$Bodiless", "abstractMethod"));
    }

    @Override
    public void run(int threads, int rounds) throws IOException {
      assertThat(program.ask("run " + threads + " " + rounds)).isEqualTo("done");
    }

    @Override
    public void exit() throws InterruptedException {
      program.say("exit");
      program.await();
    }

    @Override
    public void close() {
      if (program.process().isAlive()) {
        IDLE.add(program);
      } else {
        program.close();
      }
    }
  }
}
