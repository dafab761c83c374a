package io.flowgauge.instrumentation.jvm.program;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that executes commands from its standard input, for the contract tests of providers.
 */
public final class Obedient {
  private static final int LEAVES = 3;
  private static final int WORK = 200;

  static volatile long sink;

  private Obedient() {}

  /** Cannot have a sensor: there is no body. */
  interface Bodiless {
    void abstractMethod();
  }

  static long leaf(long seed) {
    long value = seed;
    for (int k = 0; k < WORK; k++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }

  static void caller(int round) {
    for (int k = 0; k < LEAVES; k++) {
      sink = leaf(round + k);
    }
  }

  /**
   * Reads commands until "exit".
   *
   * @param arguments none, or how many rounds to call immediately and the status to exit with
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Bodiless bodiless = () -> {};
    bodiless.abstractMethod();
    if (arguments.length == 2) {
      run(1, Integer.parseInt(arguments[0]));
      System.exit(Integer.parseInt(arguments[1]));
    }
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    String line = in.readLine();
    while (line != null && !line.equals("exit")) {
      String[] words = line.split(" ", -1);
      run(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
      System.out.println("done");
      line = in.readLine();
    }
  }

  private static void run(int threads, int rounds) throws InterruptedException {
    List<Thread> running = new ArrayList<>();
    for (int k = 0; k < threads; k++) {
      Thread thread = new Thread(() -> callTimes(rounds), "caller-" + k);
      thread.start();
      running.add(thread);
    }
    for (Thread thread : running) {
      thread.join();
    }
  }

  private static void callTimes(int rounds) {
    for (int round = 0; round < rounds; round++) {
      caller(round);
    }
  }
}
