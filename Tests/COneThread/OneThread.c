#include "one_thread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

// Swift's runtime calls this hook before it gives a job to its threads (Concurrency/GlobalExecutor.cpp).

#define SWIFT_CALL __attribute__((swiftcall))
typedef SWIFT_CALL void (*Enqueue)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, Enqueue original);

static _Thread_local OneThreadTake taker;
static _Thread_local void *takerContext;

static SWIFT_CALL void enqueue(void *job, Enqueue original) {
    if (taker)
        taker(takerContext, job);
    else
        original(job);
}

void one_thread_take_jobs(OneThreadTake take, void *context) {
    taker = take;
    takerContext = context;
}

// Hash tables (stdlib/public/SwiftShims/GlobalObjects.h): two seeds of the process, and whether only these count.
// Otherwise each table adds its address, which differs from run to run.

extern struct {
    uint64_t seed0, seed1;
    bool isDeterministic;
} _swift_stdlib_Hashing_parameters;

uint32_t one_thread_hash_seed(void) { return (uint32_t)_swift_stdlib_Hashing_parameters.seed0; }

// Runs before main and before any table exists.
__attribute__((constructor)) static void begin(void) {
    const char *seed = getenv("HEARTH_SEED");
    if (seed) _swift_stdlib_Hashing_parameters.seed0 = strtoull(seed, NULL, 16);
    _swift_stdlib_Hashing_parameters.seed0 &= UINT32_MAX;
    _swift_stdlib_Hashing_parameters.seed1 = 0;
    _swift_stdlib_Hashing_parameters.isDeterministic = true;
    swift_task_enqueueGlobal_hook = enqueue;
}
