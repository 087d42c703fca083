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

/* All descriptors, each with the one before it in `reserved1`: kept on purpose, not leaked. */
static _Atomic(ProtobufCMessageDescriptor *) kept;

ProtobufCMessageDescriptor *hm_descriptor_new(void) {
    ProtobufCMessageDescriptor *descriptor = zeroed(1, sizeof *descriptor);
    ProtobufCMessageDescriptor *before = atomic_load(&kept);
    do
        descriptor->reserved1 = before;
    while (!atomic_compare_exchange_weak(&kept, &before, descriptor));
    return descriptor;
}

void hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *fields, size_t count) {
    ProtobufCFieldDescriptor *all = count ? zeroed(count, sizeof *all) : NULL;
    unsigned *by_name = zeroed(count + 1, sizeof *by_name);
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
        size_t place = i;
        for (; place > 0 && strcmp(all[by_name[place - 1]].name, all[i].name) > 0; place--)
            by_name[place] = by_name[place - 1];
        by_name[place] = (unsigned)i;
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
    descriptor->fields_sorted_by_name = by_name;
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
