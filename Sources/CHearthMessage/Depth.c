#include "CHearthMessage.h"

static bool read_varint(const uint8_t *bytes, size_t length, size_t *at, uint64_t *value) {
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 70 && *at < length; shift += 7) {
        uint8_t byte = bytes[(*at)++];
        if (shift < 64) result |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            *value = result;
            return true;
        }
    }
    return false;
}

static const ProtobufCMessageDescriptor *message_of(const ProtobufCMessageDescriptor *descriptor, uint64_t number) {
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (descriptor->fields[i].id == number)
            return descriptor->fields[i].type == PROTOBUF_C_TYPE_MESSAGE ? descriptor->fields[i].descriptor : NULL;
    return NULL;
}

/* Bytes that are no message count as shallow: unpacking finds what is wrong with them. */
bool hm_depth_is_within(const ProtobufCMessageDescriptor *descriptor, const uint8_t *bytes, size_t length,
                        unsigned limit) {
    if (limit == 0) return false;
    size_t at = 0;
    while (at < length) {
        uint64_t tag, size;
        if (!read_varint(bytes, length, &at, &tag)) return true;
        switch (tag & 7) {
        case 0:
            if (!read_varint(bytes, length, &at, &size)) return true;
            break;
        case 1: size = 8; goto skip;
        case 5: size = 4; goto skip;
        case 2:
            if (!read_varint(bytes, length, &at, &size) || size > length - at) return true;
            {
                const ProtobufCMessageDescriptor *inner = message_of(descriptor, tag >> 3);
                if (inner && !hm_depth_is_within(inner, bytes + at, size, limit - 1)) return false;
            }
        skip:
            if (size > length - at) return true;
            at += size;
            break;
        default: return true;
        }
    }
    return true;
}
