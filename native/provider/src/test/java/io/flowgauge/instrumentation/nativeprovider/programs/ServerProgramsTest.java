package io.flowgauge.instrumentation.nativeprovider.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.flowgauge.instrumentation.nativeprovider.c.CPrograms;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real servers, started privately: every answer is right while sensors come and go. */
@Timeout(value = 6, unit = TimeUnit.HOURS)
class ServerProgramsTest {
  private static final int CYCLES = Integer.getInteger("flowgauge.cycles", Sensors.LONG ? 1000 : 4);
  private static final int SENSORS = 300;
  private static final long PAUSE_MILLIS = Sensors.LONG ? 5 : 50;
  private static final int BYTES = 300_000;

  private static final int ASKED_OF_PART = 500;

  private static final int PARTS = 4;

  /** Tolerance for the memory a server keeps per request, which varies. */
  private static final double MARGIN = 1.1;

  @TempDir Path folder;

  @BeforeEach
  void hostAllows() {
    Sensors.provider();
  }

  /**
   * Sends requests without a pause and checks the answers while sensors come and go in the server.
   */
  private static void check(long pid, String units, Callable<String> request) throws Exception {
    String plain = request.call();
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
    while (System.nanoTime() < deadline) {
      assertThat(request.call()).isEqualTo(plain);
    }
    double kept = CYCLES >= Held.FEWEST_CYCLES ? keptOfRequest(pid, request) : 0;
    Cycler cycler = new Cycler(units, SENSORS);
    Map<String, Long> code = ProcessFiles.code(pid);
    Held early = null;
    long askedEarly = 0;
    Throwable[] failure = new Throwable[1];
    boolean[] done = new boolean[1];
    long[] asked = new long[1];
    Thread client =
        new Thread(
            () -> {
              try {
                while (!done[0]) {
                  assertThat(request.call()).isEqualTo(plain);
                  asked[0]++;
                }
              } catch (Exception | AssertionError e) {
                failure[0] = e;
              }
            });
    client.start();
    try {
      while (cycler.cycles() < CYCLES && failure[0] == null) {
        assertThat(cycler.cycle(pid, PAUSE_MILLIS)).as("the server lives").isTrue();
        ProcessFiles.awaitUntraced(pid);
        if (early == null && cycler.cycles() > CYCLES / 5) {
          askedEarly = asked[0];
          early = Held.by(pid);
        }
      }
    } finally {
      done[0] = true;
      client.join(60_000);
    }
    Held late = Held.by(pid);
    System.out.println(
        units
            + ": "
            + cycler
            + ", "
            + asked[0]
            + " requests, KB kept of each without sensors "
            + kept);
    System.out.println("first " + early + "; at the end " + late);
    assertThat(failure[0]).isNull();
    assertThat(asked[0]).isPositive();
    assertThat(cycler.calls()).isPositive();
    long work = (long) (kept * MARGIN * (asked[0] - askedEarly));
    late.checkNoMoreThan(early, cycler.cycles(), work);
    // The server may have loaded more libraries meanwhile.
    assertThat(ProcessFiles.code(pid)).containsAllEntriesOf(code);
    assertThat(request.call()).isEqualTo(plain);
  }

  /**
   * Returns the kilobytes that the server itself leaks per request, without any sensor; memory it
   * takes only once does not count.
   */
  private static double keptOfRequest(long pid, Callable<String> request) throws Exception {
    double kept = Double.MAX_VALUE;
    for (int part = 0; part < PARTS; part++) {
      Held.Holding before = Held.Holding.of(pid);
      for (int i = 0; i < ASKED_OF_PART; i++) {
        request.call();
      }
      long kilobytes = Held.Holding.of(pid).since(before).kilobytes();
      kept = Math.min(kept, (double) kilobytes / ASKED_OF_PART);
    }
    return Math.max(0, kept);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port, Process server) throws Exception {
    for (int i = 0; i < 1000; i++) {
      assertThat(server.isAlive()).as("the server lives").isTrue();
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(socket.isConnected()).isTrue();
        return;
      } catch (IOException e) {
        Thread.sleep(20);
      }
    }
    throw new AssertionError("nobody listens on port " + port);
  }

  private static byte[] someBytes() {
    byte[] bytes = new byte[BYTES];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static String program(String name) {
    for (String place : List.of("/usr/sbin/", "/usr/bin/")) {
      if (Files.isExecutable(Path.of(place + name))) {
        return place + name;
      }
    }
    assumeTrue(false, "skipped: no '" + name + "' on this machine");
    return name;
  }

  @Test
  void nginx_withSensorsComingAndGoing_servesTheSameBytes() throws Exception {
    String nginx = program("nginx");
    int port = freePort();
    Files.write(folder.resolve("data"), someBytes());
    Files.writeString(
        folder.resolve("nginx.conf"),
        """
        daemon off; worker_processes 1; pid nginx.pid; error_log error.log;
        events { worker_connections 64; }
        http { access_log off; gzip on; gzip_types *; gzip_min_length 1;
          client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c; uwsgi_temp_path d; scgi_temp_path e;
          server { listen 127.0.0.1:%d; root .; } }
        """
            .formatted(port));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Process server =
        new ProcessBuilder(nginx, "-p", folder.toString(), "-c", "nginx.conf", "-e", "error.log")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    try {
      awaitPort(port, server);
      HttpClient client = HttpClient.newHttpClient();
      URI address = URI.create("http://127.0.0.1:" + port + "/data");
      HttpRequest request =
          HttpRequest.newBuilder(address).header("Accept-Encoding", "gzip").build();
      long worker = server.children().findFirst().orElseThrow().pid();
      check(
          worker,
          "nginx:*",
          () -> {
            HttpResponse<byte[]> answer =
                client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return answer.statusCode() + " " + Inputs.digest(answer.body());
          });
    } finally {
      end(server);
    }
  }

  @Test
  void gridftp_withSensorsComingAndGoing_transfersTheSameBytes() throws Exception {
    String gridftp = program("globus-gridftp-server");
    int port = freePort();
    Path data = folder.resolve("data");
    Files.write(data, someBytes());
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Process server =
        new ProcessBuilder(
                gridftp,
                "-p",
                "" + port,
                "-aa",
                "-anonymous-user",
                "nobody",
                "-anonymous-group",
                "nogroup",
                "-control-interface",
                "127.0.0.1",
                "-data-interface",
                "127.0.0.1",
                "-f")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start();
    try {
      awaitPort(port, server);
      try (FtpClient client = new FtpClient(port)) {
        client.login();
        long child = ofConnection(server);
        check(child, "libglobus*:*", () -> Inputs.digest(client.retrieve(data.toString())));
      }
    } finally {
      end(server);
    }
  }

  /** Returns the server's newest child, which serves this connection. */
  private static long ofConnection(Process server) throws InterruptedException {
    for (int i = 0; i < 500; i++) {
      List<ProcessHandle> children = server.children().toList();
      if (!children.isEmpty()) {
        return children.get(children.size() - 1).pid();
      }
      Thread.sleep(10);
    }
    throw new AssertionError("the server has no child");
  }

  @Test
  void postgres_withSensorsComingAndGoing_answersTheSame() throws Exception {
    Path binaries = postgres();
    List<String> user = List.of();
    if (System.getProperty("user.name").equals("root")) {
      user = List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups");
      CPrograms.run(List.of("chown", "postgres", folder.toString()));
    }
    Path cluster = folder.resolve("cluster");
    CPrograms.run(
        command(
            user,
            binaries.resolve("initdb"),
            "-D",
            "" + cluster,
            "-A",
            "trust",
            "-U",
            "test",
            "-N"));
    Process server =
        new ProcessBuilder(
                command(
                    user,
                    binaries.resolve("postgres"),
                    "-D",
                    "" + cluster,
                    "-k",
                    "" + folder,
                    "-c",
                    "listen_addresses="))
            .redirectErrorStream(true)
            .redirectOutput(Path.of("/dev/null").toFile())
            .start();
    try {
      for (int i = 0; !Files.exists(folder.resolve(".s.PGSQL.5432")) && i < 1000; i++) {
        Thread.sleep(20);
      }
      query(binaries, server);
    } finally {
      end(server);
    }
  }

  private void query(Path binaries, Process server) throws Exception {
    Process psql = null;
    for (int i = 0; i < 50 && (psql == null || !psql.isAlive()); i++) {
      psql =
          new ProcessBuilder(
                  "" + binaries.resolve("psql"),
                  "-h",
                  "" + folder,
                  "-U",
                  "test",
                  "-d",
                  "postgres",
                  "-qAt",
                  "-v",
                  "ON_ERROR_STOP=1")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      psql.waitFor(200, TimeUnit.MILLISECONDS);
    }
    try (OutputStream in = psql.getOutputStream();
        BufferedReader out = psql.inputReader()) {
      ask(in, "create table t as select i, md5(i::text) as m from generate_series(1, 3000) i;");
      ask(in, "select pg_backend_pid();");
      long backend = Long.parseLong(out.readLine());
      check(
          backend,
          "postgres:*",
          () -> {
            ask(
                in,
                "begin; update t set m = md5(m) where i % 7 = 0; select md5(string_agg(a.m || b.i,"
                    + " ',' order by a.i)) from t a join t b on a.i = b.i + 1; rollback;");
            String line = out.readLine();
            assertThat(line).as("an answer of the server").isNotNull().hasSize(32);
            return line;
          });
      assertThat(server.isAlive()).isTrue();
    } finally {
      psql.destroyForcibly();
    }
  }

  private static void ask(OutputStream in, String sql) throws IOException {
    in.write((sql + "\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  private static List<String> command(List<String> user, Path program, String... arguments) {
    return Stream.of(user.stream(), Stream.of(program.toString()), Stream.of(arguments))
        .flatMap(each -> each)
        .toList();
  }

  private static Path postgres() throws IOException {
    Path all = Path.of("/usr/lib/postgresql");
    assumeTrue(Files.isDirectory(all), "skipped: no PostgreSQL on this machine");
    try (Stream<Path> versions = Files.list(all)) {
      Path binaries = versions.sorted().reduce((a, b) -> b).orElseThrow().resolve("bin");
      assumeTrue(Files.isExecutable(binaries.resolve("initdb")), "skipped: no PostgreSQL server");
      return binaries;
    }
  }

  private static void end(Process server) throws InterruptedException {
    List<ProcessHandle> all = server.descendants().toList();
    server.destroy();
    if (!server.waitFor(10, TimeUnit.SECONDS)) {
      server.destroyForcibly();
    }
    all.forEach(ProcessHandle::destroyForcibly);
  }
}
