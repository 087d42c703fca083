#include "Steps.h"

#include <stdatomic.h>
#include <stdlib.h>

static void *zeroed(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory) abort();
    return memory;
}

static const char *copied(const char *text) {
    char *copy = strdup(text ? text : "?");
    if (!copy) abort();
    return copy;
}

ProtobufCMessageDescriptor *hm_descriptor_new(void) { return zeroed(1, sizeof(ProtobufCMessageDescriptor)); }

/* Permanent descriptors, linked by `reserved1`, so that leak checkers find them. */
static _Atomic(ProtobufCMessageDescriptor *) kept;

void hm_descriptor_keep(ProtobufCMessageDescriptor *descriptor, void *with) {
    descriptor->reserved2 = with;
    ProtobufCMessageDescriptor *before = atomic_load(&kept);
    do
        descriptor->reserved1 = before;
    while (!atomic_compare_exchange_weak(&kept, &before, descriptor));
}

void hm_descriptor_free(ProtobufCMessageDescriptor *descriptor) {
    for (unsigned i = 0; i < descriptor->n_fields; i++) free((char *)descriptor->fields[i].name);
    free((ProtobufCFieldDescriptor *)descriptor->fields);
    free((ProtobufCIntRange *)descriptor->field_ranges);
    free((char *)descriptor->name);
    free(descriptor->reserved3);
    free(descriptor);
}

void hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *fields, size_t count) {
    ProtobufCFieldDescriptor *all = count ? zeroed(count, sizeof *all) : NULL;
    ProtobufCIntRange *ranges = zeroed(count + 1, sizeof *ranges);
    unsigned range_count = 0;
    for (size_t i = 0; i < count; i++) {
        all[i].name = copied(fields[i].name);
        all[i].id = fields[i].number;
        all[i].label = (ProtobufCLabel)fields[i].label;
        all[i].type = (ProtobufCType)fields[i].type;
        all[i].flags = fields[i].flags;
        all[i].offset = fields[i].offset;
        all[i].quantifier_offset = fields[i].quantifier_offset;
        all[i].descriptor = fields[i].message;
        if (i == 0 || fields[i].number != fields[i - 1].number + 1) {
            ranges[range_count].start_value = (int)fields[i].number;
            ranges[range_count].orig_index = (unsigned)i;
            range_count++;
        }
    }
    ranges[range_count].orig_index = (unsigned)count;
    descriptor->name = descriptor->short_name = descriptor->c_name = copied(name);
    descriptor->package_name = "";
    descriptor->sizeof_message = size;
    descriptor->n_fields = (unsigned)count;
    descriptor->fields = all;
    hm_prepare_steps(descriptor);
    descriptor->n_field_ranges = range_count;
    descriptor->field_ranges = ranges;
    descriptor->magic = PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC;
}

const char *hm_field_name(const ProtobufCMessage *message, uint32_t offset) {
    for (unsigned i = 0; i < message->descriptor->n_fields; i++) {
        const ProtobufCFieldDescriptor *field = &message->descriptor->fields[i];
        uint32_t at = field->label == PROTOBUF_C_LABEL_REPEATED ? field->quantifier_offset : field->offset;
        if (at != offset) continue;
        if (field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF) {
            uint32_t set;
            memcpy(&set, (const char *)message + field->quantifier_offset, sizeof set);
            if (set != field->id) continue;
        }
        return field->name;
    }
    return "?";
}
