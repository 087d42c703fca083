#ifndef CHEARTHMESSAGE_H
#define CHEARTHMESSAGE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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

/* An empty descriptor, so that others may refer to it before it is filled. */
ProtobufCMessageDescriptor *hm_descriptor_new(void);

/* Has a descriptor stay for ever, and `with` reachable beside it; once. */
void hm_descriptor_keep(ProtobufCMessageDescriptor *descriptor, void *with);

/* Gives back a descriptor that was not kept, filled or not. Nobody may have messages of it, or refer to it. */
void hm_descriptor_free(ProtobufCMessageDescriptor *descriptor);

/* Fills a descriptor from fields by rising number. Copies what it keeps. Fields can't be found by name afterwards. */
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

/* Memory for writing, at a multiple of 8, in an arena without a budget: when the machine has no memory the process ends,
   as it does with any Swift value. */
void *hm_arena_take(struct hm_arena *arena, size_t size);

/* A copy in memory that is taken so. */
uint8_t *hm_arena_copy(struct hm_arena *arena, const uint8_t *_Nullable from, size_t count);

/* An empty message, taken so. */
ProtobufCMessage *hm_message_new(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor);

struct hm_root {
    ProtobufCMessage *message;
    struct hm_arena *arena;
};

/* The same in an arena of its own. */
struct hm_root hm_root_new(const ProtobufCMessageDescriptor *descriptor);

/* Unpacks into the arena; NULL when the bytes are not such a message, or the arena is spent. */
ProtobufCMessage *_Nullable hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *_Nullable bytes, size_t length);

/* The same in one pass, for messages of hm_descriptor_fill's descriptors as they come nearly always, at most `depth`
   within each other. NULL when the arena is spent, or when hm_unpack is to judge, in a fresh arena. */
ProtobufCMessage *_Nullable hm_read(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                                    const uint8_t *_Nullable bytes, size_t length, size_t depth);

/* ---- Packing ---- */

/* How far hm_pack may write behind a message. */
enum { HM_PACK_ROOM = 8 };

/* As protobuf_c_message_pack, for a message of hm_descriptor_fill's descriptors. `out` needs room for the longest tag
   and the longest number or length of each field, as FieldWriter's bound has it, and for HM_PACK_ROOM bytes more.
   Returns the message's end. */
uint8_t *hm_pack(const ProtobufCMessage *message, uint8_t *out);

#pragma clang assume_nonnull end

#endif
