/* The agent's table of sensors, in the process, by which a successor can remove them. */
#ifndef FLOWGAUGE_SENSOR_TABLE_H
#define FLOWGAUGE_SENSOR_TABLE_H

#include "engine/target.h"

/* Returns the address of a place in the table. */
uint64_t sensor_table_at(const struct target *target, uint32_t place);

/* Returns the part of the table that is in use, which the caller frees; NULL if it cannot be read. */
struct agent_sensor *sensor_table_read(struct target *target);

/* Finds the place of a function in the table, a new one if it never had a sensor; -1 if none is left. known:
   the number of places in the table that was read. */
int32_t sensor_table_place(struct target *target, uint64_t address, const struct agent_sensor *table,
                           uint32_t known, struct agent_sensor *record);

#endif
