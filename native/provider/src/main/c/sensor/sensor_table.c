#include "sensor/sensor_table.h"

#include <stdlib.h>
#include <string.h>

uint64_t sensor_table_at(const struct target *target, uint32_t place) {
  return target->agent + AGENT_STATE + offsetof(struct agent_state, sensor) +
         (uint64_t)place * sizeof(struct agent_sensor);
}

struct agent_sensor *sensor_table_read(struct target *target) {
  struct agent_sensor *table = calloc(target->sensor_places + 1, sizeof *table);
  if (!table) {
    abort();
  }
  if (target->sensor_places && tracee_read(&target->tracee, sensor_table_at(target, 0), table,
                                           target->sensor_places * sizeof *table)) {
    free(table);
    return NULL;
  }
  return table;
}

int32_t sensor_table_place(struct target *target, uint64_t address, const struct agent_sensor *table,
                            uint32_t known, struct agent_sensor *record) {
  for (uint32_t i = 0; i < target->sensor_places; i++) {
    if (target->places[i] == address && i < known) {
      *record = table[i];
      return (int32_t)i;
    }
  }
  if (target->sensor_places == AGENT_SENSORS) {
    return -1;
  }
  memset(record, 0, sizeof *record);
  target->places[target->sensor_places] = address;
  return (int32_t)target->sensor_places++;
}
