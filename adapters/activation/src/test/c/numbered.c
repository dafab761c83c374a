/* Logs transfer.end events numbered from 0, a few each millisecond, for as long as a request asks for them, until its
   input ends; then prints how many it logged.

     numbered TRIGGERS */
#include "flowgauge_log.h"
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

FG_LOG_TYPE(transfer_end, "transfer.end", FG_INT64(n))

int main(int count, char **arguments) {
  fg_log *log;
  fg_options options = {.trigger = count == 2 ? arguments[1] : NULL, .interval_ns = 5000000};
  if (count != 2 || fg_log_open(&options, &log) != FG_OK ||
      transfer_end_declare(log, NULL, 0) != FG_OK) {
    return 2;
  }
  int64_t logged = 0;
  struct pollfd input = {.fd = 0, .events = POLLIN};
  while (poll(&input, 1, 1) == 0) {
    for (int k = 0; k < 100 && fg_type_is_enabled(&transfer_end_type); k++) {
      transfer_end_log(logged++);
    }
  }
  int result = fg_log_close(log, 5000000000);
  printf("%lld\n", (long long)logged);
  return result == FG_OK ? 0 : 1;
}
