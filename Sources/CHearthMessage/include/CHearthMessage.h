#ifndef CHEARTHMESSAGE_H
#define CHEARTHMESSAGE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/* ---- Descriptors ---- */

/* The location and type of a field in a message's memory. */
struct hm_field {
    const char *_Nullable name;
    uint32_t number;
    /* A ProtobufCType; strings are declared as bytes, enums as int32. */
    uint32_t type;
    /* A ProtobufCLabel, with PROTOBUF_C_FIELD_FLAG_… in flags. */
    uint32_t label;
    uint32_t flags;
    uint32_t offset;
    /* The offset of the presence word, of a oneof's case word, or of a list's count. */
    uint32_t quantifier_offset;
    const ProtobufCMessageDescriptor *_Nullable message;
};

/* Creates an empty descriptor, so that others can refer to it before it is filled. */
ProtobufCMessageDescriptor *hm_descriptor_new(void);

/* Makes a descriptor permanent, and keeps `with` reachable from it. Call it at most once. */
void hm_descriptor_keep(ProtobufCMessageDescriptor *descriptor, void *with);

/* Frees a descriptor that is not permanent, filled or not. No message or other descriptor may refer to it. */
void hm_descriptor_free(ProtobufCMessageDescriptor *descriptor);

/* Fills a descriptor from fields in ascending order of numbers, which are copied. Lookup by name is not supported. */
void hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *_Nullable fields, size_t count);

/* The name of the field whose value or list is at this offset of a message; for a oneof, of the member that is set. */
const char *hm_field_name(const ProtobufCMessage *message, uint32_t offset);

/* ---- Memory for one encode or decode: allocated in pieces, freed at once ---- */

struct hm_block;

struct hm_arena {
    uint8_t *_Nullable next;
    uint8_t *_Nullable limit;
    /* The rest of the budget, beyond `limit`. */
    size_t left;
    struct hm_block *_Nullable blocks;
    struct hm_arena *_Nullable idle_next;
    /* The budget or the machine's memory is used up. */
    bool is_spent;
    /* protobuf-c freed a message: it came in several pieces, or unpacking failed. */
    bool freed_message;
    /* The message with the first value that the reader refused, and the value's offset. */
    const void *_Nullable refused_in;
    uint32_t refused_at;
};

/* An arena for this thread with a budget in bytes. Nested calls on the same thread return different arenas. */
struct hm_arena *hm_arena_begin(size_t budget);
/* Starts again with an empty arena. */
void hm_arena_reset(struct hm_arena *arena, size_t budget);
void hm_arena_end(struct hm_arena *arena);

/* Allocates memory for writing, aligned to 8, in an arena without a budget. When memory runs out the process ends, as
   for any Swift value. */
void *hm_arena_take(struct hm_arena *arena, size_t size);

/* Copies bytes into memory allocated by hm_arena_take. */
uint8_t *hm_arena_copy(struct hm_arena *arena, const uint8_t *_Nullable from, size_t count);

/* Creates an empty message in such memory. */
ProtobufCMessage *hm_message_new(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor);

struct hm_root {
    ProtobufCMessage *message;
    struct hm_arena *arena;
};

/* Creates an empty message in a new arena. */
struct hm_root hm_root_new(const ProtobufCMessageDescriptor *descriptor);

/* Unpacks into the arena; NULL when the bytes are not such a message, or the arena is spent. */
ProtobufCMessage *_Nullable hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *_Nullable bytes, size_t length);

/* Like hm_unpack, in one pass, for messages of the usual form with descriptors of hm_descriptor_fill, nested at most
   `depth` deep. NULL when the arena is spent, or when hm_unpack must decide, with an empty arena. */
ProtobufCMessage *_Nullable hm_read(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                                    const uint8_t *_Nullable bytes, size_t length, size_t depth);

/* ---- Packing ---- */

/* The number of bytes that hm_pack may write after a message. */
enum { HM_PACK_ROOM = 8 };

/* Like protobuf_c_message_pack, for a message with a descriptor of hm_descriptor_fill. `out` needs space for the
   longest tag and the longest number or length of each field, as FieldWriter's bound computes, plus HM_PACK_ROOM
   bytes. Returns the end of the message. */
uint8_t *hm_pack(const ProtobufCMessage *message, uint8_t *out);

#pragma clang assume_nonnull end

#endif
