package io.flowgauge.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import io.flowgauge.cli.Json;
import io.flowgauge.cli.Main;
import io.flowgauge.cli.NameValues;
import io.flowgauge.cli.Session;
import io.flowgauge.cli.TextOrJson;
import io.flowgauge.cli.WrongUsageException;
import io.flowgauge.comparison.Quantity;
import io.flowgauge.report.layout.Human;
import io.flowgauge.report.layout.Page;
import io.flowgauge.report.layout.Table;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.HistoryPoint;
import io.flowgauge.store.StoredRun;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = {
      "Lists the runs in an experiment repository, optionally with one quantity of each.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  flowgauge list",
      "  flowgauge list --workflow montage --tag machine=lab --newest 10",
      "  flowgauge list --quantity overhead/load-imbalance",
      "  flowgauge list --quantity type/mProject/mean --format json"
    })
public final class ListCommand implements Callable<Integer> {
  private final Session session;

  @Mixin private RepositoryOption repository;

  @Mixin private RunSelection selection;

  @Option(
      names = "--quantity",
      paramLabel = "QUANTITY",
      description =
          "A quantity to list with each run, named as in compare --format json, such as"
              + " overhead/waiting, type/TYPE/mean or 'region/parallel of TYPE/load-imbalance'.")
  private String quantity;

  @Mixin private TextOrJson format;

  public ListCommand(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() throws IOException {
    boolean isJson = format.isJson("list");
    try (ExperimentRepository open = repository.open(session)) {
      List<StoredRun> runs = open.runs(selection.filter());
      Map<Long, Double> values = values(open);
      if (isJson) {
        Json.pretty(session.text(), json -> json(json, runs, values));
      } else {
        text(runs, values);
      }
    }
    session.text().flush();
    return Main.DONE;
  }

  private Map<Long, Double> values(ExperimentRepository open) throws IOException {
    Map<Long, Double> values = new HashMap<>();
    if (quantity == null) {
      return values;
    }
    Quantity asked =
        open.quantities().stream()
            .filter(known -> known.toString().equals(quantity))
            .findFirst()
            .orElseThrow(
                () -> new WrongUsageException("no stored run has a quantity '" + quantity + "'"));
    for (HistoryPoint point : open.history(selection.filter(), asked)) {
      values.put(point.run().id(), point.value());
    }
    return values;
  }

  private void text(List<StoredRun> runs, Map<Long, Double> values) throws IOException {
    Page page = new Page(session.text());
    if (runs.isEmpty()) {
      page.line("No stored run matches.");
      return;
    }
    Table table = new Table(">~~~<>>>~>");
    table.row(
        "run",
        "workflow",
        "version",
        "name",
        "started",
        "activities",
        "failed",
        "makespan",
        "sites",
        quantity == null ? "" : quantity);
    for (StoredRun run : runs) {
      String[] cells = cells(run);
      cells[cells.length - 1] =
          values.containsKey(run.id())
              ? String.format(Locale.ROOT, "%.6g", values.get(run.id()))
              : quantity == null ? "" : Human.ABSENT;
      table.row(cells);
    }
    table.write(page);
    page.line("");
    page.line("  " + Human.count(runs.size(), "run", "runs") + " in " + repository.shown());
  }

  private static String[] cells(StoredRun run) {
    return new String[] {
      String.valueOf(run.id()),
      run.workflow(),
      run.version(),
      (run.name() + " " + NameValues.shown(run.tags())).strip(),
      run.start().map(ListCommand::toTheMinute).orElse(Human.ABSENT),
      Human.count(run.activities()),
      Human.count(run.failedAttempts()),
      run.makespanSeconds().isPresent()
          ? Human.brief(run.makespanSeconds().getAsDouble())
          : Human.ABSENT,
      String.join(" ", run.sites()),
      ""
    };
  }

  /** Returns a time in UTC. */
  private static String toTheMinute(Instant time) {
    return time.toString().substring(0, "2026-11-20T11:14".length()).replace('T', ' ');
  }

  private void json(JsonGenerator json, List<StoredRun> runs, Map<Long, Double> values)
      throws IOException {
    json.writeArrayFieldStart("runs");
    for (StoredRun run : runs) {
      json.writeStartObject();
      run(json, run);
      if (values.containsKey(run.id())) {
        json.writeNumberField("value", values.get(run.id()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void run(JsonGenerator json, StoredRun run) throws IOException {
    json.writeNumberField("id", run.id());
    json.writeStringField("workflow", run.workflow());
    json.writeStringField("version", run.version());
    json.writeStringField("name", run.name());
    json.writeStringField("source", run.source());
    json.writeStringField("stored", run.stored().toString());
    if (run.start().isPresent()) {
      json.writeStringField("start", run.start().get().toString());
    }
    if (run.makespanSeconds().isPresent()) {
      json.writeNumberField("makespanSeconds", run.makespanSeconds().getAsDouble());
    }
    json.writeBooleanField("finished", run.isFinished());
    json.writeNumberField("activities", run.activities());
    json.writeNumberField("attempts", run.attempts());
    json.writeNumberField("failedAttempts", run.failedAttempts());
    json.writeArrayFieldStart("sites");
    for (String site : run.sites()) {
      json.writeString(site);
    }
    json.writeEndArray();
    json.writeObjectFieldStart("tags");
    for (Map.Entry<String, String> tag : run.tags().entrySet()) {
      json.writeStringField(tag.getKey(), tag.getValue());
    }
    json.writeEndObject();
  }
}
