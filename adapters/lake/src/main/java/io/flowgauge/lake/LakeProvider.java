package io.flowgauge.lake;

import io.flowgauge.store.spi.ForeignTables;
import io.flowgauge.store.spi.RepositoryProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens lakes as repositories, by {@code lake:FOLDER}. Stateless. */
@SuppressWarnings("exports") // Called by the store alone.
public final class LakeProvider implements RepositoryProvider {
  /** Creates the provider, for {@link java.util.ServiceLoader}. */
  public LakeProvider() {}

  @Override
  public boolean isFor(String url) {
    return url.startsWith(Lake.PREFIX);
  }

  @Override
  public ForeignTables open(String url, boolean mustExist) throws IOException {
    String folder = url.substring(Lake.PREFIX.length());
    if (folder.isBlank()) {
      throw new IllegalArgumentException("url must name a folder behind " + Lake.PREFIX);
    }
    Path lake = Path.of(folder);
    if (mustExist && !Files.isDirectory(lake)) {
      throw new IOException("lake " + lake + ": there is no such folder");
    }
    return LakeTables.open(lake);
  }
}
