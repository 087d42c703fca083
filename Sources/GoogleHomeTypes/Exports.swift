// For apps that are ported: `import GoogleHomeTypes` stays as it is, and means Hearth's traits and device types.
@_exported public import HearthTraits
