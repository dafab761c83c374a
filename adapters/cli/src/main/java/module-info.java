/** The {@code flowgauge} command. */
module io.flowgauge.cli {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires io.flowgauge.api;
  requires io.flowgauge.archive;
  requires io.flowgauge.instrumentation;
  requires io.flowgauge.instrumentation.nativeprovider;
  requires io.flowgauge.lake;
  requires io.flowgauge.live;
  requires io.flowgauge.log;
  requires io.flowgauge.log.text;
  requires io.flowgauge.parquet;
  requires io.flowgauge.report;
  requires io.flowgauge.resources;
  requires io.flowgauge.runlog;
  requires io.flowgauge.sites;
  requires io.flowgauge.store;
  requires io.flowgauge.tuning;
  requires io.flowgauge.watch;
  requires java.logging;
  requires java.net.http;
  requires jdk.jshell;
  requires static io.flowgauge.kafka;

  uses io.flowgauge.spi.ComparisonRenderer;
  uses io.flowgauge.spi.ReportRenderer;
  uses io.flowgauge.trace.RunReader;

  opens io.flowgauge.cli to
      info.picocli;
  opens io.flowgauge.cli.fleet to
      info.picocli;
  opens io.flowgauge.cli.instrument to
      info.picocli;
  opens io.flowgauge.cli.log to
      info.picocli;
  opens io.flowgauge.cli.run to
      info.picocli;
  opens io.flowgauge.cli.sites to
      info.picocli;
  opens io.flowgauge.cli.watch to
      info.picocli;
}
