#ifndef ONE_THREAD_H
#define ONE_THREAD_H

#include <stdint.h>

/// What takes a job of Swift's runtime that the calling thread has made ready, instead of the threads that would run it.
typedef void (*OneThreadTake)(void *context, void *job);

/// From now on the jobs that this thread makes ready go to `take`; NULL ends it. Other threads' go their usual way.
void one_thread_take_jobs(OneThreadTake take, void *context);

/// The seed of all hash tables of this process. It is drawn at the start, or what the environment's HEARTH_SEED begins
/// with, in hexadecimal digits; either way tables of the same contents have the same order in it.
uint32_t one_thread_hash_seed(void);

#endif
