/* Adds the names of processes to messages. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helper/helper.h"

/* Writes " (name)" of a process; empty if it has none. */
static void called(long pid, char text[32]) {
  char file[40], name[20];
  text[0] = 0;
  snprintf(file, sizeof file, "/proc/%ld/comm", pid);
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read(fd, name, sizeof name - 1);
  if (fd >= 0) {
    close(fd);
  }
  length -= length > 0 && name[length - 1] == '\n';
  if (length > 0) {
    name[length] = 0;
    snprintf(text, 32, " (%s)", name);
  }
}

void helper_name_processes(struct fg_error *error) {
  static const char what[] = "process ";
  char made[2 * sizeof error->text] = "", name[32];
  const char *from = error->text;
  for (const char *at; (at = strstr(from, what)) != NULL;) {
    char *end;
    long pid = strtol(at + sizeof what - 1, &end, 10);
    called(pid > 0 && strncmp(end, " (", 2) != 0 ? pid : -1, name);
    size_t used = strlen(made);
    snprintf(made + used, sizeof made - used, "%.*s%s", (int)(end - from), from, name);
    from = end;
  }
  size_t used = strlen(made);
  snprintf(made + used, sizeof made - used, "%s", from);
  snprintf(error->text, sizeof error->text, "%.*s", (int)sizeof error->text - 1, made);
}
