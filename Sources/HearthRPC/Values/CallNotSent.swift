/// The cause of an error of a call that certainly did not leave this program: nothing has come of it.
package struct CallNotSent: Error {
    package init() {}
}
