// For apps that are ported: `import Combine` stays as it is. Apple's systems have a module of this name, so the package
// has this one elsewhere only.
@_exported public import HearthCombine
