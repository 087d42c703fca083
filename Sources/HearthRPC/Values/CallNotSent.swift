/// The cause of an error of a call that certainly was not sent, and so had no effect.
package struct CallNotSent: Error {
    package init() {}
}
