#ifndef ONE_THREAD_H
#define ONE_THREAD_H

#include <stdint.h>

/// Receives a job of Swift's runtime that the calling thread has made ready, in place of the runtime's threads.
typedef void (*OneThreadTake)(void *context, void *job);

/// Sends the jobs that this thread makes ready to `take` from now on; NULL ends it. Other threads are not affected.
void one_thread_take_jobs(OneThreadTake take, void *context);

/// The seed of all hash tables of this process: random at the start, or the hexadecimal digits at the beginning of the
/// environment's HEARTH_SEED. In one process, tables of the same contents always have the same order.
uint32_t one_thread_hash_seed(void);

#endif
