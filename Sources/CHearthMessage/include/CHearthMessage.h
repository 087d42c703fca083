#ifndef CHEARTHMESSAGE_H
#define CHEARTHMESSAGE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* ---- Descriptors ---- */

/* Where and how one field lies in a message's memory. */
struct hm_field {
    const char *_Nullable name;
    uint32_t number;
    /* A ProtobufCType; strings are given as bytes, enums as int32. */
    uint32_t type;
    /* A ProtobufCLabel, with PROTOBUF_C_FIELD_FLAG_… in flags. */
    uint32_t label;
    uint32_t flags;
    uint32_t offset;
    /* Of the presence word, of a oneof's case word, or of a list's count. */
    uint32_t quantifier_offset;
    const ProtobufCMessageDescriptor *_Nullable message;
};

/* An empty descriptor that stays for ever, so that others may refer to it before it is filled. */
ProtobufCMessageDescriptor *hm_descriptor_new(void);

/* Fills a descriptor from fields by rising number. Copies what it keeps. */
void hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *_Nullable fields, size_t count);

/* The name of the field whose value, or list, lies at this offset of a message; of a oneof, the member that is set. */
const char *hm_field_name(const ProtobufCMessage *message, uint32_t offset);

/* ---- Memory for one encode or decode: taken piece by piece, given back in one go ---- */

struct hm_block;

struct hm_arena {
    uint8_t *_Nullable next;
    uint8_t *_Nullable limit;
    /* What the budget still allows beyond `limit`. */
    size_t left;
    struct hm_block *_Nullable blocks;
    struct hm_arena *_Nullable idle_next;
    /* The budget, or the machine's memory, was spent. */
    bool is_spent;
    /* protobuf-c gave a message back: it came in several pieces, or unpacking failed. */
    bool freed_message;
    /* The first value that the reader refused, and where it lies. */
    const void *_Nullable refused_in;
    uint32_t refused_at;
};

/* An arena for this thread that gives at most `budget` bytes. One inside another on the same thread is a second one. */
struct hm_arena *hm_arena_begin(size_t budget);
/* Starts again with all memory free. */
void hm_arena_reset(struct hm_arena *arena, size_t budget);
void hm_arena_end(struct hm_arena *arena);

void *_Nullable hm_arena_grow(struct hm_arena *arena, size_t size);

/* Memory as it is, at a multiple of 8; NULL when the budget is spent. */
static inline void *_Nullable hm_arena_alloc(struct hm_arena *arena, size_t size) {
    size_t rounded = (size + 7 + HM_SANITIZED * 16) & ~(size_t)7;
    if (rounded < size || rounded > (size_t)(arena->limit - arena->next)) return hm_arena_grow(arena, size);
    void *result = arena->next;
    arena->next += rounded;
    ASAN_UNPOISON_MEMORY_REGION(result, size);
    return result;
}

/* For writing, in an arena without a budget: when the machine has no memory the process ends, as it does with any Swift
   value. */
void *hm_arena_take(struct hm_arena *arena, size_t size);

/* An empty message, taken so. */
ProtobufCMessage *hm_message_new(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor);

/* Unpacks into the arena; NULL when the bytes are not such a message, or the arena is spent. */
ProtobufCMessage *_Nullable hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *_Nullable bytes, size_t length);

/* ---- Packing ---- */

/* As protobuf_c_message_pack, for a message of hm_descriptor_fill's descriptors; faster for those without lists. Behind
   each tag or length `out` needs room for the longest, as FieldWriter's bound has it. */
size_t hm_pack(const ProtobufCMessage *message, uint8_t *out);

/* Writes each field's tag beside it. Part of hm_descriptor_fill. */
void hm_prepare_packing(ProtobufCMessageDescriptor *descriptor, ProtobufCFieldDescriptor *_Nullable fields);

#pragma clang assume_nonnull end

#endif
