package io.flowgauge.instrumentation.activity;

import static io.flowgauge.run.PhaseType.COMMUNICATION;
import static io.flowgauge.run.PhaseType.IO;
import static io.flowgauge.run.PhaseType.SYNCHRONIZATION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowgauge.instrumentation.CodeRegion;
import io.flowgauge.instrumentation.SensorRequest;
import io.flowgauge.run.PhaseType;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseMappingTest {
  private static CodeRegion region(String unit, String name) {
    return new CodeRegion(unit, name, name, 0, 0, Optional.empty(), false);
  }

  private static Optional<PhaseType> phase(String name) {
    return PhaseMapping.defaults().phase(region("any.so", name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MPI_Send",
        "MPI_Isend",
        "MPI_Waitall",
        "MPI_Allreduce",
        "MPI_Get",
        "MPI_Get_accumulate",
        "MPI_Put",
        "mpi_send_",
        "mpi_allreduce__",
        "MPI_Comm_split"
      })
  void phase_messages_areCommunication(String name) {
    assertThat(phase(name)).contains(COMMUNICATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MPI_Barrier",
        "mpi_barrier_",
        "MPI_Win_fence",
        "MPI_Win_lock_all",
        "pthread_mutex_lock",
        "pthread_cond_wait",
        "pthread_barrier_wait",
        "pthread_join",
        "GOMP_barrier",
        "__kmpc_barrier",
        "omp_set_lock",
        "omp_set_lock_",
        "sem_wait"
      })
  void phase_waits_areSynchronization(String name) {
    assertThat(phase(name)).contains(SYNCHRONIZATION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MPI_File_write_at_all",
        "mpi_file_open_",
        "read",
        "write",
        "pread64",
        "fsync",
        "open",
        "openat64",
        "fread",
        "fclose"
      })
  void phase_files_areInputAndOutput(String name) {
    assertThat(phase(name)).contains(IO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "main",
        "MPI_Init",
        "MPI_Init_thread",
        "mpi_init_",
        "MPI_Finalize",
        "MPI_Wtime",
        "MPI_Comm_rank",
        "mpi_comm_size_",
        "MPI_Get_count",
        "pthread_mutex_unlock",
        "pthread_create",
        "GOMP_parallel",
        "__kmpc_fork_call",
        "pov::read(int)",
        "ReadFile",
        "reader",
        "thread_join",
        "PMPI_Send"
      })
  void phase_others_areNone(String name) {
    assertThat(phase(name)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "java.io.FileInputStream, 'read(byte[], int, int)', IO",
    "sun.nio.ch.SocketChannelImpl, 'read(java.nio.ByteBuffer)', COMMUNICATION",
    "java.util.concurrent.locks.LockSupport, 'park(java.lang.Object)', SYNCHRONIZATION"
  })
  void phase_javaMethods_areKnown(String unit, String name, PhaseType phase) {
    assertThat(PhaseMapping.defaults().phase(region(unit, name))).contains(phase);
  }

  @Test
  void phase_addedLast_winsOverAllBefore() {
    PhaseMapping mapping =
        PhaseMapping.defaults()
            .with(SYNCHRONIZATION, "MPI_Recv", "lib*.so:wait*")
            .without("MPI_Isend");
    assertThat(mapping.phase(region("any.so", "MPI_Recv"))).contains(SYNCHRONIZATION);
    assertThat(mapping.phase(region("any.so", "MPI_Isend"))).isEmpty();
    assertThat(mapping.phase(region("any.so", "MPI_Send"))).contains(COMMUNICATION);
    assertThat(mapping.phase(region("libx.so", "wait_for_all"))).contains(SYNCHRONIZATION);
    assertThat(mapping.phase(region("program", "wait_for_all"))).isEmpty();
  }

  @Test
  void request_defaults_namesMappedRegionsAlone() {
    SensorRequest request = PhaseMapping.defaults().request();
    assertThat(request.names(region("libmpi.so", "MPI_Send"))).isTrue();
    assertThat(request.names(region("libc.so.6", "read"))).isTrue();
    assertThat(request.names(region("libmpi.so", "MPI_Init"))).isFalse();
    assertThat(request.names(region("program", "main"))).isFalse();
  }

  @Test
  void request_mappedAfterwards_isNotLeftOut() {
    SensorRequest request =
        PhaseMapping.defaults().with(SYNCHRONIZATION, "MPI_Finalize").without("MPI_Send").request();
    assertThat(request.names(region("libmpi.so", "MPI_Finalize"))).isTrue();
    assertThat(request.names(region("libmpi.so", "MPI_Send"))).isFalse();
  }

  @Test
  void request_emptyMapping_isRefused() {
    assertThatThrownBy(() -> PhaseMapping.empty().request())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
