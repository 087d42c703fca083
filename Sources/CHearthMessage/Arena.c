#include "Arena.h"

#include <pthread.h>
#include <stdlib.h>

enum { FIRST_BLOCK = 16 * 1024, LARGEST_KEPT = 256 * 1024 };

struct hm_block {
    struct hm_block *older;
    size_t size;
    uint8_t bytes[];
};

/* Unused arenas of the thread; at most as many as were ever nested. */
static _Thread_local struct hm_arena *idle;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void free_blocks(struct hm_block *block) {
    while (block) {
        struct hm_block *older = block->older;
        free(block);
        block = older;
    }
}

static void free_idle(void *unused) {
    (void)unused;
    while (idle) {
        struct hm_arena *arena = idle;
        idle = arena->idle_next;
        free_blocks(arena->blocks);
        free(arena);
    }
}

static void make_key(void) { pthread_key_create(&at_thread_end, free_idle); }

/* Makes a block current, as far as the budget allows. */
static void open_block(struct hm_arena *arena, struct hm_block *block) {
    size_t window = block->size < arena->left ? block->size : arena->left;
    arena->left -= window;
    arena->next = block->bytes;
    arena->limit = block->bytes + window;
    ASAN_POISON_MEMORY_REGION(block->bytes, block->size);
}

static void start(struct hm_arena *arena, size_t budget) {
    arena->left = budget;
    arena->is_spent = false;
    arena->freed_message = false;
    arena->refused_in = NULL;
    arena->refused_at = 0;
    if (arena->blocks)
        open_block(arena, arena->blocks);
    else
        arena->next = arena->limit = NULL;
}

void hm_arena_reset(struct hm_arena *arena, size_t budget) {
    struct hm_block *block = arena->blocks;
    struct hm_block *kept = NULL;
    while (block) {
        struct hm_block *older = block->older;
        if (!kept && block->size <= LARGEST_KEPT)
            kept = block; /* each block is at least twice the one before: the newest that fits is the largest */
        else
            free(block);
        block = older;
    }
    if (kept) kept->older = NULL;
    arena->blocks = kept;
    start(arena, budget);
}

/* Creates another arena for this thread. */
HM_SELDOM static struct hm_arena *new_arena(void) {
    struct hm_arena *arena = calloc(1, sizeof *arena);
    if (!arena) abort();
    pthread_once(&once, make_key);
    pthread_setspecific(at_thread_end, &idle);
    return arena;
}

static inline struct hm_arena *begin(size_t budget) {
    struct hm_arena *arena = idle;
    if (arena)
        idle = arena->idle_next;
    else
        arena = new_arena();
    arena->idle_next = NULL;
    start(arena, budget); /* it has one block at most: see hm_arena_end */
    return arena;
}

struct hm_arena *hm_arena_begin(size_t budget) { return begin(budget); }

HM_SELDOM static void free_most(struct hm_arena *arena) { hm_arena_reset(arena, 0); }

void hm_arena_end(struct hm_arena *arena) {
    arena->idle_next = idle;
    idle = arena;
    if (arena->blocks && (arena->blocks->older || arena->blocks->size > LARGEST_KEPT)) free_most(arena);
}

void *hm_arena_grow(struct hm_arena *arena, size_t size) {
    size_t rest = (size_t)(arena->limit - arena->next);
    if (size > SIZE_MAX / 4 || size > arena->left + rest) goto spent;
    arena->left += rest;
    arena->limit = arena->next;
    size_t last = arena->blocks ? arena->blocks->size * 2 : FIRST_BLOCK;
    size_t needed = size + 8 + HM_SANITIZED * 16;
    size_t room = needed > last ? needed : last;
    struct hm_block *block = malloc(sizeof *block + room);
    if (!block) goto spent;
    block->older = arena->blocks;
    block->size = room;
    arena->blocks = block;
    open_block(arena, block);
    size_t rounded = (size + 7 + HM_SANITIZED * 16) & ~(size_t)7;
    if (rounded > (size_t)(arena->limit - arena->next)) goto spent;
    void *result = arena->next;
    arena->next += rounded;
    ASAN_UNPOISON_MEMORY_REGION(result, size);
    return result;
spent:
    arena->is_spent = true;
    return NULL;
}

HM_SELDOM static void *grow_or_abort(struct hm_arena *arena, size_t size) {
    void *memory = hm_arena_grow(arena, size);
    if (!memory) abort();
    return memory;
}

static inline void *take(struct hm_arena *arena, size_t size) {
    void *memory = hm_arena_cut(arena, size);
    return memory ? memory : grow_or_abort(arena, size);
}

void *hm_arena_take(struct hm_arena *arena, size_t size) { return take(arena, size); }

uint8_t *hm_arena_copy(struct hm_arena *arena, const uint8_t *from, size_t count) {
    uint8_t *copy = take(arena, count);
    hm_copy(copy, from, count);
    return copy;
}

static inline ProtobufCMessage *new_message(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor) {
    ProtobufCMessage *message = take(arena, descriptor->sizeof_message);
    memset(message, 0, descriptor->sizeof_message);
    message->descriptor = descriptor;
    return message;
}

ProtobufCMessage *hm_message_new(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor) {
    return new_message(arena, descriptor);
}

struct hm_root hm_root_new(const ProtobufCMessageDescriptor *descriptor) {
    struct hm_arena *arena = begin(SIZE_MAX);
    return (struct hm_root){new_message(arena, descriptor), arena};
}

static void *allocate(void *arena, size_t size) { return hm_arena_alloc(arena, size); }

/* Frees nothing, but detects merged messages: on success protobuf-c only frees a message that it has merged into a
   later piece, after clearing its descriptor. Each allocation of the arena has at least these eight bytes. */
__attribute__((no_sanitize("address"))) static void keep(void *arena, void *pointer) {
    uint64_t head;
    if (!pointer) return;
    __builtin_memcpy(&head, pointer, sizeof head);
    if (head == 0) ((struct hm_arena *)arena)->freed_message = true;
}

ProtobufCMessage *hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *bytes, size_t length) {
    ProtobufCAllocator allocator = {allocate, keep, arena};
    return protobuf_c_message_unpack(descriptor, &allocator, length, bytes);
}
