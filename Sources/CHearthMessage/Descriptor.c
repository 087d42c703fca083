#include "CHearthMessage.h"

#include <stdlib.h>
#include <string.h>

ProtobufCMessageDescriptor *hm_descriptor_new(void) { return calloc(1, sizeof(ProtobufCMessageDescriptor)); }

static const struct hm_field *sorting; /* qsort has no context; descriptors are filled under the caller's lock */

static int by_name(const void *left, const void *right) {
    return strcmp(sorting[*(const unsigned *)left].name, sorting[*(const unsigned *)right].name);
}

bool hm_descriptor_fill(ProtobufCMessageDescriptor *descriptor, const char *name, size_t size,
                        const struct hm_field *fields, size_t count) {
    ProtobufCFieldDescriptor *all = calloc(count + 1, sizeof *all);
    unsigned *names = calloc(count + 1, sizeof *names);
    ProtobufCIntRange *ranges = calloc(count + 1, sizeof *ranges);
    char *own_name = strdup(name);
    if (!all || !names || !ranges || !own_name) return false;
    unsigned range_count = 0;
    for (size_t i = 0; i < count; i++) {
        char *field_name = strdup(fields[i].name);
        if (!field_name) return false;
        all[i].name = field_name;
        all[i].id = fields[i].number;
        all[i].label = (ProtobufCLabel)fields[i].label;
        all[i].type = (ProtobufCType)fields[i].type;
        all[i].flags = fields[i].flags;
        all[i].offset = fields[i].offset;
        all[i].quantifier_offset = fields[i].quantifier_offset;
        all[i].descriptor = fields[i].message;
        names[i] = (unsigned)i;
        if (i == 0 || fields[i].number != fields[i - 1].number + 1) {
            ranges[range_count].start_value = (int)fields[i].number;
            ranges[range_count].orig_index = (unsigned)i;
            range_count++;
        }
    }
    ranges[range_count].start_value = 0;
    ranges[range_count].orig_index = (unsigned)count;
    sorting = fields;
    qsort(names, count, sizeof *names, by_name);
    descriptor->name = descriptor->short_name = descriptor->c_name = own_name;
    descriptor->package_name = "";
    descriptor->sizeof_message = size;
    descriptor->n_fields = (unsigned)count;
    descriptor->fields = all;
    descriptor->fields_sorted_by_name = names;
    descriptor->n_field_ranges = range_count;
    descriptor->field_ranges = ranges;
    descriptor->magic = PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC;
    return true;
}

const char *hm_field_name(const ProtobufCMessage *message, uint32_t offset) {
    const ProtobufCMessageDescriptor *descriptor = message->descriptor;
    for (unsigned i = 0; i < descriptor->n_fields; i++)
        if (descriptor->fields[i].offset == offset) return descriptor->fields[i].name;
    return "?";
}
