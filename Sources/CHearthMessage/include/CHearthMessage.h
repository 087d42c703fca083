#ifndef CHEARTHMESSAGE_H
#define CHEARTHMESSAGE_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where and how one field lies in a message's memory. */
struct hm_field {
    const char *name;
    uint32_t number;
    /* A ProtobufCType; strings are given as bytes, enums as int32. */
    uint32_t type;
    /* A ProtobufCLabel, with PROTOBUF_C_FIELD_FLAG_… in flags. */
    uint32_t label;
    uint32_t flags;
    uint32_t offset;
    /* Of the presence word, of a oneof's case word, or of a list's count. */
    uint32_t quantifier_offset;
    const ProtobufCMessageDescriptor *message;
};

/* An empty descriptor, whose address is good for others to refer to. */
ProtobufCMessageDescriptor *hm_descriptor_new(void);

/* Fills a descriptor from fields by rising number. Copies what it keeps; it stays for ever. False without memory. */
bool hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *fields, size_t count);

/* Memory for one encode or decode: taken in one go, given back in one go. */
struct hm_arena;

/* An arena that gives at most `budget` bytes. Kept per thread; a second one on the same thread is a new one. */
struct hm_arena *hm_arena_begin(size_t budget);
void hm_arena_end(struct hm_arena *arena);

/* Zeroed memory of any alignment; NULL when the budget or the machine's memory is spent. */
void *hm_arena_alloc(struct hm_arena *arena, size_t size);

/* Whether a request was refused because of the budget. */
bool hm_arena_is_spent(const struct hm_arena *arena);

/* Unpacks into the arena; NULL when the bytes are not such a message, or the arena is spent. */
ProtobufCMessage *hm_unpack(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena,
                            const uint8_t *bytes, size_t length);

/* False when messages lie within messages deeper than `limit`. */
bool hm_depth_is_within(const ProtobufCMessageDescriptor *descriptor, const uint8_t *bytes, size_t length,
                        unsigned limit);

/* The name of the field at this offset of a message, for errors. */
const char *hm_field_name(const ProtobufCMessage *message, uint32_t offset);

#endif
