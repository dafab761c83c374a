package io.flowgauge.instrumentation.jvm.program;

/** A program whose threads stay in known methods until its input ends. */
public final class Places {
  private Places() {}

  static void compute() {
    double sum = 0;
    for (long k = 1; sum >= 0; k++) {
      sum += 1.0 / k;
    }
  }

  static void doze() {
    try {
      Thread.sleep(1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The program.
   *
   * @param arguments none
   * @throws Exception if its input fails
   */
  public static void main(String[] arguments) throws Exception {
    for (Runnable each : new Runnable[] {Places::compute, Places::doze}) {
      Thread thread = new Thread(each);
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(200);
    System.out.println("ready");
    int read = 0;
    while (read >= 0) {
      read = System.in.read();
    }
  }
}
