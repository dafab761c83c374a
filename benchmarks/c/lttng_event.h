/* The paper's test event for LTTng-UST; host and program are its context. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER paper

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "lttng_event.h"

#if !defined(LTTNG_EVENT_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define LTTNG_EVENT_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(paper, my_event,
                           LTTNG_UST_TP_ARGS(int, some_int, float, some_float),
                           LTTNG_UST_TP_FIELDS(lttng_ust_field_integer(int, some_int, some_int)
                                                   lttng_ust_field_float(float, some_float,
                                                                         some_float)))

#endif

#include <lttng/tracepoint-event.h>
