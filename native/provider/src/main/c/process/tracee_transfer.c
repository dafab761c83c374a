/*
 * Completes transfers that a stop cuts short. If a waiting call has already moved some of its bytes, the kernel ends it and
 * returns their number, as if a signal had come. Programs without signal handlers need not expect that. So the thread is
 * sent to the agent, which transfers the rest.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "agent/agent.h"
#include "process/process.h"
#include "process/tracee_parts.h"

enum { RED_ZONE = 128, RESTART_NO_HANDLER = -514, PIDFD_GETFD = 438, PIDFD_OPEN = 434 };

#define AT(name) offsetof(struct user_regs_struct, name)
#define NOWHERE SIZE_MAX

/* The registers that hold the address of a call's data and their number (bytes, pieces); NOWHERE if there is none. */
static const struct transfer_call {
  uint16_t number;
  size_t bytes, count;
} calls[] = {{SYS_write, AT(rsi), AT(rdx)},    {SYS_sendto, AT(rsi), AT(rdx)}, {SYS_recvfrom, AT(rsi), AT(rdx)},
             {SYS_sendfile, NOWHERE, AT(r10)}, {SYS_writev, AT(rsi), AT(rdx)}, {SYS_sendmsg, AT(rsi), NOWHERE},
             {SYS_getrandom, AT(rdi), AT(rsi)}};

/* A thread whose call has returned after only a part of its transfer. */
struct cut {
  int32_t thread;
  struct tracee memory; /* only its memory is used: the process's, open for reading and writing */
  const struct transfer_call *call;
  struct user_regs_struct registers;
  uint64_t agent;
  struct agent_head head;
  struct agent_transfer rest;
};

static uint64_t *register_at(struct user_regs_struct *registers, size_t place) {
  return (uint64_t *)(void *)((char *)registers + place);
}

static const struct transfer_call *call_of(const struct user_regs_struct *registers) {
  int64_t moved = (int64_t)registers->rax;
  for (size_t i = 0; i < sizeof calls / sizeof calls[0] && moved > 0; i++) {
    if (calls[i].number == registers->orig_rax) {
      return &calls[i];
    }
  }
  return NULL;
}

/* ------------------------------------------------------------------ whether there may be a rest */

/* Whether a descriptor is a stream socket: only there does MSG_WAITALL make the kernel wait for all bytes. */
static int is_stream(int32_t thread, uint64_t descriptor) {
  struct process_facts facts;
  int type = 0;
  socklen_t size = sizeof type;
  int process = process_facts(thread, &facts) ? -1 : (int)syscall(PIDFD_OPEN, facts.process, 0);
  int copy = process < 0 ? -1 : (int)syscall(PIDFD_GETFD, process, (int)descriptor, 0);
  int is_one = copy >= 0 && !getsockopt(copy, SOL_SOCKET, SO_TYPE, &type, &size) && type == SOCK_STREAM;
  if (copy >= 0) {
    close(copy);
  }
  if (process >= 0) {
    close(process);
  }
  return is_one;
}

/* Whether a call may wait several times until all bytes are moved: on a pipe or socket, or in getrandom. Receiving
   does so only with MSG_WAITALL. */
static int may_wait(const struct cut *cut) {
  const struct user_regs_struct *registers = &cut->registers;
  char name[60];
  struct stat facts;
  if (registers->orig_rax == SYS_getrandom) {
    return 1;
  }
  snprintf(name, sizeof name, "/proc/%d/fd/%d", cut->thread, (int)registers->rdi);
  if (stat(name, &facts) || !(S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode))) {
    return 0;
  }
  enum { PEEK_OR_NOT_WAIT = MSG_PEEK | MSG_DONTWAIT };
  return registers->orig_rax != SYS_recvfrom || ((registers->r10 & (MSG_WAITALL | PEEK_OR_NOT_WAIT)) == MSG_WAITALL &&
                                                 is_stream(cut->thread, registers->rdi));
}

/* ------------------------------------------------------------------ the rest */

/* Stores the pieces of a vector that have not been moved yet; returns their number, or 0 if nothing is left, there are
   too many, or the vector cannot be read. */
static uint64_t rest_of_pieces(struct cut *cut, uint64_t at, uint64_t count) {
  uint64_t moved = cut->registers.rax, kept = 0, left = 0;
  for (uint64_t i = 0; i < count; i++) {
    struct iovec piece;
    if (tracee_read(&cut->memory, at + i * sizeof piece, &piece, sizeof piece)) {
      return 0;
    }
    uint64_t gone = piece.iov_len < moved ? piece.iov_len : moved;
    moved -= gone;
    if (piece.iov_len == gone) {
      continue;
    }
    if (kept == AGENT_PIECES) {
      return 0;
    }
    cut->rest.pieces[kept][0] = (uint64_t)piece.iov_base + gone;
    cut->rest.pieces[kept++][1] = piece.iov_len - gone;
    left += piece.iov_len - gone;
  }
  return left ? kept : 0;
}

/* Sets the registers of the call to transfer the rest; message and pieces will be in the struct agent_transfer at rest.
   Returns 0 if nothing is left, or if the rest cannot be described. */
static int take_rest(struct cut *cut, uint64_t rest) {
  struct user_regs_struct *registers = &cut->registers;
  uint64_t pieces = rest + offsetof(struct agent_transfer, pieces), message = rest + offsetof(struct agent_transfer, message);
  struct msghdr header;
  switch (registers->orig_rax) {
    case SYS_writev:
      registers->rdx = rest_of_pieces(cut, registers->rsi, registers->rdx);
      registers->rsi = pieces;
      return registers->rdx != 0;
    case SYS_sendmsg:
      if (tracee_read(&cut->memory, registers->rsi, &header, sizeof header)) {
        return 0;
      }
      header.msg_iovlen = rest_of_pieces(cut, (uint64_t)header.msg_iov, header.msg_iovlen);
      header.msg_iov = (struct iovec *)pieces; /* NOLINT: in the other process */
      header.msg_control = NULL; /* was sent with the first part */
      header.msg_controllen = 0;
      memcpy(cut->rest.message, &header, sizeof cut->rest.message);
      registers->rsi = message;
      return header.msg_iovlen != 0;
    default: {
      uint64_t *count = register_at(registers, cut->call->count);
      if (registers->rax >= *count) {
        return 0;
      }
      *count -= registers->rax;
      if (cut->call->bytes != NOWHERE) {
        *register_at(registers, cut->call->bytes) += registers->rax;
      }
      return 1;
    }
  }
}

/* Finds the agent in the process, and reads its head; 0 if there is none of this version. */
static int find_agent(struct cut *cut) {
  struct mappings mappings;
  struct fg_error why;
  if (process_mappings(cut->thread, &mappings, &why)) {
    return 0;
  }
  for (int32_t i = 0; i < mappings.count && !cut->agent; i++) {
    const struct mapping *mapping = &mappings.at[i];
    int may_be = mapping->access == (MAPPING_READ | MAPPING_EXECUTE) && mapping->offset == 0 &&
                 mapping->high - mapping->low == AGENT_TEXT_SIZE && !strncmp(mapping->path, "/memfd:flowgauge", 16);
    if (may_be && !tracee_read(&cut->memory, mapping->low, &cut->head, sizeof cut->head) &&
        cut->head.magic == AGENT_MAGIC && cut->head.abi == AGENT_ABI) {
      cut->agent = mapping->low;
    }
  }
  process_mappings_free(&mappings);
  return cut->agent != 0;
}

/* Sends the thread to the place after the agent's system call, with the result of an interrupted call: the kernel then
   starts that system call, or ends it for a signal. A thread whose rest was cut short, too, is there already. */
static void send_on(struct cut *cut) {
  struct user_regs_struct *registers = &cut->registers;
  uint64_t transfer = cut->agent + cut->head.transfer, moved = registers->rax;
  int is_there = registers->rip == transfer;
  uint64_t at = is_there ? registers->rsp : registers->rsp - RED_ZONE - sizeof cut->rest;
  if (is_there) {
    if (tracee_read(&cut->memory, at, &cut->rest, sizeof cut->rest)) {
      return;
    }
    cut->rest.done += moved;
  } else {
    cut->rest = (struct agent_transfer){moved, registers->rdi, registers->rsi, registers->rdx, registers->r10,
                                        registers->rip, {0}, {{0}}};
  }
  if (!take_rest(cut, at) || tracee_write(&cut->memory, at, &cut->rest, sizeof cut->rest)) {
    return;
  }
  registers->rsp = at;
  registers->rip = transfer;
  registers->rax = (uint64_t)RESTART_NO_HANDLER;
  ptrace(PTRACE_SETREGS, cut->thread, 0, registers);
}

void tracee_mend_transfer(int32_t thread, const struct user_regs_struct *registers) {
  struct cut cut = {.thread = thread, .call = call_of(registers), .registers = *registers};
  char name[40];
  if (!cut.call || !may_wait(&cut)) {
    return;
  }
  snprintf(name, sizeof name, "/proc/%d/mem", thread);
  cut.memory.memory = open(name, O_RDWR | O_CLOEXEC);
  if (cut.memory.memory >= 0) {
    if (find_agent(&cut)) {
      send_on(&cut);
    }
    close(cut.memory.memory);
  }
}
