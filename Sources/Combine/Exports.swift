// For apps that are ported: `import Combine` stays as it is. Apple's systems have a module of this name, so this
// module is built only where Combine is missing.
@_exported public import HearthCombine
