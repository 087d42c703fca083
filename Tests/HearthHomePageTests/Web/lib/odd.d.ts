export const types = 1;
