#include "CHearthMessage.h"

#include <string.h>

/* protobuf_c_message_pack for the fields that most messages have: each field's tag is encoded once for all, and no field
   is looked at for more than one way of writing it. Messages with lists are protobuf-c's: their descriptors say so in
   `reserved3`. */

static uint8_t *varint(uint8_t *out, uint64_t value) {
    while (value >= 0x80) {
        *out++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *out++ = (uint8_t)value;
    return out;
}

static uint32_t load32(const void *place) {
    uint32_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

static uint64_t load64(const void *place) {
    uint64_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

/* Writes little-endian whatever the machine is; compilers make one store of it. */
static uint8_t *fixed(uint8_t *out, uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; i++) out[i] = (uint8_t)(value >> (8 * i));
    return out + size;
}

static uint8_t *pack(const ProtobufCMessage *message, uint8_t *out);

/* A message behind its length: most are so short that one byte holds it. */
static uint8_t *pack_inner(const ProtobufCMessage *message, uint8_t *out) {
    uint8_t *end = pack(message, out + 1);
    size_t length = (size_t)(end - (out + 1));
    if (length < 0x80) {
        *out = (uint8_t)length;
        return end;
    }
    uint8_t prefix[10];
    size_t more = (size_t)(varint(prefix, length) - prefix) - 1;
    memmove(out + 1 + more, out + 1, length);
    memcpy(out, prefix, more + 1);
    return end + more;
}

static uint8_t *pack(const ProtobufCMessage *message, uint8_t *out) {
    const ProtobufCMessageDescriptor *descriptor = message->descriptor;
    if (descriptor->reserved3) return out + protobuf_c_message_pack(message, out);
    const ProtobufCFieldDescriptor *field = descriptor->fields, *last = field + descriptor->n_fields;
    for (; field < last; field++) {
        const char *value = (const char *)message + field->offset;
        const ProtobufCMessage *inner = NULL;
        if (field->type == PROTOBUF_C_TYPE_MESSAGE) memcpy(&inner, value, sizeof inner);
        if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) {
            if (load32((const char *)message + field->quantifier_offset) != field->id) continue;
            if (field->type == PROTOBUF_C_TYPE_MESSAGE && !inner) continue;
        } else if (field->type == PROTOBUF_C_TYPE_MESSAGE ? !inner
                                                          : !load32((const char *)message + field->quantifier_offset)) {
            continue;
        }
        uint64_t tag = (uint64_t)(uintptr_t)field->reserved3;
        out = fixed(out, tag, 5) - 5 + (uintptr_t)field->reserved2;
        switch (field->type) {
        case PROTOBUF_C_TYPE_SINT32: {
            uint32_t bits = load32(value);
            out = varint(out, (bits << 1) ^ (0 - (bits >> 31)));
            break;
        }
        case PROTOBUF_C_TYPE_ENUM:
        case PROTOBUF_C_TYPE_INT32: out = varint(out, (uint64_t)(int64_t)(int32_t)load32(value)); break;
        case PROTOBUF_C_TYPE_UINT32: out = varint(out, load32(value)); break;
        case PROTOBUF_C_TYPE_SINT64: {
            uint64_t bits = load64(value);
            out = varint(out, (bits << 1) ^ (0 - (bits >> 63)));
            break;
        }
        case PROTOBUF_C_TYPE_INT64:
        case PROTOBUF_C_TYPE_UINT64: out = varint(out, load64(value)); break;
        case PROTOBUF_C_TYPE_FIXED32:
        case PROTOBUF_C_TYPE_SFIXED32:
        case PROTOBUF_C_TYPE_FLOAT: out = fixed(out, load32(value), 4); break;
        case PROTOBUF_C_TYPE_FIXED64:
        case PROTOBUF_C_TYPE_SFIXED64:
        case PROTOBUF_C_TYPE_DOUBLE: out = fixed(out, load64(value), 8); break;
        case PROTOBUF_C_TYPE_BOOL: *out++ = load32(value) != 0; break;
        case PROTOBUF_C_TYPE_STRING: break; /* given as bytes, see hm_field */
        case PROTOBUF_C_TYPE_BYTES: {
            ProtobufCBinaryData binary;
            memcpy(&binary, value, sizeof binary);
            out = varint(out, binary.len);
            if (binary.len) memcpy(out, binary.data, binary.len);
            out += binary.len;
            break;
        }
        case PROTOBUF_C_TYPE_MESSAGE: out = pack_inner(inner, out); break;
        }
    }
    for (unsigned i = 0; i < message->n_unknown_fields; i++) {
        const ProtobufCMessageUnknownField *unknown = &message->unknown_fields[i];
        out = varint(out, (uint64_t)unknown->tag << 3 | unknown->wire_type);
        if (unknown->len) memcpy(out, unknown->data, unknown->len);
        out += unknown->len;
    }
    return out;
}

size_t hm_pack(const ProtobufCMessage *message, uint8_t *out) { return (size_t)(pack(message, out) - out); }

void hm_prepare_packing(ProtobufCMessageDescriptor *descriptor, ProtobufCFieldDescriptor *fields) {
    for (unsigned i = 0; i < descriptor->n_fields; i++) {
        ProtobufCFieldDescriptor *field = &fields[i];
        unsigned wire = 0;
        switch (field->type) {
        case PROTOBUF_C_TYPE_FIXED64:
        case PROTOBUF_C_TYPE_SFIXED64:
        case PROTOBUF_C_TYPE_DOUBLE: wire = 1; break;
        case PROTOBUF_C_TYPE_FIXED32:
        case PROTOBUF_C_TYPE_SFIXED32:
        case PROTOBUF_C_TYPE_FLOAT: wire = 5; break;
        case PROTOBUF_C_TYPE_STRING:
        case PROTOBUF_C_TYPE_BYTES:
        case PROTOBUF_C_TYPE_MESSAGE: wire = 2; break;
        default: break;
        }
        uint8_t tag[10] = {0};
        size_t length = (size_t)(varint(tag, (uint64_t)field->id << 3 | wire) - tag);
        uint64_t bytes = 0;
        for (size_t k = 0; k < length; k++) bytes |= (uint64_t)tag[k] << (8 * k);
        field->reserved2 = (void *)(uintptr_t)length;
        field->reserved3 = (void *)(uintptr_t)bytes;
        if (field->label == PROTOBUF_C_LABEL_REPEATED) descriptor->reserved3 = descriptor;
    }
}
