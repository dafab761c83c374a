/*
 * The protocol between the library and its helper: a request with its payload, and an answer with its
 * payload. One request at a time; the helper sends the first message, the answer to CALL_HELLO. Both
 * are of the same build, so structs are sent as they are in memory.
 */
#ifndef FLOWGAUGE_PROTOCOL_H
#define FLOWGAUGE_PROTOCOL_H

#include <stdint.h>

#include "flowgauge.h"

enum call {
  CALL_HELLO = 1, /* answer: struct fg_host */
  CALL_OPEN,      /* first: pid. Answer's target */
  CALL_LAUNCH,    /* first: argc, second: envc, third: enum fg_launch_flags; argv, environment, directory,
                     streams. Answer's target, count: pid, and a descriptor that reports children */
  CALL_PROGRAM,   /* first: pid, which that descriptor reported. Answer's target */
  CALL_RESUME,
  CALL_MODULES,   /* first: capacity. Answer: struct fg_module each, count: of all */
  CALL_FUNCTIONS, /* first: module, second: from, third: capacity, fourth: bytes for names.
                     Answer: struct fg_function each, count of them, then the names */
  CALL_CHECK,     /* struct fg_probe each. Answer: struct fg_verdict each */
  CALL_INSERT,    /* the same. Answer: struct fg_stats, then struct fg_verdict each */
  CALL_REMOVE,    /* int32_t each. Answer as of CALL_INSERT */
  CALL_SET,       /* struct fg_variable. Answer: the previous value, uint64_t */
  CALL_REWRITE,   /* struct fg_rule. Answer's count: the rule's number */
  CALL_UNREWRITE, /* first: region, second: number */
  CALL_REWRITTEN, /* the same. Answer: calls, uint64_t */
  CALL_CALL,      /* struct fg_call. Answer: struct fg_called */
  CALL_UNCALL,    /* first: number. Answer: the same */
  CALL_LOAD,      /* path and function, each ends in 0. Answer: struct loaded */
  CALL_WHERE,     /* first: capacity. Answer: struct fg_position each, count of them */
  CALL_MEMORY,    /* Answer's size, and a descriptor */
  CALL_SYNC,
  CALL_STATUS,    /* Answer: struct fg_state */
  CALL_CLOSE      /* Answer: struct closed */
};

/* Greatest length of a payload that is sent or accepted, in bytes. */
#define PAYLOAD_LIMIT (64u << 20)

/* The most items of one request. */
#define MODULE_LIMIT 65536
#define PROBE_LIMIT 65536
#define POSITION_LIMIT 4096
#define FUNCTION_LIMIT 262144
#define NAMES_LIMIT (16 << 20)

/* The answer to CALL_CLOSE. */
struct closed {
  struct fg_state state;
  struct fg_stats stats;
};

/* The answer to CALL_LOAD: a function of a library that was loaded. */
struct loaded {
  uint64_t address;
  int64_t stopped_ns;
};

struct request {
  uint32_t call;   /* enum call */
  uint32_t length; /* of the payload that follows */
  int64_t target;  /* the helper's number of an open process */
  int32_t first, second, third, fourth;
};

struct answer {
  uint32_t call;   /* copied from the request */
  uint32_t length; /* of the payload that follows */
  int64_t target;
  int64_t size;
  int32_t count;
  int32_t pad;
  struct fg_error error;
};

#endif
