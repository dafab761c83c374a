package io.flowgauge.store;

import io.flowgauge.testsupport.JavaCommand;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** A program that stores runs. Arguments: number of runs, seed, then the database. */
final class ChildStore {

  private ChildStore() {}

  /** Stores runs and prints the id of each once it is stored. */
  public static void main(String[] args) throws IOException {
    int runs = Integer.parseInt(args[0]);
    int seed = Integer.parseInt(args[1]);
    Random random = new Random(seed);
    try (ExperimentRepository repository = Database.open(List.of(args).subList(2, args.length))) {
      for (int k = 0; k < runs; k++) {
        String name = "child " + seed + " run " + k;
        // New graphs, versions and tags, so that all tables are written to.
        RunLabel label = RunLabel.of("shared").version("v" + k % 3).tag("seed", "" + seed);
        var result = repository.store(Runs.forkJoin(name, 20 + k % 5, random), label);
        System.out.println(result.run().id());
      }
    }
  }

  static Process start(int runs, int seed, Database database) throws IOException {
    List<String> command =
        JavaCommand.with("-Xmx256m", "-cp", System.getProperty("java.class.path"));
    command.addAll(List.of(ChildStore.class.getName(), String.valueOf(runs), String.valueOf(seed)));
    command.addAll(database.arguments());
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
