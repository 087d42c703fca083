#ifndef HM_ARENA_H
#define HM_ARENA_H

#include "CHearthMessage.h"

#include <string.h>

/* Not for Swift, whose compiler does not tell such functions that memory is watched. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define HM_SANITIZED 1
#endif
#endif
#ifndef HM_SANITIZED
#define HM_SANITIZED 0
#define ASAN_POISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(start, size) ((void)(start), (void)(size))
#endif

#pragma clang assume_nonnull begin

/* For rare paths, kept out of the hot code. */
#define HM_SELDOM __attribute__((noinline, cold))

HM_SELDOM void *_Nullable hm_arena_grow(struct hm_arena *arena, size_t size);

/* Allocates in the current block; NULL when it has no space. */
static inline void *_Nullable hm_arena_cut(struct hm_arena *arena, size_t size) {
    size_t rounded = (size + 7 + HM_SANITIZED * 16) & ~(size_t)7;
    if (rounded < size || rounded > (size_t)(arena->limit - arena->next)) return NULL;
    void *result = arena->next;
    arena->next += rounded;
    ASAN_UNPOISON_MEMORY_REGION(result, size);
    return result;
}

/* Allocates uninitialized memory, aligned to 8; NULL when the budget is spent. */
static inline void *_Nullable hm_arena_alloc(struct hm_arena *arena, size_t size) {
    void *memory = hm_arena_cut(arena, size);
    return memory ? memory : hm_arena_grow(arena, size);
}

/* memcpy without a call for short values. Returns the end of the copy. */
static inline uint8_t *hm_copy(uint8_t *to, const uint8_t *_Nullable from, size_t count) {
    if (count > 16) {
        memcpy(to, from, count);
    } else if (count >= 8) {
        memcpy(to, from, 8);
        memcpy(to + count - 8, from + count - 8, 8);
    } else if (count >= 4) {
        memcpy(to, from, 4);
        memcpy(to + count - 4, from + count - 4, 4);
    } else {
        for (size_t i = 0; i < count; i++) to[i] = from[i];
    }
    return to + count;
}

#pragma clang assume_nonnull end

#endif
