#include "Steps.h"

/* Like protobuf_c_message_pack, but with prepared steps: each field's tag is encoded only once. Tags and numbers are
   written eight bytes at a time; later writes overwrite the excess. */

static inline void store64(uint8_t *out, uint64_t value) {
    value = wire64(value);
    memcpy(out, &value, sizeof value);
}

static uint8_t *long_varint(uint8_t *out, uint64_t value) {
    /* Spreads seven bits to each byte: in groups of four bytes, then of two, then of one. */
    uint64_t bytes = (value & 0x000000000FFFFFFF) | (value & 0x00FFFFFFF0000000) << 4;
    bytes = (bytes & 0x00003FFF00003FFF) | (bytes & 0x0FFFC0000FFFC000) << 2;
    bytes = (bytes & 0x007F007F007F007F) | (bytes & 0x3F803F803F803F80) << 1;
    if (value < (uint64_t)1 << 56) {
        unsigned more = (unsigned)(63 - __builtin_clzll(value)) / 7; /* all bytes but the last */
        store64(out, bytes | (0x8080808080808080 & (((uint64_t)1 << 8 * more) - 1)));
        return out + more + 1;
    }
    store64(out, bytes | 0x8080808080808080);
    out += 8;
    value >>= 56;
    *out++ = (uint8_t)value;
    if (value >= 0x80) *out++ = 1;
    return out;
}

static inline uint8_t *varint(uint8_t *out, uint64_t value) {
    if (value < 0x80) {
        *out = (uint8_t)value;
        return out + 1;
    }
    uint32_t number = (uint32_t)value, bytes = (number & 0x7F) | (number & 0x3F80) << 1 | 0x80;
    if (value < 1 << 14) {
        out[0] = (uint8_t)bytes;
        out[1] = (uint8_t)(bytes >> 8);
        return out + 2;
    }
    if (value >= 1 << 28) return long_varint(out, value);
    bytes |= (number & 0x1FC000) << 2 | (number & 0xFE00000) << 3 | 0x8000;
    unsigned size = 3;
    if (number >= 1 << 21) {
        bytes |= 0x800000;
        size = 4;
    }
    bytes = wire32(bytes);
    memcpy(out, &bytes, sizeof bytes);
    return out + size;
}

/* Writes a number or bytes. */
__attribute__((always_inline)) static inline uint8_t *put(uint8_t *out, enum hm_form form, const char *value) {
    switch (form) {
    case HM_BOOL: *out = load32(value) != 0; return out + 1;
    case HM_INT32: return varint(out, (uint64_t)(int64_t)(int32_t)load32(value));
    case HM_UINT32: return varint(out, load32(value));
    case HM_SINT32: {
        uint32_t bits = load32(value);
        return varint(out, (bits << 1) ^ (0 - (bits >> 31)));
    }
    case HM_INT64: return varint(out, load64(value));
    case HM_SINT64: {
        uint64_t bits = load64(value);
        return varint(out, (bits << 1) ^ (0 - (bits >> 63)));
    }
    case HM_FIXED32: {
        uint32_t bits = wire32(load32(value));
        memcpy(out, &bits, sizeof bits);
        return out + sizeof bits;
    }
    case HM_FIXED64: store64(out, load64(value)); return out + 8;
    case HM_BYTES: {
        ProtobufCBinaryData binary;
        memcpy(&binary, value, sizeof binary);
        return hm_copy(varint(out, binary.len), binary.data, binary.len);
    }
    case HM_MESSAGE:
    case HM_LIST:
    case HM_END: break;
    }
    __builtin_unreachable();
}

/* Inserts the length before the content from `start` + 1 to `end`: usually it fits the byte reserved for it. */
static uint8_t *close_length(uint8_t *start, uint8_t *end) {
    size_t length = (size_t)(end - (start + 1));
    if (length < 0x80) {
        *start = (uint8_t)length;
        return end;
    }
    uint8_t prefix[16];
    size_t more = (size_t)(varint(prefix, length) - prefix) - 1;
    memmove(start + 1 + more, start + 1, length);
    memcpy(start, prefix, more + 1);
    return end + more;
}

static inline uint8_t *put_tag(uint8_t *out, const struct hm_step *step) {
    store64(out, step->tag);
    return out + step->tag_size;
}

/* ---- One function for each kind of step; each ends in a tail call of the next step's, so that shared state stays in
   registers. ---- */

#define NEXT() __attribute__((musttail)) return step[1].pack(message, step + 1, out)

#define SINGLE(name, form)                                                                                             \
    static uint8_t *name(const char *message, const struct hm_step *step, uint8_t *out) {                              \
        if (load32(message + step->has) == step->present) out = put(put_tag(out, step), form, message + step->at);     \
        NEXT();                                                                                                        \
    }

SINGLE(pack_bool, HM_BOOL)
SINGLE(pack_int32, HM_INT32)
SINGLE(pack_sint32, HM_SINT32)
SINGLE(pack_uint32, HM_UINT32)
SINGLE(pack_fixed32, HM_FIXED32)
SINGLE(pack_int64, HM_INT64)
SINGLE(pack_sint64, HM_SINT64)
SINGLE(pack_fixed64, HM_FIXED64)

static uint8_t *pack_long_bytes(const char *message, const struct hm_step *step, uint8_t *out) {
    out = put(put_tag(out, step), HM_BYTES, message + step->at);
    NEXT();
}

static uint8_t *pack_bytes(const char *message, const struct hm_step *step, uint8_t *out) {
    if (load32(message + step->has) == step->present) {
        ProtobufCBinaryData binary;
        memcpy(&binary, message + step->at, sizeof binary);
        if (binary.len > 16) __attribute__((musttail)) return pack_long_bytes(message, step, out);
        out = put_tag(out, step);
        *out++ = (uint8_t)binary.len;
        out = hm_copy(out, binary.data, binary.len);
    }
    NEXT();
}

static uint8_t *pack_message(const char *message, const struct hm_step *step, uint8_t *out) {
    const ProtobufCMessage *inner = load_pointer(message + step->at);
    if (inner && (!step->is_oneof || load32(message + step->has) == step->number)) {
        out = put_tag(out, step);
        out = close_length(out, hm_pack(inner, out + 1));
    }
    NEXT();
}

static uint8_t *pack_packed(const char *message, const struct hm_step *step, uint8_t *out) {
    size_t count = load_size(message + step->has), size = hm_size(step->form);
    const char *list = load_pointer(message + step->at);
    if (count) {
        uint8_t *start = put_tag(out, step), *end = start + 1;
        for (size_t i = 0; i < count; i++) end = put(end, step->form, list + i * size);
        out = close_length(start, end);
    }
    NEXT();
}

static uint8_t *pack_list(const char *message, const struct hm_step *step, uint8_t *out) {
    size_t count = load_size(message + step->has), size = hm_size(step->form);
    const char *list = load_pointer(message + step->at);
    for (size_t i = 0; i < count; i++) {
        out = put_tag(out, step);
        if (step->form == HM_MESSAGE)
            out = close_length(out, hm_pack(load_pointer(list + i * size), out + 1));
        else
            out = put(out, step->form, list + i * size);
    }
    NEXT();
}

/* The step after the last field. */
static uint8_t *pack_unknown(const char *message, const struct hm_step *step, uint8_t *out) {
    (void)step;
    const ProtobufCMessage *head = (const ProtobufCMessage *)(const void *)message;
    for (unsigned i = 0; i < head->n_unknown_fields; i++) {
        const ProtobufCMessageUnknownField *unknown = &head->unknown_fields[i];
        out = hm_copy(varint(out, (uint64_t)unknown->tag << 3 | unknown->wire_type), unknown->data, unknown->len);
    }
    return out;
}

void hm_prepare_packing(struct hm_step *step) {
    static hm_packer *const singles[] = {
        [HM_BOOL] = pack_bool,       [HM_INT32] = pack_int32, [HM_SINT32] = pack_sint32, [HM_UINT32] = pack_uint32,
        [HM_FIXED32] = pack_fixed32, [HM_INT64] = pack_int64, [HM_SINT64] = pack_sint64, [HM_FIXED64] = pack_fixed64,
        [HM_BYTES] = pack_bytes,     [HM_MESSAGE] = pack_message,
    };
    if (step->kind == HM_END) step->pack = pack_unknown;
    else if (step->kind == HM_LIST) step->pack = step->is_packed ? pack_packed : pack_list;
    else step->pack = singles[step->form];
}

uint8_t *hm_pack(const ProtobufCMessage *message, uint8_t *out) {
    const struct hm_step *step = hm_steps(message->descriptor);
    return step->pack((const char *)message, step, out);
}
