#ifndef HM_STEPS_H
#define HM_STEPS_H

#include "Arena.h"

/* The form of a value on the wire and in memory. Numbers come first, then bytes and messages. */
enum hm_form {
    HM_BOOL,
    HM_INT32, /* int32 and enums: negative numbers take ten bytes */
    HM_SINT32,
    HM_UINT32,
    HM_FIXED32,
    HM_INT64, /* uint64 too */
    HM_SINT64,
    HM_FIXED64,
    HM_BYTES,
    HM_MESSAGE,
    /* In `kind` only: a list of any form, and the end after the last field. */
    HM_LIST,
    HM_END,
};

struct hm_step;

/* Packs a step's field and all later fields. */
typedef uint8_t *hm_packer(const char *message, const struct hm_step *step, uint8_t *out);

/* One field of a descriptor, prepared for packing and reading. A descriptor's steps are in its `reserved3`, by
   ascending number; after the last is a step whose tag matches no bytes. */
struct hm_step {
    hm_packer *pack;
    /* The tag's bytes as a little-endian number, and a mask of this size; for a list the tag that packing writes. */
    uint64_t tag;
    uint64_t mask;
    const ProtobufCMessageDescriptor *message;
    uint32_t number;
    /* The offset of the value, or of a list's pointer. */
    uint32_t at;
    /* The offset of the presence word, of a oneof's case word, or of a list's count. */
    uint32_t has;
    /* The value at `has` when the field is set: 1, or the number of a oneof's member. */
    uint32_t present;
    uint8_t tag_size;
    /* The wire type of a single value. */
    uint8_t wire;
    uint8_t form;
    /* The form, HM_LIST or HM_END. */
    uint8_t kind;
    bool is_packed;
    bool is_oneof;
};

static inline const struct hm_step *hm_steps(const ProtobufCMessageDescriptor *descriptor) {
    return descriptor->reserved3;
}

/* Part of hm_descriptor_fill. */
void hm_prepare_steps(ProtobufCMessageDescriptor *descriptor);
void hm_prepare_packing(struct hm_step *step);

/* The size of a value in memory. */
static inline size_t hm_size(enum hm_form form) {
    return form <= HM_FIXED32 ? 4 : form == HM_BYTES ? sizeof(ProtobufCBinaryData) : 8;
}

static inline uint32_t load32(const void *place) {
    uint32_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

static inline uint64_t load64(const void *place) {
    uint64_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

static inline size_t load_size(const void *place) {
    size_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

static inline void *load_pointer(const void *place) {
    void *value;
    memcpy(&value, place, sizeof value);
    return value;
}

/* The wire is little-endian, whatever the machine is. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint32_t wire32(uint32_t value) { return value; }
static inline uint64_t wire64(uint64_t value) { return value; }
#else
static inline uint32_t wire32(uint32_t value) { return __builtin_bswap32(value); }
static inline uint64_t wire64(uint64_t value) { return __builtin_bswap64(value); }
#endif

#endif
