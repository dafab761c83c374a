package io.flowgauge.traces.table;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Rows of a table whose cells may be quoted. Not thread-safe. */
final class QuotedRows implements CellRows {
  private final DelimitedFile table;
  private List<String> cells = List.of();

  QuotedRows(DelimitedFile table) {
    this.table = table;
  }

  @Override
  public boolean next() throws IOException {
    Optional<List<String>> row = table.nextCells();
    cells = row.orElse(List.of());
    return row.isPresent();
  }

  @Override
  public long line() {
    return table.line();
  }

  @Override
  public boolean isTerminated() {
    return table.isTerminated();
  }

  @Override
  public int size() {
    return cells.size();
  }

  @Override
  public String text(int index) {
    return cells.get(index);
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
