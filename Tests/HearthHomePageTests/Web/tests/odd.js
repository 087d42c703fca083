throw new Error("not part of the page");
