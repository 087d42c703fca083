// The part of protobuf that the load of a home needs: writing fields, and iterating over those of a message.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

inline void putVarint(std::string &out, uint64_t value) {
    for (; value > 0x7F; value >>= 7) out += char(value | 0x80);
    out += char(value);
}

/// A message that is written field by field.
struct Message {
    std::string bytes;

    Message &number(uint32_t field, uint64_t value) {
        putVarint(bytes, uint64_t(field) << 3);
        putVarint(bytes, value);
        return *this;
    }
    Message &text(uint32_t field, std::string_view value) {
        putVarint(bytes, uint64_t(field) << 3 | 2);
        putVarint(bytes, value.size());
        bytes += value;
        return *this;
    }
    Message &message(uint32_t field, const Message &value) { return text(field, value.bytes); }
    Message &fixed64(uint32_t field, uint64_t value) {
        putVarint(bytes, uint64_t(field) << 3 | 1);
        bytes.append(reinterpret_cast<const char *>(&value), 8);
        return *this;
    }
};

/// Iterates over the fields of a message: `while (fields.next())`. Stops at malformed bytes.
struct Fields {
    const uint8_t *at, *end;
    uint32_t field = 0;
    uint64_t value = 0;
    std::string_view text;

    explicit Fields(std::string_view bytes)
        : at(reinterpret_cast<const uint8_t *>(bytes.data())), end(at + bytes.size()) {}

    bool varint(uint64_t &out) {
        out = 0;
        for (int shift = 0; at < end && shift < 64; shift += 7) {
            uint8_t byte = *at++;
            out |= uint64_t(byte & 0x7F) << shift;
            if (byte < 0x80) return true;
        }
        return false;
    }

    bool next() {
        uint64_t tag;
        if (at >= end || !varint(tag)) return false;
        field = uint32_t(tag >> 3);
        switch (tag & 7) {
            case 0: return varint(value);
            case 1: return fixed(8);
            case 2: {
                uint64_t size;
                if (!varint(size) || size > uint64_t(end - at)) return false;
                text = {reinterpret_cast<const char *>(at), size};
                at += size;
                return true;
            }
            case 5: return fixed(4);
            default: return false;
        }
    }

    bool fixed(size_t size) {
        if (size_t(end - at) < size) return false;
        value = 0;
        std::memcpy(&value, at, size);
        at += size;
        return true;
    }

    /// The bytes of the first field with this number; empty if there is none.
    static std::string_view find(std::string_view bytes, uint32_t field) {
        Fields fields(bytes);
        while (fields.next()) {
            if (fields.field == field) return fields.text;
        }
        return {};
    }
};

/// hearth.v1.Position, without the structure.
struct Position {
    uint64_t epoch = 0, sequence = 0;

    static Position of(std::string_view bytes) {
        Position position;
        Fields fields(bytes);
        while (fields.next()) {
            if (fields.field == 2) position.epoch = fields.value;
            if (fields.field == 3) position.sequence = fields.value;
        }
        return position;
    }
    bool operator<(const Position &other) const {
        return epoch != other.epoch ? epoch < other.epoch : sequence < other.sequence;
    }
    bool operator==(const Position &other) const { return epoch == other.epoch && sequence == other.sequence; }
};
