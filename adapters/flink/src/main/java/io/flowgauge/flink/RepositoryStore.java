package io.flowgauge.flink;

import io.flowgauge.run.WorkflowRun;
import io.flowgauge.store.ExperimentRepository;
import io.flowgauge.store.RunLabel;
import java.io.IOException;
import java.util.Objects;

/** Stores finished runs in an experiment repository, each with its id as the tag {@code run}. */
public final class RepositoryStore implements StreamStore {
  private static final long serialVersionUID = 1L;

  private final String url;
  private transient ExperimentRepository repository;

  /**
   * Creates a store, which connects when it is opened.
   *
   * @param url a URL for {@link ExperimentRepository#connect}; all processes of the job must reach
   *     it
   */
  public RepositoryStore(String url) {
    this.url = Objects.requireNonNull(url, "url");
  }

  @Override
  public void open() throws IOException {
    repository = ExperimentRepository.connect(url);
  }

  @Override
  public void store(String id, WorkflowRun run, boolean mayBeThere) throws IOException {
    RunLabel label = RunLabel.empty().source("kafka");
    if (mayBeThere) {
      repository.storeOnce(run, label, "run", id);
    } else {
      repository.store(run, label.tag("run", id));
    }
    repository.flush(); // Once it is reported, its events are not read again.
  }

  @Override
  public void close() throws IOException {
    if (repository != null) {
      repository.close();
    }
  }
}
