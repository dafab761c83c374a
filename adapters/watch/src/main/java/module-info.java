/** Shows live runs as text, JSON and a page. */
module io.flowgauge.watch {
  requires transitive io.flowgauge.live;
  requires io.flowgauge.report;
  requires org.eclipse.jetty.http;
  requires org.eclipse.jetty.io;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.util;

  exports io.flowgauge.watch;
  exports io.flowgauge.watch.page;

  uses io.flowgauge.live.RunReceiver;
}
