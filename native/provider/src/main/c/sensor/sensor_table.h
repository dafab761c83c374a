/* The agent's table of sensors, in the process: what a successor needs to take them out. */
#ifndef FLOWGAUGE_SENSOR_TABLE_H
#define FLOWGAUGE_SENSOR_TABLE_H

#include "engine/target.h"

/* The address of a place in the table. */
uint64_t sensor_table_at(const struct target *target, uint32_t place);

/* The part of the table that is in use; to be freed. NULL if it cannot be read. */
struct agent_sensor *sensor_table_read(struct target *target);

/* The place of a function in the table, new if it never had a sensor; -1 if none is left. known: how many
   places the table that was read has. */
int32_t sensor_table_place(struct target *target, uint64_t address, const struct agent_sensor *table,
                           uint32_t known, struct agent_sensor *record);

#endif
