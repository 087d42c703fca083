/// FNV-1a, 64 bits: the same for the same bytes in every process and version, unlike `Hasher`. Not safe if an attacker
/// chooses the bytes.
package func stableHash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
