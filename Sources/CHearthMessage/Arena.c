#include "CHearthMessage.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 32 * 1024, NEXT_CHUNK = 64 * 1024, ALIGNMENT = 16 };

struct chunk {
    struct chunk *next;
    size_t unused; /* keeps the bytes behind the header aligned */
    uint8_t bytes[];
};

struct hm_arena {
    uint8_t *at;
    uint8_t *end;
    size_t left;
    bool spent;
    bool cached;
    struct chunk *more;
    _Alignas(ALIGNMENT) uint8_t first[FIRST_CHUNK];
};

/* One arena waits on each thread that has used one; it goes with the process. */
static _Thread_local struct hm_arena *waiting;

struct hm_arena *hm_arena_begin(size_t budget) {
    struct hm_arena *arena = waiting;
    waiting = NULL;
    if (!arena) {
        arena = aligned_alloc(ALIGNMENT, (sizeof *arena + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1));
        if (!arena) return NULL;
    }
    arena->at = arena->first;
    arena->end = arena->first + FIRST_CHUNK;
    arena->left = budget;
    arena->spent = false;
    arena->more = NULL;
    return arena;
}

void hm_arena_end(struct hm_arena *arena) {
    while (arena->more) {
        struct chunk *next = arena->more->next;
        free(arena->more);
        arena->more = next;
    }
    if (waiting)
        free(arena);
    else
        waiting = arena;
}

static void *take(struct hm_arena *arena, size_t size) {
    if (size > arena->left || size > SIZE_MAX - NEXT_CHUNK) {
        arena->spent = true;
        return NULL;
    }
    size_t rounded = (size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if (rounded > (size_t)(arena->end - arena->at)) {
        size_t room = rounded > NEXT_CHUNK ? rounded : NEXT_CHUNK;
        struct chunk *chunk = malloc(sizeof *chunk + room);
        if (!chunk) {
            arena->spent = true;
            return NULL;
        }
        chunk->next = arena->more;
        arena->more = chunk;
        arena->at = chunk->bytes;
        arena->end = chunk->bytes + room;
    }
    arena->left -= size < rounded && rounded <= arena->left ? rounded : size;
    void *result = arena->at;
    arena->at += rounded;
    return result;
}

void *hm_arena_alloc(struct hm_arena *arena, size_t size) {
    void *result = take(arena, size);
    if (result) memset(result, 0, size);
    return result;
}

bool hm_arena_is_spent(const struct hm_arena *arena) { return arena->spent; }

static void *allocate(void *arena, size_t size) { return take(arena, size); }

static void keep(void *arena, void *pointer) {
    (void)arena;
    (void)pointer;
}

ProtobufCMessage *hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *bytes, size_t length) {
    ProtobufCAllocator allocator = {allocate, keep, arena};
    return protobuf_c_message_unpack(descriptor, &allocator, length, bytes);
}
