/// FNV-1a, 64 bits: the same for the same bytes in every process and version, unlike `Hasher`. Not safe if an attacker
/// chooses the bytes.
package func stableHash(_ bytes: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // Over indices, which without optimization is several times as quick as a generic sequence: every hub hashes its
    // page when it starts.
    var index = 0
    while index < bytes.count {
        hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
        index += 1
    }
    return hash
}
