// Google's sample app imports Apple's module of this name, and names nothing of it.
