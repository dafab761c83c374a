package io.flowgauge.instrumentation.activity;

import static io.flowgauge.run.PhaseType.COMMUNICATION;
import static io.flowgauge.run.PhaseType.IO;
import static io.flowgauge.run.PhaseType.SYNCHRONIZATION;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/** The regions mapped by default: see {@link PhaseMapping#defaults()}. */
final class DefaultMapping {
  private static final String[] MPI_SYNCHRONIZATION = {
    "MPI_Barrier*",
    "MPI_Ibarrier*",
    "MPI_Win_fence*",
    "MPI_Win_lock*",
    "MPI_Win_unlock*",
    "MPI_Win_flush*",
    "MPI_Win_start*",
    "MPI_Win_complete*",
    "MPI_Win_post*",
    "MPI_Win_wait*",
    "MPI_Win_sync*"
  };

  /** Functions that start, end or query something without sending a message. */
  private static final String[] MPI_NEITHER = {
    "MPI_Init*",
    "MPI_Finalize*",
    "MPI_Abort*",
    "MPI_Wtime*",
    "MPI_Wtick*",
    "MPI_Query_thread*",
    "MPI_Get_count*",
    "MPI_Get_elements*",
    "MPI_Get_processor_name*",
    "MPI_Get_version*",
    "MPI_Get_library_version*",
    "MPI_Get_address*",
    "MPI_Comm_rank*",
    "MPI_Comm_size*",
    "MPI_Type_*",
    "MPI_Error_*",
    "MPI_Info_*",
    "MPI_Op_*",
    "MPI_Group_*",
    "MPI_Attr_*",
    "MPI_Keyval_*",
    "MPI_Errhandler_*",
    "MPI_Is_*"
  };

  private static final String[] THREADS = {
    "pthread_mutex_lock",
    "pthread_mutex_timedlock",
    "pthread_mutex_clocklock",
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "pthread_barrier_wait",
    "pthread_join",
    "pthread_timedjoin_np",
    "pthread_clockjoin_np",
    "pthread_rwlock_rdlock",
    "pthread_rwlock_wrlock",
    "pthread_rwlock_timed*lock",
    "pthread_spin_lock",
    "sem_wait",
    "sem_timedwait",
    "sem_clockwait"
  };

  private static final String[] OPENMP = {
    "GOMP_barrier*",
    "GOMP_critical_start",
    "GOMP_critical_name_start",
    "GOMP_atomic_start",
    "GOMP_ordered_start",
    "GOMP_doacross_wait*",
    "GOMP_taskwait*",
    "GOMP_taskgroup_end",
    "GOMP_loop_end",
    "GOMP_loop_end_cancel",
    "GOMP_sections_end",
    "GOMP_sections_end_cancel",
    "GOMP_parallel_end",
    "gomp_barrier_wait*",
    "gomp_team_barrier_wait*",
    "omp_set_lock*",
    "omp_set_nest_lock*",
    "__kmpc_barrier",
    "__kmpc_cancel_barrier",
    "__kmpc_critical*",
    "__kmpc_ordered",
    "__kmpc_omp_taskwait*",
    "__kmpc_end_taskgroup",
    "__kmpc_doacross_wait",
    "__kmpc_reduce"
  };

  private static final String[] FILES = {
    "read",
    "write",
    "pread",
    "pwrite",
    "pread64",
    "pwrite64",
    "readv",
    "writev",
    "preadv*",
    "pwritev*",
    "open",
    "open64",
    "openat",
    "openat64",
    "creat",
    "creat64",
    "close",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "syncfs",
    "sync",
    "msync",
    "ftruncate",
    "ftruncate64",
    "sendfile",
    "sendfile64",
    "copy_file_range",
    "splice",
    "fread",
    "fread_unlocked",
    "fwrite",
    "fwrite_unlocked",
    "fopen",
    "fopen64",
    "freopen",
    "fclose",
    "fflush",
    "fgets",
    "fputs",
    "fgetc",
    "fputc",
    "getline",
    "getdelim",
    "fprintf",
    "vfprintf",
    "fscanf",
    "vfscanf"
  };

  private static final String[] JAVA_FILES = {
    "java.io.FileInputStream:read*", "java.io.FileOutputStream:write*",
    "java.io.RandomAccessFile:read*", "java.io.RandomAccessFile:write*",
    "sun.nio.ch.FileChannelImpl:read*", "sun.nio.ch.FileChannelImpl:write*",
    "sun.nio.ch.FileChannelImpl:force*", "sun.nio.ch.FileChannelImpl:transfer*"
  };

  private static final String[] JAVA_SOCKETS = {
    "sun.nio.ch.NioSocketImpl:*read*", "sun.nio.ch.NioSocketImpl:*write*",
    "sun.nio.ch.SocketChannelImpl:read*", "sun.nio.ch.SocketChannelImpl:write*"
  };

  private static final String[] JAVA_WAITS = {
    "java.lang.Object:wait*",
    "java.lang.Thread:join*",
    "java.util.concurrent.locks.LockSupport:park*"
  };

  private DefaultMapping() {}

  static PhaseMapping make() {
    return PhaseMapping.empty()
        .with(IO, FILES)
        .with(IO, JAVA_FILES)
        .with(COMMUNICATION, JAVA_SOCKETS)
        .with(SYNCHRONIZATION, JAVA_WAITS)
        .with(SYNCHRONIZATION, THREADS)
        .with(SYNCHRONIZATION, OPENMP)
        .with(COMMUNICATION, withFortran("MPI_*"))
        .with(SYNCHRONIZATION, withFortran(MPI_SYNCHRONIZATION))
        .with(IO, withFortran("MPI_File_*"))
        .without(withFortran(MPI_NEITHER));
  }

  /**
   * Adds the names in Fortran: they are those of C in lower case, to which compilers append an
   * underscore or two.
   */
  private static String[] withFortran(String... names) {
    return Arrays.stream(names)
        .flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT)))
        .toArray(String[]::new);
  }
}
