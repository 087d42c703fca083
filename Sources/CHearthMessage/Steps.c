#include "Steps.h"

#include <stdlib.h>

static enum hm_form form_of(ProtobufCType type) {
    switch (type) {
    case PROTOBUF_C_TYPE_BOOL: return HM_BOOL;
    case PROTOBUF_C_TYPE_INT32:
    case PROTOBUF_C_TYPE_ENUM: return HM_INT32;
    case PROTOBUF_C_TYPE_SINT32: return HM_SINT32;
    case PROTOBUF_C_TYPE_UINT32: return HM_UINT32;
    case PROTOBUF_C_TYPE_FIXED32:
    case PROTOBUF_C_TYPE_SFIXED32:
    case PROTOBUF_C_TYPE_FLOAT: return HM_FIXED32;
    case PROTOBUF_C_TYPE_INT64:
    case PROTOBUF_C_TYPE_UINT64: return HM_INT64;
    case PROTOBUF_C_TYPE_SINT64: return HM_SINT64;
    case PROTOBUF_C_TYPE_FIXED64:
    case PROTOBUF_C_TYPE_SFIXED64:
    case PROTOBUF_C_TYPE_DOUBLE: return HM_FIXED64;
    case PROTOBUF_C_TYPE_MESSAGE: return HM_MESSAGE;
    case PROTOBUF_C_TYPE_STRING: /* strings are declared as bytes, see hm_field */
    case PROTOBUF_C_TYPE_BYTES: return HM_BYTES;
    }
    return HM_BYTES;
}

static uint8_t wire_of(enum hm_form form) {
    switch (form) {
    case HM_FIXED32: return PROTOBUF_C_WIRE_TYPE_32BIT;
    case HM_FIXED64: return PROTOBUF_C_WIRE_TYPE_64BIT;
    case HM_BYTES:
    case HM_MESSAGE: return PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
    default: return PROTOBUF_C_WIRE_TYPE_VARINT;
    }
}

void hm_prepare_steps(ProtobufCMessageDescriptor *descriptor) {
    struct hm_step *steps = calloc(descriptor->n_fields + 1, sizeof *steps);
    if (!steps) abort();
    for (unsigned i = 0; i < descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &descriptor->fields[i];
        struct hm_step *step = &steps[i];
        step->form = (uint8_t)form_of(field->type);
        step->wire = wire_of(step->form);
        step->kind = field->label == PROTOBUF_C_LABEL_REPEATED ? HM_LIST : step->form;
        step->is_packed = step->kind == HM_LIST && field->flags & PROTOBUF_C_FIELD_FLAG_PACKED;
        step->is_oneof = field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
        step->number = field->id;
        step->at = field->offset;
        step->has = field->quantifier_offset;
        step->present = step->is_oneof ? field->id : 1;
        step->message = field->descriptor;
        uint64_t rest =
            (uint64_t)field->id << 3 | (step->is_packed ? PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED : step->wire);
        for (;; rest >>= 7) {
            unsigned shift = 8u * step->tag_size++;
            step->mask |= (uint64_t)0xFF << shift;
            step->tag |= (rest & 0x7F) << shift;
            if (rest < 0x80) break;
            step->tag |= (uint64_t)0x80 << shift;
        }
    }
    steps[descriptor->n_fields].kind = HM_END;
    steps[descriptor->n_fields].tag = 1; /* never matches, since its mask is 0 */
    for (unsigned i = 0; i <= descriptor->n_fields; i++) hm_prepare_packing(&steps[i]);
    descriptor->reserved3 = steps;
}
