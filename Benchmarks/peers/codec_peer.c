/* Raw libprotobuf-c through protoc-c's code, in the arena that HearthMessage uses too. Each line of input names a
   message, a direction and a count, and is answered by nanoseconds for one. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "CHearthMessage.h"
#include "bench.pb-c.h"
#include "sample.pb-c.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static volatile size_t kept;

static double encode(const ProtobufCMessage *message, long count) {
    double start = now();
    for (long i = 0; i < count; i++) {
        struct hm_arena *arena = hm_arena_begin(SIZE_MAX);
        uint8_t *bytes = hm_arena_take(arena, protobuf_c_message_get_packed_size(message));
        kept += protobuf_c_message_pack(message, bytes);
        hm_arena_end(arena);
    }
    return (now() - start) / (double)count;
}

static double decode(const ProtobufCMessage *message, long count) {
    uint8_t bytes[256];
    size_t size = protobuf_c_message_pack(message, bytes);
    double start = now();
    for (long i = 0; i < count; i++) {
        struct hm_arena *arena = hm_arena_begin(1 << 20);
        kept += (size_t)hm_unpack(message->descriptor, arena, bytes, size);
        hm_arena_end(arena);
    }
    return (now() - start) / (double)count;
}

int main(void) {
    Bench__Scalar8 scalar8 = BENCH__SCALAR8__INIT;
    scalar8.node = 19088743;
    scalar8.endpoint = 1;
    scalar8.cluster = 1026;
    scalar8.attr = 16385;
    scalar8.value = -2150;
    scalar8.f = 21.5;
    scalar8.t_ns = 1234567890123456789;
    scalar8.unit = "degC";
    Bench__Sample sample = BENCH__SAMPLE__INIT;
    sample.has_node = sample.has_endpoint = sample.has_cluster = sample.has_attr = 1;
    sample.has_value = sample.has_f = sample.has_time = 1;
    sample.node = 19088743;
    sample.endpoint = 1;
    sample.cluster = 1026;
    sample.attr = 16385;
    sample.value = -2150;
    sample.f = 21.5;
    sample.time = 1234567890123456789;
    sample.unit = "degC";
    char name[16], direction[16];
    long count;
    while (scanf("%15s %15s %ld", name, direction, &count) == 3) {
        const ProtobufCMessage *message = strcmp(name, "sample") == 0 ? &sample.base : &scalar8.base;
        printf("%f\n", strcmp(direction, "encode") == 0 ? encode(message, count) : decode(message, count));
        fflush(stdout);
    }
    return 0;
}
