#include "Steps.h"

#include <limits.h>

/* Unpacks in one pass messages of the usual form: known fields of the right type, each list in one run, each message
   and oneof once. For any other input it returns NULL, and libprotobuf-c decides: only that refuses bytes.

   The bytes are copied once into the arena, with padding so that eight can be loaded anywhere; texts and bytes point
   into the copy. Reading beyond the end of a message is detected because it then does not end where it should. */

enum { ROOM_BEHIND = 24 };

static inline uint64_t load_wire(const uint8_t *at) { return wire64(load64(at)); }

static inline void store32(void *place, uint32_t value) { memcpy(place, &value, sizeof value); }
static inline void store64(void *place, uint64_t value) { memcpy(place, &value, sizeof value); }
static inline void store_size(void *place, size_t value) { memcpy(place, &value, sizeof value); }
static inline void store_pointer(void *place, const void *value) { memcpy(place, &value, sizeof value); }

static const uint8_t *long_varint(const uint8_t *at, uint64_t *value) {
    uint64_t bytes = load_wire(at);
    uint64_t stops = ~bytes & 0x8080808080808080;
    uint64_t bits = stops ? bytes & (stops ^ (stops - 1)) : bytes;
    /* Joins seven bits of each byte: in groups of two bytes, then of four, then of eight. */
    bits &= 0x7F7F7F7F7F7F7F7F;
    bits = (bits & 0x007F007F007F007F) | (bits & 0x7F007F007F007F00) >> 1;
    bits = (bits & 0x00003FFF00003FFF) | (bits & 0x3FFF00003FFF0000) >> 2;
    bits = (bits & 0x000000000FFFFFFF) | (bits & 0x0FFFFFFF00000000) >> 4;
    if (stops) {
        *value = bits;
        return at + __builtin_ctzll(stops) / 8 + 1;
    }
    bits |= (uint64_t)(at[8] & 0x7F) << 56;
    if (at[8] < 0x80) {
        *value = bits;
        return at + 9;
    }
    if (at[9] > 1) return NULL; /* more than 64 bits */
    *value = bits | (uint64_t)at[9] << 63;
    return at + 10;
}

static inline const uint8_t *varint(const uint8_t *at, uint64_t *value) {
    if (*at < 0x80) {
        *value = *at;
        return at + 1;
    }
    return long_varint(at, value);
}

/* Reads a length, which must not exceed the remaining bytes. */
static inline const uint8_t *length(const uint8_t *at, const uint8_t *end, size_t *value) {
    uint64_t number;
    const uint8_t *behind = varint(at, &number);
    if (!behind || behind > end || behind - at > 5) return NULL;
    if (number > INT_MAX || number > (uint64_t)(end - behind)) return NULL;
    *value = (size_t)number;
    return behind;
}

/* Reads a number or bytes. */
static inline const uint8_t *take(const uint8_t *at, const uint8_t *end, enum hm_form form, char *place) {
    uint64_t number = 0;
    switch (form) {
    case HM_BOOL:
        at = varint(at, &number);
        store32(place, number != 0);
        return at;
    case HM_INT32:
    case HM_UINT32:
        at = varint(at, &number);
        store32(place, (uint32_t)number);
        return at;
    case HM_SINT32:
        at = varint(at, &number);
        store32(place, (uint32_t)number >> 1 ^ (0 - ((uint32_t)number & 1)));
        return at;
    case HM_INT64:
        at = varint(at, &number);
        store64(place, number);
        return at;
    case HM_SINT64:
        at = varint(at, &number);
        store64(place, number >> 1 ^ (0 - (number & 1)));
        return at;
    case HM_FIXED32: store32(place, wire32(load32(at))); return at + 4;
    case HM_FIXED64: store64(place, load_wire(at)); return at + 8;
    case HM_BYTES: {
        size_t count;
        at = length(at, end, &count);
        if (!at) return NULL;
        ProtobufCBinaryData binary = {count, count ? (uint8_t *)(uintptr_t)at : NULL};
        memcpy(place, &binary, sizeof binary);
        return at + count;
    }
    case HM_MESSAGE:
    case HM_LIST:
    case HM_END: break;
    }
    __builtin_unreachable();
}

/* Finds the step of a field out of order. Tags may be longer than necessary, and lists of numbers may be packed or not,
   whatever the schema says. */
static const struct hm_step *seek(const ProtobufCMessageDescriptor *descriptor, const uint8_t **at) {
    const uint8_t *tag = *at;
    unsigned wire = *tag & 7, size = 1;
    uint32_t number = (*tag & 0x7F) >> 3;
    for (unsigned shift = 4; tag[size - 1] >= 0x80; shift += 7, size++) {
        if (size == 5) return NULL;
        number |= (uint32_t)(tag[size] & 0x7F) << shift;
    }
    const struct hm_step *steps = hm_steps(descriptor);
    unsigned low = 0, high = descriptor->n_fields;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (steps[middle].number < number) low = middle + 1;
        else high = middle;
    }
    const struct hm_step *step = &steps[low];
    if (low == descriptor->n_fields || step->number != number) return NULL;
    bool is_packed = step->kind == HM_LIST && step->form < HM_BYTES && wire == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
    if (wire != step->wire && !is_packed) return NULL;
    *at = tag + size;
    return step;
}

static bool read_fields(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor, char *message,
                        const uint8_t *at, const uint8_t *end, size_t depth);

/* Reads a length and its message. */
static const uint8_t *take_message(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor,
                                   const uint8_t *at, const uint8_t *end, size_t depth, char *place) {
    size_t count;
    at = length(at, end, &count);
    if (!at || depth <= 1) return NULL;
    char *message = hm_arena_alloc(arena, descriptor->sizeof_message);
    if (!message || !read_fields(arena, descriptor, message, at, at + count, depth - 1)) return NULL;
    store_pointer(place, message);
    return at + count;
}

static const uint8_t *take_packed(struct hm_arena *arena, const struct hm_step *step, const uint8_t *at,
                                  const uint8_t *end, char *message) {
    size_t bytes, count = 0, size = hm_size(step->form);
    at = length(at, end, &bytes);
    if (!at) return NULL;
    end = at + bytes;
    if (step->form == HM_FIXED32 || step->form == HM_FIXED64) {
        if (bytes % size) return NULL;
        count = bytes / size;
    } else {
        for (const uint8_t *byte = at; byte < end; byte++) count += *byte < 0x80;
        if (bytes && end[-1] >= 0x80) return NULL;
    }
    if (!count) return end;
    char *list = hm_arena_alloc(arena, count * size);
    if (!list) return NULL;
    for (size_t i = 0; i < count; i++)
        if (!(at = take(at, end, step->form, list + i * size))) return NULL;
    store_pointer(message + step->at, list);
    store_size(message + step->has, count);
    return end;
}

/* Counts consecutive values with the same tag. */
static size_t count_run(const struct hm_step *step, const uint8_t *tag, size_t tag_size, const uint8_t *end) {
    const uint8_t *at = tag;
    for (size_t count = 0;; count++) {
        if ((size_t)(end - at) < tag_size || memcmp(at, tag, tag_size) != 0) return count;
        at += tag_size;
        size_t bytes = 0;
        uint64_t number;
        if (step->form >= HM_BYTES) at = length(at, end, &bytes);
        else if (step->form == HM_FIXED32 || step->form == HM_FIXED64) bytes = hm_size(step->form);
        else at = varint(at, &number);
        if (!at || at > end || bytes > (size_t)(end - at)) return 0;
        at += bytes;
    }
}

static const uint8_t *take_run(struct hm_arena *arena, const struct hm_step *step, const uint8_t *tag,
                               size_t tag_size, const uint8_t *end, size_t depth, char *message) {
    size_t count = count_run(step, tag, tag_size, end), size = hm_size(step->form);
    if (!count) return NULL;
    char *list = hm_arena_alloc(arena, count * size);
    if (!list) return NULL;
    const uint8_t *at = tag;
    for (size_t i = 0; at && i < count; i++) {
        at += tag_size;
        if (step->form == HM_MESSAGE) at = take_message(arena, step->message, at, end, depth, list + i * size);
        else at = take(at, end, step->form, list + i * size);
    }
    store_pointer(message + step->at, list);
    store_size(message + step->has, count);
    return at;
}

/* Fills a message in uninitialized memory of the arena. */
static bool read_fields(struct hm_arena *arena, const ProtobufCMessageDescriptor *descriptor, char *message,
                        const uint8_t *at, const uint8_t *end, size_t depth) {
    memset(message, 0, descriptor->sizeof_message);
    store_pointer(message, descriptor);
    const struct hm_step *step = hm_steps(descriptor);
    for (; at < end; step++) {
        const uint8_t *tag = at;
        if ((load_wire(at) & step->mask) == step->tag) at += step->tag_size;
        else if (!(step = seek(descriptor, &at))) return false;
        if (step->kind == HM_LIST) {
            if (at > end || load_pointer(message + step->at)) return false;
            bool is_packed = step->form < HM_BYTES && (*tag & 7) == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
            at = is_packed ? take_packed(arena, step, at, end, message)
                           : take_run(arena, step, tag, (size_t)(at - tag), end, depth, message);
        } else if (step->kind == HM_MESSAGE) {
            bool is_set = step->is_oneof ? load32(message + step->has) != 0 : load_pointer(message + step->at) != NULL;
            if (at > end || is_set) return false;
            at = take_message(arena, step->message, at, end, depth, message + step->at);
            if (step->is_oneof) store32(message + step->has, step->present);
        } else {
            uint32_t before = load32(message + step->has);
            if (before != 0 && before != step->present) return false; /* another member of a oneof */
            at = take(at, end, step->form, message + step->at);
            store32(message + step->has, step->present);
        }
        if (!at) return false;
    }
    return at == end;
}

ProtobufCMessage *hm_read(const ProtobufCMessageDescriptor *descriptor, struct hm_arena *arena, const uint8_t *bytes,
                          size_t count, size_t depth) {
    if (depth == 0 || (count != 0 && descriptor->n_fields == 0)) return NULL;
    char *message = hm_arena_alloc(arena, descriptor->sizeof_message);
    uint8_t *copy = count <= SIZE_MAX - ROOM_BEHIND ? hm_arena_alloc(arena, count + ROOM_BEHIND) : NULL;
    if (!message || !copy) return NULL;
    if (count) memcpy(copy, bytes, count);
    memset(copy + count, 0, ROOM_BEHIND);
    if (!read_fields(arena, descriptor, message, copy, copy + count, depth)) return NULL;
    return (ProtobufCMessage *)(void *)message;
}
